package host

import (
	"testing"
	"time"

	"manyhold/net/host/join"
	"manyhold/net/host/kernel"
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
		c.until("the lone voter has its last turns again", 2*time.Second, func() bool { return a.core.History.Committed >= end })
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
	p, q := a.core.Peers.Get(b.id()), *a.core.Peers.Get(b.id())
	a.core.Epochs.Restart, protocolOf(a.core).joining.Fetch = &kernel.LoneVoterRestart{Since: c.net.Now()}, &join.Fetch{Why: "others hold a longer log"}
	if p.Said.Committed = a.core.History.Executed; protocolOf(a.core).recoveries.Lone.HoldsMore(p) {
		t.Error("as much is more")
	}
	if k, ok := protocolOf(a.core).joining.WhoHasIt(); ok {
		t.Errorf("asks %v, who has no more", k.Short())
	}
	p.Said.Committed++
	p.Said.Epoch = a.core.Ancestry.Last().Number
	if k, ok := protocolOf(a.core).joining.WhoHasIt(); !ok || k != q.Key {
		t.Errorf("asks %v, %v", k.Short(), ok)
	}
}
