package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/key"
	"manyhold/net/link/memory"
)

var lan = memory.Conditions{Delay: 500 * time.Microsecond, Jitter: 500 * time.Microsecond}

func TestAloneThenTwo(t *testing.T) {
	c := newCluster(t, 1, lan)
	a := c.found("a")
	c.run(time.Second)
	if got := a.core.History.Executed; got < 18 || got > 21 {
		t.Fatalf("%d turns in the first second", got)
	}
	a.say("hello")
	c.run(100 * time.Millisecond)
	b := c.join("b")
	took := c.until("b plays", 1500*time.Millisecond, func() bool { return b.core.Machine != nil && b.core.History.Executed+2 >= a.core.History.Executed })
	t.Logf("joined in %v", took)
	b.say("I am here")
	took = c.until("b is heard", time.Second, func() bool { return a.machine.Sequence(b.id()) == 1 })
	t.Logf("heard after %v", took)
	for i := range 20 {
		a.say(fmt.Sprint("a", i))
		b.say(fmt.Sprint("b", i))
		c.run(77 * time.Millisecond)
	}
	c.agree(time.Second)
	s := a.core.Status(c.net.Now())
	if len(s.Peers) != 1 || s.Peers[0].TurnsCompared == 0 || s.Peers[0].TurnsCompared != s.Peers[0].TurnsEqual {
		t.Errorf("peers %+v", s.Peers)
	}
}

func TestThreeMakeACommittee(t *testing.T) {
	c := newCluster(t, 2, lan)
	a := c.found("a")
	c.run(time.Second)
	c.watchGaps = true
	c.join("b")
	c.join("c")
	c.until("three voters", 6*time.Second, func() bool {
		return a.core.Epoch.Record().Number == 2 && len(a.core.Epoch.Record().Voters) == 3
	})
	c.run(time.Second)
	for _, n := range c.nodes {
		if !n.core.Epoch.Member() {
			t.Errorf("%s does not vote", n.name)
		}
		n.say("x")
	}
	c.agree(time.Second)
	if c.longest > 110*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	t.Logf("longest pause %v", c.longest)
}

func (c *cluster) grow(n int) {
	c.t.Helper()
	c.found("a")
	c.run(300 * time.Millisecond)
	for i := 1; i < n; i++ {
		if m := c.join(string(rune('a' + i))); n >= 7 && c.nodes[0].core.Standing.Charter != nil {
			c.vouch(m) // most of five seats belong to members
		}
	}
	want := 1
	if n >= 3 {
		want = 3
	}
	if n >= 7 {
		want = 5
	}
	c.until("the committee is complete", 20*time.Second, func() bool {
		for _, m := range c.nodes {
			if m.core.Epoch == nil || len(m.core.Epoch.Record().Voters) != want || protocolOf(m.core).joining.Fetch != nil {
				return false
			}
		}
		return true
	})
}

func TestLeaderOfThreeCrashes(t *testing.T) {
	c := newCluster(t, 3, lan)
	c.grow(3)
	for _, n := range c.nodes {
		n.say("before")
	}
	c.agree(time.Second)
	c.run(500 * time.Millisecond)
	a := c.nodes[0]
	turn := c.maxTurn
	c.watchGaps, c.lastTurn = true, c.net.Now()
	a.crash()
	c.nodes[1].say("while nobody leads")
	c.until("turns resume", 2*time.Second, func() bool { return c.maxTurn > turn+3 })
	t.Logf("pause of %v", c.longest)
	c.agree(2 * time.Second)
	c.until("the committee shrinks to the leader", 12*time.Second, func() bool {
		l := c.leader()
		return l != nil && l.core.Epoch.Record().Lone()
	})
	c.until("the dead one's body sleeps", 9*time.Second, func() bool {
		return c.nodes[1].machine.asleep(a.id())
	})
	a.restart()
	c.until("the crashed one is taken in and votes", 10*time.Second, func() bool {
		return a.core.Epoch != nil && a.core.Epoch.Member() && protocolOf(a.core).joining.Fetch == nil
	})
	for _, n := range c.nodes {
		n.say("after")
	}
	c.agree(2 * time.Second)
}

