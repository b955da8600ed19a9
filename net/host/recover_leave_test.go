package host

import (
	"testing"
	"time"

	"manyhold/net/host/message"
)

// TestLeaverKeepsItsLog: who left its group to recover has turns that it does not know to be committed, and
// somebody is there who has fewer. It does not take over that state: what it has may be committed, and it may
// have signed for it.
func TestLeaverKeepsItsLog(t *testing.T) {
	c := newCluster(t, 79, lan)
	c.growAndTalk(4)
	a := c.leader()
	var d *testNode
	for _, n := range c.nodes {
		if !n.core.e.Member() {
			d = n
		}
	}
	c.net.Cut(a.id(), d.id())
	for _, n := range c.nodes {
		if n != a && n != d {
			n.crash()
		}
	}
	c.run(500 * time.Millisecond)
	c.net.Heal()
	c.redial()
	had := a.core.history.executed
	if had < d.core.history.executed+5 || had == a.core.history.committed {
		t.Fatalf("ordered %d, of which %d are committed; the observer has %d", had, a.core.history.committed, d.core.history.executed)
	}
	protocolOf(a.core).recoveries.acceptor.promise(message.Ballot{Round: 1, By: a.id()})
	a.act()
	asked := false
	for range 80 {
		c.run(25 * time.Millisecond)
		asked = asked || protocolOf(a.core).joining.fetch != nil && !protocolOf(a.core).joining.fetch.May(a.core.now, d.id())
		if a.core.history.executed < had {
			t.Fatalf("has turn %d, had %d", a.core.history.executed, had)
		}
	}
	if !asked {
		t.Error("was offered no shorter state")
	}
	for _, n := range c.nodes {
		if n.down {
			n.restart()
		}
	}
	c.goesOn(20 * time.Second)
}

// TestAbandonedEpochIsSpent: a peer that abandoned its fork comes back into the fork that it led, because
// others stayed in it. It does not lead that epoch again: they have the turns that it ordered there, and it
// has not.
func TestAbandonedEpochIsSpent(t *testing.T) {
	c := newCluster(t, 80, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	a.crash()
	c.goesProvisional(b, 4*time.Second)
	x := c.join("x")
	c.until("it is taken in", 5*time.Second, func() bool { return x.core.e != nil && x.core.history.executed > firstProvisional(b.core).FirstTurn })
	c.run(300 * time.Millisecond)
	led := b.core.ancestry.last()
	protocolOf(b.core).forks.abandon.abandonFork(nil, b.core.ancestry.firmOne().Number, "a test")
	b.act()
	c.until("it has folded and knows the line again", 2*time.Second, func() bool { p := protocolOf(b.core).forks.separate.joinable(); return p != nil && p.key == x.id() })
	protocolOf(b.core).forks.separate.joinFork(protocolOf(b.core).forks.separate.joinable())
	b.act()
	c.until("it is back", 2*time.Second, func() bool {
		return b.core.e != nil && b.core.ancestry.last() != nil && b.core.ancestry.last().Hash() == led.Hash()
	})
	if b.core.e.Member() || b.core.e.Leading() {
		t.Error("leads an epoch again whose turns it gave up")
	}
	a.restart()
	c.healed(30 * time.Second)
}
