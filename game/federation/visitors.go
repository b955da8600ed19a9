package federation

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// PickUp takes up a crate or a ball, or collects a drop.
func PickUp(i *world.State, p *entity.PlayerState, b *entity.Body, id game.EntityID) event.Reason {
	id = living.Whole(i, id)
	o := i.Space.Body(id)
	if o == nil {
		if why, across := take(i, b, id); across {
			return why
		}
	}
	switch {
	case o == nil || o.Kind == entity.Player || o.Kind == entity.Flame || o.Kind == entity.Remains || o.Kind.Airy() || o.Kind.Pinned() || o.Flags&entity.Carried != 0:
		return event.NothingThere
	case !o.Pos.Sub(b.Pos).Near(world.LiftReach):
		return event.TooFar
	case o.Kind == entity.Drop:
		return collect(i, p, o)
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	k, _ := i.Space.Find(id)
	i.Space.Wake(k)
	at, _ := i.Space.Find(b.ID)
	i.Space.Wake(at)
	o.Flags |= entity.Carried
	b.Flags |= entity.Carrying
	o.Other, b.Other, o.Seat = b.ID, o.ID, p.Seat
	o.Vel, o.Angle, o.Spin, o.Calm = fixed.SVec{}, 0, 0, 0
	if p.Action == entity.Digging {
		living.Act(i, p, entity.Idle)
	}
	i.TellBody(event.PickedUp, p, o, 0, 0)
	return event.NoReason
}

// TakeIn puts as much of a drop as fits into a player's inventory.
func TakeIn(i *world.State, p *entity.PlayerState, d *entity.Body) {
	had := d.Stack
	rest := item.Add(p.Inventory[:], had)
	i.TellBody(event.Collected, p, d, int32(had.Kind), int32(had.Count-rest))
	d.Stack.Count = rest
	if rest == 0 {
		i.Components.Drop(d.ID)
	}
}

// collect takes a drop in at once, as it was asked for.
func collect(i *world.State, p *entity.PlayerState, d *entity.Body) event.Reason {
	if item.Room(p.Inventory[:], d.Stack) == 0 {
		return event.NoRoom
	}
	TakeIn(i, p, d)
	if d.Stack.Count == 0 {
		i.RemoveBody(d.ID)
	}
	return event.NoReason
}

// A body across a line can be taken up if it is within a hand's reach. The player's island asks the body's
// island, which hands it over to the first player that asks, at the place where that player stands; there it
// is lifted. A player that asks too late sees it over the other's head. Both are messages:
//
//	take   u64 body of the receiver, u64 player's body of the sender, u64 X, u64 Y of that body's place
//	given  u64 player's body of the receiver; the rest as in cross
//
// A handoff that comes when the player has gone, or has its hands full, lies where the player stood.

// takeBytes bounds the length of a take.
const takeBytes = 1 + 4*8

// take asks another island for a body across a line; is reports whether that island has a body of that ID.
func take(i *world.State, b *entity.Body, id game.EntityID) (why event.Reason, is bool) {
	for k := range i.Border.Ghosts {
		g := &i.Border.Ghosts[k]
		if g.Body.ID != id {
			continue
		}
		switch {
		case !g.Body.Kind.Liftable() || g.Body.Flags&entity.Borne != 0:
			return event.NothingThere, true
		case !g.Body.Pos.Sub(b.Pos).Near(world.LiftReach):
			return event.TooFar, true
		case b.Flags&entity.Carrying != 0:
			return event.HandsFull, true
		case i.Partial: // a copy waits for what comes
			return event.NoReason, true
		case !RoomToSend(i, g.Of, takeBytes):
			return event.TooSoon, true
		}
		m := codec.U64(codec.U64([]byte{uint8(TakeLetter)}, uint64(id)), uint64(b.ID))
		Send(i, g.Of, codec.U64(codec.U64(m, uint64(b.Pos.X)), uint64(b.Pos.Y)))
		return event.NoReason, true
	}
	return event.NoReason, false
}

// onTake hands over the body that a player across the line reaches for, if it is still available.
func onTake(i *world.State, from uint64, c *codec.Cursor) {
	id, who, at := game.EntityID(c.U64()), c.U64(), encoding.ReadVec(c)
	if c.Done() != nil || i.Register.Owns(grid.TileAt(at).Region()) || !RoomToSend(i, from, crossSize(i, id)) {
		return
	}
	o := i.Space.Body(id)
	if o == nil || !o.Kind.Liftable() || o.Flags&entity.Borne != 0 || !o.Pos.Sub(at).Near(world.LiftReach) {
		return
	}
	b := *o
	b.Pos, b.Vel, b.Z, b.VZ = at, fixed.SVec{}, 0, 0
	m := codec.U64(codec.U64([]byte{uint8(GivenLetter)}, who), uint64(i.Clock))
	kids := childrenOf(i, []entity.Body{b})
	m = codec.U8(appendChildren(encoding.AppendBody(codec.U8(m, 1), &b), kids), 0)
	all := append([]entity.Body{b}, kids...)
	m = i.AppendRows(m, func(x *entity.Body) bool { return x != nil && among(all, x.ID) })
	m = appendThings(m, i, all)
	var lost world.Counts
	lost.Items([]item.Stack{b.Stack})
	i.RemoveBody(id)
	for k, n := range lost {
		i.Ledger.Destroyed[k] += n
	}
	Send(i, from, m)
}

// onGiven takes in a body that was asked for across a line, and lets the player lift it.
func onGiven(i *world.State, from uint64, c *codec.Cursor) {
	who := game.EntityID(c.U64())
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readCrossing(&in)
	if in.Err() != nil {
		return
	}
	again := codec.Read(data)
	OnCross(i, from, &again)
	id := x.bodies[0].ID
	b := i.Space.Body(who)
	if b == nil || b.Kind != entity.Player || i.Space.Body(id) == nil || b.Flags&entity.Asleep != 0 {
		return
	}
	if p := i.Roster.BySeat(b.Seat); p != nil {
		PickUp(i, p, b, id)
	}
}

// A player can be where another is, if that one lets it: it asks (Visit), and is let in (Welcome) within
// VisitTime. The request is kept as a component of its body and goes with it. Admission without a click is
// not decided here: a peer may welcome on behalf of its player.

// VisitTime is how long a guest can be let in after it asked, in ticks.
const VisitTime game.Tick = 30 * game.TicksPerSecond

// VisitColumn is the component of a guest: the body of the host (u64) and the tick of the request (u64).
const (
	VisitColumn = "manyhold:knock"
	visitBytes  = 16
)

// Leave takes a player out of the world. The thing that it carries on its head is laid down.
func Leave(i *world.State, p *entity.PlayerState) event.Reason {
	b := i.Space.Body(p.Body)
	asleep := b.Flags&entity.Asleep != 0
	living.Unload(i, p)
	b = i.Space.Body(p.Body)
	if !asleep { // of a sleeper it was told when it fell asleep
		i.TellText(event.Left, p, b.Pos, p.Name.String())
	}
	gone := *p
	gone.Last, gone.Body, gone.Move, gone.Action, gone.SleptAt = b.Pos, 0, fixed.SVec{}, entity.Idle, 0
	i.RemoveBody(b.ID)
	k, _ := world.FindSeat(i.Roster.Here, gone.Seat)
	i.Roster.Here = slices.Delete(i.Roster.Here, k, k+1)
	k, _ = world.FindSeat(i.Roster.Away, gone.Seat)
	i.Roster.Away = slices.Insert(i.Roster.Away, k, gone)
	i.Roster.SumAway()
	i.Moved = true
	return event.NoReason
}
