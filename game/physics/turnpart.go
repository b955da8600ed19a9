package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// part is bodies that go a step in a world of their own. While parts go their steps, at once maybe, each changes only its
// own bodies; what is of the whole Space is told when all have.
type part struct {
	list   []int32 // the bodies, in ascending order
	world  *rigid.World
	ground ground
	origin fixed.Vec
	moved  []int32 // those that changed their cell
	woken  []int32 // those that rest no more, but for the flag
	apart  []shove // those that are not moved here, but parted from others
	hits   []rigid.Note
}

// shove is by how much a body is to be moved against the tiles.
type shove struct {
	i int32
	d fixed.Vec
}

// step lets a step pass.
func (p *part) step(s *Space) {
	if p.world == nil {
		p.world = rigid.Over(turningRules())
	}
	low, high := bounds(s, p.list)
	const margin = 8 // tiles, further than anything gets in a tick
	g := &p.ground
	g.x, g.y = int32(low.X>>fixed.Bits)-margin, int32(low.Y>>fixed.Bits)-margin
	p.origin = fixed.Vec{X: fixed.Q(g.x) << fixed.Bits, Y: fixed.Q(g.y) << fixed.Bits}
	w := p.world
	w.Begin(g, int32(high.X>>fixed.Bits)-g.x+margin, int32(high.Y>>fixed.Bits)-g.y+margin)
	for _, i := range p.list {
		b := &s.bodies[i]
		if b.Vel.X.Abs() > MaxSpeed/2 || b.Vel.Y.Abs() > MaxSpeed/2 {
			b.Vel = b.Vel.Clamp(MaxSpeed)
		}
		w.Put(rigid.Body{ID: b.ID, X: fixed.S(b.Pos.X - p.origin.X), Y: fixed.S(b.Pos.Y - p.origin.Y), VX: b.Vel.X, VY: b.Vel.Y, Spin: b.Spin,
			Angle: b.Angle, Kind: turningKind(b), Calm: b.Calm, Sleeping: b.Flags&entity.Resting != 0 && turns(b)})
	}
	p.bind(s)
	p.moved, p.woken, p.apart, p.hits = p.moved[:0], p.woken[:0], p.apart[:0], p.hits[:0]
	for _, n := range w.Step(game.TicksPerSecond) {
		if n.What == rigid.Hit {
			p.hits = append(p.hits, n)
		}
	}
	for k := range w.Bodies() {
		p.settle(s, p.list[k], &w.Bodies()[k])
	}
}

// bounds is the box in which the middles of bodies are.
func bounds(s *Space, list []int32) (low, high fixed.Vec) {
	low = s.bodies[list[0]].Pos
	high = low
	for _, i := range list {
		p := &s.bodies[i].Pos
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	return low, high
}

// settle brings what became of a body back into the table.
func (p *part) settle(s *Space, i int32, r *rigid.Body) {
	b := &s.bodies[i]
	from, to := b.Pos, fixed.Vec{X: p.origin.X + r.X.Q(), Y: p.origin.Y + r.Y.Q()}
	v := fixed.SVec{X: r.VX, Y: r.VY}
	resting := b.Flags&entity.Resting != 0
	if !turns(b) {
		if v != b.Vel && resting {
			p.woken = append(p.woken, i)
		}
		b.Vel = v
		if to != from {
			p.apart = append(p.apart, shove{i, to.Sub(from)})
		}
		return
	}
	b.Pos, b.Vel, b.Angle, b.Spin, b.Calm = to, v, r.Angle, r.Spin, r.Calm
	switch {
	case r.Sleeping && !resting:
		b.Flags |= entity.Resting
	case !r.Sleeping && resting:
		p.woken = append(p.woken, i)
	}
	if cellOf(from) != cellOf(to) {
		p.moved = append(p.moved, i)
	}
}

// tell brings what the step did into the Space.
func (p *part) tell(s *Space, now game.Tick) {
	for k := range p.hits {
		hit(s, &p.hits[k], now)
	}
	for _, i := range p.moved {
		s.rehash(i)
	}
	for _, i := range p.woken {
		calm := s.bodies[i].Calm
		s.Wake(int(i))
		s.bodies[i].Calm = calm
	}
	for _, a := range p.apart {
		s.shift(int(a.i), a.d, p.ground.land)
	}
}

// hit tells of a hit, if there is anything to hear: of a ball that a walker meets it is the walker who had it last.
func hit(s *Space, n *rigid.Note, now game.Tick) {
	i, _ := s.Find(n.A)
	a := &s.bodies[i]
	if j, ok := s.Find(n.B); ok && n.B != 0 {
		b := &s.bodies[j]
		if b.Kind == entity.Player {
			a, b = b, a
		}
		if a.Kind == entity.Player {
			if b.Kind != entity.Ball {
				return
			}
			b.Seat = a.Seat
			a = b
		} else if forms[b.Kind].loud < forms[a.Kind].loud {
			a = b
		}
	}
	if n.Speed >= forms[a.Kind].loud && forms[a.Kind].loud > 0 {
		s.happened(event.Bounced, a, now, n.Speed)
	}
}
