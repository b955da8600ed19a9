package sim

import (
	"time"

	"manyhold/net/host/message"
)

// goOn: any two connected peers close turns again, on any fork.
func (c *checks) goOn(now time.Time) {
	for _, n := range c.s.nodes {
		v := n.seen.knows(message.Home)
		if v == nil || v.joined == 0 || !n.counted() || n.rests() {
			n.seen.steady = now
			continue
		}
		with := uint64(0) // bits of the nodes it is connected with
		for _, m := range n.links.near {
			if m.rests() {
				continue
			}
			if n.meets(m) {
				with |= 1 << (m.index % 64)
			} else {
				with = 0 // neither connected nor separated: it must find out first
				break
			}
		}
		if with != n.seen.with || with == 0 {
			n.seen.with, n.seen.steady = with, now
		}
		if v.moved.After(n.seen.steady) {
			n.seen.steady = v.moved
		}
		wait := now.Sub(n.seen.steady)
		c.s.report.Alone = max(c.s.report.Alone, wait)
		within := GoOnWithin
		if n.inTouch(now) {
			within = TouchWithin
		}
		if c.s.misbehaved() { // first it must be found out that the leader is unfair
			within += FairWithin
		}
		if wait > within {
			c.s.fail("go-on", n, "is connected with others and has had no turn of home for %v:%s", wait, c.s.standing())
		}
	}
}

// inTouch reports whether a node does not vote in its epoch of home, and is connected with another one that
// has turns there: then it waits longer before it goes on without the leader.
func (n *node) inTouch(now time.Time) bool {
	at := n.core(message.Home).Inspect().Record
	if at == nil || at.Votes(n.pair.ID()) {
		return false
	}
	for _, m := range n.links.near {
		core := m.core(message.Home)
		if core == nil || !n.meets(m) {
			continue
		}
		if r := core.Inspect().Record; r != nil && r.Hash() == at.Hash() && now.Sub(m.seen.view(message.Home).moved) < time.Second {
			return true
		}
	}
	return false
}

// counted reports whether a node's process is free of faults.
func (n *node) counted() bool {
	return n.running() && n.faults.trouble == 0 && !n.quitting && n.faults.cost == 0 && len(n.faults.lines) == 0 && (n.disk == nil || n.disk.Failing(message.Home) == nil)
}

// meets reports whether two nodes are linked, and no fault is between them.
func (n *node) meets(m *node) bool {
	return m.counted() && n.links.to(m) != nil && m.links.to(n) != nil && n.s.cuts[[2]int{n.index, m.index}]+n.s.cuts[[2]int{m.index, n.index}] == 0
}

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
