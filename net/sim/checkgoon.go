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
		if wait > GoOnWithin {
			c.s.fail("go-on", n, "is connected with others and has had no turn of home for %v:%s", wait, c.s.standing())
		}
	}
}

// counted reports whether a node's process is free of faults.
func (n *node) counted() bool {
	return n.running() && n.faults.trouble == 0 && !n.quitting && n.faults.cost == 0 && len(n.faults.lines) == 0 && (n.disk == nil || n.disk.Failing(message.Home) == nil)
}

// meets reports whether two nodes are linked, and no fault is between them.
func (n *node) meets(m *node) bool {
	return m.counted() && n.links.to(m) != nil && m.links.to(n) != nil && n.s.cuts[[2]int{n.index, m.index}]+n.s.cuts[[2]int{m.index, n.index}] == 0
}
