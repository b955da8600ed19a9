package render

import (
	"slices"

	"manyhold/render/atlas"
)

// layer says what is drawn first; within a layer, what stands further north.
type layer uint8

const (
	layerWater  layer = iota // foam, rings, and what lies flat
	layerGround              // shadows, cracks, marks
	layerThings              // everything with a foot
	layerAbove               // sparks, balloons, holograms
)

// sprite is one picture to be drawn, in pixels of the view.
type sprite struct {
	rect   atlas.Rect
	x, y   float32
	shear  float32 // the upper edge is moved by so much
	scaleX float32 // 0 is 1; negative is mirrored
	scaleY float32
	turn   float32 // radians around the foot
	tint   tint
}

// drawList collects sprites and sorts them by layer and foot.
type drawList struct {
	sprites []sprite
	order   []uint64
}

const (
	orderLayerShift = 56
	orderFootShift  = 24
	orderFootBias   = 1 << 20
)

func (l *drawList) reset() { l.sprites, l.order = l.sprites[:0], l.order[:0] }

// add adds s on a layer, with a foot in pixels of the view that says what it stands in front of.
func (l *drawList) add(on layer, foot float32, s sprite) {
	key := uint64(on)<<orderLayerShift | uint64(int64(foot*4)+orderFootBias)<<orderFootShift | uint64(len(l.sprites))
	l.order = append(l.order, key)
	l.sprites = append(l.sprites, s)
}

// put adds an upright picture with its foot at (x, y).
func (l *drawList) put(on layer, r atlas.Rect, x, y float32, c tint) {
	l.add(on, y, sprite{rect: r, x: x, y: y, tint: c})
}

// into sorts the sprites and adds them to a batch.
func (l *drawList) into(b *batch) {
	slices.Sort(l.order)
	for _, key := range l.order {
		l.sprites[key&(1<<orderFootShift-1)].into(b)
	}
}

func (s *sprite) into(b *batch) {
	switch {
	case s.turn != 0:
		s.turned(b)
	case s.scaleX != 0 && (s.scaleX != -1 || s.scaleY != 1):
		x0 := s.x - float32(s.rect.AX)*s.scaleX
		y0 := s.y - float32(s.rect.AY)*s.scaleY
		b.stretch(s.rect, x0, y0, x0+float32(s.rect.W)*s.scaleX, y0+float32(s.rect.H)*s.scaleY, s.tint)
	case s.scaleX == -1:
		b.mirrored(s.rect, s.x, s.y, s.tint)
	case s.shear != 0:
		b.sheared(s.rect, s.x, s.y, s.shear, s.tint)
	default:
		b.quad(s.rect, s.x, s.y, s.tint)
	}
}

// turned adds the picture turned around its foot.
func (s *sprite) turned(b *batch) {
	sin, cos := sincos(s.turn)
	k := s.scaleX
	if k == 0 {
		k = 1
	}
	x0, y0 := -float32(s.rect.AX), -float32(s.rect.AY)
	x1, y1 := x0+float32(s.rect.W), y0+float32(s.rect.H)
	var at [8]float32
	for n, p := range [4][2]float32{{x0, y0}, {x1, y0}, {x0, y1}, {x1, y1}} {
		at[2*n] = s.x + (p[0]*cos-p[1]*sin)*k
		at[2*n+1] = s.y + (p[0]*sin + p[1]*cos)
	}
	b.four(s.rect, at, s.tint, s.tint, s.tint, s.tint)
}
