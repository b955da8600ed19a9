package script

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// Scripts of a match know its flock, and its referee and things tend it: see package flock.

// flocks are the questions about the flock of a match.
func flocks() []star.Function {
	return []star.Function{
		function("herd", "x, y, radius", 20, func(c *star.Call, r *run) value.Value {
			at, radius := spot(c, 0).S(), c.Number(2)
			c.Charge(int64(len(r.i.Flock.All())) / 8)
			n, middle := r.i.Flock.Herd(at, min(max(radius, 0), flock.Far*fixed.One).S())
			c.Alloc(64)
			return value.TupleOf([]value.Value{value.Int(int64(n)), value.Number(middle.X.Q()), value.Number(middle.Y.Q())})
		}),
		function("sheep", "x, y, w, h", 20, func(c *star.Call, r *run) value.Value {
			low := spot(c, 0)
			high := low.Add(spot(c, 2))
			c.Charge(int64(len(r.i.Flock.All())) / 8)
			return value.Int(int64(r.i.Flock.Count(low.S(), high.S())))
		}),
		function("penned", "number", 4, func(c *star.Call, r *run) value.Value {
			return value.Int(int64(r.i.Flock.Penned(int(c.Int(0, 1, flock.MaxPens)))))
		}),
	}
}

// herding are the effects on the flock of a match.
func herding() []star.Function {
	return []star.Function{
		function("flock", "n, x, y, radius", 40, func(c *star.Call, r *run) value.Value {
			n, radius := c.Int(0, 0, flock.MaxSheep), c.Number(3)
			return r.add(c, effect{kind: gather, n: n<<32 | int64(min(max(radius, 0), 96*fixed.One)), to: spot(c, 1)})
		}),
		function("pen", "number, x, y, w, h", 20, func(c *star.Call, r *run) value.Value {
			n, w, h := c.Int(0, 1, flock.MaxPens), c.Int(3, 0, 96), c.Int(4, 0, 96)
			return r.add(c, effect{kind: pen, n: n<<16 | w<<8 | h, to: spot(c, 1)})
		}),
		function("fear", "who, radius", 12, func(c *star.Call, r *run) value.Value {
			radius := min(max(c.Number(1), 0), flock.MaxFear.Q())
			return r.add(c, effect{kind: fear, who: c.Thing(0), n: int64(radius)})
		}),
	}
}

// herd lets an effect on the flock happen.
func (g *merger) herd(e *effect) event.Reason {
	f := &g.i.Flock
	t := grid.TileAt(e.to)
	switch e.kind {
	case gather:
		if !f.Add(g.i.Gen.Seed, g.i.Clock, int(e.n>>32), e.to.S(), fixed.S(e.n&(1<<32-1))) {
			return event.NoRoom
		}
	case pen:
		if t.X < -flock.Far || t.Y < -flock.Far || t.X > flock.Far || t.Y > flock.Far {
			return event.TooFar
		}
		f.SetPen(int(e.n>>16), flock.Pen{X: int16(t.X), Y: int16(t.Y), W: int16(e.n >> 8 & 0xff), H: int16(e.n & 0xff)})
	case fear:
		id := game.EntityID(e.who) // the ID of a thing that is a body is that of the body
		if p := player(g.i, e.who); p != nil {
			id = p.Body
		}
		if g.i.Space.Body(id) == nil {
			return event.NothingThere
		}
		if !f.SetFear(id, fixed.S(e.n)) {
			return event.NoRoom
		}
	}
	return event.NoReason
}
