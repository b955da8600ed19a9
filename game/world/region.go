package world

import (
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// Region is an active region. It has no pointers: copying it is one memcpy. The fields used in every tick
// come first: they share two lines of a processor's cache.
type Region struct {
	At    grid.Region
	Sum   uint64 // sum of tileSum over all tiles
	Doors uint16 // how many portals there are
	// number of tiles that act on bodies on them (see treads)
	Treads  uint16
	Fires   uint16                                       // how many tiles burn
	Burnt   uint16                                       // how many tiles burn or are burnt
	Marks   gloom.Marks                                  // what the gloom depends on
	growing [grid.RegionTiles / growingTiles / 64]uint64 // a bit for each growingTiles tiles, see mayGrow
	Tiles   tile.Region
	Edited  [grid.RegionTiles / 64]uint64 // which tiles were ever changed since the region woke or was born
}

// growingTiles is how many tiles share a bit of region.growing.
const growingTiles = 8

// MayGrow reports whether a tile may be one that changes when it is visited by chance. Where none of its
// neighbours in memory ever was one since the sums were made, it is not: most visits end here, and do not
// fetch the tile.
func (r *Region) MayGrow(k grid.Index) bool {
	k /= growingTiles
	return r.growing[k/64]>>(k%64)&1 != 0
}

func (r *Region) noteGrowing(k grid.Index, b tile.Block) {
	if !Changing[b] {
		return
	}
	k /= growingTiles
	r.growing[k/64] |= 1 << (k % 64)
}

// tileSum is the share of one tile in its region's sum. Sums do not depend on the order of changes.
func tileSum(k grid.Index, g tile.Ground, b tile.Block, state uint8) uint64 {
	return random.Mix(uint64(k)<<24 | uint64(g)<<16 | uint64(b)<<8 | uint64(state))
}

// Generate makes r the untouched region at a place, in the scene to which it belongs.
func (r *Region) Generate(g Genesis, at grid.Region) {
	r.At = at
	r.Edited = [grid.RegionTiles / 64]uint64{}
	scene := at.Scene()
	seed := SceneSeed(g.Seed, scene)
	terrain.Build(seed, at.Local(), terrain.Grazed, &r.Tiles)
	if back := WayBack(g.Seed, scene); scene != 0 && back.Region() == at {
		r.Tiles.Block[back.Index()], r.Tiles.State[back.Index()] = tile.Portal, 0
	}
	if scene == 0 {
		if board := terrain.Board(seed); board.Region() == at {
			k := board.Index()
			r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k] = tile.Path, tile.MatchBoard, 0
		}
		if board := terrain.Notice(seed); board.Region() == at {
			k := board.Index()
			r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k] = tile.Path, tile.Notice, 0
		}
	}
	r.Resum()
}

// Resum computes the sum anew.
func (r *Region) Resum() {
	r.Sum, r.Doors, r.Treads, r.Fires, r.Burnt, r.Marks = 0, 0, 0, 0, 0, gloom.Marks{}
	clear(r.growing[:])
	for k := range grid.Index(grid.RegionTiles) {
		r.Sum += tileSum(k, r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k])
		r.Doors += Door(r.Tiles.Block[k])
		r.Treads += acts(r.Tiles.Block[k]) + weight(r.Tiles.Ground[k])
		r.Fires += flame(r.Tiles.Block[k])
		r.Burnt += burnt(r.Tiles.Block[k])
		r.noteGrowing(k, r.Tiles.Block[k])
		r.Marks.Put(k, r.Tiles.Ground[k], r.Tiles.Block[k], r.Tiles.State[k])
	}
}

// Set changes one tile.
func (r *Region) Set(k grid.Index, g tile.Ground, b tile.Block, state uint8) {
	t := &r.Tiles
	r.Sum += tileSum(k, g, b, state) - tileSum(k, t.Ground[k], t.Block[k], t.State[k])
	r.Doors += Door(b) - Door(t.Block[k])
	r.Treads += acts(b) - acts(t.Block[k]) + weight(g) - weight(t.Ground[k])
	r.Fires += flame(b) - flame(t.Block[k])
	r.Burnt += burnt(b) - burnt(t.Block[k])
	r.noteGrowing(k, b)
	r.Marks.Take(k, t.Ground[k], t.Block[k], t.State[k])
	r.Marks.Put(k, g, b, state)
	t.Ground[k], t.Block[k], t.State[k] = g, b, state
	r.Edited[k/64] |= 1 << (k % 64)
}

// SceneSeed returns the seed of a scene of a world.
func SceneSeed(seed uint64, scene uint8) uint64 {
	if scene == 0 {
		return seed
	}
	return random.Mix(seed ^ uint64(scene)<<56)
}

// SceneSpawn is where one arrives in a scene.
func SceneSpawn(seed uint64, scene uint8) grid.Tile {
	return terrain.Spawn(SceneSeed(seed, scene)).InScene(scene)
}

// WayBack is where the portal to scene 0 stands in another.
func WayBack(seed uint64, scene uint8) grid.Tile { return SceneSpawn(seed, scene).Add(0, -4) }

// Door counts a block if it is a portal.
func Door(b tile.Block) uint16 {
	if b == tile.Portal {
		return 1
	}
	return 0
}

// TreadsOf is the row of each block, counted from 1.
var TreadsOf [256]uint8

// acts counts a block if it acts on bodies on it.
func acts(b tile.Block) uint16 { return uint16(min(TreadsOf[b], 1)) }

// weight counts a ground if there is weight.
func weight(g tile.Ground) uint16 {
	if g == tile.Shaft {
		return 1
	}
	return 0
}

// flame counts a block if it burns.
func flame(b tile.Block) uint16 {
	if b == tile.Fire {
		return 1
	}
	return 0
}

// burnt counts a block if it burns or is what a fire has left.
func burnt(b tile.Block) uint16 {
	switch b {
	case tile.Fire, tile.Ash, tile.Snag:
		return 1
	}
	return 0
}

// RegionKey is the number that stands for a region where chance is thrown.
func RegionKey(at grid.Region) uint64 { return uint64(uint32(at.X))<<32 | uint64(uint32(at.Y)) }

// Watered reports whether there is water beside a tile, in its region.
func (r *Region) Watered(k grid.Index) bool {
	t := r.At.Tile(k)
	for h := range tile.HeadingCount {
		if n := Beside(t, h); n.Region() == r.At && (r.Tiles.Ground[n.Index()].Info().Liquid || r.Tiles.Block[n.Index()] == tile.Flood) {
			return true
		}
	}
	return false
}

// AtEdge returns the n-th tile at the edge of a region to the side h.
func AtEdge(at grid.Region, h tile.Heading, n int32) grid.Tile {
	const last = grid.RegionSide - 1
	x, y := [tile.HeadingCount]int32{last, n, 0, n}[h], [tile.HeadingCount]int32{n, last, n, 0}[h]
	return at.Tile(0).Add(x, y)
}

// SideOf returns the region that lies to a side of another.
func SideOf(at grid.Region, h tile.Heading) grid.Region {
	dx, dy := h.Step()
	return grid.Region{X: at.X + dx, Y: at.Y + dy}
}

// Beside returns the neighbour of a tile.
func Beside(t grid.Tile, h tile.Heading) grid.Tile {
	dx, dy := h.Step()
	return t.Add(dx, dy)
}
