package federation

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// A RemoteVisit asks a player on another island for a visit. It names that player's place as far as the guest
// knows it. The request goes by way of home to the holder of that land, which keeps it as a component of the
// host's body, one at a time. The answer takes the same way, and an admitted guest goes over as through a
// portal. Like a visit on one island, a request counts for VisitTime. A request or an answer that does not
// find its player is ignored.

// RemoteVisitColumn is the component of a host that is asked from afar: the body of the guest (u64), the tick
// (u64) and the guest's tile at that tick (i32 X, i32 Y).
const RemoteVisitColumn = "manyhold:call"

// visitLetterBytes bounds the length of a request, and of its answer.
const visitLetterBytes = 1 + 2*8 + 2*8 + 2

// Post sends a message towards the holder of a region: a child to home, home to the holder.
func Post(i *world.State, at grid.Region, m []byte) event.Reason {
	if i.Partial {
		return event.NoReason // a copy sends nothing
	}
	if i.Register.Owns(at) {
		return event.NothingThere
	}
	to := world.Home
	if i.Register.SelfID == world.Home {
		to = i.Register.HeldBy(at)
	}
	if !RoomToSend(i, to, visitLetterBytes) {
		return event.NoRoom
	}
	Send(i, to, m)
	return event.NoReason
}

// remoteVisit is a request or its answer, as it was read.
type remoteVisit struct {
	guest, host     game.EntityID
	guestAt, hostAt grid.Tile
	seat            entity.Seat // of the guest
}

func readRemoteVisit(c *codec.Cursor) (x remoteVisit) {
	x.guest, x.host = game.EntityID(c.U64()), game.EntityID(c.U64())
	x.guestAt, x.hostAt, x.seat = encoding.ReadTile(c), encoding.ReadTile(c), entity.Seat(c.U16())
	for _, t := range [...]grid.Tile{x.guestAt, x.hostAt} {
		at := t.Region()
		c.Require(at.X >= -grid.MaxRegion && at.X < grid.MaxRegion && at.Y >= -grid.MaxRegion && at.Y < grid.MaxRegion)
	}
	c.Done()
	return x
}

// onVisit keeps a request for its host, or forwards it.
func onVisit(i *world.State, c *codec.Cursor) {
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readRemoteVisit(&in)
	if in.Err() != nil {
		return
	}
	if at := x.hostAt.Region(); !i.Register.Owns(at) {
		passOn(i, at, VisitLetter, data)
		return
	}
	h := i.Space.Body(x.host)
	if h == nil || h.Kind != entity.Player || h.Flags&entity.Asleep != 0 || i.Space.Body(x.guest) != nil {
		return
	}
	row := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(x.guest)), uint64(i.Clock))
	if i.Note(RemoteVisitColumn, h.ID, encoding.AppendTile(row, x.guestAt)) == event.NoReason {
		i.Happened = append(i.Happened, event.Event{Kind: event.VisitRequested, Tick: i.Clock, Seat: x.seat, Pos: h.Pos, Tile: grid.TileAt(h.Pos), Entity: h.ID})
	}
}

// passOn forwards a request or an answer from home to the holder of the land; a child that does not hold the
// land drops it.
func passOn(i *world.State, at grid.Region, kind Letter, data []byte) {
	if i.Register.SelfID == world.Home {
		Post(i, at, append([]byte{uint8(kind)}, data...))
	}
}

// onWelcome lets a player go over that was let in, or sends the answer on.
func onWelcome(i *world.State, c *codec.Cursor) {
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readRemoteVisit(&in)
	if in.Err() != nil {
		return
	}
	if at := x.guestAt.Region(); !i.Register.Owns(at) {
		passOn(i, at, WelcomeLetter, data)
		return
	}
	row := i.Components.Get(VisitColumn, x.guest)
	k, ok := i.Space.Find(x.guest)
	if row == nil || !ok || binary.LittleEndian.Uint64(row) != uint64(x.host) || i.Clock >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+2*VisitTime {
		return
	}
	b := &i.Space.Bodies()[k]
	who := i.Roster.BySeat(b.Seat)
	if b.Kind != entity.Player || b.Flags&entity.Asleep != 0 || who == nil {
		return
	}
	who.Move = fixed.SVec{}
	i.Components.Remove(VisitColumn, x.guest)
	PassTo(i, k, x.hostAt) // where the holder cannot be told it stays, and may ask again
}
