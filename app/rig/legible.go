package rig

import (
	"image"
	"image/color"
)

// Window is the size in pixels of the window of most tests, and of the pictures in README.
var Window = image.Rect(0, 0, 1280, 720)

// textColour is the colour of the interface's text.
var textColour = color.RGBA{0xE3, 0xDF, 0xDA, 0xFF}

// Legible counts the pixels of r in the text's colour that have something dark within two pixels: text
// that stands on a panel or has its outline.
func Legible(m *image.RGBA, r image.Rectangle) int {
	n := 0
	for y := r.Min.Y + 2; y < r.Max.Y-2; y++ {
		for x := r.Min.X + 2; x < r.Max.X-2; x++ {
			if m.RGBAAt(x, y) != textColour {
				continue
			}
			for _, d := range [][2]int{{2, 0}, {-2, 0}, {0, 2}, {0, -2}} {
				c := m.RGBAAt(x+d[0], y+d[1])
				if luma(textColour) > 4.5*luma(c) {
					n++
					break
				}
			}
		}
	}
	return n
}

// luma is the relative luminance of WCAG 2, roughly, with its 0.05 of stray light.
func luma(c color.RGBA) float64 {
	lin := func(v uint8) float64 { f := float64(v) / 255; return f * f }
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B) + 0.05
}
