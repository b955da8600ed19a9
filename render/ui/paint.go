package ui

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render"
)

// rect is a place in logical pixels.
type rect struct{ x, y, w, h int }

func (r rect) contains(x, y int) bool { return x >= r.x && y >= r.y && x < r.x+r.w && y < r.y+r.h }

func (r rect) inset(d int) rect { return rect{r.x + d, r.y + d, r.w - 2*d, r.h - 2*d} }

func (r rect) overlaps(o rect) bool {
	return r.x < o.x+o.w && o.x < r.x+r.w && r.y < o.y+o.h && o.y < r.y+r.h
}

// cut takes h from the top of r and returns it; r keeps the rest.
func (r *rect) cut(h int) rect {
	top := rect{r.x, r.y, r.w, min(h, r.h)}
	r.y, r.h = r.y+top.h, r.h-top.h
	return top
}

// painter collects the quads of a frame, in the order in which they are drawn. While off it collects
// nothing, so that the same code can lay out and answer without drawing.
type painter struct {
	on       bool
	atlas    *atlas
	vertices []ebiten.Vertex
	indices  []uint32
	k        float32 // window pixels per logical pixel
	ox, oy   float32 // where the logical origin lies, in window pixels
	alpha    float32 // of all that is drawn, 0 to 1
	clip     [4]float32
	adding   bool // what is drawn is light
	theme    Theme
	options  ebiten.DrawTrianglesOptions
	headroom render.Headroom
	trace    *trace // nil outside of tests
}

// begin starts a frame of w × h window pixels at k window pixels per logical one.
func (p *painter) begin(on bool, w, h, k int) {
	p.on = on
	p.vertices, p.indices = p.vertices[:0], p.indices[:0]
	p.k, p.ox, p.oy, p.alpha = float32(k), 0, 0, 1
	p.clip = [4]float32{0, 0, float32(w), float32(h)}
}

// quad draws a piece of the atlas, stretched, at window pixels.
func (p *painter) quad(x, y, w, h float32, c cell, col color.RGBA) {
	sx, sy, sw, sh := float32(c.x), float32(c.y), float32(c.w), float32(c.h)
	x1, y1 := x+w, y+h
	cx0, cy0 := max(x, p.clip[0]), max(y, p.clip[1])
	cx1, cy1 := min(x1, p.clip[2]), min(y1, p.clip[3])
	if cx0 >= cx1 || cy0 >= cy1 {
		return
	}
	sx1, sy1 := sx+(cx1-x)/w*sw, sy+(cy1-y)/h*sh
	sx, sy = sx+(cx0-x)/w*sw, sy+(cy0-y)/h*sh
	a := float32(col.A) / 255 * p.alpha
	r, g, b := float32(col.R)/255*a, float32(col.G)/255*a, float32(col.B)/255*a
	if p.adding {
		a = 0
	}
	n := uint32(len(p.vertices))
	p.vertices = append(p.vertices,
		ebiten.Vertex{DstX: cx0, DstY: cy0, SrcX: sx, SrcY: sy, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx1, DstY: cy0, SrcX: sx1, SrcY: sy, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx0, DstY: cy1, SrcX: sx, SrcY: sy1, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
		ebiten.Vertex{DstX: cx1, DstY: cy1, SrcX: sx1, SrcY: sy1, ColorR: r, ColorG: g, ColorB: b, ColorA: a},
	)
	p.indices = append(p.indices, n, n+1, n+2, n+1, n+3, n+2)
}

// glow adds the light of a rectangle of one colour to what is there: colours are premultiplied, so that light without
// alpha covers nothing, and is drawn in the same call.
func (p *painter) glow(r rect, col color.RGBA) {
	if !p.on || r.w <= 0 || r.h <= 0 {
		return
	}
	col = dye(p.theme, col)
	p.adding = true
	p.quad(p.ox+float32(r.x)*p.k, p.oy+float32(r.y)*p.k, float32(r.w)*p.k, float32(r.h)*p.k, whiteCell, col)
	p.adding = false
}

// fill draws a rectangle of one colour.
func (p *painter) fill(r rect, col color.RGBA) {
	if !p.on || r.w <= 0 || r.h <= 0 {
		return
	}
	col = dye(p.theme, col)
	p.trace.filled(r, col)
	p.quad(p.ox+float32(r.x)*p.k, p.oy+float32(r.y)*p.k, float32(r.w)*p.k, float32(r.h)*p.k, whiteCell, col)
}

// picture draws a piece of the atlas at its own size, times grow.
func (p *painter) picture(x, y int, c cell, grow float32, col color.RGBA) {
	if p.on {
		p.quad(p.ox+float32(x)*p.k, p.oy+float32(y)*p.k, float32(c.w)*p.k*grow, float32(c.h)*p.k*grow, c, col)
	}
}

// frame draws the border of a panel: notched corners, a line of light below its upper edge.
func (p *painter) frame(r rect, border, light color.RGBA) {
	p.fill(rect{r.x + 2, r.y, r.w - 4, 1}, border)
	p.fill(rect{r.x + 2, r.y + r.h - 1, r.w - 4, 1}, border)
	p.fill(rect{r.x, r.y + 2, 1, r.h - 4}, border)
	p.fill(rect{r.x + r.w - 1, r.y + 2, 1, r.h - 4}, border)
	for _, x := range [2]int{r.x + 1, r.x + r.w - 2} {
		p.fill(rect{x, r.y + 1, 1, 1}, border)
		p.fill(rect{x, r.y + r.h - 2, 1, 1}, border)
	}
	if light.A > 0 {
		p.fill(rect{r.x + 2, r.y + 1, r.w - 4, 1}, light)
	}
}

// panel draws a notched panel.
func (p *painter) panel(r rect, body, border, light color.RGBA) {
	p.fill(rect{r.x + 2, r.y + 1, r.w - 4, r.h - 2}, body)
	p.fill(rect{r.x + 1, r.y + 2, 1, r.h - 4}, body)
	p.fill(rect{r.x + r.w - 2, r.y + 2, 1, r.h - 4}, body)
	p.frame(r, border, light)
}

// within limits drawing to r until the returned function is called.
func (p *painter) within(r rect) (restore [4]float32) {
	restore = p.clip
	x, y := p.ox+float32(r.x)*p.k, p.oy+float32(r.y)*p.k
	p.clip = [4]float32{
		max(p.clip[0], x), max(p.clip[1], y),
		min(p.clip[2], x+float32(r.w)*p.k), min(p.clip[3], y+float32(r.h)*p.k),
	}
	return restore
}

// submit draws all quads onto dst: the one draw call of the interface.
func (p *painter) submit(dst *ebiten.Image) {
	if len(p.indices) > 0 {
		p.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
		p.vertices = p.headroom.Fill(dst, p.vertices)
		dst.DrawTriangles32(p.vertices, p.indices, p.atlas.image, &p.options)
	}
}
