package island

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

const (
	// visits is how many tiles of each region are looked at in a tick, by chance: each tile comes up
	// once in about 34 seconds.
	visits = 2
	// saplingStages is how many visits a sapling needs to become a tree: about five minutes.
	saplingStages = 8
	// berryChance is one in how many visits a picked bush bears again.
	berryChance = 4
	// visitTime is the mean time between two visits of a tile, in ticks.
	visitTime = grid.RegionTiles / visits
)

// regionKey is the number that stands for a region where chance is thrown.
func regionKey(at grid.Region) uint64 { return uint64(uint32(at.X))<<32 | uint64(uint32(at.Y)) }

// grow visits a few tiles of every region, by chance that depends on seed, tick and region only.
func grow(i *State) {
	for _, r := range i.regions {
		for n := range uint64(visits) {
			h := random.Hash(i.genesis.Seed, uint64(i.tick), regionKey(r.at), n)
			k := grid.Index(h & (grid.RegionTiles - 1))
			if !r.mayGrow(k) {
				continue
			}
			if row := growthsOf[r.tiles.Block[k]]; row > 0 {
				growths[row-1].do(i, r, k, h, i.tick)
				continue
			}
			switch r.tiles.Block[k] {
			case tile.Sapling, tile.Bush:
				growAt(i, r, k, h>>16)
			case tile.Lamp:
				moths(i, r, k, random.Mix(h))
			}
		}
	}
}

// growth is one row of what grows: when a tile of that block is visited by chance, the effect takes place. h is chance,
// and t the tick of the visit, which lies before now where a region catches up.
type growth struct {
	name  string
	block tile.Block
	do    func(i *State, r *region, k grid.Index, h uint64, t game.Tick)
}

// growths is the table. Its effects look at their own region only, so that in a region that
// slept every row comes to what it would have come to awake (TestSleepingRegionsCatchUp takes each of them); moths, who
// look at people, are no part of it.
var growths = [...]growth{
	{"a sapling becomes a tree, a bush bears again", tile.Sapling, grown},
	{"a sapling becomes a tree, a bush bears again", tile.Bush, grown},
	{"a stump becomes a tree again", tile.Stump, regrow},
	{"wheat ripens", tile.Wheat, ripen},
	{"a puddle dries up", tile.Flood, dry},
}

// growthsOf are the rows of each block, counted from 1.
var growthsOf [256]uint8

// changing are the blocks to which something happens when they are visited.
var changing [256]bool

func init() {
	for n := range growths {
		growthsOf[growths[n].block] = uint8(n + 1)
		changing[growths[n].block] = true
	}
	for _, b := range []tile.Block{tile.Sapling, tile.Bush, tile.Lamp} { // by themselves, see grow
		changing[b] = true
	}
}

func grown(i *State, r *region, k grid.Index, h uint64, _ game.Tick) { growAt(i, r, k, h>>16) }

func regrow(i *State, r *region, k grid.Index, _ uint64, _ game.Tick) {
	t, g, state := r.at.Tile(k), r.tiles.Ground[k], r.tiles.State[k]
	tree := either(state&stumpPine != 0, tile.Pine, tile.Oak)
	switch {
	case state&stumpFelled == 0: // it was there before anybody
	case state>>stumpShift < stumpStages:
		i.setTile(t, g, tile.Stump, state+1<<stumpShift)
	case !occupied(i, t, true):
		i.setTile(t, g, tree, 0)
		i.tell(event.Grew, nil, t, int32(tree), 0)
	}
}

// ripen lets wheat grow by a stage, or by two in rain and beside water.
func ripen(i *State, r *region, k grid.Index, _ uint64, now game.Tick) {
	t, g, state := r.at.Tile(k), r.tiles.Ground[k], r.tiles.State[k]
	if state >= tile.RipeWheat {
		return
	}
	stages := uint8(1)
	if r.watered(k) || weather.At(i.genesis.Seed, now, t).Rain > 0 {
		stages = 2
	}
	state = min(state+stages, tile.RipeWheat)
	i.setTile(t, g, tile.Wheat, state)
	if state == tile.RipeWheat {
		i.tell(event.Grew, nil, t, int32(tile.Wheat), 0)
	}
}

// watered reports whether there is water beside a tile, in its region.
func (r *region) watered(k grid.Index) bool {
	t := r.at.Tile(k)
	for h := range tile.HeadingCount {
		if n := beside(t, h); n.Region() == r.at && (r.tiles.Ground[n.Index()].Info().Liquid || r.tiles.Block[n.Index()] == tile.Flood) {
			return true
		}
	}
	return false
}

