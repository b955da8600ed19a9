package rig

import (
	"image"
	"image/color"

	"github.com/hajimehoshi/bitmapfont/v4"
	"golang.org/x/image/math/fixed"
)

// Reads reports whether words are written in a part of a window, in one line and one colour: each pixel of
// the font is k × k pixels. All of each letter has to be there, and nothing of that colour beside it.
func Reads(m *image.RGBA, r image.Rectangle, words string, k int) bool {
	on, off, w := shape(words)
	if len(on) == 0 {
		return false
	}
	r = r.Intersect(m.Rect)
	for y := r.Min.Y; y < r.Max.Y-16*k; y++ {
		for x := r.Min.X; x < r.Max.X-w*k; x++ {
			if written(m, x, y, k, on, off) {
				return true
			}
		}
	}
	return false
}

// written reports whether a shape stands at a place.
func written(m *image.RGBA, x, y, k int, on, off []image.Point) bool {
	at := func(p image.Point) color.RGBA { return m.RGBAAt(x+p.X*k, y+p.Y*k) }
	c := at(on[0])
	if luma(c) < 0.1 { // text is bright
		return false
	}
	for _, p := range on {
		if at(p) != c {
			return false
		}
	}
	for _, p := range off {
		if at(p) == c {
			return false
		}
	}
	return true
}

// shape returns the font pixels of words that are set, those in their lines that are not, and the width.
func shape(words string) (on, off []image.Point, w int) {
	for _, r := range words {
		_, mask, at, advance, ok := bitmapfont.Face.Glyph(fixed.P(0, 0), r)
		if !ok {
			return nil, nil, 0
		}
		for y := range 16 {
			for x := range advance.Round() {
				p := image.Point{w + x, y}
				if _, _, _, alpha := mask.At(at.X+x, at.Y+y).RGBA(); alpha > 0x7FFF {
					on = append(on, p)
				} else if y > 1 && y < 14 { // a frame may stand above and below
					off = append(off, p)
				}
			}
		}
		w += advance.Round()
	}
	return on, off, w
}
