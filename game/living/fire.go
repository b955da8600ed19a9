package living

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Fire burns plants only, never the work of hands: no player loses a house to a neighbour. It takes the place
// of the burning plant, spreads to plants beside it by chance, and goes out when its fuel is gone, in rain,
// and beside flowing water. A tree leaves a stump, which grows again.

const (
	// MaxFires is the most burning tiles of a region; beyond it nothing catches fire.
	MaxFires = 64
	// catchChance is one in how many beats a fire tries to go on to one of the four tiles beside it.
	catchChance = 6
	// RainDouses is the strength of rain that puts fires out.
	RainDouses = 60
	// streamFire sets the chance of fires apart.
	streamFire = 0x66697265

	BurnTime = 0x3f // the bits of a fire's state that say for how many beats it still burns
	BurnTree = 0x40
	burnPine = 0x80
)

// Fuels is the number of beats for which a block burns, 0 for a block that does not burn.
var Fuels = [tile.BlockCount]uint8{
	tile.Oak: 60, tile.Pine: 60, tile.DeadTree: 50, tile.Bush: 30, tile.BerryBush: 30, tile.Tuft: 12, tile.Flower: 6,
	tile.Mushroom: 6, tile.Reed: 12, tile.Sapling: 12, tile.Stump: 40, tile.Wheat: 12,
}

// Fires returns how many tiles of a region burn.
func Fires(i *world.State, at grid.Region) uint16 {
	if r := i.Land.Active(at); r != nil {
		return r.Fires
	}
	return MaxFires
}

// Ignite sets the plant on a tile on fire; p, which may be nil, is the player that did it.
func Ignite(i *world.State, p *entity.PlayerState, t grid.Tile) {
	ground, block, _, ok := i.Land.TileAt(t)
	if !ok || Fuels[block] == 0 || i.Land.Estates.Has(t, blueprint.Fireproof) || Fires(i, t.Region()) >= MaxFires {
		return
	}
	state := Fuels[block]
	switch block {
	case tile.Oak, tile.Stump:
		state |= BurnTree
	case tile.Pine:
		state |= BurnTree | burnPine
	}
	SetTile(i, t, ground, tile.Fire, state)
	i.Tell(event.Lit, p, t, int32(tile.Fire), 0)
}

// doused reports whether a fire goes out now.
func doused(i *world.State, s *world.Site) bool {
	if s.State&BurnTime == 0 || s.Ground.Info().Liquid || i.Land.Estates.Has(s.T, blueprint.Fireproof) {
		return true
	}
	for h := range tile.HeadingCount {
		if _, b, _, _ := i.Land.TileAt(world.Beside(s.T, h)); b == tile.Flood {
			return true
		}
	}
	sky, _ := i.Land.Estates.Sky(i.Gen.Seed, i.Clock, s.T)
	return !s.Ground.Info().Roofed && sky.Rain >= RainDouses
}

func goOut(i *world.State, s *world.Site) bool {
	left, state := BurntTo(s.State)
	SetTile(i, s.T, s.Ground, left, state)
	i.Tell(event.Unlit, nil, s.T, int32(tile.Fire), 0)
	return false
}

// BurntTo returns the block that a fire of that state leaves.
func BurntTo(fire uint8) (b tile.Block, state uint8) {
	if fire&BurnTree == 0 {
		return tile.NoBlock, 0
	}
	return tile.Stump, StumpOf(fire&burnPine != 0)
}

// burn lets a fire use its fuel and, by chance, go on.
func burn(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State-1)
	h := random.Hash(i.Gen.Seed^streamFire, uint64(i.Clock), uint64(uint32(s.T.X))<<32|uint64(uint32(s.T.Y)), 0)
	if random.Chance(h, catchChance) {
		if to := world.Beside(s.T, tile.Heading(h&3)); i.Claims.Reaches(s.T, to) {
			Ignite(i, nil, to)
		}
	}
	return true
}

// burnOut lets the fires of a region that wakes burn as long as it has slept. They do not go on in their
// sleep.
func burnOut(i *world.State, r *world.Region, slept game.Tick) {
	if r.Fires == 0 {
		return
	}
	beats := uint8(min(slept/BeatTicks, BurnTime))
	for k := range grid.Index(grid.RegionTiles) {
		if r.Tiles.Block[k] != tile.Fire {
			continue
		}
		state := r.Tiles.State[k]
		if state&BurnTime <= beats {
			left, state := BurntTo(state)
			r.Set(k, r.Tiles.Ground[k], left, state)
		} else {
			r.Set(k, r.Tiles.Ground[k], tile.Fire, state-beats)
		}
	}
}
