package sim

import (
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// Time limits.
const (
	// ResumeWithin is the limit for a connected majority to close turns again, on links at least as good as
	// the reference. On worse ones it may take half as long again.
	ResumeWithin   = 2 * time.Second
	referenceDelay = 60 * time.Millisecond // one way
	referenceLoss  = 0.02
	// HealWithin is the limit for one common fork after all faults, counted from when all are linked with
	// all.
	HealWithin = 10 * time.Second
	// JoinWithin is when a joiner plays.
	JoinWithin = 5 * time.Second
	// JoinTrips is how many round trips longer that may take where packets are lost: greeting, request, state
	// and the turns since then follow each other, by a stream that sends each lost piece again after a
	// second.
	JoinTrips = 10
	// RepairWithin is when a wrong state has been replaced.
	RepairWithin = 3 * time.Second
	// GoOnWithin is the limit for any two connected peers to close turns again, with Options.Forks: in the
	// firm epoch or on a fork.
	GoOnWithin = 6 * time.Second
	// TouchWithin is that of a node without a vote while a node that it is connected with has turns.
	TouchWithin = 17 * time.Second
	// RetreatAfter is added if rot took the place where the newest epoch begins from all nodes. A node with
	// such a file waits that long for another with more.
	RetreatAfter = 10 * time.Second
	// SettleWithin is the limit for the same islands everywhere after all faults, with nothing under way
	// between them, counted as HealWithin.
	SettleWithin = 30 * time.Second
	// EndsWithin is the limit for a command's author to learn its end.
	EndsWithin = 10 * time.Second
)

// livelyPart is the percentage of the time with faults, with Options.Liveness; with Islands, livelyIslands.
const (
	livelyPart    = 66
	livelyIslands = 45
)

// Bounds of queues. Each is a limit of package host with room for messages under way.
const (
	maxOwn     = message.MaxPending + 64
	maxQueued  = 64
	maxMail    = 8
	maxAhead   = 16
	maxHistory = 2600 // turns: a lone voter keeps two checkpoints, one a minute
	maxParcels = 150  // that wait for one island: all commands of the longest cut would be fewer
	maxOpen    = 60   // turns: patience is 600 ms, and a run of entries may be on its way
)

// watch runs the checkers with time limits, and those that are too slow for every call.
func (s *Sim) watch(now time.Time) {
	if s.o.Liveness && !s.settled && s.elapsed() >= s.o.lively() {
		s.settle()
	}
	c := &s.checks
	turns := 1 + len(s.nodes)/largeFrom
	c.looks++
	c.each(func(k *islandTrack) { k.resume(now) })
	for _, n := range s.nodes {
		if !n.running() {
			for _, v := range n.seen.views {
				v.linked = now // a sleeping node neither waits nor repairs
				if !v.tainted.IsZero() {
					v.tainted = now
				}
			}
			continue
		}
		c.ends(n, now)
		for _, core := range n.world.Cores() {
			k := c.track(core.Island())
			if core.Idle() {
				continue
			}
			if turns == 1 || (n.index+c.looks)%turns == 0 {
				k.bounded(n, core)
				k.accuses(n, core)
				k.whole(n, core)
			}
			if k.newest != nil && !k.over {
				k.joins(n, now)
				k.repairs(n, now)
			}
		}
		c.comes(n, now)
	}
	if s.o.Forks {
		c.goOn(now)
	}
	if s.o.Forks && s.o.Relays {
		c.oneLine(now)
	}
	c.fair(now)
	c.seats(now)
	c.heal(now)
}

// largeFrom is the number of nodes from which only a part of them is checked each time for lasting errors:
// of two hundred a fifth.
const largeFrom = 50

// accuses: no leader is accused of a forged command; here there is none.
func (c *islandTrack) accuses(n *node, core *kernel.Core) {
	if core.Inspect().Forged > 0 {
		c.fail("author", n, "refuses what somebody asked for, as if its leader had made it up")
	}
}

// bounded: no queue is longer than its bound.
func (c *islandTrack) bounded(n *node, core *kernel.Core) {
	l := core.Load()
	for _, q := range []struct {
		what       string
		long, most int
	}{{"own commands", l.Own, maxOwn}, {"an author's commands", l.Queued, maxQueued}, {"raft's messages", l.Mail, maxMail},
		{"digests of turns to come", l.Ahead, maxAhead}, {"turns kept to go back", l.History, maxHistory}} {
		if q.long > q.most {
			c.fail("bounded", n, "has a queue of %d %s, of at most %d", q.long, q.what, q.most)
		}
	}
	if l.Open > maxOpen {
		if i := core.Inspect(); i.Leading && len(n.faults.deeds) == 0 && n.disk.Failing(c.island) == nil && !i.Record.Lone() {
			c.fail("bounded", n, "has a queue of %d uncommitted turns, of at most %d", l.Open, maxOpen)
		}
	}
	if m := n.world.Machine(c.island); m != nil {
		for _, to := range m.Towards(nil) {
			if waiting := len(m.Parcels(to, 0, nil)); waiting > maxParcels {
				c.fail("bounded", n, "has %d parcels that wait for island %016x, of at most %d", waiting, to, maxParcels)
			}
		}
	}
}

// ends: a command's end is reported.
func (c *checks) ends(n *node, now time.Time) {
	if n.faults.trouble > 0 || n.faults.cost > 0 || c.s.o.Forks || now.Sub(n.since) < EndsWithin || now.Sub(n.faults.ended) < EndsWithin {
		return
	}
	if len(n.person.pending) == 0 {
		return
	}
	if p := n.person.pending[0]; p.turn == 0 && now.Sub(p.since) > EndsWithin {
		c.s.fail("ends", n, "waits for %v to hear of command %d", now.Sub(p.since), p.seq)
	}
}

// whole: the machine has lost and doubled nothing.
func (c *islandTrack) whole(n *node, core *kernel.Core) {
	m, v := n.world.Machine(c.island), n.seen.view(c.island)
	if m == nil || v.joined == 0 || !v.tainted.IsZero() {
		return
	}
	if check, words := c.s.o.Game.Wrong(m); check != "" {
		c.fail(check, n, "has %s", words)
	}
}

// resume: a majority of the newest epoch's voters that is connected closes turns.
func (c *islandTrack) resume(now time.Time) {
	if !c.connected() {
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
		c.fail("resume", nil, "a majority of the %d voters of epoch %d is connected, and closes no turn for %v: %s", len(c.newest.Voters), c.newest.Number, wait, c.s.standing())
	}
}

// poor reports whether a fault makes some link worse.
func (s *Sim) poor() bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return len(n.faults.lines) > 0 })
}

