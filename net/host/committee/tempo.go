package committee

import (
	"math/bits"
	"time"

	"manyhold/net/host/kernel"
)

const (
	// tempoBad is the number of looks, of the last eight, at which a peer that was behind is slow. A look
	// comes each surveyEvery: eight are two seconds'.
	tempoBad = 6
	// slowFor is how long a slow peer counts as slow after the last time that it was found so.
	slowFor = 20 * time.Second
	// behindMost is how many turns a peer may be behind, beside those of its round trip.
	behindMost = 6
)

// tempo is how a peer keeps up with the turns of the leader here. A majority of voters on an overloaded
// machine slows everyone; its own measures are as late as everything else there, so the leader looks.
type tempo struct {
	behind uint8 // of the last looks, one bit each
	slow   time.Time
}

// look notes whether the peer is behind, and returns whether it counts as slow.
func (t *tempo) look(now time.Time, behind bool) bool {
	t.behind <<= 1
	if behind {
		t.behind |= 1
	}
	if bits.OnesCount8(t.behind) >= tempoBad {
		t.slow = now.Add(slowFor)
	}
	return now.Before(t.slow)
}

// watch looks how the peers keep up. Those that are new, and take over a state still, are not looked at.
func (s *Committee) watch() {
	s.c.Peers.Each(func(p *kernel.Peer) {
		if !p.Greeted || p.Wants || p.Epoch != s.c.Epoch.Record().Number || s.c.Now.Sub(p.Since) < stableAfter {
			return
		}
		was, allowed := p.Slow, behindMost+uint64(2*p.RTT/s.c.Leader.TurnTime())
		p.Slow = s.tempo.Of(p).look(s.c.Now, s.behind(p) > allowed)
		if was != p.Slow && s.votes(p) {
			s.c.Event("a voter's tempo changed", "voter", p.Name(), "slow", p.Slow)
		}
	})
}

// behind is how many turns a peer lacks: a voter of those that were closed, another of those that were
// executed.
func (s *Committee) behind(p *kernel.Peer) uint64 {
	newest, has := s.c.History.Executed, p.Acked
	if s.votes(p) {
		newest, has = s.c.Epoch.Last().Index, s.c.Epoch.Acknowledged(p.Key)
	}
	return newest - min(has, newest)
}