func TestPoliteQuitOfALoneLeader(t *testing.T) {
	c := newCluster(t, 4, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	a.file.delay, b.file.delay = 8*time.Millisecond, 8*time.Millisecond
	a.say("1")
	b.say("1")
	c.agree(time.Second)
	c.watchGaps = true
	protocolOf(a.core).seats.Stop(c.net.Now())
	a.act()
	took := c.until("a has handed over", 3*time.Second, func() bool { return a.core.Stopped() })
	a.down = true
	a.node.Close("bye")
	c.run(time.Second)
	if c.longest > 150*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	t.Logf("stopped after %v, longest pause %v", took, c.longest)
	if !b.core.Epoch.Leading() || !b.core.Journal.OwnsLog() {
		t.Fatal("b does not lead alone")
	}
	b.say("2")
	c.agree(time.Second)
	a.restart()
	c.until("a is back", 3*time.Second, func() bool {
		return a.core.Epoch != nil && protocolOf(a.core).joining.Fetch == nil && a.core.History.Executed+2 > b.core.History.Executed
	})
	c.agree(time.Second)
}

func TestPoliteQuitOfALeaderOfThree(t *testing.T) {
	c := newCluster(t, 5, lan)
	c.grow(3)
	a := c.nodes[0]
	c.run(time.Second)
	c.watchGaps = true
	protocolOf(a.core).seats.Stop(c.net.Now())
	a.act()
	c.until("a has handed over", 3*time.Second, func() bool { return a.core.Stopped() })
	a.down = true
	a.node.Close("bye")
	c.run(time.Second)
	if c.longest > 150*time.Millisecond {
		t.Errorf("a pause of %v", c.longest)
	}
	t.Logf("longest pause %v", c.longest)
	for _, n := range c.alive() {
		n.say("after")
	}
	c.agree(time.Second)
}

// TestEveningExodus: eight leave one by one, the first to start first; the last one's world has it all.
func TestEveningExodus(t *testing.T) {
	c := newCluster(t, 6, lan)
	c.grow(8)
	for i, n := range c.nodes {
		for _, m := range c.alive() {
			m.say(fmt.Sprint("round ", i))
		}
		c.run(time.Second)
		if i == len(c.nodes)-1 {
			break
		}
		protocolOf(n.core).seats.Stop(c.net.Now())
		n.act()
		c.until(n.name+" has left", 6*time.Second, func() bool { return n.core.Stopped() })
		n.down = true
		n.node.Close("good night")
	}
	last := c.alive()[0]
	c.agree(time.Second)
	order := last.machine.order
	protocolOf(last.core).seats.Stop(c.net.Now())
	last.act()
	c.run(time.Second)
	last.restart()
	c.until("the last one's world goes on", 4*time.Second, func() bool { return last.core.Epoch != nil && last.core.Epoch.Leading() })
	for i, n := range c.nodes {
		if got := last.machine.Sequence(n.id()); got < uint64(i+1) {
			t.Errorf("%s: %d commands of %d", n.name, got, i+1)
		}
	}
	if last.machine.order != order && last.machine.order == 0 {
		t.Error("the world is empty")
	}
}

func TestLossyLinks(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			c := newCluster(t, 7, memory.Conditions{Delay: 50 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.2, Duplicate: 0.05, Reorder: 0.05})
			c.grow(n)
			c.run(2 * time.Second)
			from := c.maxTurn
			for i := range 40 {
				for _, m := range c.nodes {
					if i%4 == 0 {
						m.say(fmt.Sprint(i))
					}
				}
				c.run(250 * time.Millisecond)
			}
			if got := c.maxTurn - from; got < 190 {
				t.Errorf("%d turns in ten seconds", got)
			}
			c.agree(5 * time.Second)
			for _, m := range c.nodes {
				s := m.core.Status(c.net.Now())
				if s.Counters[counter.Resyncs] > 0 || s.Counters[counter.Elections] > 0 {
					t.Errorf("%s: %d resyncs, %d elections", m.name, s.Counters[counter.Resyncs], s.Counters[counter.Elections])
				}
			}
		})
	}
}

func TestMinorityStops(t *testing.T) {
	c := newCluster(t, 8, lan)
	c.grow(3)
	c.run(time.Second)
	a, b, d := c.nodes[0], c.nodes[1], c.nodes[2]
	c.net.Split([]key.ID{a.id()}, []key.ID{b.id(), d.id()})
	a.say("cut off")
	c.run(1500 * time.Millisecond)
	if c.leader() == a || c.leader() == nil {
		t.Fatal("the minority goes on, or the majority does not")
	}
	stopped := a.core.History.Executed
	c.run(500 * time.Millisecond)
	if a.core.History.Executed != stopped {
		t.Fatal("a minority closes turns")
	}
	c.goesProvisional(a, 2*time.Second)
	c.net.Heal()
	b.say("healed")
	c.until("one fork", 10*time.Second, func() bool {
		return a.core.Epoch != nil && protocolOf(a.core).joining.Fetch == nil && a.core.History.Hash == b.core.History.Hash
	})
	c.agree(6 * time.Second)
}

