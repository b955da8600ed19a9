// Package paint draws what the view halves of makers' things draw (package sketch). Shapes go into the lists
// of sprites and of glow that the renderer sends anyway, so they cost no draw call; a shader costs one. The
// texts of a sketch are drawn by the interface.
package paint

import (
	"math"

	"manyhold/game/blueprint"
	"manyhold/render/album"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
	"manyhold/render/sketch"
)

const (
	// MaxQuads is the most rectangles of all things in a frame; what is beyond is left out.
	MaxQuads = 8_192
	// footBelow is how far below the middle of a thing its foot is, in pixels.
	footBelow = 6.5
)

// Canvas is where a frame is drawn: pixels of the view, whose upper left one is (OX, OY) of the world.
type Canvas struct {
	List   *draw.List
	Glow   *draw.Batch
	Shapes *atlas.Shapes
	OX, OY int64
	W, H   int
	Bright float32 // of everything that glows: 0 to 1
	// Place returns where the picture of an asset is; false: it is not there yet.
	Place func(*album.Art) (atlas.Rect, bool)
	// Pixels draws a picture in the palette's colours.
	Pixels func(p *blueprint.Picture, foot, x, y, opacity, scale float32)

	quads int
}

// Begin begins a frame.
func (c *Canvas) Begin() { c.quads = 0 }

// Draw draws what a thing draws, but for its shaders and texts.
func (c *Canvas) Draw(d *sketch.Drawing) {
	x, y := c.place(d)
	const far = sketch.Reach * sketch.Tile
	if x < -far || y < -far || x > float32(c.W)+far || y > float32(c.H)+far {
		return
	}
	foot := y + footBelow
	for k := range d.Shapes {
		s := &d.Shapes[k]
		if c.quads += s.Quads(); c.quads > MaxQuads {
			return
		}
		c.shape(s, x, y, foot+float32(k)/1024)
	}
	if d.Sparks == nil {
		return
	}
	for k := range d.Sparks.List {
		if c.quads += 2; c.quads > MaxQuads {
			return
		}
		c.spark(&d.Sparks.List[k], x, y)
	}
}

// place returns where the middle of a thing is in the view.
func (c *Canvas) place(d *sketch.Drawing) (x, y float32) {
	return float32(float64(d.At.X)*sketch.Tile/65536 - float64(c.OX)), float32(float64(d.At.Y)*sketch.Tile/65536 - float64(c.OY))
}

func (c *Canvas) shape(s *sketch.Shape, x, y, foot float32) {
	switch s.Kind {
	case sketch.Line:
		c.line(s, x, y, foot)
	case sketch.Rect:
		c.fill(s, foot, x+min(s.X, s.X1), y+min(s.Y, s.Y1), x+max(s.X, s.X1), y+max(s.Y, s.Y1))
	case sketch.Disc:
		c.disc(s, x+s.X, y+s.Y, foot)
	case sketch.Ring:
		c.ring(s, x+s.X, y+s.Y, foot)
	case sketch.Picture:
		c.picture(s, x+s.X, y+s.Y, foot)
	case sketch.Glow:
		c.halo(x+s.X, y+s.Y, s.Size, s.Colour, s.Alpha)
	}
}

// fill fills a rectangle.
func (c *Canvas) fill(s *sketch.Shape, foot, x0, y0, x1, y1 float32) {
	if x1 <= x0 || y1 <= y0 || x1 < 0 || y1 < 0 || x0 > float32(c.W) || y0 > float32(c.H) {
		return
	}
	c.List.Add(draw.AmongThings, foot, draw.Sprite{Rect: c.Shapes.Square, X: x0, Y: y0, ScaleX: (x1 - x0) / sketch.Tile, ScaleY: (y1 - y0) / sketch.Tile, Tint: Tint(s.Colour, s.Alpha)})
}

// Tint returns the tint by which the square of the atlas has a colour of the palette: that square is not
// quite white.
func Tint(i palette.Index, alpha float32) draw.Tint {
	q, white := i.RGBA(), palette.Stone3.RGBA()
	return draw.Tint{R: float32(q.R) / float32(white.R), G: float32(q.G) / float32(white.G), B: float32(q.B) / float32(white.B), A: alpha}
}

// line draws a line in steps of pixels, as painters of small pictures do.
func (c *Canvas) line(s *sketch.Shape, x, y, foot float32) {
	x0, y0, x1, y1 := floor(x+s.X), floor(y+s.Y), floor(x+s.X1), floor(y+s.Y1)
	flat := abs(x1-x0) >= abs(y1-y0)
	if !flat {
		x0, y0, x1, y1 = y0, x0, y1, x1
	}
	if x1 < x0 {
		x0, y0, x1, y1 = x1, y1, x0, y0
	}
	runs := abs(y1-y0) + 1
	half := floor(s.Size / 2)
	for k := float32(0); k < runs; k++ {
		from, to := x0+floor(k*(x1-x0+1)/runs), x0+floor((k+1)*(x1-x0+1)/runs)
		at := y0 + k - half
		if y1 < y0 {
			at = y0 - k - half
		}
		if flat {
			c.fill(s, foot, from, at, to, at+s.Size)
		} else {
			c.fill(s, foot, at, from, at+s.Size, to)
		}
	}
}

