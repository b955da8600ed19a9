package render

import (
	"math"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// Rain and snow are a function of the clock instead of particles: drop n falls again and again, each time on
// another place of the world, so that a thousand of them cost no memory and keep their places while the
// camera moves.

const (
	// drops and flakes are how many of them are in the air over the usual view in the heaviest fall.
	drops, flakes = 640, 420
	// usualView is the size of the view those numbers are for, in picture pixels.
	usualView = 430 * 242
	// dropSpeed and flakeSpeed are how fast they fall, in pixels per second.
	dropSpeed, flakeSpeed = 330.0, 30.0
	// dropHeight and flakeHeight are the heights from which they are visible, in pixels.
	dropHeight, flakeHeight = 120.0, 70.0
	// splashSeconds is how long a drop's splash is visible, and lieSeconds how long a flake lies.
	splashSeconds, lieSeconds = 0.16, 0.5
	// fallMargin is how far outside the view things fall, in pixels: the wind carries them in.
	fallMargin = 48
	// fogBanks is how many banks drift over the usual view, and fogAlpha the opacity of the thickest.
	fogBanks, fogAlpha = 20, 0.55
	// veilAlpha is the opacity of the even part of the thickest fog.
	veilAlpha = 0.3
	// boltTicks is how long the bolt itself is seen.
	boltTicks = 9
)

// clouds are rain, snow and lightning.
type clouds struct {
	fixed      *weather.Sky // nil: seed, tick and place say it
	fixedFlash uint8
	strike     weather.Strike // the lightning around now
	flash      float64        // how bright it is, 0 to 1
	tick       uint64         // of the scene
}

// SetWeather fixes the weather for pictures, with lightning of some brightness; nil lets seed, tick and place
// decide again.
func (r *Renderer) SetWeather(s *weather.Sky, flash uint8) {
	r.clouds.fixed, r.clouds.fixedFlash = s, flash
}

// Weather returns the weather over the middle of the view, as of the last update.
func (r *Renderer) Weather() weather.Sky { return r.weather }

// SetFlashes says whether lightning lights up the screen and hurt players turn white; without flashes there
// is only thunder.
func (r *Renderer) SetFlashes(on bool) { r.options.NoFlashes = !on }

// update looks at the sky over the middle of the view.
func (cl *clouds) update(r *stage, s *Scene, at grid.Tile) {
	cl.flash = 0
	cl.strike = weather.Strike{}
	if cl.fixed != nil {
		r.weather, cl.flash = *cl.fixed, float64(cl.fixedFlash)/weather.Full
		cl.strike.At = s.Tick
	} else {
		var stays bool
		r.weather, stays = s.Estates.Sky(s.Seed, s.Tick, at)
		if k, ok := weather.StrikeNear(s.Seed, s.Tick, at); ok && !stays {
			cl.strike = k
			cl.flash = float64(weather.Flash(s.Seed, s.Tick, at)) / weather.Full
		}
	}
	if r.options.NoFlashes {
		cl.flash = 0
	}
	r.gusts = float64(r.weather.Wind) / weather.Full
	r.sky.Under(&r.weather, cl.flash)
}

// draw adds rain, snow, fog and lightning over the view.
func (cl *clouds) draw(r *stage) {
	w := &r.weather
	if w.Rain > 0 {
		cl.rain(r, float64(w.Rain)/weather.Full)
	}
	if w.Fog > 0 {
		cl.fog(r, float32(w.Fog)/weather.Full)
	}
	if cl.flash > 0 && cl.tick-uint64(cl.strike.At) < boltTicks {
		cl.bolt(r)
	}
}

// rain lets drops fall, and flakes where the ground is cold.
func (cl *clouds) rain(r *stage, strength float64) {
	k := strength * r.calm() * float64(r.vw*r.vh) / usualView
	slope := float32(r.gusts * 5)
	for n := range int32(k * drops) {
		cl.raindrop(r, n, slope)
	}
	for n := range int32(k * flakes) {
		cl.snowflake(r, n)
	}
}

// spot is where thing n falls in its fall-th fall: a pixel of the view, and the ground under it.
func (cl *clouds) spot(r *stage, n int32, fall int64, salt uint32) (x, y float32, g tile.Ground) {
	h := atlas.Hash(n, int32(fall), salt)
	w, hh := int32(r.vw)+2*fallMargin, int32(r.vh)+2*fallMargin
	px := mod(int32(h&0xffff)*w>>16-int32(r.ox), w) - fallMargin
	py := mod(int32(h>>16)*hh>>16-int32(r.oy), hh) - fallMargin
	g, _, _ = r.ground.tile(int32((int64(px)+r.ox)>>4), int32((int64(py)+r.oy)>>4))
	return float32(px), float32(py), g
}

// turnOf returns which fall thing n is in, and the seconds since it began, when each takes a period.
func (cl *clouds) turnOf(r *stage, n int32, period float64) (fall int64, seconds float64) {
	t := r.seconds + float64(atlas.Hash(n, 7, 61)&1023)/1024*period
	whole := math.Floor(t / period)
	return int64(whole), t - whole*period
}

func cold(g tile.Ground) bool { return g == tile.Snow || g == tile.Ice }

// freezes says whether thing n falls as snow on g. Over water it is as on the land around.
func (cl *clouds) freezes(r *stage, g tile.Ground, n int32) bool {
	if g <= tile.Water {
		return int(n*37&255) < r.coldLand*256/max(r.land, 1)
	}
	return cold(g)
}

func (cl *clouds) raindrop(r *stage, n int32, slope float32) {
	const down = dropHeight / dropSpeed
	fall, t := cl.turnOf(r, n, down+splashSeconds)
	x, y, g := cl.spot(r, n, fall, 62)
	if cl.freezes(r, g, n) || roofed(g) {
		return
	}
	if t < down {
		z := float32((down - t) * dropSpeed)
		rect := r.atlas.Air.Streaks[n&1]
		lean := slope * float32(rect.H) / 12
		r.list.Add(draw.Above, y, draw.Sprite{Rect: rect, X: x - slope*z/12, Y: y - z, Shear: -lean, Tint: draw.Plain})
		return
	}
	k := float32((t - down) / splashSeconds)
	if g == tile.Water || g == tile.DeepWater {
		s := 0.25 + 0.35*k
		r.list.Add(draw.OnWater, y, draw.Sprite{Rect: r.atlas.Shapes.Ring, X: x, Y: y, ScaleX: s, ScaleY: s, Tint: draw.Fade(0.8 * (1 - k))})
		return
	}
	dot := r.dot(palette.Water4)
	for side := float32(-1); side <= 1; side += 2 { // two specks that part
		r.list.Add(draw.OnGround, y, draw.Sprite{Rect: dot, X: x + side*(1+2*k), Y: y - 3*k*(1-k)*2, ScaleX: 0.5, ScaleY: 0.5, Tint: draw.Fade(0.75 * (1 - k))})
	}
}

func (cl *clouds) snowflake(r *stage, n int32) {
	const down = flakeHeight / flakeSpeed
	fall, t := cl.turnOf(r, n, down+lieSeconds)
	x, y, g := cl.spot(r, n, fall, 63)
	if !cl.freezes(r, g, n) || roofed(g) {
		return
	}
	z, a := 0.0, float32(1)
	if t < down {
		z = (down - t) * flakeSpeed
		a = min(1, float32(t)*4)
	} else {
		a = 1 - float32((t-down)/lieSeconds)
	}
	sway := math.Sin(r.seconds*2+float64(n)) * 3 * min(1, z/20)
	size := float32(0.5)
	switch {
	case n%9 == 0:
		size = 1.5
	case n%3 == 0:
		size = 1
	}
	r.list.Add(draw.OnGround, y, draw.Sprite{Rect: r.dot(palette.Ink1), X: x, Y: y, ScaleX: size, ScaleY: 0.5, Tint: draw.Fade(0.22 * a)})
	x += float32(math.Round(sway - r.gusts*z*1.6))
	// On snow, a flake is visible because it is brighter than the lit ground.
	k := 0.8 * a
	glow := draw.Tint{R: k * float32(r.sky.R), G: k * float32(r.sky.G), B: k * float32(r.sky.B), A: 1}
	dot := r.dot(palette.Stone3)
	top := y - float32(math.Round(z))
	r.glow.Stretch(dot, x, top-2*size, x+2*size, top, glow)
}

// fog lets banks drift over the view: lamps light them from within.
func (cl *clouds) fog(r *stage, strength float32) {
	veil := r.dot(palette.Stone2)
	veil.AX, veil.AY = 0, 0
	r.list.Add(draw.Above, float32(r.vh)+99, draw.Sprite{Rect: veil, ScaleX: float32(r.vw) / 2, ScaleY: float32(r.vh) / 2, Tint: draw.Fade(strength * veilAlpha)})
	b := r.atlas.Air.Fog
	w, h := int32(r.vw)+2*int32(b.W), int32(r.vh)+2*int32(b.H)
	for n := range int32(fogBanks * float64(r.vw*r.vh) / usualView) {
		hash := atlas.Hash(n, 3, 64)
		drift := int32(r.seconds * (4 + float64(hash&7)) * (0.4 + r.gusts))
		x := mod(int32(hash>>4%4096)+drift-int32(r.ox), w) - int32(b.W)
		y := mod(int32(hash>>16%4096)-int32(r.oy), h) - int32(b.H)/2
		a := strength * fogAlpha * (0.75 + 0.25*float32(math.Sin(r.seconds*0.3+float64(n))))
		r.list.Add(draw.Above, float32(r.vh)+100, draw.Sprite{Rect: b, X: float32(x), Y: float32(y), Tint: draw.Fade(a)})
	}
}

// bolt draws the lightning itself, somewhere in the view, into the glow.
func (cl *clouds) bolt(r *stage) {
	h := atlas.Hash(int32(cl.strike.At), int32(cl.strike.Late), 65)
	x := float32(r.vw) * (0.15 + 0.7*float32(h&255)/255)
	foot := float32(r.vh) * (0.35 + 0.5*float32(h>>8&255)/255)
	c := palette.Water4.RGBA()
	k := min(1, float32(cl.flash)*2)
	t := draw.Tint{R: float32(c.R) / 255 * k, G: float32(c.G) / 255 * k, B: float32(c.B) / 255 * k, A: 1}
	half := draw.Tint{R: t.R / 3, G: t.G / 3, B: t.B / 3, A: 1}
	dot := r.dot(palette.Stone3)
	r.halo(x, foot, 2.2, palette.Water4, 0.5*k)
	for n := int32(0); foot > 0; n++ { // from the ground upwards
		step := float32(7 + atlas.Hash(n, int32(h), 66)%9)
		lean := float32(int32(atlas.Hash(n, int32(h), 67)%15) - 7)
		r.stroke(dot, x-1, foot, x-1+lean, foot-step, 4, half)
		r.stroke(dot, x, foot, x+lean, foot-step, 2, t)
		if n%4 == 2 { // a branch
			r.stroke(dot, x, foot, x-lean*2.2, foot+step*0.9, 1, t)
		}
		x, foot = x+lean, foot-step
	}
}

// stroke adds a line of light of a width in pixels.
func (r *stage) stroke(dot atlas.Rect, x0, y0, x1, y1, wide float32, t draw.Tint) {
	r.glow.Four(dot, [8]float32{x1, y1, x1 + wide, y1, x0, y0, x0 + wide, y0}, t, t, t, t)
}
