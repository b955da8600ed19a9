package sim

import (
	"slices"
	"time"

	"manyhold/net/host"
)

// Bounds of what is about time.
const (
	// ResumeWithin is when a connected majority closes turns again, on lines as good as the reference at least; on
	// worse ones it may take half as long again.
	ResumeWithin   = 2 * time.Second
	referenceDelay = 60 * time.Millisecond // one way
	referenceLoss  = 0.02
	// HealWithin is when there is one line after all faults, counted from when all are linked with all.
	HealWithin = 10 * time.Second
	// JoinWithin is when a joiner plays.
	JoinWithin = 5 * time.Second
	// RepairWithin is when a wrong state has been replaced.
	RepairWithin = 3 * time.Second
	// EndsWithin is when the end of a command is known to whoever gave it.
	EndsWithin = 10 * time.Second
)

// livelyPart is after how many hundredths of the time faults end, with Options.Liveness.
const livelyPart = 66

// Bounds of queues. Each is a limit of package host with room for what is on its way.
const (
	maxOwn     = host.MaxPending + 64
	maxQueued  = 64
	maxMail    = 8
	maxAhead   = 16
	maxHistory = 2600 // turns: a lone voter alone keeps a checkpoint a minute, two of them
	maxOpen    = 60   // turns: patience is 600 ms, and a run of entries may be on its way
)

// watch looks at what is about time, and at what is too dear to look at in every call.
func (s *Sim) watch(now time.Time) {
	if s.o.Liveness && !s.settled && s.elapsed() >= s.o.For*livelyPart/100 {
		s.settle()
	}
	c := &s.checks
	c.resume(now)
	for _, n := range s.nodes {
		if n.running() {
			c.bounded(n)
			c.ends(n, now)
			c.joins(n, now)
			c.repairs(n, now)
			c.whole(n)
		}
	}
	c.heal(now)
}

// bounded: no queue is longer than its bound.
func (c *checks) bounded(n *node) {
	l := n.core.Load()
	for _, q := range []struct {
		what       string
		long, most int
	}{{"own commands", l.Own, maxOwn}, {"an author's commands", l.Queued, maxQueued}, {"raft's messages", l.Mail, maxMail},
		{"digests of turns to come", l.Ahead, maxAhead}, {"turns kept to go back", l.History, maxHistory}, {"uncommitted turns", l.Open, maxOpen}} {
		if q.long > q.most && (q.what != "uncommitted turns" || n.core.Inspect().Leading && n.disk.err == nil && !n.core.Inspect().Record.Lone()) {
			c.s.fail("bounded", n, "has a queue of %d %s, of at most %d", q.long, q.what, q.most)
		}
	}
}

// ends: a command's end is told.
func (c *checks) ends(n *node, now time.Time) {
	if n.trouble > 0 || n.cost > 0 || n.branching() || now.Sub(n.since) < EndsWithin || now.Sub(n.rested) < EndsWithin {
		return
	}
	for _, p := range n.person.pending {
		if p.turn == 0 && now.Sub(p.born) > EndsWithin {
			c.s.fail("ends", n, "gave command %d %v ago and has heard nothing of it", p.seq, now.Sub(p.born))
		}
		return
	}
}

// whole: the machine has lost and doubled nothing.
func (c *checks) whole(n *node) {
	if n.machine == nil || n.seen.joined == 0 || !n.seen.tainted.IsZero() {
		return
	}
	if check, words := c.s.o.Game.Wrong(n.machine); check != "" {
		c.s.fail(check, n, "has %s", words)
	}
}

// resume: a majority of the newest epoch's voters that is connected closes turns.
func (c *checks) resume(now time.Time) {
	if c.newest == nil || !c.connected() {
		c.majority = time.Time{}
		return
	}
	if c.majority.IsZero() {
		c.majority = now
	}
	since := c.majority
	if c.topAt.After(since) {
		since = c.topAt
	}
	bound := ResumeWithin
	if l := c.s.o.Line; l.Delay+l.Jitter/2 > referenceDelay || l.Loss > referenceLoss || c.s.poor() {
		bound = bound * 3 / 2
	}
	if wait := now.Sub(since); wait > bound {
		c.s.fail("resume", nil, "a majority of the %d voters of epoch %d is connected, and closes no turn for %v", len(c.newest.Voters), c.newest.Number, wait)
	}
}

