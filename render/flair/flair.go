// Package flair draws what people show each other: instruments and scores in hands, kites in the wind, the
// light of lanterns, fireworks, and the signs of the events of all that. The renderer calls it for each
// figure with its own lists.
package flair

import (
	"math"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/palette"
)

const (
	// handScale is the size of what is in a hand, as a part of its icon, and kiteScale that of a kite.
	handScale, kiteScale = 0.7, 1.0
	// kiteBack and kiteHigh are where a kite flies from its holder in calm air, in pixels, and kiteSway how
	// far wind takes it.
	kiteBack, kiteHigh, kiteSway = 18, 44, 9
	// stringDots is how many dots the string of a kite has.
	stringDots = 30
	// lanternGlow is how bright the halo of a lantern is by night, and lanternDay the part of it by day.
	lanternGlow, lanternDay = 0.4, 0.3
)

// Lit returns the colour of the light that a player, which may be nil, carries in its hand or at its belt; ok
// is false if it carries none.
func Lit(p *entity.PlayerState) (c palette.Index, ok bool) {
	if p == nil {
		return c, false
	}
	if k := p.Wears(item.OnBelt); k != item.None {
		return atlas.Glow(k), true
	}
	return palette.Fire3, dark.HoldsTorch(p)
}

// Hand is where a figure holds something.
type Hand struct {
	ID       game.EntityID // of the body
	X, Y     float32       // of the feet, in the view
	Foot     float32       // by which the figure is sorted
	Behind   bool          // the figure is seen from behind
	Mirrored bool
	Full     bool    // the hands carry something else
	Flame    float64 // how strong a torch in the hand burns
	Gust     float64 // of the wind, about −1 to 1
}

// side is 1, or −1 for a figure that looks to the west.
func (h *Hand) side() float32 {
	if h.Mirrored {
		return -1
	}
	return 1
}

// Held adds what a player shows in its hand, and the light at its belt.
func Held(b *dusk.Brush, h *Hand, p *entity.PlayerState) {
	if k := p.Wears(item.OnBelt); k != item.None {
		b.Halo(h.X+2*h.side(), h.Y-5, 0.42, atlas.Glow(k), lanternGlow*(lanternDay+(1-lanternDay)*float32(b.Night))*float32(dusk.Flicker(h.ID, b.Seconds)))
	}
	if h.Full {
		return
	}
	s := p.Inventory[min(int(p.Slot), len(p.Inventory)-1)]
	switch {
	case s.Count == 0:
	case dark.HoldsTorch(p):
		b.Torch(h.ID, h.X, h.Y, h.Foot, h.Behind, h.Mirrored, h.Flame)
	case s.Kind == item.Kite:
		kite(b, h)
	case shown(s.Kind):
		order := float32(0.5)
		if h.Behind {
			order = -0.5
		}
		y := h.Y - 4
		if p.Action == entity.Playing { // it is held up, and sways
			y -= 2 + float32(math.Round(math.Sin(b.Seconds*4)))
		}
		b.List.Add(draw.AmongThings, h.Foot+order, draw.Sprite{Rect: b.Atlas.Icons[s.Kind], X: h.X + 5*h.side(), Y: y, ScaleX: handScale * h.side(), ScaleY: handScale, Tint: draw.Plain})
	}
}

// shown reports whether a kind is seen in a hand: what makes music or a firework, a piece of a map, and what
// is worn or dyed with.
func shown(k item.Kind) bool {
	switch k.Info().Use {
	case item.Strum, item.Perform, item.Launch, item.Chart, item.Dress:
		return true
	}
	return false
}

