package act

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// RequestVisit asks another player of the island to let this one come.
func RequestVisit(i *world.State, p *entity.PlayerState, b *entity.Body, host game.EntityID) event.Reason {
	h := i.Space.Body(host)
	if h == nil || h.Kind != entity.Player || h.ID == b.ID || h.Flags&entity.Asleep != 0 {
		return event.NothingThere
	}
	if row := i.Components.Get(federation.VisitColumn, b.ID); row != nil && binary.LittleEndian.Uint64(row) == uint64(host) && i.Clock < game.Tick(binary.LittleEndian.Uint64(row[8:]))+federation.VisitTime/10 {
		return event.TooSoon
	}
	if why := i.Note(federation.VisitColumn, b.ID, visitRow(i, host)); why != event.NoReason {
		return why
	}
	i.Happened = append(i.Happened, event.Event{Kind: event.VisitRequested, Tick: i.Clock, Seat: p.Seat, Pos: h.Pos, Tile: grid.TileAt(h.Pos), Entity: host})
	return event.NoReason
}

// visitRow returns the component of a guest that asks a host now.
func visitRow(i *world.State, host game.EntityID) []byte {
	return codec.U64(codec.U64(nil, uint64(host)), uint64(i.Clock))
}

// LetIn lets a player come that has asked this one, with what it carries: a body, or a player.
func LetIn(i *world.State, b *entity.Body, guest game.EntityID) event.Reason {
	row := i.Components.Get(federation.VisitColumn, guest)
	g := i.Space.Body(guest)
	if g == nil {
		return letInRemote(i, b, guest)
	}
	switch {
	case row == nil || g == nil || g.Flags&entity.Asleep != 0 || binary.LittleEndian.Uint64(row) != uint64(b.ID):
		return event.NothingThere
	case i.Clock >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+federation.VisitTime:
		return event.NothingThere
	}
	who := i.Roster.BySeat(g.Seat)
	from, to := grid.TileAt(g.Pos), grid.TileAt(b.Pos)
	if i.Land.Active(to.Region()) == nil || who == nil {
		return event.TooFar
	}
	i.Components.Remove(federation.VisitColumn, guest)
	k, _ := i.Space.Find(guest)
	who.Move = fixed.SVec{}
	federation.TellTrip(i, event.Visited, from, 0, guest, federation.Arrive(i, k, to))
	return event.NoReason
}