// connected reports whether a majority of the newest epoch's voters, still in the named incarnations, is
// fully linked. No fault may trouble them, or any voter that might disturb them. A node that was a modified
// one may have a log that honest voters refuse.
func (c *islandTrack) connected() bool {
	var here []*node
	for _, v := range c.newest.Voters {
		n := c.s.by[v.Key]
		if core := n.core(c.island); n.running() && n.faults.trouble == 0 && n.faults.misled.IsZero() && !n.quitting && v.Incarnation == n.incarnation() && core != nil {
			// a node that continued alone comes back first
			if i := core.Inspect(); i.Record != nil && !i.Apart {
				here = append(here, n)
			}
		}
	}
	if 2*len(here) <= len(c.newest.Voters) || !c.heardOf(here) {
		return false
	}
	for _, n := range here {
		for _, m := range here {
			if n != m && (n.links.to(m) == nil || c.s.cuts[[2]int{n.index, m.index}] > 0) {
				return false
			}
		}
	}
	return true
}

// heardOf reports whether one of these voters knows the newest epoch, or can learn it. A node that handed
// over alone and died, or was cut off, tells its heir only when it is back.
func (c *islandTrack) heardOf(here []*node) bool {
	name := c.name(c.newest)
	return slices.ContainsFunc(c.s.nodes, func(n *node) bool {
		core := n.core(c.island)
		if !n.running() || core == nil || core.Newest() == nil || core.Newest().Number < c.newest.Number || c.name(core.Newest()) != name {
			return false
		}
		return slices.ContainsFunc(here, func(m *node) bool {
			return m == n || n.links.to(m) != nil && m.links.to(n) != nil && c.s.cuts[[2]int{n.index, m.index}]+c.s.cuts[[2]int{m.index, n.index}] == 0
		})
	})
}

// mayPlay reports whether turns are closed, and a node is linked with a majority of the voters that close
// them.
func (c *islandTrack) mayPlay(n *node, now time.Time) bool {
	if c.majority.IsZero() || now.Sub(c.topAt) > ResumeWithin || n.faults.trouble > 0 || n.quitting {
		return false
	}
	for _, v := range c.newest.Voters {
		m := c.s.by[v.Key]
		if m != n && (!m.running() || m.faults.trouble > 0 || n.links.toKey(v.Key) == nil || m.links.to(n) == nil ||
			c.s.cuts[[2]int{n.index, m.index}]+c.s.cuts[[2]int{m.index, n.index}] > 0) {
			return false
		}
	}
	return true
}

// comes checks the islands that a node lacks. In a small world it waits for each known island; in a large
// one it need not have it.
func (c *checks) comes(n *node, now time.Time) {
	if c.s.o.Links > 0 {
		return
	}
	c.each(func(k *islandTrack) {
		if n.core(k.island) == nil {
			k.joins(n, now)
		}
	})
}

// joins: a joiner plays.
func (c *islandTrack) joins(n *node, now time.Time) {
	v, core := n.seen.view(c.island), n.core(c.island)
	if v.linked.IsZero() || core != nil && core.Inspect().Playing || !c.mayPlay(n, now) {
		v.linked = now
		return
	}
	within := JoinWithin
	if line := &c.s.o.Line; line.Loss > 0 {
		within += JoinTrips * 2 * line.Delay
	}
	if wait := now.Sub(v.linked); wait > within {
		c.fail("join", n, "is linked with all voters of epoch %d for %v and does not play", c.newest.Number, wait)
	}
}

// repairs: a wrong state is replaced.
func (c *islandTrack) repairs(n *node, now time.Time) {
	v := n.seen.view(c.island)
	if v.tainted.IsZero() {
		return
	}
	if !c.mayPlay(n, now) || c.s.playing(c.island) < 2 || !n.core(c.island).Inspect().Playing {
		v.tainted = now
		return
	}
	if wait := now.Sub(v.tainted); wait > RepairWithin {
		c.fail("repair", n, "has a wrong state for %v", wait)
	}
}
