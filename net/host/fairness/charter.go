package fairness

import (
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// proclaimWithin is how long after this peer knows a word of the charter it must be in a turn. The leader
// hears of it within a second or two; the rest of the five seconds is for the election.
const proclaimWithin = 4 * time.Second

// charter watches whether the leader puts the charter's word into turns.
type charter struct {
	f     *Fairness
	since time.Time // it is missing; zero: it is not
	turn  uint64
}

// judge finds that the leader ignores the charter.
func (s *charter) judge() {
	c, within := s.f.c, proclaimWithin
	if !c.Policy.Unproclaimed() {
		s.since = time.Time{}
		return
	}
	if s.since.IsZero() || s.since.Before(s.f.since) {
		s.since, s.turn = c.Now, c.History.Executed
	}
	if s.f.heard.hint(message.Lawless) {
		within = proclaimWithin * 3 / 4
	}
	if c.Now.Sub(s.since) >= within && c.History.Executed >= s.turn+leastTurns {
		s.f.find(message.Lawless, key.ID{})
	}
}
