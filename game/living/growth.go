package living

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const (
	// visits is how many tiles of each region are looked at in a tick, by chance: each tile comes up
	// once in about 34 seconds.
	visits = 2
	// SaplingStages is how many visits a sapling needs to become a tree: about five minutes.
	SaplingStages = 8
	// berryChance is one in how many visits a picked bush bears again.
	berryChance = 4
	// VisitTime is the mean time between two visits of a tile, in ticks.
	VisitTime = grid.RegionTiles / visits
)

// Grow visits a few tiles of every region, by chance that depends on seed, tick and region only.
func Grow(i *world.State) {
	for _, r := range i.Land.Regions {
		for n := range uint64(visits) {
			h := random.Hash(i.Gen.Seed, uint64(i.Clock), world.RegionKey(r.At), n)
			k := grid.Index(h & (grid.RegionTiles - 1))
			if !r.MayGrow(k) {
				continue
			}
			if row := growthsOf[r.Tiles.Block[k]]; row > 0 {
				Growths[row-1].Do(i, r, k, h, i.Clock)
				continue
			}
			switch r.Tiles.Block[k] {
			case tile.Sapling, tile.Bush:
				GrowAt(i, r, k, h>>16)
			case tile.Lamp:
				Moths(i, r, k, random.Mix(h))
			}
		}
	}
}

// growth is one row of the table of growth: when a tile of that block is visited by chance, the effect takes
// place. h is the random number, and t the tick of the visit, which lies before now where a region catches
// up.
type growth struct {
	Name  string
	Block tile.Block
	Do    func(i *world.State, r *world.Region, k grid.Index, h uint64, t game.Tick)
}

// Growths is the table. Its effects read only their own region, so that every row has the same result in a
// region that slept as in one awake (TestSleepingRegionsCatchUp checks each of them). Moths depend on people
// and are no part of it.
var Growths = [...]growth{
	{"a sapling becomes a tree, a bush bears again", tile.Sapling, grown},
	{"a sapling becomes a tree, a bush bears again", tile.Bush, grown},
	{"a stump becomes a tree again", tile.Stump, Regrow},
	{"wheat ripens", tile.Wheat, Ripen},
	{"a puddle dries up", tile.Flood, dry},
	{"ash blows away", tile.Ash, blowAway},
	{"a charred stump puts out shoots", tile.Snag, putOut},
}

// growthsOf are the rows of each block, counted from 1.
var growthsOf [256]uint8

func init() {
	for n := range Growths {
		growthsOf[Growths[n].Block] = uint8(n + 1)
		world.Changing[Growths[n].Block] = true
	}
	for _, b := range []tile.Block{tile.Sapling, tile.Bush, tile.Lamp} { // by themselves, see grow
		world.Changing[b] = true
	}
}

func grown(i *world.State, r *world.Region, k grid.Index, h uint64, _ game.Tick) {
	GrowAt(i, r, k, h>>16)
}

func Regrow(i *world.State, r *world.Region, k grid.Index, _ uint64, _ game.Tick) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	tree := Either(state&stumpPine != 0, tile.Pine, tile.Oak)
	switch {
	case state&StumpFelled == 0: // it was there before anybody
	case state>>StumpShift < StumpStages:
		SetTile(i, t, g, tile.Stump, state+1<<StumpShift)
	case !Occupied(i, t, true):
		SetTile(i, t, g, tree, 0)
		i.Tell(event.Grew, nil, t, int32(tree), 0)
	}
}

// Ripen lets wheat grow by a stage, or by two in rain and beside water.
func Ripen(i *world.State, r *world.Region, k grid.Index, _ uint64, now game.Tick) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	if state >= tile.RipeWheat {
		return
	}
	stages := uint8(1)
	if sky, _ := i.Land.Estates.Sky(i.Gen.Seed, now, t); r.Watered(k) || sky.Rain > 0 {
		stages = 2
	}
	state = min(state+stages, tile.RipeWheat)
	SetTile(i, t, g, tile.Wheat, state)
	if state == tile.RipeWheat {
		i.Tell(event.Grew, nil, t, int32(tile.Wheat), 0)
	}
}

// dry lets the last unit of water on a tile be gone.
func dry(i *world.State, r *world.Region, k grid.Index, _ uint64, _ game.Tick) {
	if r.Tiles.State[k] == 1 {
		i.Ledger.Destroyed[item.Water]++
		SetTile(i, r.At.Tile(k), r.Tiles.Ground[k], tile.NoBlock, 0)
	}
}

