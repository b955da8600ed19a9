package relay

import (
	"slices"
	"time"

	"manyhold/net/key"
)

const (
	// bearersAtMost is the number of relaying peers that are tried at once.
	bearersAtMost = 3
	// refusedFor is how long a peer that refused to carry is not asked again.
	refusedFor = 10 * time.Second
	// hollowAfter is how long nothing of one side may get to the other by the peer in use, and avoidFor how
	// long that peer is avoided then, doubled each time up to avoidMost.
	hollowAfter = 600 * time.Millisecond
	avoidFor    = 4 * time.Second
	avoidMost   = time.Minute
)

// Bearer is a link to a peer that may carry packets to another one.
type Bearer interface {
	Peer() key.ID
	// First returns the direct link by which packets to Peer leave, and how many peers lie between this one
	// and Peer: the link itself and none, if it is direct. It is nil while that is not known.
	First() (link Bearer, hops int)
	// Carry asks the peer to pass a body on. It does not block; false means that nothing was sent.
	Carry(to key.ID, body []byte) bool
}

// carriers are the peers that may carry the packets of one path, as far as the path knows them. The path's
// lock guards them.
type carriers struct {
	peer     key.ID   // the other end
	used     []Bearer // by which packets leave
	via      Bearer   // by which the other side's packets came last
	viaAt    time.Time
	viaSince time.Time            // when via became that
	hops     int                  // peers between the two ends by via
	refused  map[key.ID]time.Time // until when
	avoided  map[key.ID]avoidance
}

func newCarriers(peer key.ID) carriers {
	return carriers{peer: peer, refused: map[key.ID]time.Time{}, avoided: map[key.ID]avoidance{}}
}

// avoidance is until when a peer is avoided, and for how long the next time.
type avoidance struct {
	until time.Time
	next  time.Duration
}

// pick chooses among all: the one by which the other side's packets come, which tries the direct way every so
// often, or else several, until one is known to lead there.
func (c *carriers) pick(all []Bearer, every time.Duration, now time.Time) {
	if c.via != nil && now.Sub(c.viaAt) < 2*every+bothFor {
		c.used = []Bearer{c.via}
		return
	}
	c.via = nil
	var free, rest []Bearer
	for _, b := range all {
		switch k := b.Peer(); {
		case k == c.peer || now.Before(c.refused[k]):
		case now.Before(c.avoided[k].until):
			rest = append(rest, b)
		default:
			free = append(free, b)
		}
	}
	if len(free) == 0 {
		free = rest
	}
	c.used = free[:min(len(free), bearersAtMost)]
}

// comes notes by which direct link the other side's packets come, or seem to. The peer in use keeps that
// place as long as it brings packets: another one, whose packets may be junk, does not get it by bringing
// more.
func (c *carriers) comes(by Bearer, hops int, engaged bool, now time.Time) {
	same := c.via != nil && c.via.Peer() == by.Peer()
	avoids := func(b Bearer) bool { return now.Before(c.avoided[b.Peer()].until) }
	if avoids(by) && slices.ContainsFunc(c.used, func(b Bearer) bool { return !avoids(b) }) {
		return
	}
	if hops > MaxHops || !same && c.via != nil && now.Sub(c.viaAt) < bothFor && c.hops <= hops {
		return
	}
	if !same {
		c.viaSince = now
	}
	c.via, c.viaAt, c.hops = by, now, hops
	if engaged {
		c.used = []Bearer{by}
	}
}

// avoid avoids the peer in use, unless it has only just become that.
func (c *carriers) avoid(now time.Time) {
	if c.via == nil || now.Sub(c.viaSince) < hollowAfter {
		return
	}
	k := c.via.Peer()
	a := avoidance{next: max(avoidFor, c.avoided[k].next)}
	a.until, a.next = now.Add(a.next), min(2*a.next, avoidMost)
	c.avoided[k], c.via = a, nil
}

// refuse notes that a peer does not carry packets to the other end.
func (c *carriers) refuse(by key.ID, now time.Time) {
	c.refused[by] = now.Add(refusedFor)
	c.used = slices.DeleteFunc(slices.Clone(c.used), func(b Bearer) bool { return b.Peer() == by })
	if c.via != nil && c.via.Peer() == by {
		c.via = nil
	}
}
