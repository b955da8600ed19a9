package standing

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/roster"
)

const (
	// StrangerAfter is how long a peer that the world does not know must have been seen with the right state
	// before it votes.
	StrangerAfter = 10 * time.Minute
	// KnownAfter is how long after its first login, or of presence seen here, a peer counts as known.
	KnownAfter = 24 * time.Hour
)

// Familiarity is how well this peer knows another one. today is the time in seconds since 1970.
func (g *Standing) Familiarity(k key.ID, today int64) roster.Familiarity {
	t := g.State()
	if t == nil || t.Member(k) {
		return roster.Vouched
	}
	if l := g.Charter.Set.Login(k); l != nil && today-int64(l.First) >= int64(KnownAfter/time.Second) {
		return roster.Known
	}
	switch present := g.Met.Present(k); {
	case present >= KnownAfter:
		return roster.Known
	case g.Met.Companion(k):
		return roster.Companion
	case present >= StrangerAfter:
		return roster.Stranger
	}
	return roster.Newcomer
}

// Strangers is how many strangers may vote in a committee, by the charter; they are always fewer than half.
func (g *Standing) Strangers() int {
	if t := g.State(); t != nil {
		return int(t.Strangers)
	}
	return charter.MaxStrangers
}

// Own adds how well this peer is known to its own roster entry: it does not doubt itself, but it leads or
// votes only as others let it.
func (g *Standing) Own(m roster.Member, today int64) roster.Member {
	if m.Familiarity = g.Familiarity(m.Key, today); m.Familiarity > roster.Known {
		m.First = g.Met.First(m.Key)
	}
	return m
}

// Observed replaces what a peer says of its abilities by what is known of them: nothing counts in its favour
// that was not seen here. Of a peer that the charter vouches for all counts, and of a known one that it has
// no window. measured is the round trip to it, zero if it was not measured.
func (g *Standing) Observed(m roster.Member, measured time.Duration, today int64) roster.Member {
	m.Familiarity = g.Familiarity(m.Key, today)
	if g.State() == nil {
		return m
	}
	m.Uptime = g.Met.Present(m.Key)
	if m.Familiarity == roster.Vouched {
		return m
	}
	m.RTT, m.Capacity = max(m.RTT, measured), min(m.Capacity, 1)
	if m.Familiarity > roster.Known {
		m.Headless, m.First = false, g.Met.First(m.Key)
	}
	return m
}
