package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
)

// Who uses a cart that stands free gets into it, and out of it by the next use. In a cart one does not walk: on rails it
// goes as carts do, driven by signals, and faster or slower by where one wants to go; off them it stands. For the tables
// the player carries the cart, so that the two are never apart: not at a line, not in sleep, not on two sides.

const (
	// ridePush is how much who rides adds to the speed in a tick, or brakes by, and rideMost how fast it gets so, in
	// tiles per second.
	ridePush fixed.S = fixed.One / 16
	rideMost fixed.S = 4 * fixed.One
	// rideLoss is how much speed is lost in a tick by who does nothing, in tiles per second.
	rideLoss fixed.S = fixed.One / 256
)

// useCart gets in or out of a cart; done is false where use means something else.
func useCart(i *State, p *entity.PlayerState, b *entity.Body, t grid.Tile) (done bool, why event.Reason) {
	if b.Flags&entity.Riding != 0 {
		return true, alight(i, p, b)
	}
	k, ok := cartOn(i, t)
	if !ok {
		return false, event.NoReason
	}
	switch o := &i.space.Bodies()[k]; {
	case !o.Pos.Sub(b.Pos).Near(LiftReach):
		return true, event.TooFar
	case b.Flags&entity.Carrying != 0:
		return true, event.HandsFull
	}
	board(i, p, b, k)
	return true, event.NoReason
}

// cartOn returns the first cart, in ascending ID, that stands free on a tile.
func cartOn(i *State, t grid.Tile) (k int, ok bool) {
	for _, j := range i.space.Around(t.Centre(), fixed.One) {
		o := &i.space.Bodies()[j]
		if o.Kind == entity.Cart && o.Flags&entity.Carried == 0 && o.Z == 0 && grid.TileAt(o.Pos) == t && (!ok || int(j) < k) {
			k, ok = int(j), true
		}
	}
	return k, ok
}

// board lets a player get into the k-th body, a cart.
func board(i *State, p *entity.PlayerState, b *entity.Body, k int) {
	o := &i.space.Bodies()[k]
	at, _ := i.space.Find(b.ID)
	i.space.Wake(k)
	i.space.Wake(at)
	o.Flags |= entity.Carried
	b.Flags |= entity.Carrying | entity.Riding
	o.Other, b.Other, o.Seat = b.ID, o.ID, p.Seat
	from := b.Pos
	b.Pos, b.Vel = o.Pos, o.Vel
	i.space.Moved(at, from)
	act(i, p, entity.Using)
	i.tellBody(event.Rode, p, o, 1, 0)
}

// alight lets a player get out beside the cart: before it as it looks, else to the right, behind or to the left; where
// nothing is free, in the same place.
func alight(i *State, p *entity.PlayerState, b *entity.Body) event.Reason {
	k, ok := release(i, b)
	if !ok {
		return event.HandsEmpty // in a copy that does not reach as far
	}
	o := &i.space.Bodies()[k]
	o.Z = 0
	b.Vel = fixed.SVec{}
	ahead := headingTo(b.Face.Direction().Vec())
	for n := range int(tile.HeadingCount) {
		dx, dy := ahead.Turned(n).Step()
		spot := b.Pos.Add(fixed.Vec{X: fixed.Q(dx) * fixed.One, Y: fixed.Q(dy) * fixed.One})
		if t := grid.TileAt(spot); physics.Free(i, entity.Player, spot) && !occupied(i, t, false) {
			at, _ := i.space.Find(b.ID)
			from := b.Pos
			b.Pos = spot
			i.space.Moved(at, from)
			break
		}
	}
	act(i, p, entity.Using)
	i.tellBody(event.Rode, p, o, 0, 0)
	return event.NoReason
}

// ride lets the k-th body, a player in a cart, go faster or slower along the rail.
func ride(i *State, p *entity.PlayerState, k int) {
	b := &i.space.Bodies()[k]
	t := grid.TileAt(b.Pos)
	if _, block, _, _ := i.TileAt(t); block != tile.Rail {
		i.space.Walk(k, fixed.SVec{}, rideMost, false)
		return
	}
	speed := max(b.Vel.X.Abs(), b.Vel.Y.Abs())
	goes, want := headingTo(b.Vel.Vec()), headingTo(p.Move.Vec())
	switch {
	case p.Move == (fixed.SVec{}):
		speed = max(speed-rideLoss, 0)
	case speed < railLeast:
		if !railGoes(i, t, want) {
			return
		}
		goes, speed = want, 2*railLeast
	case want == goes && speed < rideMost:
		speed = min(speed+ridePush, rideMost)
	case want == goes.Turned(2):
		speed = max(speed-2*ridePush, 0)
	}
	dx, dy := goes.Step()
	b.Vel = fixed.SVec{X: fixed.S(dx) * speed, Y: fixed.S(dy) * speed}
	i.space.Wake(k)
}
