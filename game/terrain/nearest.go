package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

const (
	// nearestStep is how far apart the tiles are that NearestOre looks at, nearestMost how far it looks, in
	// tiles.
	nearestStep, nearestMost = 12, 600
)

// NearestOre returns a tile of an ore near another tile: the nearest one beside open ground in the first
// region with mountains, by their distance, that has any. ok is false if none is within some six hundred
// tiles. A country of mountains alone does not do: much of it is bare rock without a vein. It builds regions,
// some milliseconds: ask once and remember.
func NearestOre(seed uint64, from grid.Tile, ore tile.Block) (t grid.Tile, ok bool) {
	return NearestLeft(seed, from, ore, func(grid.Tile) bool { return true })
}

// NearestLeft is NearestOre of the tiles for which left is true: those that nobody has dug.
func NearestLeft(seed uint64, from grid.Tile, ore tile.Block, left func(grid.Tile) bool) (t grid.Tile, ok bool) {
	f := finderOf(seed)
	looked := map[grid.Region]bool{}
	var land tile.Region
	for d := int32(nearestStep); d <= nearestMost; d += nearestStep {
		best := int64(1) << 62
		for e := -d; e <= d; e += nearestStep {
			for _, off := range [...][2]int32{{e, -d}, {e, d}, {-d, e}, {d, e}} {
				at := from.Add(off[0], off[1]).Region()
				if b := f.site(from.Add(off[0], off[1])).biome; looked[at] || b != Mountain && b != Cave {
					continue
				}
				looked[at] = true
				Build(seed, at, Furnished, &land)
				for k := range land.Block {
					if land.Block[k] != ore || !bare(&land, grid.Index(k)) {
						continue
					}
					x := at.Tile(grid.Index(k))
					dx, dy := int64(x.X-from.X), int64(x.Y-from.Y)
					if far := dx*dx + dy*dy; far < best && left(x) {
						t, ok, best = x, true, far
					}
				}
			}
		}
		if ok {
			return t, true
		}
	}
	return t, false
}

// bare reports whether a tile has open ground beside it, in its region.
func bare(r *tile.Region, k grid.Index) bool {
	x, y := int32(k)&(grid.RegionSide-1), int32(k)>>grid.RegionBits
	for _, d := range [...][2]int32{{0, 1}, {1, 0}, {-1, 0}, {0, -1}} {
		x, y := x+d[0], y+d[1]
		if x < 0 || y < 0 || x >= grid.RegionSide || y >= grid.RegionSide {
			continue
		}
		if n := y<<grid.RegionBits + x; !tile.Solid(r.Block[n], 0) && !r.Ground[n].Info().Solid {
			return true
		}
	}
	return false
}