// poor reports whether a fault makes some line worse.
func (s *Sim) poor() bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return len(n.lines) > 0 })
}

// connected reports whether a majority of the newest epoch's voters, still the processes that it names, is linked
// each with each, and nothing troubles them or any voter that might disturb them.
func (c *checks) connected() bool {
	var here []*node
	for _, v := range c.newest.Voters {
		n := c.s.by[v.Key]
		if n.running() && n.trouble == 0 && !n.quitting && v.Incarnation == n.incarnation() && n.core.Inspect().Record != nil {
			here = append(here, n)
		}
	}
	if 2*len(here) <= len(c.newest.Voters) {
		return false
	}
	for _, n := range here {
		for _, m := range here {
			if n != m && (n.links[m.pair.ID()] == nil || c.s.cuts[[2]int{n.index, m.index}] > 0) {
				return false
			}
		}
	}
	return true
}

// served reports whether turns are closed, and a node is linked with a majority of those who do it.
func (c *checks) served(n *node, now time.Time) bool {
	if c.majority.IsZero() || now.Sub(c.topAt) > ResumeWithin || n.trouble > 0 || n.quitting {
		return false
	}
	for _, v := range c.newest.Voters {
		m := c.s.by[v.Key]
		if m != n && (!m.running() || m.trouble > 0 || n.links[v.Key] == nil || m.links[n.pair.ID()] == nil ||
			c.s.cuts[[2]int{n.index, m.index}]+c.s.cuts[[2]int{m.index, n.index}] > 0) {
			return false
		}
	}
	return true
}

// joins: who comes plays.
func (c *checks) joins(n *node, now time.Time) {
	if n.seen.linked.IsZero() || n.core.Inspect().Playing || !c.served(n, now) {
		n.seen.linked = now
		return
	}
	if wait := now.Sub(n.seen.linked); wait > JoinWithin {
		c.s.fail("join", n, "is linked with all voters of epoch %d for %v and does not play", c.newest.Number, wait)
	}
}

// repairs: a wrong state is replaced.
func (c *checks) repairs(n *node, now time.Time) {
	if n.seen.tainted.IsZero() {
		return
	}
	if !c.served(n, now) || c.s.playing() < 2 || !n.core.Inspect().Playing {
		n.seen.tainted = now
		return
	}
	if wait := now.Sub(n.seen.tainted); wait > RepairWithin {
		c.s.fail("repair", n, "has a wrong state for %v", wait)
	}
}

// settle ends all faults, and starts who is not running.
func (s *Sim) settle() {
	s.settled = true
	for _, end := range s.mends {
		end()
	}
	s.faults = len(s.o.Faults)
	s.calm = s.net.Now()
	for _, n := range s.nodes {
		if n.core == nil {
			n.start()
		}
	}
	s.event(nil, "all faults end")
}

// linked reports whether all are linked with all.
func (s *Sim) linked() bool {
	for _, n := range s.nodes {
		if n.core == nil || len(n.links) < len(s.nodes)-1 {
			return false
		}
	}
	return true
}

// heal: after all faults, once everybody is linked, everybody is in one line.
func (c *checks) heal(now time.Time) {
	if !c.s.settled || c.healed {
		return
	}
	if !c.s.linked() {
		c.s.calm = now // whoever woke still takes dead links for living
	}
	one := c.newest != nil && now.Sub(c.topAt) < time.Second
	for _, n := range c.s.nodes {
		if n.core == nil {
			one = false
			break
		}
		i := n.core.Inspect()
		one = one && i.Playing && i.Record.Firm && i.Record.Number == c.newest.Number && i.Executed+catchUp >= c.top
	}
	if one {
		c.healed = true
		c.s.report.Healed = now.Sub(c.s.calm)
		return
	}
	if wait := now.Sub(c.s.calm); wait > HealWithin {
		c.s.fail("heal", nil, "%s", c.s.standing(wait))
	}
}
