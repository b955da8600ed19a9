package island

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// A player on another island is asked by a Call, which says where it is as far as the one who asks knows. The call goes to
// who holds that land, by way of home, and is kept there as a component of the body of who is asked; one at a time. Who is
// let in is told so by the way of the call, and goes over as through a portal. Like a knock, a call counts for KnockTime;
// what does not find whom it is for is passed over.

// callColumn is the component of who is asked from afar: the body of the guest (u64), the tick (u64) and the tile (i32 X,
// i32 Y) where that was.
const callColumn = "manyhold:call"

// callLetterBytes bounds the length of a call, and of its answer.
const callLetterBytes = 1 + 2*8 + 2*8 + 2

// call asks a player of another island to let this one come.
func call(i *State, b *entity.Body, c *command.Command) event.Reason {
	at := c.Tile.Region()
	if c.Entity == 0 || i.Body(c.Entity) != nil {
		return event.NothingThere
	}
	if row := i.Component(knockColumn, b.ID); row != nil && i.tick < game.Tick(binary.LittleEndian.Uint64(row[8:]))+KnockTime/10 {
		return event.TooSoon
	}
	m := codec.U64(codec.U64([]byte{uint8(callLetter)}, uint64(b.ID)), uint64(c.Entity))
	m = codec.U16(appendTile(appendTile(m, grid.TileAt(b.Pos)), c.Tile), uint16(b.Seat))
	if why := post(i, at, m); why != event.NoReason {
		return why
	}
	return i.note(knockColumn, b.ID, knockRow(i, c.Entity))
}

// post sends a message towards who holds a region: a child to home, home to the holder.
func post(i *State, at grid.Region, m []byte) event.Reason {
	if i.partial {
		return event.NoReason // a copy sends nothing
	}
	if i.owns(at) {
		return event.NothingThere
	}
	to := Home
	if i.self == Home {
		to = i.heldBy(at)
	}
	if !roomToSend(i, to, callLetterBytes) {
		return event.NoRoom
	}
	send(i, to, m)
	return event.NoReason
}

// calling is a call or its answer, as it was read.
type calling struct {
	guest, host     game.EntityID
	guestAt, hostAt grid.Tile
	seat            entity.Seat // of the guest
}

func readCalling(c *codec.Cursor) (x calling) {
	x.guest, x.host = game.EntityID(c.U64()), game.EntityID(c.U64())
	x.guestAt, x.hostAt, x.seat = readTile(c), readTile(c), entity.Seat(c.U16())
	for _, t := range [...]grid.Tile{x.guestAt, x.hostAt} {
		at := t.Region()
		c.Require(at.X >= -maxRegion && at.X < maxRegion && at.Y >= -maxRegion && at.Y < maxRegion)
	}
	c.Done()
	return x
}

func appendTile(dst []byte, t grid.Tile) []byte {
	return codec.U32(codec.U32(dst, uint32(t.X)), uint32(t.Y))
}

func readTile(c *codec.Cursor) grid.Tile { return grid.Tile{X: int32(c.U32()), Y: int32(c.U32())} }

// heedCall keeps a call for who is asked, or sends it on.
func heedCall(i *State, c *codec.Cursor) {
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readCalling(&in)
	if in.Err() != nil {
		return
	}
	if at := x.hostAt.Region(); !i.owns(at) {
		passOn(i, at, callLetter, data)
		return
	}
	h := i.Body(x.host)
	if h == nil || h.Kind != entity.Player || h.Flags&entity.Asleep != 0 || i.Body(x.guest) != nil {
		return
	}
	row := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(x.guest)), uint64(i.tick))
	if i.note(callColumn, h.ID, appendTile(row, x.guestAt)) == event.NoReason {
		i.events = append(i.events, event.Event{Kind: event.Knocked, Tick: i.tick, Seat: x.seat, Pos: h.Pos, Tile: grid.TileAt(h.Pos), Entity: h.ID})
	}
}

// passOn sends a call or an answer on from home to who holds the land; a child that does not hold it forgets it.
func passOn(i *State, at grid.Region, kind letter, data []byte) {
	if i.self == Home {
		post(i, at, append([]byte{uint8(kind)}, data...))
	}
}

// letInAfar lets a player of another island come that has called this one.
func letInAfar(i *State, b *entity.Body, guest game.EntityID) event.Reason {
	row := i.Component(callColumn, b.ID)
	if row == nil || binary.LittleEndian.Uint64(row) != uint64(guest) || i.tick >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+KnockTime {
		return event.NothingThere
	}
	at := grid.Tile{X: int32(binary.LittleEndian.Uint32(row[16:])), Y: int32(binary.LittleEndian.Uint32(row[20:]))}
	m := codec.U64(codec.U64([]byte{uint8(comeLetter)}, uint64(guest)), uint64(b.ID))
	m = codec.U16(appendTile(appendTile(m, at), grid.TileAt(b.Pos)), 0)
	if why := post(i, at.Region(), m); why != event.NoReason {
		return why
	}
	if err := i.SetComponent(callColumn, b.ID, nil); err != nil {
		panic(err) // it was there
	}
	return event.NoReason
}

// heedCome lets a player go over that was let in, or sends the answer on.
func heedCome(i *State, c *codec.Cursor) {
	data := c.Bytes(c.Len())
	in := codec.Read(data)
	x := readCalling(&in)
	if in.Err() != nil {
		return
	}
	if at := x.guestAt.Region(); !i.owns(at) {
		passOn(i, at, comeLetter, data)
		return
	}
	row := i.Component(knockColumn, x.guest)
	k, ok := i.space.Find(x.guest)
	if row == nil || !ok || binary.LittleEndian.Uint64(row) != uint64(x.host) || i.tick >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+2*KnockTime {
		return
	}
	b := &i.space.Bodies()[k]
	who := playerBySeat(i, b.Seat)
	if b.Kind != entity.Player || b.Flags&entity.Asleep != 0 || who == nil {
		return
	}
	who.Move = fixed.SVec{}
	if err := i.SetComponent(knockColumn, x.guest, nil); err != nil {
		panic(err) // it was there
	}
	passTo(i, k, x.hostAt) // where the holder cannot be told it stays, and may ask again
}
