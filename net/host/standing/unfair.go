package standing

import (
	"time"

	"manyhold/net/key"
)

const (
	// unfairFor is how long a leader that was unfair holds no seat, and sluggishFor how long one that was
	// only slow does not lead while another can. Each further time doubles it, up to unfairMost.
	unfairFor   = 10 * time.Minute
	sluggishFor = time.Minute
	unfairMost  = 8 * time.Hour
	// maxUnfair is how many unfair leaders are remembered. With more than that nothing helps.
	maxUnfair = 64
)

// Blame is what this peer holds against a leader that was unfair.
type Blame struct {
	until time.Time
	slow  bool // it was only slow: a machine may be busy
	times int
	// deposed: until then the founder, whose peer this is, takes the world back from it
	deposed time.Time
}

// BlameLeader keeps a leader from its seat for a while, because it was unfair. slow: it did too little, and
// nothing worse.
func (g *Standing) BlameLeader(k key.ID, slow bool, now time.Time) {
	b, had := g.blamed[k]
	if !had && len(g.blamed) >= maxUnfair {
		return
	}
	if now.Before(b.until) && (b.slow == slow || !b.slow) {
		return // it is about the same leadership
	}
	span := unfairFor
	if slow {
		span = sluggishFor
	}
	span = min(span<<min(b.times, 8), unfairMost)
	if g.blamed == nil {
		g.blamed = map[key.ID]Blame{}
	}
	g.blamed[k] = Blame{now.Add(span), slow, b.times + 1, b.deposed}
}

// Depose has a leader that was blamed count as refused for unfairFor: this peer is the founder's, takes the
// world back from it, and others follow the decree.
func (g *Standing) Depose(k key.ID, now time.Time) {
	if b, ok := g.blamed[k]; ok {
		b.deposed, g.deposes = now.Add(unfairFor), true
		g.blamed[k] = b
	}
}

// deposed reports whether the founder, whose peer this is, has taken the world back from a leader.
func (g *Standing) deposed(k key.ID, now time.Time) bool {
	return g.deposes && now.Before(g.blamed[k].deposed)
}

// Blamed reports whether a peer led unfairly, or too slowly, a while ago.
func (g *Standing) Blamed(k key.ID, now time.Time) bool {
	return g.Unfair(k, now) || g.Sluggish(k, now)
}

// Unfair reports whether a peer holds no seat because it led unfairly.
func (g *Standing) Unfair(k key.ID, now time.Time) bool {
	b, ok := g.blamed[k]
	return ok && !b.slow && now.Before(b.until)
}

// Sluggish reports whether a peer should not lead because it led too slowly.
func (g *Standing) Sluggish(k key.ID, now time.Time) bool {
	b, ok := g.blamed[k]
	return ok && b.slow && now.Before(b.until)
}
