package room

import (
	"slices"

	"manyhold/net/wire"
)

// Patience is for how long players wait in a setup for another one that does not get ready. Then they may
// vote to go on without it. Tick by tick it counts, however often somebody changes the configuration
// meanwhile.
const Patience = 60 * Second

// HoldsUp reports whether the others have waited for the player's readiness for so long that they may go on
// without it.
func (s *Seat) HoldsUp() bool { return !s.Ready && s.Waited >= Patience }

// mayVote reports whether a seat has a voice about who is in a setup: its player is there, and nobody waits
// for it.
func (s *Seat) mayVote() bool { return s.here() && !s.HoldsUp() }

// wait notes that some ticks passed in which players waited for others: at least half of those that are there
// are ready, and nothing else is in the way.
func wait(r *Room, ticks uint64) {
	q, ready := &r.roster, 0
	for k := range q.seats {
		ready += one(q.seats[k].here() && q.seats[k].Ready)
	}
	if ready == 0 || 2*ready < q.here() || q.taken() < r.engine.Least || r.setup.reason != "" {
		return
	}
	for k := range q.seats {
		if s := &q.seats[k]; s.here() && !s.Ready {
			s.Waited = uint16(min(uint64(s.Waited)+ticks, Patience))
		}
	}
}

// goOn goes on without players if most of those vote for it who are there and hold nobody up. Seats that have
// been vacant for SureAway are free then, so a player that somebody else calls silent has time to answer. A
// player that does not get ready watches from then on; it may come back, but not for ever (see MaxStops). For
// those who are ready the setup goes on at once, unless somebody was away: then the roster is another one
// than they agreed to.
func goOn(r *Room) {
	q, votes, voters := &r.roster, 0, 0
	for k := range q.seats {
		voters += one(q.seats[k].mayVote())
		votes += one(q.seats[k].mayVote() && q.seats[k].ballot == ForGoingOn)
	}
	if 2*votes <= voters {
		return
	}
	away, idle := false, false
	for k := range q.seats {
		switch s := &q.seats[k]; {
		case s.Vacant > 0 && r.clock > s.Vacant && r.clock-s.Vacant >= SureAway:
			q.free(k)
			away = true
		case s.here() && s.HoldsUp():
			r.setup.stops.stopped(s.Holder)
			if len(q.viewers) < MaxViewers {
				q.viewers = append(q.viewers, Viewer{s.Holder, s.Name})
			}
			q.free(k)
			idle = true
		}
	}
	if !away && !idle {
		return
	}
	q.withdrawBallots()
	if away || r.setup.proceed(q, &r.engine, r.clock) {
		r.reopen()
	}
}

// appendWaits appends for how long the others have waited for each seat: nothing, if they wait for nobody, as
// in the states of rooms before this was counted.
func (q *roster) appendWaits(dst []byte) []byte {
	if !slices.ContainsFunc(q.seats, func(s Seat) bool { return s.Waited > 0 }) {
		return dst
	}
	for k := range q.seats {
		dst = wire.AppendU16(dst, q.seats[k].Waited)
	}
	return dst
}

// parseWaits reads what appendWaits appends.
func (q *roster) parseWaits(c *wire.Cursor) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	any := false
	for k := range q.seats {
		s := &q.seats[k]
		s.Waited = c.U16()
		any = any || s.Waited > 0
		if s.Waited > Patience || s.Waited > 0 && !s.Taken() {
			c.Fail(wire.ErrForm)
		}
	}
	if !any {
		c.Fail(wire.ErrForm)
	}
}
