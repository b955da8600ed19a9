package host

import (
	"testing"
	"time"
)

// TestHolderWaitsForWhoAsks: a power cut takes the last turns of a lone voter. A peer that holds them was
// restarted with it, and asks the voter for the world. It gives the voter those turns all the same, at once.
func TestHolderWaitsForWhoAsks(t *testing.T) {
	for seed := range uint64(4) {
		c := newCluster(t, 90+seed, lan)
		c.growAndTalk(2)
		a := c.leader()
		b := c.nodes[0]
		if a == b {
			b = c.nodes[1]
		}
		a.crash()
		c.run(200 * time.Millisecond)
		b.crash()
		end := b.file.entries[len(b.file.entries)-1].Turn
		a.cut(5 + int(seed)*4)
		if got := a.file.entries[len(a.file.entries)-1].Turn; got >= end {
			t.Fatalf("the lone voter has turn %d, the other %d", got, end)
		}
		c.forget()
		for _, m := range c.nodes {
			m.restart()
		}
		c.until("the lone voter has its last turns again", 2*time.Second, func() bool { return a.core.history.committed >= end })
		t.Logf("seed %d: goes on after %v", seed, c.goesOn(6*time.Second))
	}
}

// TestLoneVoterAsksWhoHoldsMore: most of those who are here, and the nearest of them, hold less than the file
// of the lone voter. It asks the one that holds more.
func TestLoneVoterAsksWhoHoldsMore(t *testing.T) {
	c := newCluster(t, 95, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	if c.leader() != a {
		a, b = b, a
	}
	p, q := a.core.peers.Get(b.id()), *a.core.peers.Get(b.id())
	a.core.epochs.restart, protocolOf(a.core).joining.fetch = &loneVoterRestart{since: c.net.Now()}, &fetch{why: "others hold a longer log"}
	if p.said.Committed = a.core.history.executed; protocolOf(a.core).recoveries.lone.holdsMore(p) {
		t.Error("as much is more")
	}
	if k, ok := protocolOf(a.core).joining.whoHasIt(); ok {
		t.Errorf("asks %v, who has no more", k.Short())
	}
	p.said.Committed++
	p.said.Epoch = a.core.ancestry.last().Number
	if k, ok := protocolOf(a.core).joining.whoHasIt(); !ok || k != q.key {
		t.Errorf("asks %v, %v", k.Short(), ok)
	}
}
