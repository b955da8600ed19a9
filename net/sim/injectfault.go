package sim

import (
	"slices"
	"time"

	"manyhold/net/host/hook"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/sim/disk"
)

// strike makes a fault happen, and sees to its end.
func (s *Sim) strike(f Fault) {
	s.event(nil, "fault", "fault", f.String())
	s.report.Faults[f.Kind.String()]++
	if until := s.net.Now().Add(f.For); until.After(s.calm) {
		s.calm = until
	}
	n := s.nodes[f.Nodes[0]]
	switch f.Kind {
	case Crash, Power, Rot:
		s.kill(f)
	case Suspend:
		n.sleep(f)
	case Slow:
		n.faults.cost += time.Duration(f.Amount) * time.Millisecond
		s.lasting(f, func() { n.faults.cost -= time.Duration(f.Amount) * time.Millisecond })
	case Quit:
		n.quit(f.For)
	case Cut, Split, Apart:
		s.part(f)
	case Burst, Narrow, Far:
		s.worsen(f)
	case FullDisk, SlowDisk:
		n.hinder(f)
	case Flip:
		n.flip()
	case Edit:
		n.faults.edits = true
	case Hurry, Dawdle, Censor, Lull, Withhold:
		n.misbehave(f)
	case Ban:
		s.ban(n, f)
	case Clock:
		n.faults.skew += time.Duration(f.Amount) * time.Second
		if n.running() { // its timers count time alone, and run on
			n.world.Tick(n.clock())
			n.act()
		}
	}
}

// lasting ends a fault in its time. Until then its nodes count as troubled.
func (s *Sim) lasting(f Fault, end func()) {
	for _, i := range f.Nodes {
		s.nodes[i].faults.trouble++
	}
	ended := false
	finish := func() {
		if ended {
			return
		}
		ended = true
		for _, i := range f.Nodes {
			s.nodes[i].faults.trouble--
			s.nodes[i].faults.ended = s.net.Now()
		}
		end()
	}
	if f.For > 0 {
		s.later(f.For, finish)
	}
	s.mends = append(s.mends, finish)
}

// kill ends processes; they are started again.
func (s *Sim) kill(f Fault) {
	var dead []*node
	for _, i := range f.Nodes {
		n := s.nodes[i]
		if f.Kind == Rot && n.disk != nil {
			n.disk.Rotten = disk.Row(f.Amount)
			if f.Amount <= 0 || f.Amount >= int64(disk.RowCount) {
				n.disk.Rotten = disk.TurnRow
			}
		}
		if n.world == nil {
			continue
		}
		dead = append(dead, n)
		n.halt()
		if n.disk == nil {
			continue
		}
		if f.Kind == Power {
			n.disk.CutPower()
		} else {
			n.disk.Kill()
		}
	}
	if len(dead) == 0 {
		return
	}
	s.report.Crashes += uint64(len(dead))
	s.checks.died(dead, f.Kind.String())
	for _, n := range dead {
		starts := n.starts
		back := func() {
			if n.starts == starts && !n.gone {
				n.start()
			}
		}
		s.later(f.For+time.Duration(n.rng.IntN(500))*time.Millisecond, back)
	}
}

// sleep suspends a machine.
func (n *node) sleep(f Fault) {
	if n.faults.asleep {
		return
	}
	n.faults.asleep = true
	n.s.net.Suspend(n.pair.ID(), true)
	n.inbox = nil
	n.s.due.plan(n, time.Time{})
	began := n.s.net.Now()
	n.s.weakens(f)
	n.s.lasting(f, func() {
		n.faults.asleep = false
		if f.Amount == 1 {
			n.faults.skew -= n.s.net.Now().Sub(began)
		}
		n.s.net.Suspend(n.pair.ID(), false)
		if n.world != nil {
			n.plan()
		}
	})
}

// quit ends a process cleanly; it comes back.
func (n *node) quit(after time.Duration) {
	if n.world == nil || n.faults.asleep || n.quitting {
		return
	}
	n.quitting = true
	starts := n.starts
	n.world.Stop(n.clock())
	n.act()
	n.s.report.Quits++
	var again func()
	again = func() {
		switch {
		case n.starts != starts || n.gone:
		case n.world != nil:
			n.s.later(time.Second, again)
		default:
			n.start()
		}
	}
	n.s.later(after+time.Second, again)
}

