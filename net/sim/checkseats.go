package sim

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/message"
)

// SeatWithin is how long after a ban no honest peer is in an epoch any more in which the banned one votes, if
// it is in touch with the founder: four seconds for the banned one to hand over, as many for the leader to
// name another committee, and time to go on without both.
const SeatWithin = 14 * time.Second

// People of a run with Options.Members: the first node founds the world, those before Members are members by
// its word, and the others are strangers. A fault of kind Ban is the founder's word on a node.

// charters reports whether the world has a charter.
func (o *Options) charters() bool { return o.Members > 0 }

// stranger reports whether the world does not know a node.
func stranger(n *node) bool { return n.s.o.charters() && n.index >= n.s.o.Members }

// ban keeps a node from the world for a while.
func (s *Sim) ban(n *node, f Fault) {
	if !s.o.charters() || n.index == 0 || n.faults.banned {
		return
	}
	n.faults.banned = true
	s.lasting(f, func() { n.faults.banned = false })
}

// govern has the founder say who are members, and who is banned, when its process knows the charter.
func (s *Sim) govern() {
	n := s.nodes[0]
	if !s.o.charters() || !n.running() || n.quitting {
		return
	}
	core := n.core(message.Home)
	if core == nil || core.Standing.Charter == nil || !core.Inspect().Playing {
		return
	}
	says := func(m *node, act charter.Act, value uint64) {
		if err := n.world.Write(n.clock(), charter.Entry{Act: act, Subject: m.pair.ID(), Value: value}); err != nil {
			s.fail("seats", n, "cannot write its charter: %v", err)
		}
		n.act()
	}
	for _, m := range s.nodes[1:] {
		t := core.Standing.Charter.Set.State()
		_, banned := t.Bans[m.pair.ID()]
		switch {
		case s.stopped || n.world == nil:
			return
		case !stranger(m) && !t.Member(m.pair.ID()) && !banned && !m.faults.banned:
			says(m, charter.Name, charter.NameBuilder)
		case m.faults.banned && !banned:
			m.seen.banned = s.net.Now()
			says(m, charter.Ban, 0)
		case !m.faults.banned && banned:
			m.seen.banned = time.Time{}
			says(m, charter.Pardon, 0)
		}
	}
}

// seats: strangers never hold half of a committee in the firm chain, and a banned peer soon votes in no epoch
// in which an honest one is that knows of the ban, whichever peer leads.
func (c *checks) seats(now time.Time) {
	if !c.s.o.charters() {
		return
	}
	founder := c.s.nodes[0]
	for _, n := range c.s.nodes {
		core := n.core(message.Home)
		if core == nil || !n.counted() || !founder.counted() || n != founder && !n.meets(founder) {
			n.seen.touch = now
		}
		if !n.counted() || n.faults.banned {
			n.seen.unable = now
		}
		if core == nil || !n.running() {
			continue
		}
		if i := core.Inspect(); i.Record != nil {
			c.usurped(n, i.Record)
			c.harbours(n, i.Record, now)
		}
	}
}

// knownCan reports whether a node that the world knows, and that has done nothing wrong, could have led where
// a node is. When none is there, a stranger leads rather than nobody. A node that comes back, or whose ban
// has just ended, gets its seat when the leader has heard of it.
func (c *checks) knownCan(n *node) bool {
	for _, m := range c.s.nodes {
		able := min(c.s.net.Now().Sub(m.since), c.s.net.Now().Sub(m.seen.unable)) > JoinWithin
		if !stranger(m) && m.faults.misled.IsZero() && m.counted() && (m == n || n.meets(m)) && able {
			return true
		}
	}
	return false
}

// usurped fails when strangers hold half of a committee where a known node could lead.
func (c *checks) usurped(n *node, r *epoch.Record) {
	taken := 0
	for _, v := range r.Voters {
		if stranger(c.s.by[v.Key]) {
			taken++
		}
	}
	if c.s.report.Unfair.Seats = max(c.s.report.Unfair.Seats, taken); r.Firm && taken > 0 && 2*taken >= len(r.Voters) && c.knownCan(n) {
		c.s.fail("seats", n, "is in epoch %d (%v), in which strangers hold %d of %d seats", r.Number, r.Reason, taken, len(r.Voters))
	}
}

// harbours fails when a banned node votes for too long.
func (c *checks) harbours(n *node, r *epoch.Record, now time.Time) {
	for _, v := range r.Voters {
		m := c.s.by[v.Key]
		if m == n || m.seen.banned.IsZero() || n.faults.banned {
			continue
		}
		since := m.seen.banned
		if n.seen.touch.After(since) {
			since = n.seen.touch
		}
		wait := now.Sub(since)
		if c.s.report.Unfair.Banned = max(c.s.report.Unfair.Banned, wait); wait > SeatWithin {
			c.s.fail("seats", n, "is in epoch %d (%v), in which node %s votes, %v after its ban", r.Number, r.Reason, m.name, wait)
		}
	}
}
