package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/physics"
)

const (
	// throwSpeed is that of a ball thrown with all force, heavySpeed that of a crate, in tiles per second.
	throwSpeed fixed.S = 11 * fixed.One
	heavySpeed fixed.S = 7 * fixed.One
	// throwLift is the vertical speed of what is thrown with all force, in tiles per second.
	throwLift fixed.S = 3 * fixed.One
	// kickSpeed is that of a ball kicked with all force, kickCrate that of a crate; kickLift lifts a ball.
	kickSpeed fixed.S = 9 * fixed.One
	kickCrate fixed.S = 4 * fixed.One
	kickLift  fixed.S = 3 * fixed.One / 2
	// leastForce is the force of the gentlest kick.
	leastForce fixed.S = fixed.One / 4
	// swing is how long one kick or throw takes, in ticks: another one before is TooSoon.
	swing game.Tick = 12
	// armLength is how far before it a player lays down what it carries.
	armLength fixed.S = 17 * fixed.One / 20
)

// pickUp takes up a crate or a ball, or collects a drop.
func pickUp(i *State, p *entity.PlayerState, b *entity.Body, id game.EntityID) event.Reason {
	o := i.Body(id)
	if o == nil {
		if why, across := grab(i, b, id); across {
			return why
		}
	}
	switch {
	case o == nil || o.Kind == entity.Player || o.Kind == entity.Flame || o.Kind.Pinned() || o.Flags&entity.Carried != 0:
		return event.NothingThere
	case !o.Pos.Sub(b.Pos).Near(LiftReach):
		return event.TooFar
	case o.Kind == entity.Drop:
		return collect(i, p, o)
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	k, _ := i.space.Find(id)
	i.space.Wake(k)
	at, _ := i.space.Find(b.ID)
	i.space.Wake(at)
	o.Flags |= entity.Carried
	b.Flags |= entity.Carrying
	o.Other, b.Other, o.Seat = b.ID, o.ID, p.Seat
	o.Vel, o.Angle, o.Spin, o.Calm = fixed.SVec{}, 0, 0, 0
	if p.Action == entity.Digging {
		act(i, p, entity.Idle)
	}
	i.tellBody(event.PickedUp, p, o, 0, 0)
	return event.NoReason
}

// release parts a carrier from what it carries, which is left where it fits; it returns its index. ok is
// false when what was carried is not here, as may be in a copy of a part of the island.
func release(i *State, b *entity.Body) (k int, ok bool) {
	k, ok = i.space.Find(b.Other)
	b.Flags &^= entity.Carrying | entity.Riding
	b.Other = 0
	if !ok {
		return 0, false
	}
	o := &i.space.Bodies()[k]
	o.Flags &^= entity.Carried
	o.Other = 0
	from := o.Pos
	o.Pos = besides(i, o.Kind, b.Pos)
	i.space.Moved(k, from)
	i.space.Wake(k)
	return k, true
}

// besides returns p, or the middle of its tile if a body of kind k would touch something solid at p: a
// carrier is narrower than what it carries.
func besides(i *State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(i, k, p) {
		return p
	}
	return room(i, k, tileCentre(p))
}

// throw throws what is carried, else one item of the slot. The length of dir is the force; without
// any, what is carried is laid down before the player.
func throw(i *State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec, slot uint8) event.Reason {
	if p.Action == entity.Throwing && i.tick < p.ActionAt+swing {
		return event.TooSoon
	}
	if b.Flags&entity.Riding != 0 {
		return alight(i, p, b)
	}
	dir = dir.Clamp(fixed.One)
	force := dir.Len()
	if b.Flags&entity.Carrying == 0 {
		return throwItem(i, p, b, dir, force, slot)
	}
	if force < leastForce {
		return layDown(i, p, b)
	}
	k, ok := release(i, b)
	if !ok {
		return event.HandsEmpty
	}
	o := &i.space.Bodies()[k]
	o.Seat = p.Seat
	if o.Kind != entity.Ember { // which do not glow for longer by being thrown
		o.Born = i.tick
	}
	v, lift := Toss(o.Kind, dir)
	i.space.Hurl(k, v, physics.CarryHeight, lift)
	act(i, p, entity.Throwing)
	i.tellBody(event.Thrown, p, o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}

// Toss returns the speed over the ground and the vertical one, in tiles per second, with which a body of a kind leaves
// the hand that throws it in a direction whose length is the force, 0 to 1. It leaves it at physics.CarryHeight.
func Toss(k entity.Kind, dir fixed.SVec) (v fixed.SVec, lift fixed.S) {
	speed := throwSpeed
	if k == entity.Crate {
		speed = heavySpeed
	}
	return dir.Scale(speed), throwLift.Mul(dir.Len())
}

// layDown puts what is carried on the ground before its carrier.
func layDown(i *State, p *entity.PlayerState, b *entity.Body) event.Reason {
	o := i.Body(b.Other)
	if o == nil {
		return event.HandsEmpty
	}
	spot := b.Pos.Add(b.Face.Direction().Scale(armLength).Vec())
	if !physics.Free(i, o.Kind, spot) {
		return event.Blocked
	}
	k, _ := release(i, b)
	from := o.Pos
	o.Pos, o.Z, o.Vel = spot, 0, fixed.SVec{}
	i.space.Moved(k, from)
	act(i, p, entity.Placing)
	i.tellBody(event.Dropped, p, o, int32(o.Kind.Item()), 1)
	return event.NoReason
}

// throwItem throws one item of a slot: a crate or a ball as itself, anything else as a drop.
func throwItem(i *State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec, force fixed.S, slot uint8) event.Reason {
	switch {
	case slot >= item.InventorySlots || p.Inventory[slot].Count == 0:
		return event.HandsEmpty
	case !i.roomForBodies(tileOf(b.Pos).Region(), 1):
		return event.NoRoom
	}
	s := &p.Inventory[slot]
	o := entity.Body{Kind: entity.PlacedAs(s.Kind), Seat: p.Seat, Born: i.tick}
	o.ID = i.newID(keyHash(p.Key), p.LastSeq, 0)
	speed := throwSpeed
	switch o.Kind {
	case entity.NoKind:
		o.Kind, o.Stack = entity.Drop, item.Take(s, 1)
	case entity.Crate:
		speed = heavySpeed
		fallthrough
	default:
		spend(i, s, 1)
	}
	if force < leastForce {
		dir = b.Face.Direction().Scale(leastForce)
		force = leastForce
	}
	o.Pos = besides(i, o.Kind, b.Pos)
	k := i.space.Insert(o)
	i.space.Hurl(k, dir.Scale(speed), physics.CarryHeight, throwLift.Mul(force))
	act(i, p, entity.Throwing)
	i.tellBody(event.Thrown, p, &o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}

// kick kicks the nearest ball or crate at the player's feet; of two at the same distance the one of
// lower ID.
func kick(i *State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec) event.Reason {
	if p.Action == entity.Kicking && i.tick < p.ActionAt+swing {
		return event.TooSoon
	}
	if dir == (fixed.SVec{}) {
		dir = b.Face.Direction()
	}
	dir = dir.Clamp(fixed.One)
	best, nearest := -1, KickReach
	for _, k := range i.space.Around(b.Pos, KickReach) {
		o := &i.space.Bodies()[k]
		if (o.Kind != entity.Ball && o.Kind != entity.Crate) || o.Flags&entity.Carried != 0 || o.Z > physics.CarryHeight {
			continue
		}
		if d := o.Pos.Sub(b.Pos).Len(); d < nearest {
			best, nearest = int(k), d
		}
	}
	if best < 0 {
		return event.NothingThere
	}
	force := max(dir.Len(), leastForce)
	o := &i.space.Bodies()[best]
	o.Seat = p.Seat
	if o.Kind == entity.Ball {
		i.space.Hurl(best, dir.Unit().Scale(kickSpeed.Mul(force)), 0, kickLift.Mul(force))
	} else {
		i.space.Hurl(best, dir.Unit().Scale(kickCrate.Mul(force)), 0, 0)
	}
	act(i, p, entity.Kicking)
	i.tellBody(event.Kicked, p, o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}
