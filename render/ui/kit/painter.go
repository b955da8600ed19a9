package kit

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/blueprint"
	"manyhold/render/draw"
	"manyhold/render/palette"
	"manyhold/render/ui/model"
)

// Rect is a place in logical pixels.
type Rect struct{ X, Y, W, H int }

// R returns the rectangle of w × h at x, y.
func R(x, y, w, h int) Rect { return Rect{x, y, w, h} }

func (r Rect) Contains(x, y int) bool { return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H }

func (r Rect) Inset(d int) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

func (r Rect) Overlaps(o Rect) bool {
	return r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

// Cut takes h from the top of r and returns it; r keeps the rest.
func (r *Rect) Cut(h int) Rect {
	top := Rect{r.X, r.Y, r.W, min(h, r.H)}
	r.Y, r.H = r.Y+top.H, r.H-top.H
	return top
}

// Painter collects the quads of a frame, in drawing order. While off it collects nothing, so that the same
// code can lay out and answer input.
type Painter struct {
	On       bool
	Atlas    *atlas
	Vertices []ebiten.Vertex
	indices  []uint32
	K        float32 // window pixels per logical pixel
	ox, oy   float32 // where the logical origin lies, in window pixels
	Alpha    float32 // of all that is drawn, 0 to 1
	Clip     [4]float32
	adding   bool // quads are added as light
	Theme    model.Theme
	options  ebiten.DrawTrianglesOptions
	headroom draw.Headroom
	Trace    *Trace // nil outside of tests
}

// Begin starts a frame of w × h window pixels at k window pixels per logical one.
func (p *Painter) Begin(on bool, w, h, k int) {
	p.On = on
	p.Vertices, p.indices = p.Vertices[:0], p.indices[:0]
	p.K, p.ox, p.oy, p.Alpha = float32(k), 0, 0, 1
	p.Clip = [4]float32{0, 0, float32(w), float32(h)}
}

// Quad draws a piece of the atlas, stretched, at window pixels.
func (p *Painter) Quad(x, y, w, h float32, c Cell, col color.RGBA) {
	sx, sy, sw, sh := float32(c.X), float32(c.Y), float32(c.W), float32(c.H)
	x1, y1 := x+w, y+h
	cx0, cy0 := max(x, p.Clip[0]), max(y, p.Clip[1])
	cx1, cy1 := min(x1, p.Clip[2]), min(y1, p.Clip[3])
	if cx0 >= cx1 || cy0 >= cy1 {
		return
	}
	sx1, sy1 := sx+(cx1-x)/w*sw, sy+(cy1-y)/h*sh
	sx, sy = sx+(cx0-x)/w*sw, sy+(cy0-y)/h*sh
	a := float32(col.A) / 255 * p.Alpha
	r, g, b := float32(col.R)/255*a, float32(col.G)/255*a, float32(col.B)/255*a
	if p.adding {
		a = 0
	}
	n := uint32(len(p.Vertices))
	p.Vertices = append(p.Vertices,
		ebiten.Vertex{DstX: cx0, DstY: cy0, SrcX: sx, SrcY: sy, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx1, DstY: cy0, SrcX: sx1, SrcY: sy, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx0, DstY: cy1, SrcX: sx, SrcY: sy1, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx1, DstY: cy1, SrcX: sx1, SrcY: sy1, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
	)
	p.indices = append(p.indices, n, n+1, n+2, n+1, n+3, n+2)
}

// Glow adds the light of a rectangle of one colour to the picture: colours are premultiplied, so light
// without alpha covers nothing, and is drawn in the same call.
func (p *Painter) Glow(r Rect, col color.RGBA) {
	if !p.On || r.W <= 0 || r.H <= 0 {
		return
	}
	col = Dye(p.Theme, col)
	p.adding = true
	p.Quad(p.ox+float32(r.X)*p.K, p.oy+float32(r.Y)*p.K, float32(r.W)*p.K, float32(r.H)*p.K, whiteCell, col)
	p.adding = false
}

// Fill draws a rectangle of one colour.
func (p *Painter) Fill(r Rect, col color.RGBA) {
	if !p.On || r.W <= 0 || r.H <= 0 {
		return
	}
	col = Dye(p.Theme, col)
	p.Trace.filled(r, col)
	p.Quad(p.ox+float32(r.X)*p.K, p.oy+float32(r.Y)*p.K, float32(r.W)*p.K, float32(r.H)*p.K, whiteCell, col)
}

// Picture draws a piece of the atlas at its own size, times grow.
func (p *Painter) Picture(x, y int, c Cell, grow float32, col color.RGBA) {
	if p.On {
		p.Quad(p.ox+float32(x)*p.K, p.oy+float32(y)*p.K, float32(c.W)*p.K*grow, float32(c.H)*p.K*grow, c, col)
	}
}

// Pixels draws a maker's picture in the middle of r, as large as whole pixels allow: a strip for each run of
// one colour, below an opacity of 255.
func (p *Painter) Pixels(r Rect, m *blueprint.Picture, opacity uint8) {
	if !p.On || m == nil || m.Width == 0 {
		return
	}
	w, h := int(m.Width), int(m.Height)
	k := max(1, min(r.W/w, r.H/h))
	left, top := r.X+(r.W-w*k)/2, r.Y+(r.H-h*k)/2
	for row := range h {
		line := m.Pixels[row*w : (row+1)*w]
		for from := 0; from < w; {
			to := from + 1
			for to < w && line[to] == line[from] {
				to++
			}
			if c := palette.Index(line[from]); c != palette.Clear && c < palette.Count {
				p.Quad(p.ox+float32(left+from*k)*p.K, p.oy+float32(top+row*k)*p.K, float32((to-from)*k)*p.K, float32(k)*p.K, whiteCell, Fade(c.RGBA(), opacity))
			}
			from = to
		}
	}
}

// frame draws the border of a panel: notched corners, a line of light below its upper edge.
func (p *Painter) frame(r Rect, border, light color.RGBA) {
	p.Fill(Rect{r.X + 2, r.Y, r.W - 4, 1}, border)
	p.Fill(Rect{r.X + 2, r.Y + r.H - 1, r.W - 4, 1}, border)
	p.Fill(Rect{r.X, r.Y + 2, 1, r.H - 4}, border)
	p.Fill(Rect{r.X + r.W - 1, r.Y + 2, 1, r.H - 4}, border)
	for _, x := range [2]int{r.X + 1, r.X + r.W - 2} {
		p.Fill(Rect{x, r.Y + 1, 1, 1}, border)
		p.Fill(Rect{x, r.Y + r.H - 2, 1, 1}, border)
	}
	if light.A > 0 {
		p.Fill(Rect{r.X + 2, r.Y + 1, r.W - 4, 1}, light)
	}
}

// Panel draws a notched panel.
func (p *Painter) Panel(r Rect, body, border, light color.RGBA) {
	p.Fill(Rect{r.X + 2, r.Y + 1, r.W - 4, r.H - 2}, body)
	p.Fill(Rect{r.X + 1, r.Y + 2, 1, r.H - 4}, body)
	p.Fill(Rect{r.X + r.W - 2, r.Y + 2, 1, r.H - 4}, body)
	p.frame(r, border, light)
}

// Within limits drawing to r until the returned function is called.
func (p *Painter) Within(r Rect) (restore [4]float32) {
	restore = p.Clip
	x, y := p.ox+float32(r.X)*p.K, p.oy+float32(r.Y)*p.K
	p.Clip = [4]float32{
		max(p.Clip[0], x), max(p.Clip[1], y),
		min(p.Clip[2], x+float32(r.W)*p.K), min(p.Clip[3], y+float32(r.H)*p.K),
	}
	return restore
}

// Submit draws all quads onto dst: the one draw call of the interface.
func (p *Painter) Submit(dst *ebiten.Image) {
	if len(p.indices) > 0 {
		p.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
		p.Vertices = p.headroom.Fill(dst, p.Vertices)
		dst.DrawTriangles32(p.Vertices, p.indices, p.Atlas.Image, &p.options)
	}
}
