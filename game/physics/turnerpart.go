package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// part is a set of bodies that is stepped by itself in a rigid.World. While parts are stepped, possibly at
// once, each changes only its own data.
type part struct {
	low, high cell         // in which the bodies are
	size      int32        // how many there are
	list      []int32      // the bodies, in ascending order
	bodies    []rigid.Body // and as a World has them
	ground    ground
	origin    fixed.Vec
	hits      []strike
}

// strike is a hit of two of the list, or of one and the ground, which is −1.
type strike struct {
	a, b  int32
	speed fixed.S
}

// cellSide is the side of a cell, in tiles.
const cellSide = 1 << (cellBits - fixed.Bits)

// margin is how far from its bodies a world ends, in tiles: further than anything gets in a tick.
const margin = 8

// begin puts the origin where the bodies are.
func (p *part) begin(land Land) {
	g := &p.ground
	g.land = land
	g.barred, _ = land.(Barred)
	g.x, g.y = p.low.x*cellSide-margin, p.low.y*cellSide-margin
	p.origin = fixed.Vec{X: fixed.Q(g.x) << fixed.Bits, Y: fixed.Q(g.y) << fixed.Bits}
}

// put puts body i of the table at its place among those of the part.
func (p *part) put(at, i int32, b *entity.Body, kinds *made) {
	if b.Vel.X.Abs() > MaxSpeed/2 || b.Vel.Y.Abs() > MaxSpeed/2 {
		b.Vel = b.Vel.Clamp(MaxSpeed)
	}
	p.list[at] = i
	p.bodies[at] = rigid.Body{ID: b.ID, X: fixed.S(b.Pos.X - p.origin.X), Y: fixed.S(b.Pos.Y - p.origin.Y), VX: b.Vel.X, VY: b.Vel.Y, Spin: b.Spin,
		Angle: b.Angle, Kind: kinds.kindOf(b), Calm: b.Calm, Sleeping: b.Flags&entity.Resting != 0 && turns(b)}
	if b.Kind.Pinned() {
		putArm(&p.bodies[at], b)
	}
}

// step lets a step pass in a world that others have used, and will use.
func (p *part) step(s *Space, w *rigid.World) {
	w.Begin(&p.ground, (p.high.x-p.low.x+1)*cellSide+2*margin, (p.high.y-p.low.y+1)*cellSide+2*margin, p.bodies)
	p.bind(s, w)
	p.pin(s, w)
	p.hits = p.hits[:0]
	for _, n := range w.Step(game.TicksPerSecond) {
		if n.What != rigid.Hit {
			continue
		}
		a, _ := w.Find(n.A)
		h := strike{p.list[a], -1, n.Speed}
		if b, ok := w.Find(n.B); ok && n.B != 0 {
			h.b = p.list[b]
		}
		p.hits = append(p.hits, h)
	}
}

// tell writes the events into the Space.
func (p *part) tell(s *Space, now game.Tick) {
	for k := range p.hits {
		hit(s, &p.hits[k], now)
	}
}

// hit reports an audible hit: when a walker meets a ball, the walker becomes its last holder.
func hit(s *Space, h *strike, now game.Tick) {
	a := &s.bodies[h.a]
	if h.b >= 0 {
		b := &s.bodies[h.b]
		if b.Kind == entity.Player {
			a, b = b, a
		}
		if a.Kind == entity.Player {
			if !b.Kind.Round() {
				return
			}
			b.Seat = a.Seat
			a = b
		} else if forms[b.Kind].loud < forms[a.Kind].loud {
			a = b
		}
	}
	if h.speed >= forms[a.Kind].loud && forms[a.Kind].loud > 0 {
		s.happened(event.Bounced, a, now, h.speed)
	}
}
