package render

import (
	"image/color"

	"manyhold/game/grid"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// Bounds is the outline of claimed land on the ground, with a post at each corner.
type Bounds struct {
	At     grid.Tile // the north-west corner
	W, H   int32
	Colour color.RGBA
	Draft  bool // it is only wanted: it has no posts, and shines
}

const (
	// boundAlpha is the opacity of the outline of a claim, draftAlpha of one that is only wanted.
	boundAlpha, draftAlpha = 0.75, 1
	// dashEvery is the distance from dash to dash of an outline, dashLong the length of one and dashWide its
	// width, in pixels.
	dashEvery, dashLong, dashWide = TilePixels / 2, 5, 2
	// poleTall is the height of a post, in pixels.
	poleTall = 13
)

// drawClaims adds the outlines of claims within tiles.
func drawClaims(r *stage, s *Scene, tiles rectangle) {
	for k := range s.Claims {
		b := &s.Claims[k]
		if b.At.X > tiles.x1+1 || b.At.Y > tiles.y1+2 || b.At.X+b.W < tiles.x0-1 || b.At.Y+b.H < tiles.y0-1 {
			continue
		}
		a := float32(boundAlpha)
		if b.Draft {
			a = draftAlpha
		}
		tint := draw.Tint{R: float32(b.Colour.R) / 255, G: float32(b.Colour.G) / 255, B: float32(b.Colour.B) / 255, A: a}
		x0, x1, y0, y1 := max(b.At.X, tiles.x0-1), min(b.At.X+b.W, tiles.x1+2), max(b.At.Y, tiles.y0-1), min(b.At.Y+b.H, tiles.y1+2)
		for _, y := range [...]int32{b.At.Y, b.At.Y + b.H} {
			for x := x0; x < x1 && y >= tiles.y0-1 && y <= tiles.y1+2; x++ {
				r.dashes(grid.Tile{X: x, Y: y}, 1, 0, tint)
			}
		}
		for _, x := range [...]int32{b.At.X, b.At.X + b.W} {
			for y := y0; y < y1 && x >= tiles.x0-1 && x <= tiles.x1+2; y++ {
				r.dashes(grid.Tile{X: x, Y: y}, 0, 1, tint)
			}
		}
		if b.Draft {
			continue
		}
		for n := range int32(4) {
			r.post(b.At.Add(n%2*b.W, n/2*b.H), tint)
		}
	}
}

// dashes adds the dashes of an edge of a tile, from its north-west corner on in a direction.
func (r *stage) dashes(t grid.Tile, dx, dy float32, tint draw.Tint) {
	x, y := r.tileAt(t)
	for n := range TilePixels / dashEvery {
		at := float32(dashEvery*n) + dashEvery/2
		r.bar(draw.OnGround, y, x+at*dx+dy, y+at*dy+1+dx, dashLong*dx+dashWide*dy, dashLong*dy+dashWide*dx, palette.Ink0, draw.Fade(0.35*tint.A))
		r.bar(draw.OnGround, y+1, x+at*dx, y+at*dy, dashLong*dx+dashWide*dy, dashLong*dy+dashWide*dx, palette.Stone3, tint)
	}
}

// post adds a wooden post with a pennant at the north-west corner of a tile.
func (r *stage) post(t grid.Tile, tint draw.Tint) {
	x, y := r.tileAt(t)
	r.bar(draw.OnGround, y+2, x+2, y+1, 7, 3, palette.Ink0, draw.Fade(0.4))
	r.bar(draw.AmongThings, y+1, x, y-poleTall/2.0+1, 4, poleTall, palette.Ink0, draw.Plain)
	r.bar(draw.AmongThings, y+1, x, y-poleTall/2.0+1, 2, poleTall-2, palette.Earth3, draw.Plain)
	tint.A = 1
	r.bar(draw.AmongThings, y+1, x+5.5, y-poleTall+4, 9, 7, palette.Ink0, draw.Plain)
	r.bar(draw.AmongThings, y+1, x+5, y-poleTall+4, 8, 5, palette.Stone3, tint)
	r.bar(draw.AmongThings, y+1, x+8, y-poleTall+4, 2, 3, palette.Ink0, draw.Fade(0.25))
}

// bar adds a rectangle of one colour around (x, y), of w × h pixels.
func (r *stage) bar(on draw.Layer, foot, x, y, w, h float32, c palette.Index, tint draw.Tint) {
	dot := r.atlas.Shapes.Dot[c]
	r.list.Add(on, foot, draw.Sprite{Rect: dot, X: x, Y: y, ScaleX: w / float32(dot.W), ScaleY: h / float32(dot.H), Tint: tint})
}