// disc fills a disc, row by row.
func (c *Canvas) disc(s *sketch.Shape, x, y, foot float32) {
	for row := -floor(s.Size); row <= s.Size; row++ {
		w := floor(sqrt(s.Size*s.Size-row*row) + 0.5)
		c.fill(s, foot, floor(x)-w, floor(y)+row, floor(x)+w+1, floor(y)+row+1)
	}
}

// ring draws the edge of a disc, row by row.
func (c *Canvas) ring(s *sketch.Shape, x, y, foot float32) {
	for row := -floor(s.Size); row <= s.Size; row++ {
		w := floor(sqrt(s.Size*s.Size-row*row) + 0.5)
		in := float32(-1)
		if inner := s.Size - s.X1; inner*inner > row*row {
			in = floor(sqrt(inner*inner-row*row) + 0.5)
		}
		if in < 0 {
			c.fill(s, foot, floor(x)-w, floor(y)+row, floor(x)+w+1, floor(y)+row+1)
			continue
		}
		in = min(in, w-1)
		c.fill(s, foot, floor(x)-w, floor(y)+row, floor(x)-in, floor(y)+row+1)
		c.fill(s, foot, floor(x)+in+1, floor(y)+row, floor(x)+w+1, floor(y)+row+1)
	}
}

func (c *Canvas) picture(s *sketch.Shape, x, y, foot float32) {
	if s.Art == nil {
		if s.Pixels != nil {
			c.Pixels(s.Pixels, foot, x, y, s.Alpha, s.Size)
		}
		return
	}
	if r, ok := c.Place(s.Art); ok {
		c.List.Add(draw.AmongThings, foot, draw.Sprite{Rect: r, X: x, Y: y, ScaleX: s.Size, ScaleY: s.Size, Tint: draw.Fade(s.Alpha)})
	}
}

// halo adds light around a place.
func (c *Canvas) halo(x, y, radius float32, i palette.Index, strength float32) {
	if strength *= c.Bright; strength <= 0 {
		return
	}
	q := i.RGBA()
	t := draw.Tint{R: float32(q.R) / 255 * strength, G: float32(q.G) / 255 * strength, B: float32(q.B) / 255 * strength, A: 1}
	c.Glow.Stretch(c.Shapes.Halo, x-radius, y-radius, x+radius, y+radius, t)
}

// spark draws a spark: a square that changes its colour, and the light around it.
func (c *Canvas) spark(q *sketch.Spark, x, y float32) {
	x, y = floor(x+q.X), floor(y+q.Y)
	if x < -sketch.Tile || y < -sketch.Tile || x > float32(c.W)+sketch.Tile || y > float32(c.H)+sketch.Tile {
		return
	}
	left := q.Left()
	a, b := Tint(q.From, 1), Tint(q.To, 1)
	t := draw.Tint{R: b.R + (a.R-b.R)*left, G: b.G + (a.G-b.G)*left, B: b.B + (a.B-b.B)*left, A: min(1, 2.5*left)}
	size := max(1, floor(q.Size*(0.4+0.6*left)+0.5))
	dot := atlas.Rect{X: c.Shapes.Square.X + 1, Y: c.Shapes.Square.Y + 1, W: 1, H: 1}
	if q.Trail {
		dx, dy := q.VX/45, q.VY/45
		for k := float32(1); k <= 2; k++ {
			c.List.Add(draw.Above, y, draw.Sprite{Rect: dot, X: floor(x - k*dx), Y: floor(y - k*dy), ScaleX: max(1, size-k), ScaleY: max(1, size-k), Tint: draw.Tint{R: t.R, G: t.G, B: t.B, A: t.A * (0.6 - 0.2*k)}})
		}
	}
	c.List.Add(draw.Above, y, draw.Sprite{Rect: dot, X: x, Y: y, ScaleX: size, ScaleY: size, Tint: t})
	if glow := q.Glow * c.Bright; glow > 0 {
		shine := t
		shine.R, shine.G, shine.B, shine.A = t.R*glow*t.A, t.G*glow*t.A, t.B*glow*t.A, 1
		c.Glow.Stretch(dot, x, y, x+size, y+size, shine)
		r := 2 + 2.5*q.Size
		shine.R, shine.G, shine.B = 0.45*shine.R, 0.45*shine.G, 0.45*shine.B
		c.Glow.Stretch(c.Shapes.Halo, x+size/2-r, y+size/2-r, x+size/2+r, y+size/2+r, shine)
	}
}

func floor(v float32) float32 { return float32(math.Floor(float64(v))) }

func abs(v float32) float32 { return float32(math.Abs(float64(v))) }

func sqrt(v float32) float32 { return float32(math.Sqrt(float64(max(v, 0)))) }
