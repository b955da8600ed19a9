// Package grid names places: tiles, the regions of 64×64 tiles that are the unit of storage and hashing,
// and the index of a tile within its region.
package grid

import "manyhold/game/fixed"

const (
	// RegionBits is log2 of RegionSide.
	RegionBits = 6
	// RegionSide is the side of a region in tiles.
	RegionSide = 1 << RegionBits
	// RegionTiles is the number of tiles of a region.
	RegionTiles = RegionSide * RegionSide
)

// A world has Scenes scenes in one coordinate system, SceneSide regions from each other from west to east:
// scene s is around region (s×SceneSide, 0). Players cannot walk from one to another.
const (
	// Scenes is the number of scenes, from 0, in which a world begins.
	Scenes = 16
	// SceneSide is how far the scenes are from each other, in regions.
	SceneSide = 1 << 20
)

// Scene returns the scene that a region belongs to.
func (r Region) Scene() uint8 {
	return uint8(min(max((r.X+SceneSide/2)>>20, 0), Scenes-1))
}

// Local returns the place of a region within its scene.
func (r Region) Local() Region { return Region{r.X - int32(r.Scene())*SceneSide, r.Y} }

// InScene returns the tile of a scene at the local place t.
func (t Tile) InScene(scene uint8) Tile {
	return Tile{t.X + int32(scene)*SceneSide*RegionSide, t.Y}
}

// Tile is the place of one tile: x to the east, y to the south of the origin, in tiles.
type Tile struct{ X, Y int32 }

// Region is the place of one region, in regions from the origin.
type Region struct{ X, Y int32 }

// Index is a tile's index in its region: y*RegionSide + x, 0 to RegionTiles-1.
type Index uint16

// TileAt returns the tile that contains p.
func TileAt(p fixed.Vec) Tile {
	return Tile{int32(p.X >> fixed.Bits), int32(p.Y >> fixed.Bits)}
}

// Region returns the region that holds t.
func (t Tile) Region() Region { return Region{t.X >> RegionBits, t.Y >> RegionBits} }

// Index returns the index of t in its region.
func (t Tile) Index() Index {
	return Index(t.Y&(RegionSide-1))<<RegionBits | Index(t.X&(RegionSide-1))
}

// Centre returns the middle of t.
func (t Tile) Centre() fixed.Vec {
	return fixed.Vec{X: fixed.Q(t.X)<<fixed.Bits + fixed.One/2, Y: fixed.Q(t.Y)<<fixed.Bits + fixed.One/2}
}

// Corner returns the north-west corner of t.
func (t Tile) Corner() fixed.Vec {
	return fixed.Vec{X: fixed.Q(t.X) << fixed.Bits, Y: fixed.Q(t.Y) << fixed.Bits}
}

// Add returns the tile dx to the east and dy to the south of t.
func (t Tile) Add(dx, dy int32) Tile { return Tile{t.X + dx, t.Y + dy} }

// Tile returns the tile of r at i.
func (r Region) Tile(i Index) Tile {
	return Tile{r.X<<RegionBits | int32(i&(RegionSide-1)), r.Y<<RegionBits | int32(i>>RegionBits)}
}

// Less orders regions by row, then by column: the order for everything that depends on the order of
// regions.
func (r Region) Less(o Region) bool { return r.Y < o.Y || r.Y == o.Y && r.X < o.X }

// Compare compares regions as Less does.
func (r Region) Compare(o Region) int {
	switch {
	case r.Less(o):
		return -1
	case r == o:
		return 0
	}
	return 1
}

// MaxRegion bounds the places of regions in bytes that are read, in regions from the origin: as far as the
// tiles that commands can name.
const MaxRegion = 1 << 24
