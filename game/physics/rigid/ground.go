package rigid

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

// round is the ground at a body, as its land said at the beginning of the step.
type round struct {
	surface uint8
	solid   Solidity
}

// survey looks at the ground round those awake, if it is kept elsewhere: once a step, for force and for bank.
func (w *World) survey() {
	if w.land.source == nil {
		return
	}
	w.round = sized(w.round, len(w.bodies))
	for _, i := range w.awake {
		b := &w.bodies[i]
		if r := &w.round[i]; !w.frames[b.Kind].Loose {
			r.surface, r.solid = w.land.source.Around(int32(b.X>>16), int32(b.Y>>16))
		}
	}
}

// force changes the velocities of awake bodies by effects that need no other body: damping, the ground under
// them, and water.
func (w *World) force() {
	rate := w.span.rate
	keep := int32(one)
	if w.rules.Damping != 0 {
		keep = int32(int64(one) * one / (one + int64(w.rules.Damping)/rate))
	}
	plain := w.rules.Surfaces[0] == Surface{}
	for _, i := range w.awake {
		b := &w.bodies[i]
		if keep != one {
			b.VX, b.VY = fixed.S(mul(int32(b.VX), keep)), fixed.S(mul(int32(b.VY), keep))
		}
		if w.land.source != nil {
			w.rub(b, &w.rules.Surfaces[w.round[i].surface])
			continue
		}
		if at := w.land.at(int32(b.X>>16), int32(b.Y>>16)); !plain || w.land.near[at]&hereSpecial != 0 || len(w.floors) > 0 {
			w.rub(b, &w.rules.Surfaces[w.land.surface[at]])
		}
	}
}

// rub lets the ground act on a body for a step.
func (w *World) rub(b *Body, g *Surface) {
	f := &w.frames[b.Kind]
	if f.Loose {
		return
	}
	rate := fixed.S(w.span.rate)
	grip, drag, flow := g.Grip, g.Drag, g.Flow
	if g.Liquid && !f.Floats {
		drag, flow = 2*drag, fixed.SVec{}
	}
	for _, i := range w.floors {
		p := &w.bodies[i]
		if w.over(p, int32(b.X), int32(b.Y)) {
			grip, drag, flow = fixed.One, 0, fixed.SVec{X: p.VX, Y: p.VY}
		}
	}
	if g.Liquid && w.upward { // the displaced part weighs as much as water
		lift := fixed.S(fixed.One).Div(f.Density)
		b.VX -= w.rules.Gravity.X.Mul(lift) / rate
		b.VY -= w.rules.Gravity.Y.Mul(lift) / rate
	}
	slip := fixed.SVec{X: b.VX - flow.X, Y: b.VY - flow.Y}
	if drag != 0 {
		keep := fixed.S(fixed.One).Div(fixed.One + drag/rate)
		slip = slip.Scale(keep)
		b.Spin = b.Spin.Mul(keep)
	}
	if loss := f.Slide.Mul(grip) / rate; loss != 0 {
		length := slip.Len()
		if length <= loss {
			slip = fixed.SVec{}
		} else {
			slip = slip.Scale((length - loss).Div(length))
		}
		if b.Spin != 0 { // as if all of it rubbed at half its radius
			b.Spin -= bounded(b.Spin, (2 * loss).Div(fixed.S(f.reach)))
		}
	}
	b.VX, b.VY = flow.X+slip.X, flow.Y+slip.Y
}

// over reports whether a place is on a body.
func (w *World) over(p *Body, x, y int32) bool {
	var m mover
	p.fill(&m, 0, w.frames)
	f := &w.frames[p.Kind]
	dx, dy := x-m.x, y-m.y
	if f.Form == Disc {
		return int64(dx)*int64(dx)+int64(dy)*int64(dy) <= int64(f.reach)*int64(f.reach)
	}
	dx, dy = m.turned(dx, dy)
	return magnitude(dx) <= int32(f.HalfX) && magnitude(dy) <= int32(f.HalfY)
}

// carry moves bodies that move only by a given velocity: platforms and doors. It wakes the bodies that they
// touch.
func (w *World) carry() {
	for _, i := range w.solids {
		b := &w.bodies[i]
		if b.VX|b.VY|b.Spin == 0 {
			continue
		}
		w.wakeAround(int(i))
		part := w.span.whole
		x := b.X + fixed.S((int64(b.VX)*part+1<<31)>>32)
		y := b.Y + fixed.S((int64(b.VY)*part+1<<31)>>32)
		if w.holds(x, y) {
			b.X, b.Y = x, y
		}
		b.Angle += uint32((int64(b.Spin)*part>>24*turnPerRadian + 1<<23) >> 24)
	}
	w.tidy()
}

// Ride returns the velocity of the ground under a body: belts, currents and platforms.
func (w *World) Ride(id game.EntityID) (v fixed.SVec) {
	i, ok := w.Find(id)
	if !ok {
		return v
	}
	w.tidy()
	b := &w.bodies[i]
	v = w.rules.Surfaces[w.land.surfaceAt(int32(b.X>>16), int32(b.Y>>16))].Flow
	for _, i := range w.floors {
		if p := &w.bodies[i]; w.over(p, int32(b.X), int32(b.Y)) {
			v = fixed.SVec{X: p.VX, Y: p.VY}
		}
	}
	return v
}