// part cuts lines.
func (s *Sim) part(f Fault) {
	var pairs [][2]int
	switch f.Kind {
	case Cut:
		for _, to := range f.Nodes[1:] {
			pairs = append(pairs, [2]int{f.Nodes[0], to})
		}
	case Apart:
		for _, to := range f.Nodes[1:] {
			pairs = append(pairs, [2]int{f.Nodes[0], to}, [2]int{to, f.Nodes[0]})
		}
	case Split:
		inside := map[int]bool{}
		for _, i := range f.Nodes {
			inside[i] = true
		}
		for _, i := range f.Nodes {
			for j := range s.nodes {
				if !inside[j] {
					pairs = append(pairs, [2]int{i, j}, [2]int{j, i})
				}
			}
		}
		s.report.Partitions++
	}
	set := func(by int) {
		for _, p := range pairs {
			s.cuts[p] += by
			from, to := s.nodes[p[0]].pair.ID(), s.nodes[p[1]].pair.ID()
			if s.cuts[p] > 0 {
				s.net.Cut(from, to)
			} else {
				s.net.Mend(from, to)
			}
		}
	}
	set(1)
	f.Nodes = nil
	s.lasting(f, func() { set(-1) })
}

// worsen changes the lines of a node.
func (s *Sim) worsen(f Fault) {
	n := s.nodes[f.Nodes[0]]
	n.faults.lines = append(n.faults.lines, f)
	s.relay(n)
	s.lasting(f, func() {
		for i := range n.faults.lines {
			if n.faults.lines[i].At == f.At && n.faults.lines[i].Kind == f.Kind {
				n.faults.lines = append(n.faults.lines[:i:i], n.faults.lines[i+1:]...)
				break
			}
		}
		s.relay(n)
	})
}

// relay sets the conditions of all links of a node, which combine those of both ends.
func (s *Sim) relay(n *node) {
	for _, m := range s.nodes {
		if m == n {
			continue
		}
		c := s.o.Line
		for _, f := range append(append([]Fault(nil), n.faults.lines...), m.faults.lines...) {
			c = worse(c, f)
		}
		s.net.SetBoth(n.pair.ID(), m.pair.ID(), c)
	}
}

func worse(c memory.Conditions, f Fault) memory.Conditions {
	switch f.Kind {
	case Burst:
		c.BurstStart, c.BurstEnd, c.BurstLoss = 0.02, 0.1, float64(f.Amount)/100
	case Narrow:
		c.Bandwidth = int(f.Amount) * 1000
	case Far:
		c.Delay += time.Duration(f.Amount) * time.Millisecond
		c.Jitter += time.Duration(f.Amount) * time.Millisecond / 4
	}
	return c
}

// hinder makes a disk full or slow.
func (n *node) hinder(f Fault) {
	d := n.disk
	if d == nil {
		return
	}
	n.s.weakens(f)
	if f.Kind == FullDisk {
		d.Full = true
		n.s.lasting(f, func() { d.Full = false; n.s.weakens(f) })
		return
	}
	slow := time.Duration(f.Amount) * time.Millisecond
	d.WriteTime, d.SyncTime = d.WriteTime+slow, d.SyncTime+slow
	n.s.lasting(f, func() {
		d.WriteTime, d.SyncTime = d.WriteTime-slow, d.SyncTime-slow
		if quick := n.s.net.Now().Add(d.WriteTime + d.SyncTime); d.Busy.After(quick) {
			d.Busy = quick // its running write is fast again, too
		}
		n.s.weakens(f)
		if n.world != nil {
			n.plan()
		}
	})
}

// weakens notes that some disk does not keep up, or sleeps: a power cut may take more than otherwise.
func (s *Sim) weakens(f Fault) {
	if until := s.net.Now().Add(f.For + weakFor); until.After(s.checks.weak) {
		s.checks.weak = until
	}
}

// weakFor is the time that a disk may need after its fault for the waiting writes.
const weakFor = 4 * time.Second

