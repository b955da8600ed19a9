package dusk

import (
	"manyhold/game/gloom"
	"manyhold/game/tile"
)

const (
	// caveReach is how far the rock on both sides may be from a tile that counts as a cave, in tiles.
	caveReach = 3
	// buriedSky is how much of the sky falls on rock among rock, of 255.
	buriedSky = 110
)

// Blocks says which block is on a tile.
type Blocks func(x, y int32) tile.Block

// OpenAt returns how much of the sky a tile of a ground sees, 0 to 255: nothing in a cave, which is walkable
// rock with cliffs on two opposite sides; little in the middle of rock, which fades to ink by itself.
func (at Blocks) OpenAt(g tile.Ground, x, y int32) uint8 {
	switch {
	case gloom.Natural(at(x, y)):
		if gloom.Natural(at(x-1, y)) && gloom.Natural(at(x+1, y)) && gloom.Natural(at(x, y-1)) && gloom.Natural(at(x, y+1)) {
			return buriedSky
		}
	case g != tile.Rock:
	case at.rockNear(x, y, 1, 0) && at.rockNear(x, y, -1, 0), at.rockNear(x, y, 0, 1) && at.rockNear(x, y, 0, -1):
		return 0
	}
	return 255
}

func (at Blocks) rockNear(x, y, dx, dy int32) bool {
	for n := int32(1); n <= caveReach; n++ {
		if gloom.Natural(at(x+n*dx, y+n*dy)) {
			return true
		}
	}
	return false
}
