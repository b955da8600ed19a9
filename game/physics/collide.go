package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

// ballRadius is that of a ball, in tiles, to other bodies; playerRadius that of a player to a ball.
const (
	ballRadius   fixed.Q = 9 * fixed.One / 32
	playerRadius fixed.Q = 10 * fixed.One / 32
)

// The parts of the speed of approach that are given back.
const (
	ballOnBall   fixed.S = 85 * fixed.One / 100
	ballOnCrate  fixed.S = 6 * fixed.One / 10
	ballOnPlayer fixed.S = 4 * fixed.One / 10
	crateShove   fixed.S = fixed.One / 2 // of its speed that a crate gives to a crate
	crateMass    fixed.S = 4             // in balls
)

// meets reports whether a body touches others at all.
func (s *Space) meets(b *entity.Body) bool {
	return b.Flags&entity.Carried == 0 && !untouching(b)
}

// pair lets two bodies act on each other, by their kinds.
func (s *Space) pair(i, j int, land Land, now game.Tick) {
	if s.bodies[i].Kind > s.bodies[j].Kind {
		i, j = j, i
	}
	a, b := &s.bodies[i], &s.bodies[j]
	if !meet(a, b) {
		return
	}
	switch {
	case a.Kind == entity.Player && (b.Kind.Boxy() || b.Kind == entity.Cart):
		s.push(i, j, land)
	case a.Kind == entity.Player && b.Kind.Round():
		s.strike(i, j, playerRadius+ballRadius, ballOnPlayer, land, now)
	case a.Kind == entity.Crate && (b.Kind.Boxy() || b.Kind == entity.Cart), a.Kind == entity.Cart && b.Kind == entity.Cart, a.Kind == entity.Cart && b.Kind == entity.GizmoBox, a.Kind == entity.GizmoBox && b.Kind == entity.GizmoBox:
		s.shove(i, j, land, now)
	case a.Kind == entity.Crate && b.Kind.Round():
		s.rebound(i, j, land, now)
	case a.Kind.Round() && b.Kind == entity.GizmoBox:
		s.rebound(j, i, land, now)
	case a.Kind.Round() && b.Kind.Round():
		s.collide(i, j, land, now)
	}
}

// shift moves a body against the tiles, telling the hash.
func (s *Space) shift(i int, d fixed.Vec, land Land) {
	b := &s.bodies[i]
	from := b.Pos
	s.moveX(b, land, d.X)
	s.moveY(b, land, d.Y)
	s.Moved(i, from)
}

// overlap returns how deep two boxes are in each other along each axis, both above zero if they touch,
// and the signs of the direction from the first to the second.
func overlap(a, b *entity.Body) (deep fixed.Vec, sx, sy fixed.Q) {
	d := b.Pos.Sub(a.Pos)
	h, g := forms[a.Kind].half, forms[b.Kind].half
	sx, sy = 1, 1
	if d.X < 0 {
		sx = -1
	}
	if d.Y < 0 {
		sy = -1
	}
	return fixed.Vec{X: h.X + g.X - d.X.Abs(), Y: h.Y + g.Y - d.Y.Abs()}, sx, sy
}

// push lets a walker push a crate along the axis in which they overlap less. The walker is moved out
// of the crate; the crate takes up its speed, and moves by itself.
func (s *Space) push(i, j int, land Land) {
	p, c := &s.bodies[i], &s.bodies[j]
	deep, sx, sy := overlap(p, c)
	if deep.X <= 0 || deep.Y <= 0 {
		return
	}
	if deep.X <= deep.Y {
		if v := p.Vel.X * fixed.S(sx); v > 0 && c.Vel.X*fixed.S(sx) < PushSpeed {
			c.Vel.X = min(v, PushSpeed) * fixed.S(sx)
			s.Wake(j)
		}
		s.shift(i, fixed.Vec{X: -deep.X * sx}, land)
		return
	}
	if v := p.Vel.Y * fixed.S(sy); v > 0 && c.Vel.Y*fixed.S(sy) < PushSpeed {
		c.Vel.Y = min(v, PushSpeed) * fixed.S(sy)
		s.Wake(j)
	}
	s.shift(i, fixed.Vec{Y: -deep.Y * sy}, land)
}

