package fairness

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

const (
	// hiddenAfter is how long a peer gets no turns of its leader until it asks other voters for them, and
	// fetchEvery how often it looks then.
	hiddenAfter = time.Second
	fetchEvery  = 50 * time.Millisecond
	// hiddenFor is how long others have had turns, while the leader is linked, until that is told. Others
	// that were not heard for so long are not asked.
	hiddenFor   = 2 * time.Second
	hiddenTurns = 10
)

// withheld is about a leader that sends this peer no turns.
type withheld struct {
	f     *Fairness
	heard time.Time // turns of the leader itself
	since time.Time // the others are asked; zero: they are not
	turn  uint64    // at that time
	told  bool
	said  time.Time // when the others were told last
}

// begin waits for another leader.
func (s *withheld) begin() { *s = withheld{f: s.f, heard: s.f.c.Now} }

// on reports whether turns come by others.
func (s *withheld) on() bool { return !s.since.IsZero() }

// has reports whether a voter may have turns of the epoch that are missing here: it is still the process that
// the record names, and lacks none itself. Another one would say that it has none.
func (s *withheld) has(p *kernel.Peer) bool {
	c := s.f.c
	return slices.Contains(c.Epoch.Record().Voters, epoch.Voter{Key: p.Key, Incarnation: p.Said.Incarnation}) &&
		p.Epoch == c.Epoch.Record().Number && c.Now.Sub(p.Heard) <= hiddenFor && !c.Provisional.StillLacks(p)
}

// fetch asks the other voters for turns that the leader does not send.
func (s *withheld) fetch() {
	c := s.f.c
	if c.Now.Sub(s.heard) < hiddenAfter {
		s.since, s.told = time.Time{}, false
		return
	}
	voters := s.f.otherVoters()
	if len(voters) == 0 || c.Joining.Fetching() {
		return
	}
	if s.since.IsZero() {
		s.since, s.turn = c.Now, c.Epoch.Last().Turn
	}
	for _, p := range voters {
		if s.has(p) {
			c.Follower.WantFrom(p)
		}
	}
	l := c.Peers.Get(s.f.leader)
	if l == nil || c.Now.Sub(s.since) < hiddenFor || c.Epoch.Last().Turn < s.turn+hiddenTurns {
		return
	}
	if !s.told {
		s.told = true
		s.f.said.note(s.f.leader, message.Withholds, c.Me)
	}
	if c.Now.Sub(s.said) >= againAfter {
		s.said = c.Now
		s.f.disputes.claims(l)
	}
}
