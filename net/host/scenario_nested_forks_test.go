package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/fork"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// parted is a cluster of five of whom the first three go on firmly, the fourth provisionally with the fifth,
// and the fifth without it: its fork branches from that of the fourth.
func parted(t testing.TB, seed uint64) (c *cluster, mother, child *testNode) {
	c = newCluster(t, seed, lan)
	c.growAndTalk(5)
	nodes := c.nodes
	mother, child = nodes[3], nodes[4]
	c.net.Split(ids(nodes[:3]...), ids(mother, child))
	c.until("two go on together", 15*time.Second, func() bool {
		m, k := mother.core, child.core
		return m.Epoch != nil && k.Epoch != nil && !m.Epoch.Record().Firm && k.Ancestry.Last().Hash() == m.Ancestry.Last().Hash() && k.History.Executed > k.Ancestry.Last().FirstTurn
	})
	mother.say("two")
	child.say("two")
	c.run(time.Second)
	leader, other := mother, child
	if child.core.Epoch.Leading() {
		leader, other = child, mother // the leader goes on as before
	}
	c.net.Split(ids(nodes[:3]...), ids(leader), ids(other))
	c.until("one goes on without the other", 15*time.Second, func() bool {
		return other.core.Epoch != nil && provisionals(other.core) == 2 && other.core.History.Executed > other.core.Ancestry.Last().FirstTurn
	})
	for range 3 {
		leader.say("alone")
		other.say("alone")
		c.run(300 * time.Millisecond)
	}
	return c, leader, other
}

// provisionals is how often a fork went on provisionally.
func provisionals(c *kernel.Core) (n int) {
	for _, r := range c.Ancestry.Records {
		if r.Reason == epoch.Provisional {
			n++
		}
	}
	return n
}

// TestNestedForks: a fork of a fork comes back after the one it branched from was taken in, and its process
// was restarted meanwhile. The part that is taken in begins at the second fork point, whose state only the
// archive has.
func TestNestedForks(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"never", "while apart", "with the archive", "both"} {
		for seed := range few(3, 1) {
			t.Run(fmt.Sprintf("%s/%d", when, seed), func(t *testing.T) {
				c, mother, child := parted(t, 300+seed)
				said := child.entries(child)
				if when == "while apart" || when == "both" {
					child.crash()
					c.run(time.Second)
					child.restart()
					c.until("it goes on after its restart", 20*time.Second, func() bool {
						return child.core.Epoch != nil && child.core.History.Executed > child.core.Ancestry.Last().FirstTurn
					})
					child.say("again")
					c.run(time.Second)
					said++
				}
				c.net.Heal()
				c.net.Split(append(ids(c.nodes[:3]...), mother.id()), ids(child))
				c.until("the first fork is taken in", 30*time.Second, func() bool {
					c.redial()
					l := c.leader()
					return l != nil && l.core.Ancestry.Last().Firm && len(protocolOf(mother.core).forks.Abandon.Pending) == 0 && mother.core.Ancestry.Last().Hash() == l.core.Ancestry.Last().Hash() && l.entries(mother) >= 9
				})
				c.net.Heal()
				if when == "with the archive" || when == "both" {
					c.until("the second fork is archived", 30*time.Second, func() bool {
						c.redial()
						return len(child.file.archives) > 0
					})
					child.crash()
					c.run(2 * time.Second)
					child.restart()
				}
				c.healed(40 * time.Second)
				for _, n := range c.nodes {
					if got := n.entries(child); got < said {
						t.Errorf("%s has %d of the %d entries of who was away twice: %+v", n.name, got, said, child.core.Status(c.net.Now()).Fork.Merges)
					}
					if got := n.entries(mother); got < 9 {
						t.Errorf("%s has %d of the 9 entries of who was away", n.name, got)
					}
				}
			})
		}
	}
}

// TestForkOfATakenFork: a fork of a fork comes back first and is taken in whole, with the part of the other
// line that it began with. The rest of that one is taken in when it comes: it begins where the two parted.
func TestForkOfATakenFork(t *testing.T) {
	t.Parallel()
	for seed := range few(3, 1) {
		c, mother, child := parted(t, 320+seed)
		said := mother.entries(mother)
		c.net.Heal()
		c.net.Split(append(ids(c.nodes[:3]...), child.id()), ids(mother))
		c.until("the second fork is taken in", 30*time.Second, func() bool {
			c.redial()
			l := c.leader()
			return l != nil && l.core.Ancestry.Last().Firm && len(protocolOf(child.core).forks.Abandon.Pending) == 0 && child.core.Ancestry.Last().Hash() == l.core.Ancestry.Last().Hash() && l.entries(child) >= child.entries(child)
		})
		if l := c.leader(); l.entries(mother) == 0 || l.entries(mother) >= said {
			t.Fatalf("seed %d: of the %d entries %d came with the second fork", seed, said, l.entries(mother))
		}
		c.net.Heal()
		c.healed(40 * time.Second)
		for _, n := range c.nodes {
			if got := n.entries(mother); got < said {
				t.Errorf("seed %d: %s has %d of the %d entries: %+v", seed, n.name, got, said, mother.core.Status(c.net.Now()).Fork.Merges)
			}
			if n.core.Counters[counter.BranchesRefused] > 0 {
				t.Errorf("seed %d: %s refused a branch", seed, n.name)
			}
		}
	}
}

// TestOfferGone: a leader takes a branch in that its owner does not offer any more. It does not ask for it
// for long, so that another can be taken in.
func TestOfferGone(t *testing.T) {
	c := newCluster(t, 141, lan)
	c.growAndTalk(2)
	a, b := c.leader(), c.nodes[0]
	if a == b {
		b = c.nodes[1]
	}
	last := a.core.Ancestry.Last()
	o := &message.BranchOffer{Shared: last.Hash(), Turn: a.core.History.Executed + 100, Hash: [32]byte{1}}
	protocolOf(a.core).forks.Merger.Merging = &fork.Merging{From: b.id(), Offer: o, Since: c.net.Now(), Again: c.net.Now(), Held: map[key.ID]bool{}}
	took := c.until("it is given up", fork.CollectFor, func() bool { return protocolOf(a.core).forks.Merger.Merging == nil })
	if took < 2*fork.OfferEvery || took > fork.OfferGone+time.Second {
		t.Errorf("given up after %v", took)
	}
	c.agree(time.Second)
}
