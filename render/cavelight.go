package render

import (
	"manyhold/game/tile"
)

const (
	// caveReach is how far the rock on both sides may be from a tile that counts as a cave, in tiles.
	caveReach = 3
	// caveShade is how much of the sky's light does not come into a cave.
	caveShade = 0.86
	// buriedSky is how much of the sky falls on rock among rock, of 255.
	buriedSky = 110
)

// openSky finds how much of the sky the tiles of the view see, and a ring around: none in a cave, which is a
// passage with rock near on both sides, and a part of it at its mouth.
func (l *lamps) openSky(r *stage, view rectangle) {
	w, h := int(view.x1-view.x0)+2, int(view.y1-view.y0)+2
	if cap(l.sky) < w*h {
		l.sky = make([]uint8, w*h)
	}
	l.sky = l.sky[:w*h]
	for y := range h {
		for x := range w {
			l.sky[y*w+x] = l.openAt(r, view.x0-1+int32(x), view.y0-1+int32(y))
		}
	}
}

// openAt returns how much of the sky a tile sees, 0 to 255: nothing in a cave, which is walkable rock with
// cliffs on two opposite sides; little in the middle of rock, which fades to ink by itself.
func (l *lamps) openAt(r *stage, x, y int32) uint8 {
	g, b, _ := r.ground.tile(x, y)
	switch {
	case natural(b):
		if l.buried(r, x, y) {
			return buriedSky
		}
	case g != tile.Rock:
	case l.rockNear(r, x, y, 1, 0) && l.rockNear(r, x, y, -1, 0), l.rockNear(r, x, y, 0, 1) && l.rockNear(r, x, y, 0, -1):
		return 0
	}
	return 255
}

// natural says whether a block is rock as it grew.
func natural(b tile.Block) bool {
	return b == tile.Cliff || b == tile.CoalOre || b == tile.CopperOre || b == tile.CrystalOre || b == tile.EmberOre
}

// buried says whether rock has rock on all sides.
func (l *lamps) buried(r *stage, x, y int32) bool {
	return natural(r.ground.block(x-1, y)) && natural(r.ground.block(x+1, y)) && natural(r.ground.block(x, y-1)) && natural(r.ground.block(x, y+1))
}

func (l *lamps) rockNear(r *stage, x, y, dx, dy int32) bool {
	for n := int32(1); n <= caveReach; n++ {
		if natural(r.ground.block(x+n*dx, y+n*dy)) {
			return true
		}
	}
	return false
}

// skyAt is how much of the sky cell (x, y) of the light sees, 0 to 255: the mean of the four tiles around its
// corner, so that the dark begins softly. w is the width of the sky's grid in tiles.
func (l *lamps) skyAt(x, y, w int) uint8 {
	tx, ty := x/2, y/2 // of the grid, which begins one tile before the view
	i := ty*w + tx
	return uint8((int(l.sky[i]) + int(l.sky[i+1]) + int(l.sky[i+w]) + int(l.sky[i+w+1])) / 4)
}
