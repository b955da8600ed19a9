package draw

import (
	"math"
	"slices"

	"manyhold/render/atlas"
)

// Layer is the order of drawing; within a layer, the northernmost is drawn first.
type Layer uint8

const (
	OnWater     Layer = iota // foam, rings, and flat things
	OnGround                 // shadows, cracks, marks
	AmongThings              // everything with a foot
	Above                    // sparks, balloons, holograms
)

// Sprite is one picture to be drawn, in pixels of the view.
type Sprite struct {
	Rect   atlas.Rect
	X, Y   float32
	Shear  float32 // the upper edge is moved by so much
	ScaleX float32 // 0 is 1; negative is mirrored
	ScaleY float32
	Turn   float32 // radians around the foot
	Tint   Tint
}

// List collects sprites and sorts them by layer and foot.
type List struct {
	Sprites []Sprite
	order   []uint64
}

const (
	orderLayerShift = 56
	orderFootShift  = 24
	orderFootBias   = 1 << 20
)

func (l *List) Reset() { l.Sprites, l.order = l.Sprites[:0], l.order[:0] }

// Add adds s on a layer. foot, in pixels of the view, orders it within the layer.
func (l *List) Add(on Layer, foot float32, s Sprite) {
	key := uint64(on)<<orderLayerShift | uint64(int64(foot*4)+orderFootBias)<<orderFootShift | uint64(len(l.Sprites))
	l.order = append(l.order, key)
	l.Sprites = append(l.Sprites, s)
}

// Put adds an upright picture with its foot at (x, y).
func (l *List) Put(on Layer, r atlas.Rect, x, y float32, c Tint) {
	l.Add(on, y, Sprite{Rect: r, X: x, Y: y, Tint: c})
}

// Into sorts the sprites and adds them to a batch.
func (l *List) Into(b *Batch) {
	slices.Sort(l.order)
	for _, key := range l.order {
		l.Sprites[key&(1<<orderFootShift-1)].into(b)
	}
}

func (s *Sprite) into(b *Batch) {
	switch {
	case s.Turn != 0:
		s.turned(b)
	case s.ScaleX != 0 && (s.ScaleX != -1 || s.ScaleY != 1):
		x0 := s.X - float32(s.Rect.AX)*s.ScaleX
		y0 := s.Y - float32(s.Rect.AY)*s.ScaleY
		b.Stretch(s.Rect, x0, y0, x0+float32(s.Rect.W)*s.ScaleX, y0+float32(s.Rect.H)*s.ScaleY, s.Tint)
	case s.ScaleX == -1:
		b.mirrored(s.Rect, s.X, s.Y, s.Tint)
	case s.Shear != 0:
		b.sheared(s.Rect, s.X, s.Y, s.Shear, s.Tint)
	default:
		b.Quad(s.Rect, s.X, s.Y, s.Tint)
	}
}

// turned adds the picture turned around its foot.
func (s *Sprite) turned(b *Batch) {
	sin, cos := Sincos(s.Turn)
	k := s.ScaleX
	if k == 0 {
		k = 1
	}
	x0, y0 := -float32(s.Rect.AX), -float32(s.Rect.AY)
	x1, y1 := x0+float32(s.Rect.W), y0+float32(s.Rect.H)
	var at [8]float32
	for n, p := range [4][2]float32{{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}} {
		at[2*n] = s.X + (p[0]*cos-p[1]*sin)*k
		at[2*n+1] = s.Y + (p[0]*sin + p[1]*cos)
	}
	b.Four(s.Rect, at, s.Tint, s.Tint, s.Tint, s.Tint)
}

// AboutMiddle moves a sprite rotated around its foot so that it is rotated around the middle of its picture.
func (s Sprite) AboutMiddle(p atlas.Rect) Sprite {
	sin, cos := Sincos(s.Turn)
	dx, dy := float32(p.W)/2-float32(p.AX), float32(p.H)/2-float32(p.AY) // from the foot to the middle
	s.X += dx - (dx*cos - dy*sin)
	s.Y += dy - (dx*sin + dy*cos)
	return s
}

// Sincos returns the sine and cosine of an angle in radians.
func Sincos(a float32) (sin, cos float32) {
	s, c := math.Sincos(float64(a))
	return float32(s), float32(c)
}
