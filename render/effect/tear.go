package effect

import (
	"github.com/hajimehoshi/ebiten/v2"
)

const (
	// tearLeast is the share of lost messages below which the picture stays whole.
	tearLeast = 0.01
	// tearTicks is how long one pattern of strips stays, and tearStrips the most strips of one.
	tearTicks, tearStrips = 5, 14
	// tearPixels is the most that a strip is moved aside, in window pixels.
	tearPixels = 28
)

// Tear is the light distortion of a picture while messages are lost on the way: strips of it move aside, with
// a breath of colour. Its zero value is ready; it is used by the goroutine that draws.
type Tear struct {
	whole    canvas
	vertices []ebiten.Vertex
	indices  []uint32
}

// Strength returns how much is torn, 0 to 1, where a share of the messages is lost.
func (*Tear) Strength(loss float64) float64 {
	if !(loss >= tearLeast) {
		return 0
	}
	return min(1, loss*2.5)
}

// Draw calls draw and copies its picture to dst, torn by strength; 0 costs nothing. tick moves the strips.
func (t *Tear) Draw(dst *ebiten.Image, strength float64, tick uint64, draw func(*ebiten.Image)) {
	if !(strength > 0) {
		draw(dst)
		t.whole.forget()
		return
	}
	whole := t.whole.like(dst)
	draw(whole)
	t.strips(float32(dst.Bounds().Dx()), float32(dst.Bounds().Dy()), float32(min(strength, 1)), tick/tearTicks)
	dst.DrawTriangles32(t.vertices, t.indices, whole, nil)
}

// strips lays out the whole picture and, over it, the strips of a moment.
func (t *Tear) strips(w, h, strength float32, moment uint64) {
	t.vertices, t.indices = t.vertices[:0], t.indices[:0]
	t.quad(0, 0, w, h, 0, 1, 1, 1)
	for i := range 2 + int(strength*(tearStrips-2)) {
		n := hashOf(moment*64 + uint64(i))
		if float32(n%100) > 35+60*strength { // now and then it holds its breath
			continue
		}
		y := float32(n>>8%1024) / 1024 * h
		tall := 2 + float32(n>>20%16)*(0.4+0.6*strength)
		aside := (float32(n>>28%256)/128 - 1) * tearPixels * strength
		if n>>40&1 == 0 {
			t.quad(0, y, w, min(tall, h-y), aside, 0.8, 1, 1)
		} else {
			t.quad(0, y, w, min(tall, h-y), aside, 1, 0.82, 0.95)
		}
	}
}

// quad adds a piece of the whole picture, moved aside.
func (t *Tear) quad(x, y, w, h, aside, r, g, b float32) {
	n := uint32(len(t.vertices))
	for _, c := range [4][2]float32{{x, y}, {x + w, y}, {x, y + h}, {x + w, y + h}} {
		t.vertices = append(t.vertices, ebiten.Vertex{DstX: c[0] + aside, DstY: c[1], SrcX: c[0], SrcY: c[1], ColorR: r, ColorG: g, ColorB: b, ColorA: 1})
	}
	t.indices = append(t.indices, n, n+1, n+2, n+1, n+3, n+2)
}

// hashOf spreads the bits of n (splitmix64).
func hashOf(n uint64) uint64 {
	n += 0x9E3779B97F4A7C15
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}
