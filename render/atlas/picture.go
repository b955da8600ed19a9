// Package atlas draws every picture of the world that is made by code, and packs it with the sprites
// made from texts into one image. It needs no display: a picture is a grid of palette indices.
//
// Light comes from the north-west. Edges of grounds are drawn on the dual grid: a cell lies half a tile off
// the tiles and shows the corner masks of the four tiles it touches. Blocks as high as a wall are composed of
// quarter tiles; the top is raised by WallRise pixels over the tile.
//
// The left part of the atlas is drawn by Build and never changes; the right part holds frames of figures,
// each drawn when it is first asked for (see Sheets).
package atlas

import (
	"image"

	"manyhold/render/palette"
)

const (
	// Tile is the side of a tile in pixels.
	Tile = 16
	// WallRise is how far the top of a wall or cliff is raised, in pixels.
	WallRise = 8
	// Side is the side of the part drawn at start, in pixels; right of it are the figures.
	Side = 1024
)

// Picture is a grid of colours with an opacity each.
type Picture struct {
	W, H  int
	Pix   []palette.Index
	Alpha []uint8
}

// NewPicture returns a clear picture.
func NewPicture(w, h int) *Picture {
	return &Picture{w, h, make([]palette.Index, w*h), make([]uint8, w*h)}
}

// At returns the colour at (x, y); outside it is Clear.
func (p *Picture) At(x, y int) palette.Index {
	if x < 0 || y < 0 || x >= p.W || y >= p.H || p.Alpha[y*p.W+x] == 0 {
		return palette.Clear
	}
	return p.Pix[y*p.W+x]
}

// Set paints one pixel; outside the picture it does nothing. Clear makes a pixel transparent.
func (p *Picture) Set(x, y int, c palette.Index) { p.SetA(x, y, c, 255) }

// SetA paints one pixel with an opacity.
func (p *Picture) SetA(x, y int, c palette.Index, a uint8) {
	if x < 0 || y < 0 || x >= p.W || y >= p.H {
		return
	}
	if c == palette.Clear {
		a = 0
	}
	p.Pix[y*p.W+x], p.Alpha[y*p.W+x] = c, a
}

// Rect paints a rectangle.
func (p *Picture) Rect(x, y, w, h int, c palette.Index) {
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			p.Set(i, j, c)
		}
	}
}

// Ellipse paints a filled ellipse around (cx, cy), in half pixels from the corner.
func (p *Picture) Ellipse(cx, cy, rx, ry float64, c palette.Index) {
	for y := 0; y < p.H; y++ {
		for x := 0; x < p.W; x++ {
			dx, dy := (float64(x)+0.5-cx)/rx, (float64(y)+0.5-cy)/ry
			if dx*dx+dy*dy <= 1 {
				p.Set(x, y, c)
			}
		}
	}
}

// Draw copies the opaque pixels of q to (x, y).
func (p *Picture) Draw(q *Picture, x, y int) {
	for j := 0; j < q.H; j++ {
		for i := 0; i < q.W; i++ {
			if a := q.Alpha[j*q.W+i]; a > 0 {
				p.SetA(x+i, y+j, q.Pix[j*q.W+i], a)
			}
		}
	}
}

// Bounds returns the smallest rectangle that holds everything that is not clear.
func (p *Picture) Bounds() image.Rectangle {
	var r image.Rectangle
	for y := range p.H {
		for x := range p.W {
			if p.At(x, y) != palette.Clear {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// Mirror returns p with left and right exchanged.
func (p *Picture) Mirror() *Picture {
	m := NewPicture(p.W, p.H)
	for y := 0; y < p.H; y++ {
		for x := 0; x < p.W; x++ {
			m.SetA(p.W-1-x, y, p.Pix[y*p.W+x], p.Alpha[y*p.W+x])
		}
	}
	return m
}

// Outline paints c around all opaque pixels, one pixel wide, without diagonals.
func (p *Picture) Outline(c palette.Index) {
	was := append([]uint8(nil), p.Alpha...)
	at := func(x, y int) bool { return x >= 0 && y >= 0 && x < p.W && y < p.H && was[y*p.W+x] > 0 }
	for y := 0; y < p.H; y++ {
		for x := 0; x < p.W; x++ {
			if !at(x, y) && (at(x-1, y) || at(x+1, y) || at(x, y-1) || at(x, y+1)) {
				p.Set(x, y, c)
			}
		}
	}
}

// Fill paints everything that is not clear in one colour.
func (p *Picture) Fill(c palette.Index) {
	for i := range p.Pix {
		if p.Alpha[i] > 0 {
			p.Pix[i] = c
		}
	}
}

// Copy returns a copy of p.
func (p *Picture) Copy() *Picture {
	q := NewPicture(p.W, p.H)
	copy(q.Pix, p.Pix)
	copy(q.Alpha, p.Alpha)
	return q
}

// paint writes p into an image with colours multiplied by opacity, as a graphics card wants them.
func (p *Picture) paint(dst *image.RGBA, x, y int) {
	for j := 0; j < p.H; j++ {
		for i := 0; i < p.W; i++ {
			c, a := p.Pix[j*p.W+i].RGBA(), int(p.Alpha[j*p.W+i])
			o := dst.PixOffset(x+i, y+j)
			dst.Pix[o] = uint8(int(c.R) * a / 255)
			dst.Pix[o+1] = uint8(int(c.G) * a / 255)
			dst.Pix[o+2] = uint8(int(c.B) * a / 255)
			dst.Pix[o+3] = uint8(a)
		}
	}
}