// dry lets the last unit of water on a tile be gone.
func dry(i *State, r *region, k grid.Index, _ uint64, _ game.Tick) {
	if r.tiles.State[k] == 1 {
		i.destroyed[item.Water]++
		i.setTile(r.at.Tile(k), r.tiles.Ground[k], tile.NoBlock, 0)
	}
}

// growAt lets one tile grow by a stage.
func growAt(i *State, r *region, k grid.Index, h uint64) {
	t, g, state := r.at.Tile(k), r.tiles.Ground[k], r.tiles.State[k]
	switch r.tiles.Block[k] {
	case tile.Sapling:
		if state < saplingStages {
			i.setTile(t, g, tile.Sapling, state+1)
			return
		}
		if !occupied(i, t, true) { // a tree does not grow into somebody
			i.setTile(t, g, tile.Oak, 0)
			i.tell(event.Grew, nil, t, int32(tile.Oak), 0)
		}
	case tile.Bush:
		if state&berriesPicked != 0 && random.Chance(h<<16, berryChance) {
			i.setTile(t, g, tile.BerryBush, 0)
			i.tell(event.Grew, nil, t, int32(tile.BerryBush), 0)
		}
	}
}

// CatchUpTicks is how much of its sleep a region that wakes grows through visit by visit, exactly as if it had been
// awake: ten minutes. What was before is added in one pass, by the mean of its visits.
const CatchUpTicks game.Tick = 10 * 60 * game.TicksPerSecond

func init() { CatchUp = catchUp }

// catchUp lets a region that wakes grow as it would have grown since it fell asleep, without events; since is 1 + the
// tick at which it did. Fires burn down where they are.
func catchUp(i *State, r *region, since game.Tick) {
	if since == 0 || since > i.tick {
		return
	}
	told := len(i.events)
	for n := range rules {
		if rules[n].asleep != nil {
			rules[n].asleep(i, r, i.tick-(since-1))
		}
	}
	from := since - 1
	if from+CatchUpTicks < i.tick {
		growAtOnce(i, r, since, i.tick-CatchUpTicks)
		from = i.tick - CatchUpTicks
	}
	for t := from; t < i.tick; t++ {
		for n := range uint64(visits) {
			h := random.Hash(i.genesis.Seed, uint64(t), regionKey(r.at), n)
			k := grid.Index(h & (grid.RegionTiles - 1))
			if row := growthsOf[r.tiles.Block[k]]; row > 0 {
				growths[row-1].do(i, r, k, h, t)
			}
		}
	}
	i.events = i.events[:told]
}

// growAtOnce gives each tile of a region that grows the stages of the time from one tick to another, in one pass.
func growAtOnce(i *State, r *region, since, to game.Tick) {
	if since == 0 || since >= to {
		return
	}
	stages := min(uint64(to-since)/visitTime, 255)
	for k := range grid.Index(grid.RegionTiles) {
		g, state := r.tiles.Ground[k], r.tiles.State[k]
		switch r.tiles.Block[k] {
		case tile.Sapling:
			if uint64(state)+stages > saplingStages && !occupied(i, r.at.Tile(k), true) {
				r.set(k, g, tile.Oak, 0)
			} else if stages > 0 {
				r.set(k, g, tile.Sapling, uint8(min(uint64(state)+stages, saplingStages)))
			}
		case tile.Bush:
			if state&berriesPicked != 0 && stages >= berryChance {
				r.set(k, g, tile.BerryBush, 0)
			}
		case tile.Stump:
			regrowAtOnce(i, r, k, stages)
		case tile.Wheat:
			if state < tile.RipeWheat {
				r.set(k, g, tile.Wheat, uint8(min(uint64(state)+stages, tile.RipeWheat)))
			}
		}
	}
}

func regrowAtOnce(i *State, r *region, k grid.Index, stages uint64) {
	state := r.tiles.State[k]
	if state&stumpFelled == 0 {
		return
	}
	reached := uint64(state>>stumpShift) + stages
	if reached > stumpStages && !occupied(i, r.at.Tile(k), true) {
		r.set(k, r.tiles.Ground[k], either(state&stumpPine != 0, tile.Pine, tile.Oak), 0)
		return
	}
	r.set(k, r.tiles.Ground[k], tile.Stump, state&(1<<stumpShift-1)|uint8(min(reached, stumpStages))<<stumpShift)
}
