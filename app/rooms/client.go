package rooms

import (
	"context"
	"slices"

	"manyhold/net/room"
)

// KeepSeat is the simplest client: it plays nothing. It sends an empty packet for each generation, and goes
// back to its seat after it was away. Its state is the same after every generation, so its digest is.
func KeepSeat(ctx context.Context, r *Room) {
	me := room.Key(r.pair.ID())
	for ctx.Err() == nil {
		changed := r.Changed()
		if v := r.View(); v != nil && v.Phase == room.Running {
			if p, due := v.empty(ctx, me, r); due {
				// A refusal means that the room has moved on. The next turn shows where it is.
				_ = r.Send(ctx, p)
				continue
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
		case <-r.done:
			return
		}
	}
}

// empty returns the packet that the room wants of a player without input; due is false if it wants none.
func (v *View) empty(ctx context.Context, me room.Key, r *Room) (p room.Packet, due bool) {
	k := slices.IndexFunc(v.Seats, func(s room.Seat) bool { return s.Holder == me })
	if k < 0 || v.Generation == 0 {
		return p, false
	}
	if v.Seats[k].Vacant > 0 {
		at := v.Agreed
		if !slices.ContainsFunc(v.Seats, func(s room.Seat) bool { return s.Taken() && s.Vacant == 0 }) {
			at = v.Generation - 1 // nobody is there to compare with: the newest state counts
		}
		return room.Packet{Kind: room.Return, Header: room.Header{Done: at}}, at > 0
	}
	var wants uint32
	if err := r.Inspect(ctx, func(m *room.Room) { wants = m.Wants(me) }); err != nil || wants == 0 || wants > v.Generation+room.Delay {
		return p, false
	}
	return room.Packet{Kind: room.Play, Header: room.Header{Generation: wants, Done: v.Generation - 1}}, true
}
