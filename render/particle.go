package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/palette"
)

// maxParticles is the size of the pool; with it empty, new particles are not made.
const maxParticles = 600

// particleKind says how a particle moves and looks.
type particleKind uint8

const (
	chip    particleKind = iota // flies, falls, bounces once
	dust                        // spreads and fades
	leaf                        // sinks, swaying
	firefly                     // wanders, glowing on and off
	moth                        // circles a lamp
	ember                       // rises, glowing
	ringOut                     // a ring in water
	spark                       // a star where something bounced
	flake                       // snow
	trail                       // behind flying things
	mote                        // flies out of a portal, glowing
	lantern                     // a sky lantern: rises for long, swaying
)

// particle is one spark of it. Places are picture pixels of the world.
type particle struct {
	kind       particleKind
	colour     palette.Index
	size       float32
	x, y, z    float64 // z is the height over (x, y)
	vx, vy, vz float64 // pixels per second
	age, span  float64 // seconds
	phase      float64
}

// particles is a pool; the first n are alive, in no order.
type particles struct {
	pool   [maxParticles]particle
	n      int
	chance uint64
}

// random returns cosmetic chance in [0, 1).
func (p *particles) random() float64 {
	p.chance = p.chance*6364136223846793005 + 1442695040888963407
	return float64(p.chance>>40) / (1 << 24)
}

// around returns cosmetic chance in [-k, k).
func (p *particles) around(k float64) float64 { return (p.random()*2 - 1) * k }

func (p *particles) add(q particle) {
	if p.n < maxParticles {
		q.phase = p.random() * 2 * math.Pi
		p.pool[p.n] = q
		p.n++
	}
}

// update moves all by dt seconds and lets the old ones go.
func (p *particles) update(dt float64) {
	for i := 0; i < p.n; {
		q := &p.pool[i]
		q.age += dt
		if q.age >= q.span {
			p.n--
			p.pool[i] = p.pool[p.n]
			continue
		}
		if q.age >= 0 { // else it waits
			q.move(dt)
		}
		i++
	}
}

// smallLanterns is how many others rise with a sky lantern.
const smallLanterns = 3

const (
	chipGravity = 260.0 // pixels per second squared
	chipBounce  = 0.35
)

func (q *particle) move(dt float64) {
	switch q.kind {
	case chip:
		q.vz -= chipGravity * dt
		if q.z+q.vz*dt < 0 {
			q.z, q.vz = 0, -q.vz*chipBounce
			q.vx, q.vy = q.vx*0.4, q.vy*0.4
		}
	case dust, trail, mote:
		q.vx, q.vy = q.vx*0.93, q.vy*0.93
	case leaf, flake:
		q.vx += math.Sin(q.age*2.5+q.phase) * 14 * dt
		if q.z <= 0 {
			q.vx, q.vy, q.vz, q.z = 0, 0, 0, 0
		}
	case firefly:
		q.vx += (math.Sin(q.age*1.7+q.phase) * 22) * dt
		q.vy += (math.Cos(q.age*1.3+q.phase*2) * 16) * dt
		q.vx, q.vy = q.vx*0.985, q.vy*0.985
	case moth:
		q.vx = math.Cos(q.age*6+q.phase) * 34
		q.vz = math.Sin(q.age*7.3+q.phase) * 22
	case lantern:
		q.vx = math.Sin(q.age*0.7+q.phase) * 4
	case ember:
		q.vx = math.Sin(q.age*4+q.phase) * 7
	}
	q.x += q.vx * dt
	q.y += q.vy * dt
	q.z += q.vz * dt
}

// draw adds the particles in view to the draw list and the glow.
func (p *particles) draw(r *stage) {
	for i := range p.n {
		q := &p.pool[i]
		if q.age < 0 {
			continue
		}
		x := float32(math.Floor(q.x) - float64(r.ox))
		y := float32(math.Floor(q.y) - float64(r.oy))
		if x < -16 || y < -16 || x > float32(r.vw)+16 || y > float32(r.vh)+32 {
			continue
		}
		p.drawOne(r, q, x, y, float32(math.Floor(q.z)))
	}
}

