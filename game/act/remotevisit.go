package act

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// RequestRemoteVisit asks a player of another island to let this one come.
func RequestRemoteVisit(i *world.State, b *entity.Body, c *command.Command) event.Reason {
	at := c.Tile.Region()
	if c.Entity == 0 || i.Space.Body(c.Entity) != nil {
		return event.NothingThere
	}
	if row := i.Components.Get(federation.VisitColumn, b.ID); row != nil && i.Clock < game.Tick(binary.LittleEndian.Uint64(row[8:]))+federation.VisitTime/10 {
		return event.TooSoon
	}
	m := codec.U64(codec.U64([]byte{uint8(federation.VisitLetter)}, uint64(b.ID)), uint64(c.Entity))
	m = codec.U16(encoding.AppendTile(encoding.AppendTile(m, grid.TileAt(b.Pos)), c.Tile), uint16(b.Seat))
	if why := federation.Post(i, at, m); why != event.NoReason {
		return why
	}
	return i.Note(federation.VisitColumn, b.ID, visitRow(i, c.Entity))
}

// letInRemote lets a player of another island come that has called this one.
func letInRemote(i *world.State, b *entity.Body, guest game.EntityID) event.Reason {
	row := i.Components.Get(federation.RemoteVisitColumn, b.ID)
	if row == nil || binary.LittleEndian.Uint64(row) != uint64(guest) || i.Clock >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+federation.VisitTime {
		return event.NothingThere
	}
	at := grid.Tile{X: int32(binary.LittleEndian.Uint32(row[16:])), Y: int32(binary.LittleEndian.Uint32(row[20:]))}
	m := codec.U64(codec.U64([]byte{uint8(federation.WelcomeLetter)}, uint64(guest)), uint64(b.ID))
	m = codec.U16(encoding.AppendTile(encoding.AppendTile(m, at), grid.TileAt(b.Pos)), 0)
	if why := federation.Post(i, at.Region(), m); why != event.NoReason {
		return why
	}
	i.Components.Remove(federation.RemoteVisitColumn, b.ID)
	return event.NoReason
}
