package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
)

// ids are the keys of nodes.
func ids(nodes ...*testNode) (out []key.ID) {
	for _, n := range nodes {
		out = append(out, n.id())
	}
	return out
}

// goesProvisional waits until a node closes turns in a provisional epoch.
func (c *cluster) goesProvisional(n *testNode, d time.Duration) time.Duration {
	c.t.Helper()
	return c.until(n.name+" goes on provisionally", d, func() bool {
		e := n.core.Epoch
		return e != nil && !e.Record().Firm && n.core.History.Committed >= firstProvisional(n.core).FirstTurn
	})
}

// healed waits until all are in one firm fork again with nothing waiting, and everything that was said is in
// it.
func (c *cluster) healed(d time.Duration) time.Duration {
	c.t.Helper()
	took := c.oneFork(d)
	c.agree(4 * time.Second)
	c.checkMerges()
	return took
}

// oneFork waits until all nodes are in one firm fork, and every branch is merged or refused.
func (c *cluster) oneFork(d time.Duration) time.Duration {
	c.t.Helper()
	return c.until("one firm fork again", d, func() bool {
		c.redial()
		l := c.leader()
		if l == nil || !l.core.Ancestry.Last().Firm {
			return false
		}
		for _, m := range c.alive() {
			if m.core.Epoch == nil || protocolOf(m.core).joining.Fetch != nil || m.core.Ancestry.Last().Hash() != l.core.Ancestry.Last().Hash() ||
				len(protocolOf(m.core).forks.Abandon.Pending)+len(protocolOf(m.core).forks.Abandon.Shelved) > 0 || protocolOf(m.core).forks.Merger.Merging != nil || m.core.History.Executed+20 < l.core.History.Executed {
				return false
			}
		}
		return true
	})
}

// checkMerges: nothing was taken in twice, and no entry is there twice.
func (c *cluster) checkMerges() {
	c.t.Helper()
	type part struct {
		record [32]byte
		turn   uint64
		goods  bool // the rest of it, which a keeper accepted
	}
	for _, n := range c.alive() {
		seen := map[part]bool{}
		for _, r := range n.core.Ancestry.Records {
			if r.Reason != epoch.Merged {
				continue
			}
			d, _ := branchblob.Decode(protocolOf(n.core).forks.Merger.HeldBlob(r.Taken.Blob))
			p := part{r.Taken.Record, r.Taken.Turn, d.Mode == branchblob.Goods}
			if seen[p] {
				c.t.Fatalf("%s: the branch to turn %d was taken in twice", n.name, p.turn)
			}
			seen[p] = true
		}
		for _, a := range n.machine.books {
			for i := 1; i < len(a.taken); i++ {
				if compareEntries(a.taken[i-1], a.taken[i]) >= 0 {
					c.t.Fatalf("%s: an entry twice", n.name)
				}
			}
		}
	}
}

// entries are how many commands of an author a node's machine has taken, those that the leader made for it
// apart.
func (n *testNode) entries(author *testNode) int {
	return len(n.machine.taken(author.id()))
}

// TestTwoLaptops: the host dies, the other goes on within three seconds and is marked provisional; the first
// returns, and both have the work of both.
func TestTwoLaptops(t *testing.T) {
	for seed := range few(10, 4) {
		c := newCluster(t, seed, lan)
		c.grow(2)
		a, b := c.nodes[0], c.nodes[1]
		for i := range 5 {
			a.say(fmt.Sprint(i))
			b.say(fmt.Sprint(i))
			c.run(100 * time.Millisecond)
		}
		c.agree(time.Second)
		c.run(time.Duration(1+5*(seed%3)) * time.Second)
		a.crash()
		took := c.goesProvisional(b, 3*time.Second)
		if n := b.core.Status(c.net.Now()).Fork.Notice; n == "" {
			t.Error("nobody is told")
		} else if seed == 0 {
			t.Log(took, n)
		}
		for i := range 7 {
			b.say(fmt.Sprint("alone ", i))
			c.run(time.Duration(seed) * 300 * time.Millisecond)
		}
		c.run(300 * time.Millisecond)
		if got := b.entries(b); got != 12 {
			t.Errorf("alone, %d entries", got)
		}
		lost := 0
		if seed%3 == 1 { // it was a power cut
			lost = 15
			a.cut(lost)
			c.forget()
		}
		a.restart()
		took = c.healed(10 * time.Second)
		if seed < 2 {
			t.Logf("healed after %v: %q", took, a.core.Status(c.net.Now()).Fork.Notice)
		}
		for _, n := range c.nodes {
			if got := n.entries(b); got != 12 {
				t.Errorf("seed %d: %s has %d entries of b", seed, n.name, got)
			}
			if got := n.entries(a); got < 5 {
				t.Errorf("seed %d: %s has %d entries of a", seed, n.name, got)
			}
		}
		if len(b.file.archives) == 0 {
			t.Error("nothing was archived")
		}
	}
}

// firstProvisional is the record with which the line forked.
func firstProvisional(c *kernel.Core) *epoch.Record {
	for _, r := range c.Ancestry.Records {
		if r.Reason == epoch.Provisional {
			return r
		}
	}
	return nil
}

// TestThreeWays: three voters lose each other, go on each alone, and come together in one fork that has all
// three.
func TestThreeWays(t *testing.T) {
	t.Parallel()
	for seed := range few(6, 3) {
		c := newCluster(t, 100+seed, lan)
		c.growAndTalk(3 + int(seed%2)*4)
		nodes := c.nodes
		var groups [][]key.ID
		for i := range 3 {
			groups = append(groups, nil)
			for k := i; k < len(nodes); k += 3 {
				groups[i] = append(groups[i], nodes[k].id())
			}
		}
		c.net.Split(groups...)
		c.run(4 * time.Second)
		for _, n := range nodes {
			n.say("apart")
			c.run(50 * time.Millisecond)
		}
		c.run(2500 * time.Millisecond)
		forked := 0
		for _, n := range nodes {
			if !n.core.Ancestry.Last().Firm {
				forked++
			}
			if n.entries(n) != 6 {
				c.dump()
				t.Fatalf("seed %d: %s cannot play: %d", seed, n.name, n.entries(n))
			}
		}
		c.net.Heal()
		took := c.healed(10 * time.Second)
		t.Logf("%d of %d were in provisional forks, healed after %v", forked, len(nodes), took)
		for _, n := range nodes {
			for _, m := range nodes {
				if m.entries(n) < 6 {
					t.Errorf("seed %d: %s has %d entries of %s", seed, m.name, m.entries(n), n.name)
				}
			}
		}
	}
}

// TestMinorityReturns: two of three voters die, the third goes on, and they come back from their files.
func TestMinorityReturns(t *testing.T) {
	for survivor := range 3 {
		for _, apart := range []bool{false, true} {
			c := newCluster(t, uint64(120+survivor), lan)
			c.growAndTalk(3)
			s := c.nodes[survivor]
			for _, n := range c.nodes {
				if n != s {
					n.crash()
				}
			}
			c.goesProvisional(s, 3*time.Second)
			s.say("alone")
			c.run(2 * time.Second)
			for _, n := range c.nodes {
				if n != s {
					n.restart()
					if apart {
						c.run(7 * time.Second)
						n.say("back")
						c.run(time.Second)
					}
				}
			}
			t.Logf("healed after %v", c.healed(20*time.Second))
			for _, n := range c.nodes {
				if n.entries(s) < 6 {
					t.Errorf("%s has %d entries of the survivor", n.name, n.entries(s))
				}
			}
		}
	}
}
