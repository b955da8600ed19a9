package audio

import (
	"math"

	"manyhold/audio/mixer"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

const (
	// Reach is how far one hears, in tiles. There a sound is 45 dB down.
	Reach = 30
	// FadePerTile is how much quieter a sound is one tile further away, in dB.
	FadePerTile = 1.5
	// PanTiles is how far to the side a sound is wholly on that side, in tiles.
	PanTiles = 12
)

// place sets gain, pan and muffling of a note whose source is at p. It returns false if p is out of reach.
func place(n *mixer.Note, w World, ears, p fixed.Vec) bool {
	dx := float64(p.X-ears.X) / fixed.One
	dy := float64(p.Y-ears.Y) / fixed.One
	far := math.Hypot(dx, dy)
	if !(far <= Reach) {
		return false
	}
	n.Gain *= float32(math.Pow(10, -FadePerTile*far/20))
	n.Pan = float32(min(max(dx/PanTiles, -1), 1))
	n.Muffle = walled(w, grid.TileAt(ears), grid.TileAt(p))
	return true
}

// walled reports whether a wall stands on the line of tiles between a and b, those two excepted (Bresenham,
// "Algorithm for computer control of a digital plotter", IBM Systems Journal 4(1), 1965).
func walled(w World, a, b grid.Tile) bool {
	dx, dy := int(b.X)-int(a.X), int(b.Y)-int(a.Y)
	sx, sy := 1, 1
	if dx < 0 {
		dx, sx = -dx, -1
	}
	if dy < 0 {
		dy, sy = -dy, -1
	}
	for err := dx - dy; a != b; {
		e := 2 * err
		if e > -dy {
			err -= dy
			a.X += int32(sx)
		}
		if e < dx {
			err += dx
			a.Y += int32(sy)
		}
		if a == b {
			return false
		}
		if _, block, state, ok := w.TileAt(a); ok && muffles(block, state) {
			return true
		}
	}
	return false
}
