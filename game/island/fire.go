package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// Fire burns what grows, and never what hands have built: nobody loses a house to a neighbour. It takes the place of
// what it burns, goes on to what grows beside it by chance, and goes out when its fuel is gone, in rain, and beside
// flowing water. Of a tree a stump is left, which grows again.

const (
	// MaxFires is the most tiles of a region that burn; what would catch fire beyond it does not.
	MaxFires = 64
	// catchChance is one in how many beats a fire tries to go on to one of the four tiles beside it.
	catchChance = 6
	// rainDouses is the strength of rain that puts fires out.
	rainDouses = 60
	// streamFire sets the chance of fires apart.
	streamFire = 0x66697265

	burnTime = 0x3f // the bits of a fire's state that say for how many beats it still burns
	burnTree = 0x40
	burnPine = 0x80
)

// fuels is for how many beats a block burns, 0 for what does not.
var fuels = [tile.BlockCount]uint8{
	tile.Oak: 60, tile.Pine: 60, tile.DeadTree: 50, tile.Bush: 30, tile.BerryBush: 30, tile.Tuft: 12, tile.Flower: 6,
	tile.Mushroom: 6, tile.Reed: 12, tile.Sapling: 12, tile.Stump: 40, tile.Wheat: 12,
}

// flame counts a block if it burns.
func flame(b tile.Block) uint16 {
	if b == tile.Fire {
		return 1
	}
	return 0
}

// fires returns how many tiles of a region burn.
func fires(i *State, at grid.Region) uint16 {
	if r := i.region(at); r != nil {
		return r.fires
	}
	return MaxFires
}

// ignite sets what grows on a tile on fire; by nobody if p is nil.
func ignite(i *State, p *entity.PlayerState, t grid.Tile) {
	ground, block, _, ok := i.TileAt(t)
	if !ok || fuels[block] == 0 || fires(i, t.Region()) >= MaxFires {
		return
	}
	state := fuels[block]
	switch block {
	case tile.Oak, tile.Stump:
		state |= burnTree
	case tile.Pine:
		state |= burnTree | burnPine
	}
	i.setTile(t, ground, tile.Fire, state)
	i.tell(event.Lit, p, t, int32(tile.Fire), 0)
}

// doused reports whether a fire goes out now.
func doused(i *State, s *site) bool {
	if s.state&burnTime == 0 || s.ground.Info().Liquid {
		return true
	}
	for h := range tile.HeadingCount {
		if _, b, _, _ := i.TileAt(beside(s.t, h)); b == tile.Flood {
			return true
		}
	}
	return !s.ground.Info().Roofed && weather.At(i.genesis.Seed, i.tick, s.t).Rain >= rainDouses
}

func goOut(i *State, s *site) bool {
	left, state := burntTo(s.state)
	i.setTile(s.t, s.ground, left, state)
	i.tell(event.Unlit, nil, s.t, int32(tile.Fire), 0)
	return false
}

// burntTo returns what a fire of that state leaves.
func burntTo(fire uint8) (b tile.Block, state uint8) {
	if fire&burnTree == 0 {
		return tile.NoBlock, 0
	}
	return tile.Stump, stumpOf(fire&burnPine != 0)
}

// burn lets a fire use its fuel and, by chance, go on.
func burn(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, s.state-1)
	h := random.Hash(i.genesis.Seed^streamFire, uint64(i.tick), uint64(uint32(s.t.X))<<32|uint64(uint32(s.t.Y)), 0)
	if random.Chance(h, catchChance) {
		ignite(i, nil, beside(s.t, tile.Heading(h&3)))
	}
	return true
}

// burnOut lets the fires of a region that wakes burn as long as it has slept. They do not go on in their sleep.
func burnOut(i *State, r *region, slept game.Tick) {
	if r.fires == 0 {
		return
	}
	beats := uint8(min(slept/BeatTicks, burnTime))
	for k := range grid.Index(grid.RegionTiles) {
		if r.tiles.Block[k] != tile.Fire {
			continue
		}
		state := r.tiles.State[k]
		if state&burnTime <= beats {
			left, state := burntTo(state)
			r.set(k, r.tiles.Ground[k], left, state)
		} else {
			r.set(k, r.tiles.Ground[k], tile.Fire, state-beats)
		}
	}
}