// kite adds a kite on its string: behind its holder, and where the wind takes it.
func kite(b *dusk.Brush, h *Hand) {
	clock := b.Seconds + float64(h.ID%16)
	hx, hy := h.X-7*h.side(), h.Y-8 // the hand on that side: no string across the face
	kx := h.X - kiteBack*h.side() + float32(math.Round(h.Gust*kiteSway+math.Sin(clock*1.1)*3))
	ky := h.Y - kiteHigh + float32(math.Round(math.Sin(clock*1.7)*3-math.Abs(h.Gust)*4))
	for n := 1; n < stringDots; n++ {
		t := float32(n) / stringDots
		sag := 5 * t * (1 - t) * 4 / 2
		x, y := hx+(kx-hx)*t, hy+(ky-hy)*t+sag
		d := b.Atlas.Shapes.Dot[palette.Stone3]
		d = atlas.Rect{X: d.X + 1, Y: d.Y + 1, W: 2, H: 2, AX: 1, AY: 1}
		b.List.Add(draw.Above, h.Foot, draw.Sprite{Rect: d, X: x, Y: y, ScaleX: 0.5, ScaleY: 0.5, Tint: draw.Plain})
	}
	b.List.Put(draw.OnGround, b.Atlas.Shapes.Blobs[0], kx, h.Foot+4, draw.Fade(0.35))
	turn := float32(math.Sin(clock*2.3))*0.12 + float32(h.Gust)*0.2
	b.List.Add(draw.Above, h.Foot, draw.Sprite{Rect: b.Atlas.Icons[item.Kite], X: kx, Y: ky + 6, Turn: turn, ScaleX: kiteScale * -h.side(), ScaleY: kiteScale, Tint: draw.Plain})
}

// noteColours are the colours of the five notes.
var noteColours = [...]palette.Index{palette.Fire2, palette.Fire3, palette.Green4, palette.Water3, palette.Provisional}

// SignOf returns the sign of an event of what people show; its Count is 0 for other events.
func SignOf(e *event.Event) (s dusk.Sign) {
	switch e.Kind {
	case event.Dressed:
		return dusk.Sign{Count: 6, Rise: 8, Colour: palette.Fire4}
	case event.Played:
		return dusk.Sign{Count: 2, Rise: 16, Colour: noteColours[uint32(e.B)%uint32(len(noteColours))]}
	case event.Performed:
		return dusk.Sign{Count: 4, Rise: 16, Colour: palette.Fire4}
	case event.Achieved, event.Rewarded:
		return dusk.Sign{Count: 12, Colour: palette.Fire4}
	case event.Hoisted, event.SetDown:
		return dusk.Sign{Count: 3, Colour: palette.Earth4, Puff: true}
	}
	return s
}

// Star is a spark of a firework: it is seen after Wait seconds for Span, Z pixels over the place where that
// was launched, and flies from there, in pixels per second.
type Star struct {
	Wait, Span float64
	Z          float64
	VX, VY, VZ float64
	Colour     palette.Index
	Size       float32
	Kind       Spark
}

// Spark is the kind of a Star.
type Spark uint8

// The kinds.
const (
	Burst Spark = iota
	Rocket
	Smoke
)

const (
	// rise is how long a firework rises, in seconds, and top how high, in pixels.
	rise, top = 0.9, 84.0
	// rings are the rings of a burst, and ringStars the stars of the innermost one.
	rings, ringStars = 3, 12
	smokes           = 9
)

// Firework calls add for the sparks of a firework of a kind: one that rises with its smoke, and rings of
// stars in its colours, gold last.
func Firework(k item.Kind, add func(Star)) {
	c := atlas.Glow(k)
	add(Star{Span: rise, Z: 8, VZ: (top - 8) / rise, Colour: palette.Fire4, Size: 2, Kind: Rocket})
	for n := range smokes {
		at := float64(n) / smokes
		add(Star{Wait: rise * at, Span: 0.5, Z: 8 + (top-8)*at, Colour: palette.Stone2, Size: 1, Kind: Smoke})
	}
	for ring := range rings {
		stars := ringStars + 6*ring
		for n := range stars {
			a := (float64(n) + float64(ring)/2) * 2 * math.Pi / float64(stars)
			speed := 46 + 34*float64(ring)
			s := Star{Wait: rise, Span: 0.9 + 0.25*float64(ring), Z: top, VX: math.Cos(a) * speed, VZ: math.Sin(a) * speed, Colour: c, Size: 2}
			switch {
			case ring == 0:
				s.Colour = palette.Fire4
			case ring == rings-1 && n%2 == 0:
				s.Colour, s.Wait = c.Step(1), rise+0.12
			}
			add(s)
		}
	}
}
