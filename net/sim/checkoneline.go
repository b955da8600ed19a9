package sim

import (
	"time"

	"manyhold/net/host/message"
)

const (
	// OneLineWithin is how long two nodes may be on different forks while they are in touch: as long as a
	// fork may take to be merged.
	OneLineWithin = HealWithin
	// inTouchFor is how long they must have been so before neither may begin a fork without the other.
	inTouchFor = 5 * time.Second
	// acknowledged is how many turns the voters of a leader that goes on may be behind.
	acknowledged = 8
)

// pairs is what the checker one-line remembers, by ascending numbers of two nodes, and by nodes.
type pairs struct {
	touch map[[2]int]time.Time // since when two are in touch
	split map[[2]int]time.Time // since when two are divided though they are in touch
	forks map[int][32]byte     // the last provisional record of each node
}

// oneLine: two nodes are on one fork of home while they are linked, or one or two nodes lie between.
func (c *checks) oneLine(now time.Time) {
	if c.pairs.touch == nil {
		c.pairs = pairs{map[[2]int]time.Time{}, map[[2]int]time.Time{}, map[int][32]byte{}}
	}
	for i, n := range c.s.nodes {
		for j := i + 1; j < len(c.s.nodes); j++ {
			m, pair := c.s.nodes[j], [2]int{i, j}
			near := inTouch(n, m)
			lasts(c.pairs.touch, pair, near, now)
			if wait := lasts(c.pairs.split, pair, near && divided(n, m), now); wait > OneLineWithin {
				c.s.fail("one-line", n, "is on another fork than node %s for %v, though they are linked, directly or over others:%s", m.name, wait, c.s.standing())
			}
		}
	}
	for _, n := range c.s.nodes {
		c.forks(n, now)
	}
}

// lasts keeps since when something is so, and returns how long that is.
func lasts(since map[[2]int]time.Time, pair [2]int, is bool, now time.Time) time.Duration {
	if !is {
		delete(since, pair)
		return 0
	}
	at, ok := since[pair]
	if !ok {
		at = now
		since[pair] = now
	}
	return now.Sub(at)
}

// forks: no node begins a fork while it has been in touch with a leader that closes turns of a firm epoch.
// Packets are relayed over two nodes at most, so a leader that is farther away is as good as gone.
func (c *checks) forks(n *node, now time.Time) {
	core := n.core(message.Home)
	if core == nil || core.Newest() == nil || core.Newest().Firm {
		return
	}
	fork := core.Newest().Hash()
	if c.pairs.forks[n.index] == fork {
		return
	}
	c.pairs.forks[n.index] = fork
	if !core.Inspect().Leading {
		return // another node began it
	}
	for _, m := range c.s.nodes {
		pair := [2]int{min(n.index, m.index), max(n.index, m.index)}
		since, near := c.pairs.touch[pair]
		if m == n || !near || now.Sub(since) < inTouchFor {
			continue
		}
		other := m.core(message.Home)
		// a leader whose turns nobody acknowledges is about to stop
		if i := other.Inspect(); other.Newest().Firm && i.Leading && i.Executed <= i.Committed+acknowledged && now.Sub(m.seen.view(message.Home).moved) < time.Second {
			c.s.fail("one-line", n, "begins a fork, though node %s leads a firm epoch that goes on, and has been in touch for %v:%s", m.name, now.Sub(since), c.s.standing())
		}
	}
}

// inTouch reports whether two nodes without trouble are linked, or one or two others lie between that are
// linked with both, by links without a fault in either direction from one to the next.
func inTouch(n, m *node) bool {
	if !n.counted() || !m.counted() || n.rests() || m.rests() {
		return false
	}
	if n.meets(m) {
		return true
	}
	for _, k := range n.links.near {
		if k == m || !n.meets(k) || !k.counted() {
			continue
		}
		if k.meets(m) {
			return true
		}
		for _, o := range k.links.near {
			if o != n && o != m && k.meets(o) && o.meets(m) && o.counted() && k.links.to(m) != nil && o.links.to(n) != nil {
				return true
			}
		}
	}
	return false
}

// divided reports whether two nodes are on different forks of home: neither's newest record is one of the
// other's. A node that is only behind is on the same.
func divided(n, m *node) bool {
	a, b := n.core(message.Home), m.core(message.Home)
	if a == nil || b == nil || a.Newest() == nil || b.Newest() == nil {
		return false
	}
	number := min(a.Newest().Number, b.Newest().Number)
	x, y := a.RecordOf(number), b.RecordOf(number)
	return x != nil && y != nil && x.Hash() != y.Hash()
}