// flip flips a bit of the state of the island where the node's person is, if enough others can tell.
func (n *node) flip() {
	if n.world == nil {
		return
	}
	island, _ := n.world.Where()
	if m := n.world.Machine(island); m != nil && n.world.Core(island).Inspect().Playing && n.s.playing(island) >= 3 && n.s.o.Game.Flip(m) {
		n.seen.view(island).tainted, n.s.checks.flipped = n.s.net.Now(), true
	}
}

// playing counts the nodes that execute turns of an island in a state that is right. One that is behind does
// not count: it may take its state from the others in a moment.
func (s *Sim) playing(island uint64) (count int) {
	newest := uint64(0)
	for _, n := range s.nodes {
		if n.running() {
			newest = max(newest, n.seen.view(island).executed)
		}
	}
	for _, n := range s.nodes {
		v := n.seen.view(island)
		if core := n.core(island); n.running() && core != nil && core.Inspect().Playing && v.tainted.IsZero() && v.executed+behind >= newest {
			count++
		}
	}
	return count
}

// behind is by how many turns a node may be behind that can tell whether a state is right.
const behind = 10

// The misdeeds of modified leaders are faults of a node: while it leads, it breaks a rule of package hook.
// With a second node in the fault, that one is the victim; otherwise all are.

// misbehave makes a node a modified one for a while.
func (n *node) misbehave(f Fault) {
	n.faults.deeds = append(n.faults.deeds, f)
	n.faults.misled = n.s.net.Now()
	f.Nodes = f.Nodes[:1]
	n.s.lasting(f, func() {
		n.faults.deeds = slices.DeleteFunc(n.faults.deeds, func(o Fault) bool { return o.At == f.At && o.Kind == f.Kind })
	})
}

// misbehaved reports whether some node is a modified one now, or was a moment ago.
func (s *Sim) misbehaved() bool {
	return slices.ContainsFunc(s.nodes, func(n *node) bool {
		return len(n.faults.deeds) > 0 || !n.faults.misled.IsZero() && s.net.Now().Sub(n.faults.ended) < GoOnWithin+FairWithin
	})
}

// replaceable reports whether others vote beside this node: nobody can replace a lone voter.
func replaceable(n *node) bool {
	core := n.core(message.Home)
	return core != nil && core.Epoch != nil && !core.Epoch.Record().Lone()
}

// does reports whether a node does something to a peer now.
func (n *node) does(k Kind, to key.ID) bool {
	return len(n.faults.deeds) > 0 && replaceable(n) && slices.ContainsFunc(n.faults.deeds, func(f Fault) bool {
		return f.Kind == k && (len(f.Nodes) < 2 || n.s.nodes[f.Nodes[1]].pair.ID() == to)
	})
}

// deed returns a misdeed of a kind that a node does now.
func (n *node) deed(k Kind) (f Fault, ok bool) {
	i := slices.IndexFunc(n.faults.deeds, func(f Fault) bool { return f.Kind == k })
	if i < 0 || !replaceable(n) {
		return f, false
	}
	return n.faults.deeds[i], true
}

// leads are the rules of a node that leads: those of the others, unless it is a modified one now.
func (n *node) leads() hook.Leader {
	return hook.Leader{
		Every: func(turn time.Duration) time.Duration {
			if _, fast := n.deed(Hurry); fast {
				return turn / 4
			}
			if _, slow := n.deed(Dawdle); slow {
				return 7 * turn
			}
			return turn
		},
		Ticks: func(record uint8) uint8 {
			if f, fast := n.deed(Hurry); fast && f.Amount > 0 {
				return 6
			}
			if f, slow := n.deed(Dawdle); slow && f.Amount > 0 {
				return 1
			}
			return record
		},
		Takes: func(author key.ID) bool { return !n.does(Censor, author) },
		Gone: func(player key.ID) bool {
			gone := n.does(Lull, player)
			if gone && n.seen.lulled.IsZero() {
				n.seen.lulled = n.s.net.Now()
			}
			return gone
		},
		Sends: func(to key.ID) bool { return !n.does(Withhold, to) },
	}
}
