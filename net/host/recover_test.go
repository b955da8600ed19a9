package host

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/store"
)

// growAndTalk makes a world of n peers in which all have said five things.
func (c *cluster) growAndTalk(n int) {
	c.t.Helper()
	c.grow(n)
	for i := range 5 {
		for _, m := range c.nodes {
			m.say(fmt.Sprint(i))
		}
		c.run(130 * time.Millisecond)
	}
	c.agree(2 * time.Second)
	// beyond what the tests take from files: an epoch's record is synced with all before it
	c.run(3 * time.Second)
	turn := c.maxTurn
	c.until("it is committed", time.Second, func() bool {
		for _, m := range c.alive() {
			if m.core.History.Committed < turn {
				return false
			}
		}
		return true
	})
}

// goesOn waits until all are in one fork again that is led, and have all that was committed.
func (c *cluster) goesOn(d time.Duration) time.Duration {
	c.t.Helper()
	took := c.until("the world goes on", d, func() bool {
		c.redial()
		l := c.leader()
		if l == nil {
			return false
		}
		for _, m := range c.alive() {
			if m.core.Epoch == nil || protocolOf(m.core).joining.Fetch != nil || m.core.Epoch.Record().Number != l.core.Epoch.Record().Number || m.core.History.Executed+20 < l.core.History.Executed {
				return false
			}
		}
		return true
	})
	for _, m := range c.alive() {
		m.seq = m.machine.Sequence(m.id())
		m.say("again")
	}
	c.agree(4 * time.Second)
	return took
}

// TestAllKilled: all voters are killed at once and restarted, in every order of three and some of five.
func TestAllKilled(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 7} {
		for order := range int(few(6, 3)) {
			t.Run(fmt.Sprint(n, " order ", order), func(t *testing.T) {
				c := newCluster(t, uint64(20+order), lan)
				c.growAndTalk(n)
				for _, m := range c.nodes {
					m.crash()
				}
				c.run(time.Second)
				for i := range n {
					c.nodes[(i*(1+order%2*(n-2))+order/2)%n].restart()
					c.run(700 * time.Millisecond)
				}
				t.Logf("went on after %v", c.goesOn(15*time.Second))
				for _, m := range c.nodes {
					if m.seq < 6 {
						t.Errorf("%s: %d commands", m.name, m.seq)
					}
				}
			})
		}
	}
}

// cut takes the last turns from a file.
func (n *testNode) cut(turns int) {
	n.file.entries = n.file.entries[:max(0, len(n.file.entries)-turns)]
}

// TestDifferentLogs: the files end at different turns, or the power cut took a second of each.
func TestDifferentLogs(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 7} {
		for name, lost := range map[string][]int{"equal": {0}, "the last has most": {40, 30, 20, 10, 5, 3, 0}, "the first has most": {0, 7, 30},
			"a second of each": {20}, "the longest is in the middle": {25, 1, 50}} {
			t.Run(fmt.Sprint(n, " ", name), func(t *testing.T) {
				c := newCluster(t, 40, lan)
				c.growAndTalk(n)
				for _, m := range c.nodes {
					m.crash()
				}
				for i, m := range c.nodes {
					m.cut(lost[i%len(lost)])
				}
				c.forget()
				for _, m := range c.nodes {
					m.restart()
				}
				c.goesOn(15 * time.Second)
			})
		}
	}
}

// TestSnapshotToRecover: the turns that the others lack lie before the checkpoint of the voter that has most,
// so it must give a snapshot.
func TestSnapshotToRecover(t *testing.T) {
	for holder := range 3 {
		c := newCluster(t, 41, lan)
		c.growAndTalk(3)
		h := c.nodes[holder]
		var old []store.Checkpoint
		for _, m := range c.nodes {
			old = append(old, m.file.checkpoint)
		}
		c.until("a checkpoint", 90*time.Second, func() bool { return h.file.checkpoint.Turn > old[holder].Turn })
		for i, m := range c.nodes {
			if m.crash(); i != holder {
				m.file.checkpoint = old[i]
				m.cut(500)
			}
		}
		c.forget()
		for _, m := range c.nodes {
			m.restart()
		}
		c.goesOn(15 * time.Second)
	}
}

