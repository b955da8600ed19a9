package act

import (
	"manyhold/game"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/world"
)

const (
	// throwSpeed is that of a ball thrown with all force, heavySpeed that of a crate, in tiles per second.
	throwSpeed fixed.S = 11 * fixed.One
	heavySpeed fixed.S = 7 * fixed.One
	// throwLift is the vertical speed of a body thrown with full force, in tiles per second.
	throwLift fixed.S = 3 * fixed.One
	// kickSpeed is that of a ball kicked with all force, kickCrate that of a crate; kickLift lifts a ball.
	kickSpeed fixed.S = 9 * fixed.One
	kickCrate fixed.S = 4 * fixed.One
	kickLift  fixed.S = 3 * fixed.One / 2
	// leastForce is the force of the gentlest kick.
	leastForce fixed.S = fixed.One / 4
	// swing is how long one kick or throw takes, in ticks: another one before is TooSoon.
	swing game.Tick = 12
	// armLength is the distance, in tiles, at which a player lays down its load.
	armLength fixed.S = 17 * fixed.One / 20
)

// Throw throws the carried body, or else one item of the slot. The length of dir is the force; without force,
// the carried body is laid down before the player.
func Throw(i *world.State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec, slot uint8) event.Reason {
	if p.Action == entity.Throwing && i.Clock < p.ActionAt+swing {
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
	k, ok := living.Release(i, b)
	if !ok {
		return event.HandsEmpty
	}
	o := &i.Space.Bodies()[k]
	o.Seat = p.Seat
	if o.Kind != entity.Ember { // which do not glow for longer by being thrown
		o.Born = i.Clock
	}
	v, lift := Toss(o.Kind, dir)
	i.Space.Hurl(k, v, physics.CarryHeight, lift)
	living.Act(i, p, entity.Throwing)
	i.TellBody(event.Thrown, p, o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}

// Toss returns the speed over the ground and the vertical one, in tiles per second, with which a body of a
// kind leaves the hand that throws it in a direction whose length is the force, 0 to 1. It leaves it at
// physics.CarryHeight.
func Toss(k entity.Kind, dir fixed.SVec) (v fixed.SVec, lift fixed.S) {
	speed := throwSpeed
	if k.Boxy() {
		speed = heavySpeed
	}
	return dir.Scale(speed), throwLift.Mul(dir.Len())
}

// layDown puts the carried body on the ground before its carrier.
func layDown(i *world.State, p *entity.PlayerState, b *entity.Body) event.Reason {
	o := i.Space.Body(b.Other)
	if o == nil {
		return event.HandsEmpty
	}
	spot := b.Pos.Add(b.Face.Direction().Scale(armLength).Vec())
	if !physics.Free(&i.Land, o.Kind, spot) {
		return event.Blocked
	}
	k, _ := living.Release(i, b)
	from := o.Pos
	o.Pos, o.Z, o.Vel = spot, 0, fixed.SVec{}
	i.Space.Moved(k, from)
	living.Act(i, p, entity.Placing)
	i.TellBody(event.Dropped, p, o, int32(o.Kind.Item()), 1)
	return event.NoReason
}

// throwItem throws one item of a slot: a crate or a ball as itself, anything else as a drop.
func throwItem(i *world.State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec, force fixed.S, slot uint8) event.Reason {
	switch {
	case slot >= item.InventorySlots || p.Inventory[slot].Count == 0:
		return event.HandsEmpty
	case !i.Space.Room(tileOf(b.Pos).Region(), 1):
		return event.NoRoom
	}
	s := &p.Inventory[slot]
	o := entity.Body{Kind: entity.PlacedAs(s.Kind), Seat: p.Seat, Born: i.Clock}
	o.ID = i.Space.NewID(KeyHash(p.Key), p.LastSeq, 0)
	speed := throwSpeed
	switch o.Kind {
	case entity.NoKind:
		o.Kind, o.Stack = entity.Drop, item.Take(s, 1)
	case entity.Crate:
		speed = heavySpeed
		fallthrough
	default:
		Spend(i, s, 1)
	}
	if force < leastForce {
		dir = b.Face.Direction().Scale(leastForce)
		force = leastForce
	}
	o.Pos = living.Besides(i, o.Kind, b.Pos)
	living.NoteBody(i, diary.SetDown, &o)
	k := i.Space.Insert(o)
	i.Space.Hurl(k, dir.Scale(speed), physics.CarryHeight, throwLift.Mul(force))
	living.Act(i, p, entity.Throwing)
	i.TellBody(event.Thrown, p, &o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}

// footed returns the index of the body that a kick meets: the nearest within reach; -1 if there is none.
func footed(i *world.State, b *entity.Body) int {
	best, nearest := -1, world.KickReach
	for _, k := range i.Space.Around(b.Pos, world.KickReach) {
		o := &i.Space.Bodies()[k]
		if (!o.Kind.Round() && !o.Kind.Boxy()) || o.Flags&entity.Borne != 0 || o.Z > physics.CarryHeight {
			continue
		}
		if d := o.Pos.Sub(b.Pos).Len(); d < nearest {
			best, nearest = int(k), d
		}
	}
	return best
}

// Kick kicks the nearest ball or crate at the player's feet; of two at the same distance the one of
// lower ID.
func Kick(i *world.State, p *entity.PlayerState, b *entity.Body, dir fixed.SVec) event.Reason {
	if p.Action == entity.Kicking && i.Clock < p.ActionAt+swing {
		return event.TooSoon
	}
	if dir == (fixed.SVec{}) {
		dir = b.Face.Direction()
	}
	dir = dir.Clamp(fixed.One)
	best := footed(i, b)
	if best < 0 {
		return event.NothingThere
	}
	force := max(dir.Len(), leastForce)
	o := &i.Space.Bodies()[best]
	o.Seat = p.Seat
	if o.Kind.Round() {
		i.Space.Hurl(best, dir.Unit().Scale(kickSpeed.Mul(force)), 0, kickLift.Mul(force))
	} else {
		i.Space.Hurl(best, dir.Unit().Scale(kickCrate.Mul(force)), 0, 0)
	}
	living.Act(i, p, entity.Kicking)
	i.TellBody(event.Kicked, p, o, int32(force*255>>fixed.Bits), 0)
	return event.NoReason
}
