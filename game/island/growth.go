package island

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
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
func (i *Island) grow() {
	for _, r := range i.regions {
		for n := range uint64(visits) {
			h := random.Hash(i.genesis.Seed, uint64(i.tick), regionKey(r.at), n)
			k := grid.Index(h & (grid.RegionTiles - 1))
			switch r.tiles.Block[k] {
			case tile.Sapling, tile.Bush:
				i.growAt(r, k, h>>16)
			case tile.Lamp:
				i.moths(r, k, random.Mix(h))
			}
		}
	}
}

// growAt lets one tile grow by a stage.
func (i *Island) growAt(r *region, k grid.Index, h uint64) {
	t, g, state := r.at.Tile(k), r.tiles.Ground[k], r.tiles.State[k]
	switch r.tiles.Block[k] {
	case tile.Sapling:
		if state < saplingStages {
			i.setTile(t, g, tile.Sapling, state+1)
			return
		}
		if !i.occupied(t, true) { // a tree does not grow into somebody
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

// catchUp lets a region that wakes grow as it would have grown since it fell asleep, without events: each
// tile that grows gets the stages of the time that has passed, in one pass.
func (i *Island) catchUp(r *region, since game.Tick) {
	if since == 0 || since >= i.tick {
		return
	}
	stages := min(uint64(i.tick-since)/visitTime, 255)
	for k := range grid.Index(grid.RegionTiles) {
		g, state := r.tiles.Ground[k], r.tiles.State[k]
		switch r.tiles.Block[k] {
		case tile.Sapling:
			if uint64(state)+stages > saplingStages && !i.occupied(r.at.Tile(k), true) {
				r.set(k, g, tile.Oak, 0)
			} else if stages > 0 {
				r.set(k, g, tile.Sapling, uint8(min(uint64(state)+stages, saplingStages)))
			}
		case tile.Bush:
			if state&berriesPicked != 0 && stages >= berryChance {
				r.set(k, g, tile.BerryBush, 0)
			}
		}
	}
}