// TestSomeAlive: too few of the voters are left alive, and go on with the others when those are back. The
// ordered turns of the living ones count.
func TestSomeAlive(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 7} {
		for survivor := range n {
			t.Run(fmt.Sprint(n, " survivor ", survivor), func(t *testing.T) {
				c := newCluster(t, uint64(50+survivor), lan)
				c.growAndTalk(n)
				for i, m := range c.nodes {
					if i != survivor {
						m.file.delay = 20 * time.Millisecond
					}
				}
				c.run(300 * time.Millisecond)
				for i, m := range c.nodes {
					if i != survivor {
						m.crash()
						m.file.delay = 0
					}
				}
				c.forget()
				c.run(8 * time.Second)
				if s := c.nodes[survivor].core.Status(c.net.Now()); s.Island.Firm || s.Island.Reason != epoch.Provisional.String() {
					t.Errorf("the survivor is in a firm epoch that was %s", s.Island.Reason)
				}
				for i, m := range c.nodes {
					if i != survivor {
						m.restart()
						c.run(500 * time.Millisecond)
					}
				}
				c.goesOn(15 * time.Second)
			})
		}
	}
}

// TestCrashAtEveryStep: all voters are killed; in the recovery one of them is killed once more after each of
// its consequences (a turn written, a row synced, a message sent), and restarted a moment later.
func TestCrashAtEveryStep(t *testing.T) {
	t.Parallel()
	for _, alive := range []int{-1, 0, 2} {
		for victim := range 3 {
			stride := 1
			if alive >= 0 && os.Getenv("CHAOS_COUNT") == "" {
				stride = 3 // the soak does all
			}
			if testing.Short() {
				stride = 9
			}
			last := 0
			for step := 1 + victim%stride; step < 150 && crashAt(t, alive, victim, step); step += stride {
				last = step
			}
			t.Logf("alive %d, victim %d: crashed after every step of %d to %d", alive, victim, stride, last)
		}
	}
}

func crashAt(t *testing.T, alive, victim, step int) (burnt bool) {
	c := newCluster(t, uint64(60+step), lan)
	defer func() {
		if t.Failed() {
			t.Logf("alive %d, victim %d, step %d", alive, victim, step)
		}
	}()
	c.growAndTalk(3)
	for i, m := range c.nodes {
		if i != alive {
			m.crash()
			m.cut((i * 5) % 11)
		}
	}
	c.forget()
	for i, m := range c.nodes {
		if m.file.delay = 4 * time.Millisecond; i != alive {
			m.restart()
		}
	}
	m, number := c.nodes[victim], c.nodes[victim].core.Ancestry.Last().Number
	m.fuse = step
	for range 100 {
		if c.run(50 * time.Millisecond); m.down || m.core.Ancestry.Last().Number > number {
			break
		}
	}
	if burnt = m.down; burnt {
		c.run(time.Duration(step%7) * 400 * time.Millisecond)
		m.restart()
	}
	m.fuse = 0
	c.goesOn(20 * time.Second)
	return burnt
}

// TestTwoCoordinators: links between some voters are missing at different times, so that several coordinate;
// there is one successor.
func TestTwoCoordinators(t *testing.T) {
	t.Parallel()
	for seed := range few(12, 4) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := newCluster(t, seed, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 15 * time.Millisecond, Loss: 0.05})
		c.growAndTalk([]int{3, 7}[seed%2])
		for _, m := range c.nodes {
			m.crash()
			m.cut(r.IntN(30))
		}
		c.forget()
		for _, m := range c.nodes {
			m.file.delay = time.Duration(r.IntN(60)) * time.Millisecond
			m.restart()
		}
		for range 12 {
			a, b := c.nodes[r.IntN(len(c.nodes))], c.nodes[r.IntN(len(c.nodes))]
			switch r.IntN(4) {
			case 0, 1:
				if a != b {
					c.net.Cut(a.id(), b.id())
				}
			case 2:
				c.net.Heal()
			case 3:
				recoverNow(a.core)
			}
			c.run(time.Duration(r.IntN(900)) * time.Millisecond)
			c.redial()
		}
		c.net.Heal()
		c.goesOn(40 * time.Second)
	}
}

