package room

import "slices"

// Ballot is what a player votes for in a match.
type Ballot uint32

// The ballots. Another vote of the same player replaces the one before.
const (
	NoBallot Ballot = iota
	ForPause
	ForResume
	ForGoingOn // without the seats that differ, that lag or, in setup, that are vacant or do not get ready
	ballotCount
)

// Ballot returns what the holder of a seat votes for.
func (s *Seat) Ballot() Ballot { return s.ballot }

// withdrawBallots takes all ballots back.
func (q *roster) withdrawBallots() {
	for k := range q.seats {
		q.seats[k].unvote()
	}
}

// unvote takes the ballot of a seat back.
func (s *Seat) unvote() { s.ballot, s.voice = NoBallot, Voice{} }

// vote takes a ballot of a seat in a match. A match can be gone on with after a halt, and, in a strict room,
// without the seats that lag; a ballot for that is signed.
func vote(r *Room, k int, p *Packet) (err error) {
	m, q, s, b := &r.match, &r.roster, &r.roster.seats[k], Ballot(p.Number)
	switch {
	case b >= ballotCount:
		return refuse(Unknown)
	case s.Vacant > 0:
		return refuse(NotSeated)
	case b == ForGoingOn && m.pace != Halted && (!r.strict || !q.lags()):
		return refuse(NotHalted)
	}
	var v Voice
	if b == ForGoingOn {
		if v, err = voiceOf(r, k, p); err != nil {
			return err
		}
		if v.Without>>len(q.seats) != 0 {
			return refuse(NoSuchSeat)
		}
	}
	s.ballot, s.voice = b, v
	return nil
}

// judge counts the ballots, and changes the pace when one has a majority of the seats that are not vacant.
// After a halt those that differ have no voice, and those for which a strict room waits have none about going
// on without them; when the match goes on, their seats are vacant. A ballot to go on counts only against the
// seats that its player has signed for.
func (m *match) judge(q *roster, clock uint64) {
	voters, prompt, hindered := 0, 0, m.hindered(q)
	var votes [ballotCount]int
	var against [MaxSeats]int
	for k := range q.seats {
		s := &q.seats[k]
		if !s.here() || m.pace == Halted && s.Diverged > 0 {
			continue
		}
		voters++
		if late := m.pace == Iterating && m.awaits(s); !late || s.ballot != ForGoingOn {
			prompt += one(!late)
			votes[s.ballot]++
			for j := range q.seats {
				against[j] += one(s.voice.Without&(1<<j) != 0)
			}
		}
	}
	out := uint16(0) // those without whom a majority goes on
	for k := range q.seats {
		if n := against[k]; hindered&(1<<k) != 0 && (m.pace == Halted && 2*n > voters || m.pace == Iterating && 2*n > prompt) {
			out |= 1 << k
		}
	}
	switch {
	case m.pace == Iterating && 2*votes[ForPause] > voters:
		m.pace, out = Paused, 0
	case m.pace == Paused && 2*votes[ForResume] > voters:
		m.pace, out = Iterating, 0
	case m.pace == Halted && 2*votes[ForGoingOn] > voters && out == hindered:
		m.pace = Iterating
	case m.pace == Iterating && out != 0:
	default:
		q.outdated(m.pace, hindered)
		return
	}
	m.dismiss(q, out, clock)
	m.closed = clock
	q.withdrawBallots()
	for k := range q.seats {
		q.seats[k].heard = clock
	}
}

// outdated takes the ballots back that do not name a seat that differs by now: their players can vote anew.
func (q *roster) outdated(p Pace, hindered uint16) {
	for k := range q.seats {
		if s := &q.seats[k]; p == Halted && s.ballot == ForGoingOn && hindered&^s.voice.Without != 0 {
			s.unvote()
		}
	}
}

// dismiss makes the seats vacant without which the match goes on, and notes who has signed that.
func (m *match) dismiss(q *roster, out uint16, clock uint64) {
	var by [MaxSeats]voices
	for k := range q.seats {
		for j := range q.seats {
			if s := &q.seats[j]; j != k && s.here() && s.voice.Without&(1<<k) != 0 {
				by[k].put(s.voice)
			}
		}
	}
	for k := range q.seats {
		if out&(1<<k) != 0 {
			m.sent.add(k, by[k], m.open)
			q.seats[k].vacate(clock)
		}
	}
}

// cast takes a ballot in setup: those that are there go on without the seats that are vacant, and without
// those that do not get ready.
func (q *roster) cast(s *Seat, b Ballot) error {
	switch {
	case b >= ballotCount:
		return refuse(Unknown)
	case b != ForGoingOn:
		return &Refusal{Why: WrongPhase, At: uint32(Setup)}
	case s.HoldsUp():
		return refuse(NotReady)
	case !q.awaited() || s.Vacant > 0:
		return refuse(NotAwaited)
	}
	s.ballot = b
	return nil
}

// awaited reports whether there is somebody in a setup without whom the others may go on.
func (q *roster) awaited() bool {
	return slices.ContainsFunc(q.seats, func(s Seat) bool { return s.Vacant > 0 || s.HoldsUp() })
}

// vacate makes a seat vacant: its player is not there.
func (s *Seat) vacate(clock uint64) {
	s.unvote()
	s.Vacant, s.Lagging, s.hold, s.missed, s.voices, s.inbox = max(clock, 1), false, 0, 0, nil, nil
}
