package federation

import (
	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// A player that carries another one goes to another island together with it, in one message of the kind pair:
//
//	blob, blob: the handoffs of the carrier and of its load, without the kind
//
// Each is as it is in a message of its own. The carrier's place counts for both, and both need room there. It
// goes over a line, through a portal, home, and to a player that lets the carrier come.

// pairBytes bounds what a pair adds to the length of its handoffs.
const pairBytes = 2 * 5

// loadOf returns the body of the player that a body takes along wherever it goes, 0 if there is none: the one
// that it carries, if both are near each other and have nothing else in their hands or under them.
func loadOf(i *world.State, id game.EntityID) game.EntityID {
	load := bond.Load(i, id)
	if load == 0 || playerOf(i, id) == nil || playerOf(i, load) == nil || bond.Carrier(i, id) != 0 {
		return 0
	}
	b, o := i.Space.Body(id), i.Space.Body(load)
	if (b.Flags|o.Flags)&(entity.Carrying|entity.Riding) != 0 || !o.Pos.Sub(b.Pos).Near(bond.Leash) {
		return 0
	}
	return load
}

// inArms returns the body of the player that takes the one of a body along, 0 if none does.
func inArms(i *world.State, b *entity.Body) game.EntityID {
	if c := bond.Carrier(i, b.ID); c != 0 && loadOf(i, c) == b.ID {
		return c
	}
	return 0
}

// onPair takes both handoffs of a pair in, or sends them on.
func onPair(i *world.State, c *codec.Cursor) {
	first, second := c.Blob(world.MaxMessage), c.Blob(world.MaxMessage)
	if c.Done() != nil {
		return
	}
	a, b := codec.Read(first), codec.Read(second)
	x, o := readCrossing(&a), readCrossing(&b)
	if a.Err() != nil || b.Err() != nil || x.player == nil || o.player == nil || len(x.bodies)+len(o.bodies) > 2 {
		return
	}
	if to, elsewhere := x.elsewhere(i); elsewhere {
		switch one, other := x.mayPass(i), o.mayPass(i); {
		case one && other:
			Send(i, to, codec.Blob(codec.Blob([]byte{uint8(PairLetter)}, first), second))
		case one:
			Send(i, to, append([]byte{uint8(CrossLetter)}, first...))
		case other:
			Send(i, to, append([]byte{uint8(CrossLetter)}, second...))
		}
		return
	}
	came := x.mayCome(i)
	if came {
		receive(i, &x)
	}
	if !o.mayCome(i) {
		return
	}
	o.bodies[0].Pos = x.bodies[0].Pos
	receive(i, &o)
	if came {
		join(i, x.player, o.player)
	}
}

// join lets a player that came carry the one that came after it. Where there was no room in the world for
// both, both wait outside.
func join(i *world.State, x, o *entity.PlayerState) {
	if i.Space.Has(o.Body) {
		bond.Tie(i, o.Body, bond.Bond{Other: x.Body, Held: true})
	} else if i.Space.Has(x.Body) {
		Leave(i, i.Roster.BySeat(x.Seat))
	}
}

// putInArms brings the player that a body carries to the body's place.
func putInArms(i *world.State, load, carrier game.EntityID) {
	k, ok := i.Space.Find(load)
	b := i.Space.Body(carrier)
	if !ok || b == nil {
		return
	}
	o := &i.Space.Bodies()[k]
	from := o.Pos
	o.Pos, o.Vel = b.Pos, fixed.SVec{}
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}
