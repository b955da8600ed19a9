package room

// Ballot is what a player votes for in a match.
type Ballot uint32

// The ballots. Another vote of the same player replaces the one before.
const (
	NoBallot Ballot = iota
	ForPause
	ForResume
	ForGoingOn // after a halt, without the seats that differ
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

// cast takes a ballot of a seat.
func (m *match) cast(s *Seat, b Ballot) error {
	switch {
	case b >= ballotCount:
		return refuse(Unknown)
	case s.Vacant > 0:
		return refuse(NotSeated)
	case b == ForGoingOn && m.pace != Halted:
		return refuse(NotHalted)
	}
	s.ballot = b
	return nil
}

// judge counts the ballots, and changes the pace when one has a majority of the seats that are not vacant.
// After a halt those that differ have no voice; when the match goes on, their seats are vacant.
func (m *match) judge(q *roster, clock uint64) {
	voters := 0
	var votes [ballotCount]int
	for k := range q.seats {
		if s := &q.seats[k]; s.here() && (m.pace != Halted || s.Diverged == 0) {
			voters++
			votes[s.ballot]++
		}
	}
	switch {
	case m.pace == Iterating && 2*votes[ForPause] > voters:
		m.pace = Paused
	case m.pace == Paused && 2*votes[ForResume] > voters:
		m.pace = Iterating
	case m.pace == Halted && 2*votes[ForGoingOn] > voters:
		m.pace = Iterating
		for k := range q.seats {
			if s := &q.seats[k]; s.here() && s.Diverged > 0 {
				s.vacate(clock)
			}
		}
	default:
		return
	}
	m.closed = clock
	q.withdrawBallots()
	for k := range q.seats {
		q.seats[k].heard = clock
	}
}

// vacate makes a seat vacant: its player is not there.
func (s *Seat) vacate(clock uint64) {
	s.Vacant, s.Lagging, s.ballot, s.hold, s.inbox = max(clock, 1), false, NoBallot, 0, nil
}