// GrowAt lets one tile grow by a stage.
func GrowAt(i *world.State, r *world.Region, k grid.Index, h uint64) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	switch r.Tiles.Block[k] {
	case tile.Sapling:
		if state < SaplingStages {
			SetTile(i, t, g, tile.Sapling, state+1)
			return
		}
		if !Occupied(i, t, true) { // a tree does not grow into somebody
			SetTile(i, t, g, tile.Oak, 0)
			i.Tell(event.Grew, nil, t, int32(tile.Oak), 0)
		}
	case tile.Bush:
		if state&BerriesPicked != 0 && random.Chance(h<<16, berryChance) {
			SetTile(i, t, g, tile.BerryBush, 0)
			i.Tell(event.Grew, nil, t, int32(tile.BerryBush), 0)
		}
	}
}

// CatchUpTicks is the part of its sleep, ten minutes, through which a waking region grows visit by visit,
// exactly as if it had been awake. The time before is added in one pass, by the mean of its visits.
const CatchUpTicks game.Tick = 10 * 60 * game.TicksPerSecond

// CatchUp lets a region that wakes grow as it would have grown since it fell asleep, without events; since is
// 1 + the tick at which it did. Fires burn down where they are.
func CatchUp(i *world.State, r *world.Region, since game.Tick) {
	if since == 0 || since > i.Clock {
		return
	}
	told := len(i.Happened)
	for n := range Rules {
		if Rules[n].Asleep != nil {
			Rules[n].Asleep(i, r, i.Clock-(since-1))
		}
	}
	from := since - 1
	if from+CatchUpTicks < i.Clock {
		growAtOnce(i, r, since, i.Clock-CatchUpTicks)
		from = i.Clock - CatchUpTicks
	}
	for t := from; t < i.Clock; t++ {
		for n := range uint64(visits) {
			h := random.Hash(i.Gen.Seed, uint64(t), world.RegionKey(r.At), n)
			k := grid.Index(h & (grid.RegionTiles - 1))
			if row := growthsOf[r.Tiles.Block[k]]; row > 0 {
				Growths[row-1].Do(i, r, k, h, t)
			}
		}
	}
	i.Happened = i.Happened[:told]
}

// growAtOnce gives each tile of a region that grows the stages of the time from one tick to another, in one
// pass.
func growAtOnce(i *world.State, r *world.Region, since, to game.Tick) {
	if since == 0 || since >= to {
		return
	}
	stages := min(uint64(to-since)/VisitTime, 255)
	for k := range grid.Index(grid.RegionTiles) {
		g, state := r.Tiles.Ground[k], r.Tiles.State[k]
		switch r.Tiles.Block[k] {
		case tile.Sapling:
			if uint64(state)+stages > SaplingStages && !Occupied(i, r.At.Tile(k), true) {
				r.Set(k, g, tile.Oak, 0)
			} else if stages > 0 {
				r.Set(k, g, tile.Sapling, uint8(min(uint64(state)+stages, SaplingStages)))
			}
		case tile.Bush:
			if state&BerriesPicked != 0 && stages >= berryChance {
				r.Set(k, g, tile.BerryBush, 0)
			}
		case tile.Stump:
			regrowAtOnce(i, r, k, stages)
		case tile.Ash, tile.Snag:
			healAtOnce(r, k, stages)
		case tile.Wheat:
			if state < tile.RipeWheat {
				r.Set(k, g, tile.Wheat, uint8(min(uint64(state)+stages, tile.RipeWheat)))
			}
		}
	}
}

func regrowAtOnce(i *world.State, r *world.Region, k grid.Index, stages uint64) {
	state := r.Tiles.State[k]
	if state&StumpFelled == 0 {
		return
	}
	reached := uint64(state>>StumpShift) + stages
	if reached > StumpStages && !Occupied(i, r.At.Tile(k), true) {
		r.Set(k, r.Tiles.Ground[k], Either(state&stumpPine != 0, tile.Pine, tile.Oak), 0)
		return
	}
	r.Set(k, r.Tiles.Ground[k], tile.Stump, state&(1<<StumpShift-1)|uint8(min(reached, StumpStages))<<StumpShift)
}
