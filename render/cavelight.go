package render

import (
	"manyhold/game/grid"
	"manyhold/render/dusk"
)

// caveShade is how much of the sky's light does not come into a cave.
const caveShade = 0.86

// openSky finds how much of the sky the tiles of the view see, and a ring around: none in a cave, which is a
// passage with rock near on both sides, and a part of it at its mouth. Gloom takes of it what it is thick.
func (l *lamps) openSky(r *stage, s *Scene, view rectangle) {
	w, h := int(view.x1-view.x0)+2, int(view.y1-view.y0)+2
	if cap(l.sky) < w*h {
		l.sky = make([]uint8, w*h)
	}
	l.sky = l.sky[:w*h]
	blocks := dusk.Blocks(r.ground.block)
	for k := range l.sky {
		x, y := view.x0-1+int32(k%w), view.y0-1+int32(k/w)
		g, _, _ := r.ground.tile(x, y)
		l.sky[k] = blocks.OpenAt(g, x, y)
	}
	l.murk.Dim(l.sky, grid.Tile{X: view.x0 - 1, Y: view.y0 - 1}, w, h, s.Dark, s.Lights, s.Tick, dusk.Depth(s.Tick, r.fixedHour))
}

// skyAt is how much of the sky cell (x, y) of the light sees, 0 to 255: the mean of the four tiles around its
// corner, so that the dark begins softly. w is the width of the sky's grid in tiles.
func (l *lamps) skyAt(x, y, w int) uint8 {
	tx, ty := x/2, y/2 // of the grid, which begins one tile before the view
	i := ty*w + tx
	return uint8((int(l.sky[i]) + int(l.sky[i+1]) + int(l.sky[i+w]) + int(l.sky[i+w+1])) / 4)
}
