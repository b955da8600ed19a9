package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file adds the layer Grazed: tufts of grass with wild animals around them. The state of a tuft tells
// their kind; it is set to zero when the animals are released, so that they come once.

// Wild is a kind of animals that graze round a tuft.
type Wild uint8

// The kinds, as the tuft's state has them.
const (
	NoWild Wild = iota
	WildSheep
	WildHens
	wildCount
)

const (
	// wildIn is one in how many regions with meadow has wild animals.
	wildIn = 6
	// wildTries is how many tiles are tried for a tuft.
	wildTries = 8
	// wildOff is the least distance of wild animals from the region of the spawn, in regions: beyond those
	// that are always active.
	wildOff = 2
)

// graze adds the layer Grazed to the stocked region.
func (f *finder) graze(dst *tile.Region) {
	if k, wild := f.grazes(dst); wild != NoWild {
		dst.Block[k], dst.State[k] = tile.Tuft, uint8(wild)
	}
}

// GrazesIn returns the tile of the tuft that the layer Grazed adds to a region, and the animals around it:
// NoWild if there is none. dst is the region before or after that layer.
func GrazesIn(seed uint64, r grid.Region, dst *tile.Region) (grid.Index, Wild) {
	f := finderIn(seed, r)
	return f.grazes(dst)
}

// grazes is GrazesIn.
func (f *finder) grazes(dst *tile.Region) (grid.Index, Wild) {
	seed, r, home := f.seed, f.region, f.home.at.Region()
	if max(r.X-home.X, home.X-r.X, r.Y-home.Y, home.Y-r.Y) < wildOff {
		return 0, NoWild
	}
	roll := chance(seed, streamWild, r.X, r.Y)
	if roll%wildIn != 0 {
		return 0, NoWild
	}
	for n := range int32(wildTries) {
		at := chance(seed, streamWild|stream(n+1)<<8, r.X, r.Y)
		// They stand a tile or two from the tuft: it is never at the edge.
		t := r.Tile(0).Add(4+int32(at%(grid.RegionSide-8)), 4+int32(at>>8%(grid.RegionSide-8)))
		k := t.Index()
		if b := dst.Block[k]; dst.Ground[k] == tile.Grass && (b == tile.NoBlock || b == tile.Tuft) && f.site(t).biome == Meadow {
			return k, WildSheep + Wild(roll>>8%uint64(wildCount-WildSheep))
		}
	}
	return 0, NoWild
}
