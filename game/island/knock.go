package island

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// A player can be where another is, if that one lets it: it asks (Visit), and is let in (Welcome) within KnockTime. That
// it asked is kept as a component of its body, so that it goes with it. Who may come without being let in by hand is not
// decided here: a peer may welcome on behalf of its player.

// KnockTime is how long one who asked to come can be let in, in ticks.
const KnockTime game.Tick = 30 * game.TicksPerSecond

// knockColumn is the component of who asked: the body of whom (u64) and the tick at which (u64).
const (
	knockColumn = "manyhold:knock"
	knockBytes  = 16
)

// knock asks another player of the island to let this one come.
func knock(i *State, p *entity.PlayerState, b *entity.Body, host game.EntityID) event.Reason {
	h := i.Body(host)
	if h == nil || h.Kind != entity.Player || h.ID == b.ID || h.Flags&entity.Asleep != 0 {
		return event.NothingThere
	}
	if row := i.Component(knockColumn, b.ID); row != nil && binary.LittleEndian.Uint64(row) == uint64(host) && i.tick < game.Tick(binary.LittleEndian.Uint64(row[8:]))+KnockTime/10 {
		return event.TooSoon
	}
	if why := i.note(knockColumn, b.ID, knockRow(i, host)); why != event.NoReason {
		return why
	}
	i.events = append(i.events, event.Event{Kind: event.Knocked, Tick: i.tick, Seat: p.Seat, Pos: h.Pos, Tile: grid.TileAt(h.Pos), Entity: host})
	return event.NoReason
}

// knockRow is the component of who asks a body now.
func knockRow(i *State, host game.EntityID) []byte {
	return codec.U64(codec.U64(nil, uint64(host)), uint64(i.tick))
}

// letIn lets a player come that has asked this one.
func letIn(i *State, b *entity.Body, guest game.EntityID) event.Reason {
	row := i.Component(knockColumn, guest)
	g := i.Body(guest)
	if g == nil {
		return letInAfar(i, b, guest)
	}
	switch {
	case row == nil || g == nil || g.Flags&entity.Asleep != 0 || binary.LittleEndian.Uint64(row) != uint64(b.ID):
		return event.NothingThere
	case i.tick >= game.Tick(binary.LittleEndian.Uint64(row[8:]))+KnockTime:
		return event.NothingThere
	}
	who := playerBySeat(i, g.Seat)
	from, to := grid.TileAt(g.Pos), grid.TileAt(b.Pos)
	if i.region(to.Region()) == nil || who == nil {
		return event.TooFar
	}
	if err := i.SetComponent(knockColumn, guest, nil); err != nil {
		panic(err) // it was there
	}
	i.tell(event.Visited, who, from, 0, 0)
	arrive(i, g, to)
	k, _ := i.space.Find(guest)
	settleAt(i, k)
	who.Last, who.Move, i.moved = i.space.Bodies()[k].Pos, fixed.SVec{}, true
	if who.Action == entity.Digging || who.Action == entity.Holding {
		act(i, who, entity.Idle)
	}
	return event.NoReason
}
