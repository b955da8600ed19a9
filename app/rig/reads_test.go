package rig

import (
	"image"
	"image/color"
	"testing"
)

// TestReads: words are found where they are written, and nowhere else; other words are not.
func TestReads(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 400, 100))
	for n := range m.Pix {
		m.Pix[n] = 40
	}
	write := func(words string, x, y, k int) {
		on, _, _ := shape(words)
		for _, p := range on {
			for dy := range k {
				for dx := range k {
					m.SetRGBA(x+p.X*k+dx, y+p.Y*k+dy, color.RGBA{0xE3, 0xDF, 0xDA, 0xFF})
				}
			}
		}
	}
	write("Waiting for Bo…", 31, 17, 2)
	for _, c := range []struct {
		words string
		in    image.Rectangle
		k     int
		want  bool
	}{
		{"Waiting for Bo…", m.Rect, 2, true}, {"Bo", m.Rect, 2, true}, {"Waiting for Ada…", m.Rect, 2, false}, {"Waiting for Bo…", m.Rect, 1, false},
		{"Waiting for Bo…", image.Rect(0, 40, 400, 100), 2, false}, {"I", m.Rect, 2, false}, {"", m.Rect, 2, false},
	} {
		if got := Reads(m, c.in, c.words, c.k); got != c.want {
			t.Errorf("%q in %v: %v", c.words, c.in, got)
		}
	}
}
