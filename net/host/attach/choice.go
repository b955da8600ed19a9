package attach

import (
	"time"

	"manyhold/net/key"
)

const (
	// betterPart and betterLeast are how much lower a round trip must be to be clearly lower: a fifth, and
	// ten milliseconds.
	betterPart  = 5
	betterLeast = 10 * time.Millisecond
	// betterFor is how long another replica must have been clearly nearer until it is taken.
	betterFor = 3 * time.Second
)

// Replica is a peer that executes the island and may pass its turns on.
type Replica struct {
	Key key.ID
	RTT time.Duration // zero: not measured yet
}

// nearer reports whether a replica comes before another: the lower round trip, then the lower key. A round
// trip that is not known comes last.
func (r Replica) nearer(o Replica) bool {
	switch {
	case r.RTT == o.RTT:
		return r.Key.Compare(o.Key) < 0
	case r.RTT == 0 || o.RTT == 0:
		return o.RTT == 0
	}
	return r.RTT < o.RTT
}

// clearlyNearer reports whether it is worth a change to go from another replica to this one.
func (r Replica) clearlyNearer(o Replica) bool {
	if o.RTT == 0 || r.RTT == 0 {
		return r.RTT > 0
	}
	return o.RTT-r.RTT >= max(betterLeast, o.RTT/betterPart)
}

// Choice is the replica in use, chosen by round trip. It changes at once when that one is gone or avoided,
// and otherwise when another has been clearly nearer for betterFor; the others may take turns as the nearest
// meanwhile. The zero value has chosen none.
type Choice struct {
	at      key.ID
	since   time.Time            // when another began to be clearly nearer; zero: none is
	avoided map[key.ID]time.Time // replicas that failed, and until when they are not chosen
}

// Avoid has a replica not chosen until a time, unless it is the only one.
func (c *Choice) Avoid(k key.ID, until time.Time) {
	if c.avoided == nil {
		c.avoided = map[key.ID]time.Time{}
	}
	c.avoided[k] = until
}

// Of chooses among the present replicas, in any order; zero: there are none.
func (c *Choice) Of(now time.Time, replicas []Replica) key.ID {
	for k, until := range c.avoided {
		if !now.Before(until) {
			delete(c.avoided, k)
		}
	}
	var best, mine *Replica
	for i := range replicas {
		r := &replicas[i]
		if best == nil || c.before(*r, *best) {
			best = r
		}
		if r.Key == c.at && c.avoided[r.Key].IsZero() {
			mine = r
		}
	}
	switch {
	case best == nil:
		c.at, c.since = key.ID{}, time.Time{}
		return c.at
	case mine == nil:
		c.at, c.since = best.Key, time.Time{}
		return c.at
	case !best.clearlyNearer(*mine):
		c.since = time.Time{}
	case c.since.IsZero():
		c.since = now
	}
	if !c.since.IsZero() && now.Sub(c.since) >= betterFor {
		c.at, c.since = best.Key, time.Time{}
	}
	return c.at
}

// before reports whether a replica is to be chosen before another: those that did not fail come first.
func (c *Choice) before(a, b Replica) bool {
	if x, y := c.avoided[a.Key].IsZero(), c.avoided[b.Key].IsZero(); x != y {
		return x
	}
	return a.nearer(b)
}