// recoverNow makes a voter coordinate without waiting for its turn.
func recoverNow(c *kernel.Core) {
	if protocolOf(c).recoveries.Recovery.Running != nil {
		protocolOf(c).recoveries.Recovery.Running.Complete, protocolOf(c).recoveries.Recovery.Running.RivalAt = c.Began.Add(-time.Hour), c.Began.Add(-time.Hour)
	}
}

// TestHostileVoter: a voter that claims a longer log than it has, or signs garbage, is not believed. The
// world goes on as soon as its signatures are honest.
func TestHostileVoter(t *testing.T) {
	for _, claimed := range []uint64{3, 500, 1 << 40} {
		t.Run(fmt.Sprint("claims ", claimed), func(t *testing.T) {
			c := newCluster(t, 70, lan)
			c.growAndTalk(3)
			for _, m := range c.nodes {
				m.crash()
			}
			for _, m := range c.nodes {
				m.restart()
			}
			liar := c.nodes[1]
			liar.forge = func(b []byte) []byte {
				if b[1] != message.StepReport {
					return b
				}
				k := message.Body(b)
				k.U8()
				r := message.DecodeReport(k)
				r.Turn, r.Hash = r.Turn+claimed, [32]byte{1}
				r.Committed, r.CommittedHash = r.Turn, r.Hash
				return r.Encode()
			}
			c.goesOn(30 * time.Second)
		})
	}
	c := newCluster(t, 71, lan)
	c.growAndTalk(3)
	for _, m := range c.nodes {
		m.crash()
	}
	for _, m := range c.nodes {
		m.restart()
	}
	liar := c.nodes[0] // the voter that would coordinate last
	for _, m := range c.nodes {
		if message.CompareIDs(m.id(), liar.id()) > 0 {
			liar = m
		}
	}
	liar.forge = func(b []byte) []byte {
		if b[1] == message.StepReport {
			b[len(b)-1] ^= 1 // the seal
		}
		return b
	}
	c.run(4 * time.Second) // it may complete the record itself, because to itself it does not lie
	garbage := uint64(0)
	for _, m := range c.nodes {
		garbage += m.core.Counters[counter.Garbage]
	}
	if garbage == 0 {
		t.Error("nothing was counted")
	}
	liar.forge = nil
	c.goesOn(15 * time.Second)
}

// TestObserverHasMost: turns that all voters' files have lost are still at an observer, and come back.
func TestObserverHasMost(t *testing.T) {
	for _, restarted := range []bool{false, true} {
		c := newCluster(t, 72, lan)
		c.growAndTalk(4)
		var observer *testNode
		for _, m := range c.nodes {
			if !m.core.Epoch.Member() {
				observer = m
			}
		}
		c.run(200 * time.Millisecond)
		committed := observer.core.History.Committed
		for _, m := range c.nodes {
			if m != observer {
				m.crash()
				m.cut(25)
			}
		}
		if restarted {
			observer.crash()
		}
		c.forget()
		c.run(3 * time.Second)
		for _, m := range c.nodes {
			if m.down {
				m.restart()
			}
		}
		c.goesOn(15 * time.Second)
		if r := c.leader().core.Ancestry.Last(); r.FirstTurn <= committed {
			t.Errorf("goes on at turn %d, the observer had %d", r.FirstTurn, committed)
		}
	}
}

// TestMajorityComesBack: the committee was only cut apart. Nothing is recovered: the group elects.
func TestMajorityComesBack(t *testing.T) {
	c := newCluster(t, 73, lan)
	c.growAndTalk(3)
	var ids []key.ID
	for _, m := range c.nodes {
		ids = append(ids, m.id())
	}
	number := c.leader().core.Ancestry.Last().Number
	c.net.Split(ids[:1], ids[1:2], ids[2:])
	c.run(3 * time.Second)
	c.nodes[2].crash()
	c.run(5 * time.Second)
	c.nodes[2].restart()
	c.run(2 * time.Second)
	c.net.Heal()
	c.goesOn(20 * time.Second)
	for _, r := range c.leader().core.Ancestry.Records[number:] {
		if r.Reason.String() == "recovered by all" {
			t.Error("recovered, though two of three were alive")
		}
	}
}
