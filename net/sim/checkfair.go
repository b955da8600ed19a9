package sim

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
)

const (
	// FairWithin is when a misdeed of a leader has ended, if a majority of honest voters is connected.
	FairWithin = 5 * time.Second
	// WithheldWithin is when a peer to which the leader sends nothing has turns by others.
	WithheldWithin = 2500 * time.Millisecond
	// innocentAfter is how long after the last fault anywhere a finding against a leader is a failure.
	innocentAfter = 10 * time.Second
)

// fair: an unfair leader loses its seat, and no honest one.
func (c *checks) fair(now time.Time) {
	for _, n := range c.s.nodes {
		if !n.running() {
			n.seen.lulled = time.Time{}
			continue
		}
		c.slander(n, now)
		if len(n.faults.deeds) > 0 {
			c.each(func(k *islandTrack) { k.unfair(n, now) })
		}
	}
}

// unfair looks at a modified node that leads an island.
func (c *islandTrack) unfair(n *node, now time.Time) {
	core := n.core(c.island)
	if core == nil || c.newest == nil {
		return
	}
	i, v := core.Inspect(), n.seen.view(c.island)
	if !i.Leading || !i.Record.Firm || c.name(i.Record) != c.name(c.newest) || !c.calmVoters(n, i.Record) {
		v.unfair, n.seen.lulled = time.Time{}, time.Time{}
		return
	}
	if v.unfair.IsZero() {
		v.unfair = now
	}
	since := v.unfair
	if n.faults.misled.After(since) {
		since = n.faults.misled
	}
	for _, f := range n.faults.deeds {
		if f.Kind >= Censor && len(f.Nodes) < 2 {
			continue // no single victim
		}
		switch f.Kind {
		case Hurry, Dawdle:
			c.bears(n, f, now, since)
		case Censor:
			if v := n.s.nodes[f.Nodes[1]]; c.wronged(n, v) && len(v.person.pending) > 0 {
				if p := v.person.pending[0]; p.turn == 0 && p.since.After(since) {
					since = p.since
				} else if p.turn == 0 {
					c.bears(n, f, now, since)
				}
			}
		case Lull:
			if v := n.s.nodes[f.Nodes[1]]; c.wronged(n, v) && !n.seen.lulled.IsZero() && n.seen.lulled.After(since) {
				c.bears(n, f, now, n.seen.lulled)
			}
		case Withhold:
			c.withholds(n, f, now, since)
		}
	}
}

// bears fails when a misdeed has lasted too long.
func (c *islandTrack) bears(n *node, f Fault, now, since time.Time) {
	if wait := now.Sub(since); wait > FairWithin {
		c.fail("fair", n, "leads for %v though it does this: %v", wait, f)
	} else {
		c.s.report.Unfair.Longest = max(c.s.report.Unfair.Longest, wait)
	}
}

// withholds looks whether a victim has turns by others.
func (c *islandTrack) withholds(n *node, f Fault, now, since time.Time) {
	v := n.s.nodes[f.Nodes[1]]
	view := v.seen.knows(c.island)
	if !c.wronged(n, v) || view == nil || view.moved.IsZero() || !view.tainted.IsZero() {
		v.seen.view(c.island).served = now
		return
	}
	if view.moved.After(since) {
		since = view.moved
	}
	if view.served.After(since) {
		since = view.served
	}
	if wait := now.Sub(since); wait > WithheldWithin {
		c.fail("fair", v, "has no turns for %v, though others of epoch %d could pass them on: %v", wait, c.newest.Number, f)
	}
}

// wronged reports whether a victim can count on the voters: it is free of faults, in the epoch, and connected
// with all of them.
func (c *islandTrack) wronged(n, victim *node) bool {
	core := victim.core(c.island)
	if victim == n || core == nil || !victim.counted() {
		return false
	}
	i := core.Inspect()
	if i.Record == nil || c.name(i.Record) != c.name(c.newest) || !i.Playing {
		return false
	}
	for _, v := range c.newest.Voters {
		if m := c.s.by[v.Key]; m != n && m != victim && !victim.meets(m) {
			return false
		}
	}
	return victim.links.to(n) != nil
}

// calmVoters reports whether all voters beside the leader are honest, free of faults and connected with each
// other and with the leader, and are a majority.
func (c *islandTrack) calmVoters(n *node, r *epoch.Record) bool {
	var others []*node
	for _, v := range r.Voters {
		m := c.s.by[v.Key]
		core := m.core(c.island)
		switch {
		case m == n:
			continue
		case !m.counted() || m.incarnation() != v.Incarnation || core == nil:
			return false
		}
		if i := core.Inspect(); i.Record == nil || c.name(i.Record) != c.name(r) || !i.Playing || m.links.to(n) == nil || c.s.cuts[[2]int{n.index, m.index}]+c.s.cuts[[2]int{m.index, n.index}] > 0 {
			return false
		}
		others = append(others, m)
	}
	for _, a := range others {
		for _, b := range others {
			if a != b && !a.meets(b) {
				return false
			}
		}
	}
	return 2*len(others) > len(r.Voters)
}

// slander: nobody finds a leader unfair while nothing is wrong anywhere. With Islands it is off: a node that
// catches up with many islands after a suspend, with a clock that stood still, may find several leaders too
// fast, alone and without effect.
func (c *checks) slander(n *node, now time.Time) {
	count := uint64(0)
	for _, core := range n.world.Cores() {
		count += core.Counters[counter.Unfair]
	}
	before := n.seen.findings
	if n.seen.findings = count; count <= before {
		return
	}
	if c.s.report.Unfair.Findings += count - before; c.s.o.Islands {
		return
	}
	for _, m := range c.s.nodes {
		if m.faults.trouble > 0 || len(m.faults.deeds) > 0 || !m.running() || now.Sub(m.faults.ended) < innocentAfter || now.Sub(m.since) < innocentAfter {
			return
		}
	}
	if now.Sub(c.s.calm) > innocentAfter {
		c.s.fail("slander", n, "finds a leader unfair though all is well")
	}
}
