package terrain

import "manyhold/game/grid"

const (
	// nearestStep is how far apart the tiles are that NearestBiome looks at, nearestMost how far it looks, in
	// tiles.
	nearestStep, nearestMost = 12, 600
)

// NearestBiome returns a tile of a biome near another tile: the nearest of a coarse grid. ok is false if none
// is within some six hundred tiles. It classifies thousands of tiles, some milliseconds: ask once and
// remember.
func NearestBiome(seed uint64, from grid.Tile, want Biome) (t grid.Tile, ok bool) {
	f := finderOf(seed)
	for d := int32(nearestStep); d <= nearestMost; d += nearestStep {
		best := int64(1) << 62
		for e := -d; e <= d; e += nearestStep {
			for _, off := range [...][2]int32{{e, -d}, {e, d}, {-d, e}, {d, e}} {
				at := from.Add(off[0], off[1])
				x, y := int64(off[0]), int64(off[1])
				if far := x*x + y*y; far < best && f.site(at).biome == want {
					t, ok, best = at, true, far
				}
			}
		}
		if ok {
			return t, true
		}
	}
	return t, false
}