func TestLoneVoterRestarts(t *testing.T) {
	c := newCluster(t, 9, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	for i := range 10 {
		a.say(fmt.Sprint(i))
		b.say(fmt.Sprint(i))
		c.run(100 * time.Millisecond)
	}
	c.agree(time.Second)
	a.crash()
	c.run(10 * time.Second)
	if s := b.core.Status(c.net.Now()); s.Island.Firm {
		t.Error("b goes on, and does not say that it is provisional")
	}
	a.restart()
	c.until("a goes on", 4*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
	if got := a.machine.Sequence(a.id()); got != 10 {
		t.Errorf("%d of 10 commands after the restart", got)
	}
	c.until("b follows", 5*time.Second, func() bool {
		return protocolOf(b.core).joining.Fetch == nil && b.core.Epoch.Record().Number == a.core.Epoch.Record().Number
	})
	b.say("again")
	c.agree(2 * time.Second)
}

func TestDesyncIsRepaired(t *testing.T) {
	for _, who := range []int{1, 0} {
		t.Run(fmt.Sprint("node ", who), func(t *testing.T) {
			c := newCluster(t, 10, lan)
			c.grow(3)
			c.run(time.Second)
			n := c.nodes[who]
			n.machine.wrong = 1
			c.until("it is right again", time.Second, func() bool { return n.machine.wrong == 0 && protocolOf(n.core).joining.Fetch == nil })
			if len(n.desyncs) != 1 || string(n.desyncs[0].Mine) == string(n.desyncs[0].Right) || n.desyncs[0].Mine == nil {
				t.Errorf("desyncs %v", n.desyncs)
			}
			n.say("fine")
			c.agree(time.Second)
			for _, m := range c.nodes {
				if s := m.core.Status(c.net.Now()); m != n && s.Counters[counter.Resyncs] > 0 {
					t.Errorf("%s resynced", m.name)
				}
			}
		})
	}
}

// TestPowerCut: a lone voter that lost the last second of its file takes the longer log of a peer that is
// there, and nothing that others saw committed is lost.
func TestPowerCut(t *testing.T) {
	c := newCluster(t, 11, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	for i := range 20 {
		a.say(fmt.Sprint(i))
		c.run(100 * time.Millisecond)
	}
	c.agree(time.Second)
	had := b.core.History.Executed // a leader without followers may go on from turns that were only ordered
	a.crash()
	a.file.entries = a.file.entries[:len(a.file.entries)-15]
	for turn := had + 1; c.chain[turn] != [32]byte{}; turn++ { // a alone had these
		delete(c.chain, turn)
		delete(c.digests, turn)
	}
	c.run(7 * time.Second)
	a.restart()
	c.until("a goes on", 6*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
	if first := a.core.Epoch.Record().FirstTurn; first <= had {
		t.Errorf("goes on from turn %d, %d was executed by others", first, had)
	}
	c.until("b follows", 5*time.Second, func() bool {
		return protocolOf(b.core).joining.Fetch == nil && b.core.Epoch.Record().Number == a.core.Epoch.Record().Number
	})
	b.say("again")
	c.agree(2 * time.Second)
}

// TestKilledWithUnwrittenTurns: turns that were ordered and are not in the file of the lone voter are lost
// with it, and observers that had executed them go back, unless one of them is there before it goes on.
func TestKilledWithUnwrittenTurns(t *testing.T) {
	for _, there := range []bool{true, false} {
		c := newCluster(t, 12, lan)
		c.grow(2)
		a, b := c.nodes[0], c.nodes[1]
		a.file.delay = 300 * time.Millisecond
		c.run(2 * time.Second)
		a.say("perhaps lost")
		c.run(120 * time.Millisecond)
		ahead := b.core.History.Executed
		a.crash()
		c.run(7 * time.Second)
		a.file.delay = 0
		if !there {
			c.net.Cut(a.id(), b.id())
		}
		a.restart()
		had := a.file.writtenTurn
		took := c.until("a goes on", 3*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
		first := a.core.Epoch.Record().FirstTurn
		t.Logf("b there %v: went on after %v from turn %d; b had executed %d, and the file had %d", there, took, first, ahead, had)
		if had >= ahead || there != (first > ahead) {
			t.Errorf("b there %v: goes on from turn %d, the file had %d and b %d", there, first, had, ahead)
		}
		c.net.Heal()
		c.redial()
		a.seq = a.machine.Sequence(a.id())
		c.until("b follows", 12*time.Second, func() bool {
			return protocolOf(b.core).joining.Fetch == nil && b.core.Epoch != nil && b.core.Ancestry.Last().Hash() == a.core.Ancestry.Last().Hash()
		})
		b.say("again")
		c.agree(2 * time.Second)
	}
}

// TestHandOverInterrupted: a lone leader dies after its successor record is on its disk and before anybody
// heard of it. Its heir learns of it when the leader's next process is linked, and leads: there is no
// second successor.
func TestHandOverInterrupted(t *testing.T) {
	c := newCluster(t, 13, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	a.say("1")
	b.say("1")
	c.agree(time.Second)
	a.file.delay = 20 * time.Millisecond
	protocolOf(a.core).seats.Stop(c.net.Now())
	a.act()
	c.until("the heir is named", 2*time.Second, func() bool { return protocolOf(a.core).seats.Quitting() })
	c.net.Cut(a.id(), b.id())
	c.until("the record is synced", time.Second, func() bool { return len(a.file.epochs) == 2 })
	a.crash()
	c.run(8 * time.Second)
	c.net.Heal()
	a.file.delay = 0
	a.restart()
	c.until("the heir leads", 4*time.Second, func() bool {
		return b.core.Epoch != nil && b.core.Epoch.Leading() && protocolOf(b.core).joining.Fetch == nil
	})
	c.until("the other follows", 4*time.Second, func() bool {
		return a.core.Epoch != nil && protocolOf(a.core).joining.Fetch == nil && a.core.History.Executed+5 > b.core.History.Executed
	})
	a.say("2")
	b.say("2")
	c.agree(2 * time.Second)
}

// TestAllQuitAtOnce: all peers are told to stop in the same moment, and start again the next day.
func TestAllQuitAtOnce(t *testing.T) {
	for _, n := range []int{2, 3, 5, 8} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			c := newCluster(t, 14, lan)
			c.grow(n)
			for _, m := range c.nodes {
				m.say("good evening")
			}
			c.agree(time.Second)
			for _, m := range c.nodes {
				protocolOf(m.core).seats.Stop(c.net.Now())
				m.act()
			}
			c.until("all have stopped", 8*time.Second, func() bool { return len(c.alive()) == 0 })
			for _, m := range c.nodes {
				m.down = true
				m.node.Close("good night")
			}
			c.run(time.Second)
			for _, m := range c.nodes {
				m.restart()
			}
			c.until("the world goes on", 6*time.Second, func() bool {
				for _, m := range c.nodes {
					if m.core.Epoch == nil || protocolOf(m.core).joining.Fetch != nil {
						return false
					}
				}
				return c.leader() != nil
			})
			for _, m := range c.nodes {
				if m.seq = m.machine.Sequence(m.id()); m.seq != 1 {
					t.Errorf("%s: %d commands", m.name, m.seq)
				}
				m.say("good morning")
			}
			c.agree(2 * time.Second)
		})
	}
}

// TestLoneVoterLosesItsFile: it comes back with only its key, and goes on from the others' state.
func TestLoneVoterLosesItsFile(t *testing.T) {
	c := newCluster(t, 15, lan)
	c.grow(2)
	a, b := c.nodes[0], c.nodes[1]
	a.say("1")
	b.say("1")
	c.agree(time.Second)
	c.run(200 * time.Millisecond)
	a.crash()
	c.run(8 * time.Second)
	a.file = nil
	a.restartAny()
	for turn := b.firmTurn() + 1; c.chain[turn] != [32]byte{}; turn++ {
		delete(c.chain, turn)
		delete(c.digests, turn)
	}
	c.until("a goes on", 8*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
	c.until("b follows", 5*time.Second, func() bool {
		return protocolOf(b.core).joining.Fetch == nil && b.core.Epoch.Record().Number == a.core.Epoch.Record().Number
	})
	a.seq = a.machine.Sequence(a.id())
	if a.seq != 1 {
		t.Errorf("%d commands of 1", a.seq)
	}
	a.say("2")
	b.say("2")
	c.agree(3 * time.Second)
}
