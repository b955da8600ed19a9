// Package dusk draws the dark: what gloom takes of the sky, the creatures in it, torches in hands, and the
// signs of its events. The renderer calls it for each frame with its own lists.
package dusk

import (
	"math"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

const (
	// gloomShade is how much of the sky the thickest gloom takes, of 255.
	gloomShade = 150
	// tilePixels is the side of a tile of the picture; from unseen on a great moth is away, in pixels.
	tilePixels = 16
	unseen     = 8 * tilePixels
	// TorchRadius is how far a torch in hand shines, in tiles.
	TorchRadius = 7.0
	// flicker is how much a torch flickers, and glow how bright its halo is.
	flicker, glow = 0.08, 0.42
	// shine is how much of its own colours a shade has without any light, and wisps how many rise from it.
	shine, wisps = 0.75, 6
	// guttering is the flame below which a torch smokes, and smokes how many puffs rise from it.
	guttering, smokes = 0.85, 3
)

// Murk is the gloom of a view. The zero value is ready.
type Murk struct {
	Beams  []gloom.Beam // the lights that move, in view; the caller fills them
	fields gloom.Fields
}

// Depth returns how deep gloom is in the open, at a tick, or at an hour that is fixed for a picture (not
// negative).
func Depth(now game.Tick, hour float64) uint8 {
	if hour >= 0 {
		now = game.Tick(math.Mod(hour+16, 24) * game.TicksPerDay / 24)
	}
	return gloom.Depth(now)
}

// Dim takes from the sky of w×h tiles, the first of which is first, what the gloom takes: as thick as the
// creatures of the dark find it. land is nil where there is none.
func (m *Murk) Dim(sky []uint8, first grid.Tile, w, h int, land gloom.Land, burning *lights.Table, now game.Tick, depth uint8) {
	if land == nil || depth == 0 {
		return
	}
	for k := range sky[:w*h] {
		t := first.Add(int32(k%w), int32(k/w))
		most := depth
		if tiles, _ := land.Marked(t.Region()); tiles != nil {
			f := m.fields.Of(land, t.Region(), now)
			if burning != nil && burning.Reach(t, now) {
				continue
			}
			most = gloom.Under(m.Beams, t.Centre(), min(f.Dist(t.Index()), depth))
		}
		sky[k] = uint8(int(sky[k]) * (255 - gloomShade*int(most)/gloom.Full) / 255)
	}
}

// Flicker is how strong the light of a torch in the hand of a body is, at a time in seconds.
func Flicker(id game.EntityID, seconds float64) float64 {
	return 1 + flicker*math.Sin(seconds*9+float64(id%7))*math.Sin(seconds*5.3)
}

// Flame is how strong the light of a torch is that still burns for so many ticks: at its end it sinks and
// gutters, so that one sees that it goes out.
func Flame(id game.EntityID, seconds float64, left game.Tick) float64 {
	f := Flicker(id, seconds)
	if left >= dark.GutterTime {
		return f
	}
	low := float64(left) / float64(dark.GutterTime)
	gust := 0.5 + 0.5*math.Sin(seconds*13+float64(id%7))*math.Sin(seconds*3.1)
	return f * (0.25 + 0.4*low + 0.35*gust)
}

// Brush is what is drawn with. Halo adds light round a place: size 1 is 64 pixels across. Glow is drawn after
// the light, so that what is in it is seen in the deepest gloom.
type Brush struct {
	Atlas   *atlas.Atlas
	List    *draw.List
	Glow    *draw.Batch
	Halo    func(x, y, size float32, c palette.Index, strength float32)
	Seconds float64
	Night   float64 // 0 to 1
}

// Creature adds a creature of the dark at a place of the view, z over the ground. The eyes of shades and the
// wings of a moth glow, so that they are seen in deep gloom.
func (p *Brush) Creature(b *entity.Body, x, y, z float32) {
	clock := p.Seconds + float64(b.ID%16)/8
	sp := draw.Sprite{X: x, Y: y - z, Tint: draw.Plain}
	moving := b.Vel != (fixed.SVec{})
	switch b.Kind {
	case entity.Nest:
		sp.Rect = p.Atlas.Bodies.Nest
		p.List.Add(draw.OnGround, y-2, sp)
		return
	case entity.Shade:
		p.shade(b, &sp, clock)
	case entity.Magpie:
		sp.Rect = p.Atlas.Bodies.Magpie[0]
		if moving || z > 0 {
			sp.Rect = p.Atlas.Bodies.Magpie[1+int(clock*9)&1]
		}
		if b.Stack.Count > 0 {
			p.List.Add(draw.AmongThings, y+0.5, draw.Sprite{Rect: p.Atlas.Icons[b.Stack.Kind%item.KindCount], X: x, Y: y - z + 5, ScaleX: 0.5, ScaleY: 0.5, Tint: draw.Plain})
		}
		p.shadow(0, x, y, 0.7)
		if b.Face > 64 && b.Face < 192 {
			sp.ScaleX, sp.ScaleY = -1, 1
		}
	case entity.GreatMoth:
		if z > unseen {
			return
		}
		sp.Rect = p.Atlas.Bodies.Moth[2]
		p.eyes(x, y-z, 0.35)
		if moving {
			sp.Rect = p.Atlas.Bodies.Moth[int(clock*5)&1]
			p.eyes(x, y-z, 0.7)
			p.Halo(x, y-z-7, 0.8, palette.Fire3, 0.1+0.2*float32(p.Night))
		}
		p.shadow(1, x, y, 0.7)
	}
	p.List.Add(draw.AmongThings, y+z/4, sp)
}

// shade lets the sprite of a shade be its figure in this moment, and adds what is seen of it in the dark: a
// pale shine of its whole figure, wisps that rise from its shoulders, and its eyes.
func (p *Brush) shade(b *entity.Body, sp *draw.Sprite, clock float64) {
	sp.Rect = p.Atlas.Bodies.Shade[int(clock*3)&1]
	fade := float32(1)
	if b.Calm > 0 { // it bears light, and not for long
		fade = max(0.25, 1-float32(b.Calm)/18)
	}
	p.shadow(0, sp.X, sp.Y, 0.6*fade)
	sp.Y += float32(math.Round(math.Sin(clock*2.4)*1.5)) - 2
	sp.Tint = draw.Fade(fade)
	k := shine * fade * (0.85 + 0.15*float32(math.Sin(clock*1.7)))
	p.Glow.Quad(sp.Rect, sp.X, sp.Y, draw.Tint{R: k, G: k, B: k, A: 1})
	for n := range wisps {
		age := float32(math.Mod(clock*0.45+float64(n)/wisps, 1))
		x := sp.X + float32(n%3-1)*4 + float32(math.Round(math.Sin(float64(age)*5+float64(n))*3))
		y := sp.Y - 11 - float32(math.Round(float64(age)*14))
		p.Glow.Quad(p.dot(palette.Ink3), x, y, draw.Tint{R: k * (1 - age), G: k * (1 - age), B: k * (1 - age), A: 1})
	}
	for _, dx := range [2]float32{-1.5, 1.5} {
		p.Halo(sp.X+dx, sp.Y-14, 0.09, palette.Water4, fade)
	}
}

// dot returns a square of two pixels of one colour, its foot in the middle.
func (p *Brush) dot(c palette.Index) atlas.Rect {
	d := p.Atlas.Shapes.Dot[c]
	return atlas.Rect{X: d.X + 1, Y: d.Y + 1, W: 2, H: 2, AX: 1, AY: 1}
}

// eyes adds the glow of the eyes on the wings of a moth, which are seen from afar in deep gloom.
func (p *Brush) eyes(x, y, strength float32) {
	for _, dx := range [2]float32{-8, 8} {
		p.Halo(x+dx, y-9, 0.16, palette.Fire3, strength*float32(0.3+0.7*p.Night))
	}
}

// shadow adds the shadow under a creature.
func (p *Brush) shadow(size int, x, y, alpha float32) {
	p.List.Put(draw.OnGround, p.Atlas.Shapes.Blobs[size], x, y-1, draw.Fade(alpha))
}

// Mine adds the shine of one of so many remains that are the own player's: together they shine as one.
func (p *Brush) Mine(heap int, x, y float32) {
	p.Halo(x, y-6, 0.5, palette.Fire4, (0.5+0.2*float32(math.Sin(p.Seconds*3)))/float32(max(heap, 2)))
}

// Torch adds the torch in a hand, and its glow. behind says that the body is seen from behind, flame how
// strong the torch burns.
func (p *Brush) Torch(id game.EntityID, x, y, foot float32, behind, mirrored bool, flame float64) {
	side, order := float32(6), float32(0.5)
	if mirrored {
		side = -6
	}
	if behind {
		order = -0.5
	}
	set := p.Atlas.Blocks.Standing[tile.Torch]
	r := set[int(p.Seconds*6+float64(id%5))%len(set)]
	p.List.Add(draw.AmongThings, foot+order, draw.Sprite{Rect: r, X: x + side, Y: y - 4, ScaleX: 0.8, ScaleY: 0.8, Tint: draw.Plain})
	p.Halo(x+side, y-14, 0.45, palette.Fire3, glow*(0.35+0.65*float32(p.Night))*float32(flame))
	if flame > guttering {
		return
	}
	for n := range smokes { // it smokes
		age := float32(math.Mod(p.Seconds*0.8+float64(n)/smokes, 1))
		at := draw.Sprite{Rect: p.dot(palette.Stone2), X: x + side + float32(math.Round(math.Sin(float64(age)*6+float64(n))*2)), Y: y - 15 - age*18, ScaleX: 0.8 + age, ScaleY: 0.8 + age, Tint: draw.Fade(0.8 * (1 - age))}
		p.List.Add(draw.Above, y, at)
		p.Glow.Quad(at.Rect, at.X, at.Y, draw.Tint{R: 0.2 * (1 - age), G: 0.17 * (1 - age), B: 0.14 * (1 - age), A: 1})
	}
}

// Sign is what is seen of an event: so many sparks or puffs of a colour, Rise pixels over its place.
type Sign struct {
	Count  int
	Rise   float64
	Colour palette.Index
	Puff   bool
}

// SignOf returns the sign of an event of the dark; its Count is 0 for other events.
func SignOf(k event.Kind) (s Sign) {
	switch k {
	case event.ShadeRose, event.ShadeFaded, event.Clung:
		return Sign{5, 6, palette.Ink3, true}
	case event.Robbed, event.Hoarded, event.Startled:
		return Sign{4, 10, palette.Stone3, false}
	case event.Swooped, event.Cowed, event.MothFled:
		return Sign{8, 16, palette.Earth4, false}
	case event.Revived:
		return Sign{12, 0, palette.Fire4, false}
	case event.Fell, event.Recovered:
		return Sign{6, 0, palette.Fire4, false}
	case event.Guttered:
		return Sign{5, 12, palette.Fire3, false}
	case event.BurntDown:
		return Sign{4, 12, palette.Stone2, true}
	}
	return s
}
