package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// hold moves a carried body to its carrier.
func (s *Space) hold(i int32) {
	b := &s.bodies[i]
	if c, ok := s.Find(b.Other); ok {
		from, height := b.Pos, CarryHeight
		if s.bodies[c].Flags&entity.Riding != 0 {
			height = 0
		}
		b.Pos, b.Z, b.Vel, b.VZ = s.bodies[c].Pos, s.bodies[c].Z+height, s.bodies[c].Vel, 0
		s.Moved(int(i), from)
	}
}

// advance moves one body by its own velocity, against the tiles.
func (s *Space) advance(b *entity.Body, land Land, now game.Tick) {
	f := &forms[b.Kind]
	if b.Vel.X.Abs() > MaxSpeed/2 || b.Vel.Y.Abs() > MaxSpeed/2 {
		b.Vel = b.Vel.Clamp(MaxSpeed)
	}
	speed := b.Vel
	hitX := s.moveX(b, land, perTick(b.Vel.X))
	hitY := s.moveY(b, land, perTick(b.Vel.Y))
	if b.Kind == entity.Player {
		s.slip(b, land, hitX, hitY)
	}
	if hitX || hitY {
		restitute, _ := springs(b)
		if hitX {
			b.Vel.X = -b.Vel.X.Mul(restitute)
		}
		if hitY {
			b.Vel.Y = -b.Vel.Y.Mul(restitute)
		}
	}
	if hitX && speed.X.Abs() >= f.loud && f.loud > 0 || hitY && speed.Y.Abs() >= f.loud && f.loud > 0 {
		s.happened(event.Bounced, b, now, speed.Len())
	}
	if b.Z != 0 || b.VZ != 0 {
		s.fall(b, land, now)
	}
	if b.VZ != 0 {
		return // in the air
	}
	if f.friction != 0 {
		rub(b, f, land)
	}
	if b.Vel == (fixed.SVec{}) && b.Flags&entity.Carrying == 0 {
		b.Flags |= entity.Resting
	}
}

// Carry moves the body at i by d against the tiles, as the thing under it would.
func (s *Space) Carry(i int, d fixed.Vec, land Land) { s.shift(i, d, land) }

// Drift moves an image on by one tick at its velocity.
func Drift(b *entity.Body) {
	b.Pos.X += perTick(b.Vel.X)
	b.Pos.Y += perTick(b.Vel.Y)
}

// fall moves a body up or down. It lands on the ground or thing under it.
func (s *Space) fall(b *entity.Body, land Land, now game.Tick) {
	b.VZ -= Gravity.Mul(land.Pull(tileOf(b.Pos))) / game.TicksPerSecond
	b.Z += fixed.S(perTick(b.VZ))
	floor := s.floor(b, land)
	if b.Z > floor {
		return
	}
	speed := -b.VZ
	b.Z, b.VZ = floor, 0
	if floor == 0 && land.Cell(tileOf(b.Pos)).Ground.Info().Liquid {
		if speed > fixed.One/2 {
			s.happened(event.Splashed, b, now, speed)
		}
		b.Vel = b.Vel.Scale(fixed.One / 2)
		return
	}
	const least = 6 * fixed.One / 5 // slower than this it does not hop again, in tiles per second
	if speed > least {
		s.happened(event.Landed, b, now, speed)
		_, hop := springs(b)
		if hop = speed.Mul(hop); hop > least/2 {
			b.VZ = hop
		}
	}
}

// floor returns the height of the surface under the body: the ground, or the top of a low thing.
func (s *Space) floor(b *entity.Body, land Land) fixed.S {
	half := forms[b.Kind].half
	x0, x1 := columns(b.Pos.X, half.X)
	y0, y1 := columns(b.Pos.Y, half.Y)
	top := fixed.S(0)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			// A block higher than the body stands beside it, never under it.
			h := fixed.S(land.Cell(x, y).Height) * heightUnit
			if h > top && h <= b.Z-b.VZ/game.TicksPerSecond+heightUnit {
				top = h
			}
		}
	}
	return top
}

// rub slows a body by the friction of its ground.
func rub(b *entity.Body, f *form, land Land) {
	if b.Vel == (fixed.SVec{}) {
		return
	}
	loss := f.friction / game.TicksPerSecond
	g := land.Cell(tileOf(b.Pos)).Ground.Info()
	switch {
	case g.Slippery:
		loss /= 10
	case g.Liquid:
		b.Vel = b.Vel.Sub(fixed.SVec{X: b.Vel.X / 16, Y: b.Vel.Y / 16})
	case g.Speed < fixed.One:
		loss *= 2
	}
	speed := b.Vel.Len()
	if speed <= loss {
		b.Vel = fixed.SVec{}
		return
	}
	rest, whole := int64(speed-loss), int64(speed)
	b.Vel = fixed.SVec{X: fixed.S(int64(b.Vel.X) * rest / whole), Y: fixed.S(int64(b.Vel.Y) * rest / whole)}
}

// happened notes an event of a body; a is a speed in tiles per second.
func (s *Space) happened(k event.Kind, b *entity.Body, now game.Tick, speed fixed.S) {
	s.Events = append(s.Events, event.Event{Kind: k, Tick: now, Seat: b.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos),
		Entity: b.ID, A: int32(speed >> (fixed.Bits - 4))})
}

func tileOf(p fixed.Vec) (x, y int32) { return int32(p.X >> fixed.Bits), int32(p.Y >> fixed.Bits) }
