package act

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// useCart gets in or out of a cart; done is false where use means something else.
func useCart(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) (done bool, why event.Reason) {
	if b.Flags&entity.Riding != 0 {
		return true, alight(i, p, b)
	}
	k, ok := cartOn(i, t)
	if !ok {
		return false, event.NoReason
	}
	switch o := &i.Space.Bodies()[k]; {
	case !o.Pos.Sub(b.Pos).Near(world.LiftReach):
		return true, event.TooFar
	case b.Flags&entity.Carrying != 0:
		return true, event.HandsFull
	}
	getIn(i, p, b, k)
	return true, event.NoReason
}

// cartOn returns the first cart, in ascending ID, that stands free on a tile.
func cartOn(i *world.State, t grid.Tile) (k int, ok bool) {
	for _, j := range i.Space.Around(t.Centre(), fixed.One) {
		o := &i.Space.Bodies()[j]
		if o.Kind == entity.Cart && o.Flags&entity.Carried == 0 && o.Z == 0 && grid.TileAt(o.Pos) == t && (!ok || int(j) < k) {
			k, ok = int(j), true
		}
	}
	return k, ok
}

// getIn lets a player get into the k-th body, a cart.
func getIn(i *world.State, p *entity.PlayerState, b *entity.Body, k int) {
	o := &i.Space.Bodies()[k]
	at, _ := i.Space.Find(b.ID)
	i.Space.Wake(k)
	i.Space.Wake(at)
	o.Flags |= entity.Carried
	b.Flags |= entity.Carrying | entity.Riding
	o.Other, b.Other, o.Seat = b.ID, o.ID, p.Seat
	from := b.Pos
	b.Pos, b.Vel = o.Pos, o.Vel
	i.Space.Moved(at, from)
	living.Act(i, p, entity.Using)
	i.TellBody(event.Rode, p, o, 1, 0)
}

// alight lets a player get out beside the cart: before it as it looks, else to the right, behind or to the
// left; where nothing is free, in the same place.
func alight(i *world.State, p *entity.PlayerState, b *entity.Body) event.Reason {
	k, ok := living.Release(i, b)
	if !ok {
		return event.HandsEmpty // in a copy that does not reach as far
	}
	o := &i.Space.Bodies()[k]
	o.Z = 0
	b.Vel = fixed.SVec{}
	ahead := living.HeadingTo(b.Face.Direction().Vec())
	for n := range int(tile.HeadingCount) {
		dx, dy := ahead.Turned(n).Step()
		spot := b.Pos.Add(fixed.Vec{X: fixed.Q(dx) * fixed.One, Y: fixed.Q(dy) * fixed.One})
		if t := grid.TileAt(spot); physics.Free(&i.Land, entity.Player, spot) && !living.Occupied(i, t, false) {
			at, _ := i.Space.Find(b.ID)
			from := b.Pos
			b.Pos = spot
			i.Space.Moved(at, from)
			break
		}
	}
	living.Act(i, p, entity.Using)
	i.TellBody(event.Rode, p, o, 0, 0)
	return event.NoReason
}

// ride lets the k-th body, a player in a cart, go faster or slower along the rail.
func ride(i *world.State, p *entity.PlayerState, k int) {
	b := &i.Space.Bodies()[k]
	t := grid.TileAt(b.Pos)
	if _, block, _, _ := i.Land.TileAt(t); block != tile.Rail {
		i.Space.Walk(k, fixed.SVec{}, living.RideMost, false)
		return
	}
	speed := max(b.Vel.X.Abs(), b.Vel.Y.Abs())
	goes, want := living.HeadingTo(b.Vel.Vec()), living.HeadingTo(p.Move.Vec())
	switch {
	case p.Move == (fixed.SVec{}):
		speed = max(speed-living.RideLoss, 0)
	case speed < living.RailLeast:
		if !living.RailGoes(i, t, want) {
			return
		}
		goes, speed = want, 2*living.RailLeast
	case want == goes && speed < living.RideMost:
		speed = min(speed+living.RidePush, living.RideMost)
	case want == goes.Turned(2):
		speed = max(speed-2*living.RidePush, 0)
	}
	dx, dy := goes.Step()
	b.Vel = fixed.SVec{X: fixed.S(dx) * speed, Y: fixed.S(dy) * speed}
	i.Space.Wake(k)
}