func (p *particles) drawOne(r *stage, q *particle, x, y, z float32) {
	left := float32(1 - q.age/q.span)
	a := float32(1)
	on, size := draw.AmongThings, q.size
	switch q.kind {
	case dust, trail:
		a = left * 0.7
		size += (1 - left) * 1.5
	case leaf, flake:
		a = min(1, left*4, float32(q.age)*4)
	case ember, mote:
		a = min(1, left*2)
		r.halo(x, y-z, 0.10, q.colour, 0.5*a)
	case lantern:
		p.lantern(r, q, x, y, z, min(1, left*5, float32(q.age)*2))
		return
	case firefly:
		a = float32(clamp(math.Sin(q.age*2.2+q.phase)*1.6, 0, 1)) * min(1, left*3, float32(q.age)*2)
		r.halo(x, y-z, 0.22, palette.Green4, 0.55*a)
		r.glow.Stretch(r.dot(q.colour), x, y-z, x+1, y-z+1, draw.Fade(a))
		return
	case ringOut:
		k := 0.3 + (1-left)*1.2
		r.list.Add(draw.OnWater, y, draw.Sprite{Rect: r.atlas.Shapes.Ring, X: x, Y: y, ScaleX: k, ScaleY: k, Tint: draw.Fade(left)})
		return
	case spark:
		k := 0.5 + left*0.8
		r.list.Add(draw.Above, y, draw.Sprite{Rect: r.atlas.Shapes.Star, X: x, Y: y - z, ScaleX: k, ScaleY: k, Tint: draw.Fade(min(1, left*2))})
		return
	}
	size = float32(math.Round(float64(size)))
	r.list.Add(on, y, draw.Sprite{Rect: r.dot(q.colour), X: x, Y: y - z, ScaleX: size / 2, ScaleY: size / 2, Tint: draw.Fade(a)})
}

// rise lets a sky lantern rise, and others farther off, which bear no names.
func (p *particles) rise(x, y float64) {
	p.add(particle{kind: lantern, size: 1, x: x, y: y, z: 6, vz: TilePixels * 7 / 8, span: 14})
	for k := range smallLanterns {
		p.add(particle{kind: lantern, x: x + p.around(TilePixels*10), y: y + p.around(TilePixels*5), z: 6,
			vz: TilePixels * (5 + 2*p.random()) / 8, age: -0.6 * float64(k+1), span: 14})
	}
}

// lantern draws a sky lantern: paper with a flame in it, which lights what it passes. Those of size 0 are
// smaller, and farther off.
func (p *particles) lantern(r *stage, q *particle, x, y, z, a float32) {
	flicker := float32(0.9 + 0.1*math.Sin(q.age*9+q.phase))
	k := 1 + q.size/2
	r.halo(x, y-z, 0.5*k, palette.Fire3, 0.7*a*flicker)
	rect := func(c palette.Index, dy, w, h float32) {
		r.list.Add(draw.Above, y, draw.Sprite{Rect: r.dot(c), X: x, Y: y - z + dy, ScaleX: w / 2, ScaleY: h / 2, Tint: draw.Fade(a)})
	}
	w, h := float32(4), float32(6)
	if q.size > 0 {
		w, h = 6, 8
	}
	rect(palette.Fire1, 0, w+2, h)   // its sides
	rect(palette.Fire1, 0, w, h+2)   // its top and its rim
	rect(palette.Fire3, 0, w, h)     // paper
	rect(palette.Fire4, 1, w-2, h-4) // the flame behind it
	glow := draw.Fade(a * flicker * 0.8)
	r.glow.Stretch(r.dot(palette.Fire3), x-w/2, y-z-h/2, x+w/2, y-z+h/2, glow)
}

// dot returns a square of two pixels of one colour, its foot in the middle.
func (r *stage) dot(c palette.Index) atlas.Rect {
	d := r.atlas.Shapes.Dot[c]
	return atlas.Rect{X: d.X + 1, Y: d.Y + 1, W: 2, H: 2, AX: 1, AY: 1}
}

// halo adds light around (x, y) of the view to the glow; size 1 is 64 pixels across.
func (r *stage) halo(x, y, size float32, c palette.Index, strength float32) {
	rgb := c.RGBA()
	h := r.atlas.Shapes.Halo
	k := float32(atlas.HaloSide) / 2 * size
	t := draw.Tint{R: float32(rgb.R) / 255 * strength, G: float32(rgb.G) / 255 * strength, B: float32(rgb.B) / 255 * strength, A: 1}
	r.glow.Stretch(h, x-k, y-k, x+k, y+k, t)
}

// additive adds colour and leaves opacity alone.
var additive = ebiten.Blend{
	BlendFactorSourceRGB: ebiten.BlendFactorOne, BlendFactorSourceAlpha: ebiten.BlendFactorZero,
	BlendFactorDestinationRGB: ebiten.BlendFactorOne, BlendFactorDestinationAlpha: ebiten.BlendFactorOne,
	BlendOperationRGB: ebiten.BlendOperationAdd, BlendOperationAlpha: ebiten.BlendOperationAdd,
}

// multiply multiplies the destination by the source colour.
var multiply = ebiten.Blend{
	BlendFactorSourceRGB: ebiten.BlendFactorDestinationColor, BlendFactorSourceAlpha: ebiten.BlendFactorZero,
	BlendFactorDestinationRGB: ebiten.BlendFactorZero, BlendFactorDestinationAlpha: ebiten.BlendFactorOne,
	BlendOperationRGB: ebiten.BlendOperationAdd, BlendOperationAlpha: ebiten.BlendOperationAdd,
}

// brush is what package dusk draws with.
func (r *stage) brush() *dusk.Brush {
	return &dusk.Brush{Atlas: r.atlas, List: &r.list, Glow: &r.glow, Halo: r.halo, Seconds: r.seconds, Night: r.sky.Night}
}
