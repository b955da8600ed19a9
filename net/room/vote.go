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
		q.seats[k].ballot = NoBallot
	}
}

// cast takes a ballot of a seat. A match can be gone on with after a halt, and, in a strict room, without the
// seats that lag.
func (m *match) cast(q *roster, k int, b Ballot, strict bool) error {
	s := &q.seats[k]
	switch {
	case b >= ballotCount:
		return refuse(Unknown)
	case s.Vacant > 0:
		return refuse(NotSeated)
	case b == ForGoingOn && m.pace != Halted && (!strict || !q.lags()):
		return refuse(NotHalted)
	}
	s.ballot = b
	return nil
}

// judge counts the ballots, and changes the pace when one has a majority of the seats that are not vacant.
// After a halt those that differ have no voice, and those for which a strict room waits have none about going
// on without them; when the match goes on, their seats are vacant.
func (m *match) judge(q *roster, clock uint64) {
	voters, prompt := 0, 0
	var votes [ballotCount]int
	for k := range q.seats {
		s := &q.seats[k]
		if !s.here() || m.pace == Halted && s.Diverged > 0 {
			continue
		}
		voters++
		if late := m.pace == Iterating && m.awaits(s); !late || s.ballot != ForGoingOn {
			prompt += one(!late)
			votes[s.ballot]++
		}
	}
	out := func(s *Seat) bool { return s.Diverged > 0 }
	switch {
	case m.pace == Iterating && 2*votes[ForPause] > voters:
		m.pace, out = Paused, nil
	case m.pace == Paused && 2*votes[ForResume] > voters:
		m.pace, out = Iterating, nil
	case m.pace == Halted && 2*votes[ForGoingOn] > voters:
		m.pace = Iterating
	case m.pace == Iterating && 2*votes[ForGoingOn] > prompt:
		out = m.awaits
	default:
		return
	}
	by := q.voted(ForGoingOn)
	for k := range q.seats {
		if s := &q.seats[k]; out != nil && s.here() && out(s) {
			m.sent.add(k, by&^(1<<k), m.open)
			s.vacate(clock)
		}
	}
	m.closed = clock
	q.withdrawBallots()
	for k := range q.seats {
		q.seats[k].heard = clock
	}
}

// voted returns a bit for each seat with a ballot.
func (q *roster) voted(b Ballot) (by uint16) {
	for k := range q.seats {
		by |= uint16(one(q.seats[k].here() && q.seats[k].ballot == b)) << k
	}
	return by
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
	s.Vacant, s.Lagging, s.ballot, s.hold, s.missed, s.inbox = max(clock, 1), false, NoBallot, 0, 0, nil
}
