package draw

import (
	"math/bits"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/atlas"
)

// Tint is a colour that a picture is multiplied by, and its opacity; all 0 to 1 (glow may go beyond).
type Tint struct{ R, G, B, A float32 }

var Plain = Tint{1, 1, 1, 1}

func Fade(a float32) Tint { return Tint{1, 1, 1, a} }

// Batch is quads that go to the graphics card in one call. Its memory is kept from frame to frame.
type Batch struct {
	Vertices []ebiten.Vertex
	indices  []uint32
	options  ebiten.DrawTrianglesOptions
	headroom Headroom
}

func (b *Batch) Reset() { b.Vertices, b.indices = b.Vertices[:0], b.indices[:0] }

func (b *Batch) Quads() int { return len(b.indices) / 6 }

// Quad adds picture r with its foot at (x, y).
func (b *Batch) Quad(r atlas.Rect, x, y float32, c Tint) {
	x -= float32(r.AX)
	y -= float32(r.AY)
	b.Stretch(r, x, y, x+float32(r.W), y+float32(r.H), c)
}

// mirrored adds r with left and right exchanged.
func (b *Batch) mirrored(r atlas.Rect, x, y float32, c Tint) {
	x -= float32(r.W) - float32(r.AX)
	y -= float32(r.AY)
	b.Stretch(r, x+float32(r.W), y, x, y+float32(r.H), c)
}

// Stretch adds r over the rectangle from (x0, y0) to (x1, y1).
func (b *Batch) Stretch(r atlas.Rect, x0, y0, x1, y1 float32, c Tint) {
	b.Four(r, [8]float32{x0, y0, x1, y0, x0, y1, x1, y1}, c, c, c, c)
}

// sheared adds r with its upper edge moved by dx, as grass in the wind.
func (b *Batch) sheared(r atlas.Rect, x, y, dx float32, c Tint) {
	x -= float32(r.AX)
	y -= float32(r.AY)
	w, h := float32(r.W), float32(r.H)
	b.Four(r, [8]float32{x + dx, y, x + w + dx, y, x, y + h, x + w, y + h}, c, c, c, c)
}

// Four adds r with its corners (north-west, north-east, south-west, south-east) anywhere, each tinted.
func (b *Batch) Four(r atlas.Rect, at [8]float32, nw, ne, sw, se Tint) {
	n := uint32(len(b.Vertices))
	x0, y0 := float32(r.X), float32(r.Y)
	x1, y1 := x0+float32(r.W), y0+float32(r.H)
	b.Vertices = append(b.Vertices,
		vertex(at[0], at[1], x0, y0, nw), vertex(at[2], at[3], x1, y0, ne),
		vertex(at[4], at[5], x0, y1, sw), vertex(at[6], at[7], x1, y1, se))
	b.indices = append(b.indices, n, n+1, n+2, n+1, n+2, n+3)
}

func vertex(dx, dy, sx, sy float32, c Tint) ebiten.Vertex {
	return ebiten.Vertex{
		DstX: dx, DstY: dy, SrcX: sx, SrcY: sy,
		ColorR: c.R * c.A, ColorG: c.G * c.A, ColorB: c.B * c.A, ColorA: c.A,
	}
}

// Draw sends the quads to dst in one call; without quads it does nothing and returns 0.
func (b *Batch) Draw(dst, src *ebiten.Image, blend ebiten.Blend) (calls int) {
	if len(b.Vertices) == 0 {
		return 0
	}
	b.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	b.options.Blend = blend
	b.Vertices = b.headroom.Fill(dst, b.Vertices)
	dst.DrawTriangles32(b.Vertices, b.indices, src, &b.options)
	return 1
}

// Headroom is how many vertices an image was sent at once at most. The library keeps, of each image, memory
// for exactly that many, and takes all of it anew for one more: of a picture that slowly fills, that would be
// some hundred KB in many a frame.
type Headroom struct {
	dst *ebiten.Image
	n   int
}

// Fill returns the vertices to send to an image. When there are more than ever before, it adds up to an
// eighth more, repeats of the last that no index names: a ground drawn anew brings hundreds of thousands.
func (h *Headroom) Fill(dst *ebiten.Image, vertices []ebiten.Vertex) []ebiten.Vertex {
	n := len(vertices)
	if h.dst == dst && n <= h.n || n == 0 {
		return vertices
	}
	step := max(256, 1<<bits.Len(uint(n-1))/16)
	h.dst, h.n = dst, min((n+step-1)/step*step, ebiten.MaxVertexCount)
	last := vertices[n-1]
	vertices = slices.Grow(vertices, max(0, h.n-n))
	for len(vertices) < h.n {
		vertices = append(vertices, last)
	}
	return vertices
}
