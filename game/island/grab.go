package island

import (
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
)

// What lies across a line within reach of a hand can be taken up: the player's island asks the one whose it is, which
// hands it over to whoever asks first, to where that player stands; there it is lifted. Who asks too late sees it over
// the other's head. Both are messages:
//
//	grab   u64 body of the receiver, u64 player's body of the sender, u64 X, u64 Y of that body's place
//	given  u64 player's body of the receiver; the rest as in cross
//
// A handoff that comes when the player has gone, or has its hands full, lies where the player stood.

// grabBytes bounds the length of a grab.
const grabBytes = 1 + 4*8

// grab asks another island for what it has across a line; is reports whether it has anything of that ID.
func grab(i *State, b *entity.Body, id game.EntityID) (why event.Reason, is bool) {
	for k := range i.ghosts {
		g := &i.ghosts[k]
		if g.body.ID != id {
			continue
		}
		switch {
		case !g.body.Kind.Liftable() || g.body.Flags&entity.Carried != 0:
			return event.NothingThere, true
		case !g.body.Pos.Sub(b.Pos).Near(LiftReach):
			return event.TooFar, true
		case b.Flags&entity.Carrying != 0:
			return event.HandsFull, true
		case i.partial: // a copy waits for what comes
			return event.NoReason, true
		case !roomToSend(i, g.of, grabBytes):
			return event.TooSoon, true
		}
		m := codec.U64(codec.U64([]byte{uint8(grabLetter)}, uint64(id)), uint64(b.ID))
		send(i, g.of, codec.U64(codec.U64(m, uint64(b.Pos.X)), uint64(b.Pos.Y)))
		return event.NoReason, true
	}
	return event.NoReason, false
}

// heedGrab hands over what somebody across the line reaches for, if it is still to be had.
func heedGrab(i *State, from uint64, c *codec.Cursor) {
	id, who, at := game.EntityID(c.U64()), c.U64(), readVec(c)
	if c.Done() != nil || i.owns(grid.TileAt(at).Region()) || !roomToSend(i, from, crossBytes) {
		return
	}
	o := i.Body(id)
	if o == nil || !o.Kind.Liftable() || o.Flags&entity.Carried != 0 || !o.Pos.Sub(at).Near(LiftReach) {
		return
	}
	b := *o
	b.Pos, b.Vel, b.Z, b.VZ = at, fixed.SVec{}, 0, 0
	m := codec.U64(codec.U64([]byte{uint8(givenLetter)}, who), uint64(i.tick))
	m = codec.U8(appendBody(codec.U8(m, 1), &b), 0)
	m = i.appendRows(m, func(x *entity.Body) bool { return x != nil && x.ID == id })
	var lost Counts
	lost.items([]item.Stack{b.Stack})
	i.removeBody(id)
	for k, n := range lost {
		i.destroyed[k] += n
	}
	send(i, from, m)
}

// heedGiven takes in what was asked for across a line, and lets the player lift it.
func heedGiven(i *State, from uint64, c *codec.Cursor) {
	who := game.EntityID(c.U64())
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readCrossing(&in)
	if in.Err() != nil {
		return
	}
	again := codec.Read(data)
	heedCross(i, from, &again)
	id := x.bodies[0].ID
	b := i.Body(who)
	if b == nil || b.Kind != entity.Player || i.Body(id) == nil || b.Flags&entity.Asleep != 0 {
		return
	}
	if p := playerBySeat(i, b.Seat); p != nil {
		pickUp(i, p, b, id)
	}
}