// shove lets two crates part along the axis in which they overlap less: the one that comes is moved
// back and gives half its speed on.
func (s *Space) shove(i, j int, land Land, now game.Tick) {
	a, b := &s.bodies[i], &s.bodies[j]
	deep, sx, sy := overlap(a, b)
	if deep.X <= 0 || deep.Y <= 0 {
		return
	}
	va, vb, sign, along := &a.Vel.X, &b.Vel.X, sx, fixed.Vec{X: deep.X}
	if deep.Y < deep.X {
		va, vb, sign, along = &a.Vel.Y, &b.Vel.Y, sy, fixed.Vec{Y: deep.Y}
	}
	closing := (*va - *vb) * fixed.S(sign)
	if closing > 0 {
		mean := (*va + *vb).Mul(crateShove)
		*va, *vb = mean, mean
		s.Wake(i)
		s.Wake(j)
		if closing > 2*fixed.One {
			s.happened(event.Bounced, a, now, closing)
		}
	}
	// The one that moves is moved back; if a tile is behind it, the other gives way.
	before := a.Pos
	s.shift(i, fixed.Vec{X: -along.X * sign, Y: -along.Y * sign}, land)
	moved := before.Sub(a.Pos)
	if rest := along.Add(fixed.Vec{X: -moved.X * sign, Y: -moved.Y * sign}); rest != (fixed.Vec{}) {
		s.Wake(j)
		s.shift(j, fixed.Vec{X: rest.X * sign, Y: rest.Y * sign}, land)
	}
}

// within is d.Near(most) for bodies that are near each other already: their squares fit.
func within(d fixed.Vec, most fixed.Q) bool { return d.X*d.X+d.Y*d.Y <= most*most }

// normal returns the direction of d, of length One, and its length; east for no direction.
func normal(d fixed.Vec) (n fixed.SVec, dist fixed.Q) {
	dist = d.Len()
	if dist == 0 {
		return fixed.SVec{X: fixed.One}, 0
	}
	return fixed.SVec{X: fixed.S((d.X << fixed.Bits) / dist), Y: fixed.S((d.Y << fixed.Bits) / dist)}, dist
}

// along returns n×d.
func along(n fixed.SVec, d fixed.Q) fixed.Vec { return n.Vec().Scale(d) }

// strike lets a ball bounce off a player, without moving the player. A player who walks into a ball kicks it
// along.
func (s *Space) strike(i, j int, touch fixed.Q, give fixed.S, land Land, now game.Tick) {
	p, b := &s.bodies[i], &s.bodies[j]
	d := b.Pos.Sub(p.Pos)
	if !within(d, touch-1) {
		return
	}
	n, dist := normal(d)
	if v := b.Vel.Sub(p.Vel).Dot(n); v < 0 {
		b.Vel = b.Vel.Sub(n.Scale(v + v.Mul(give)))
		b.Seat = p.Seat
		s.Wake(j)
		if v < -fixed.One {
			s.happened(event.Bounced, b, now, -v)
		}
	}
	if b.Flags&entity.Resting == 0 {
		s.shift(j, along(n, touch-dist), land)
	}
}

// rebound lets a ball bounce off a crate, which is a little moved by it.
func (s *Space) rebound(i, j int, land Land, now game.Tick) {
	c, b := &s.bodies[i], &s.bodies[j]
	half := forms[c.Kind].half
	d := b.Pos.Sub(c.Pos)
	out := fixed.Vec{X: d.X - min(max(d.X, -half.X), half.X), Y: d.Y - min(max(d.Y, -half.Y), half.Y)}
	if out == (fixed.Vec{}) { // its middle is inside: out along the nearer side
		if half.X-d.X.Abs() < half.Y-d.Y.Abs() {
			out.X = d.X/64 + 1
		} else {
			out.Y = d.Y/64 + 1
		}
	}
	if !within(out, ballRadius-1) {
		return
	}
	n, dist := normal(out)
	if v := b.Vel.Sub(c.Vel).Dot(n); v < 0 {
		impulse := v + v.Mul(ballOnCrate)
		b.Vel = b.Vel.Sub(n.Scale(impulse - impulse/(crateMass+1)))
		c.Vel = c.Vel.Add(n.Scale(impulse / (crateMass + 1)))
		s.Wake(i)
		s.Wake(j)
		if v < -fixed.One {
			s.happened(event.Bounced, b, now, -v)
		}
	}
	if b.Flags&entity.Resting == 0 {
		s.shift(j, along(n, ballRadius-dist), land)
	}
}

// collide lets two balls, of equal mass, bounce off each other.
func (s *Space) collide(i, j int, land Land, now game.Tick) {
	a, b := &s.bodies[i], &s.bodies[j]
	d := b.Pos.Sub(a.Pos)
	if !within(d, 2*ballRadius-1) {
		return
	}
	n, dist := normal(d)
	if v := b.Vel.Sub(a.Vel).Dot(n); v < 0 {
		half := n.Scale((v + v.Mul(ballOnBall)) / 2)
		a.Vel, b.Vel = a.Vel.Add(half), b.Vel.Sub(half)
		s.Wake(i)
		s.Wake(j)
		if v < -fixed.One {
			s.happened(event.Bounced, a, now, -v)
		}
	}
	part := (2*ballRadius - dist + 1) / 2
	s.shift(i, along(n, -part), land)
	s.shift(j, along(n, part), land)
}
