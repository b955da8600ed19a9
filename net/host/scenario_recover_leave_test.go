package host

import (
	"testing"
	"time"

	"manyhold/net/host/message"
)

// TestLeaverKeepsItsLog: a voter that left its group to recover has turns that may be committed, and meets a
// peer that has fewer. It does not take over that state: it may have signed for the turns that it has.
func TestLeaverKeepsItsLog(t *testing.T) {
	c := newCluster(t, 79, lan)
	c.growAndTalk(4)
	a := c.leader()
	var d *testNode
	for _, n := range c.nodes {
		if !n.core.Epoch.Member() {
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
	had := a.core.History.Executed
	if had < d.core.History.Executed+5 || had == a.core.History.Committed {
		t.Fatalf("ordered %d, of which %d are committed; the observer has %d", had, a.core.History.Committed, d.core.History.Executed)
	}
	protocolOf(a.core).recoveries.Acceptor.Promise(message.Ballot{Round: 1, By: a.id()})
	a.act()
	asked := false
	for range 80 {
		c.run(25 * time.Millisecond)
		asked = asked || protocolOf(a.core).joining.Fetch != nil && !protocolOf(a.core).joining.Fetch.May(a.core.Now, d.id())
		if a.core.History.Executed < had {
			t.Fatalf("has turn %d, had %d", a.core.History.Executed, had)
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
	c.until("it is taken in", 5*time.Second, func() bool {
		return x.core.Epoch != nil && x.core.History.Executed > firstProvisional(b.core).FirstTurn
	})
	c.run(300 * time.Millisecond)
	led := b.core.Ancestry.Last()
	protocolOf(b.core).forks.Abandon.AbandonFork(nil, b.core.Ancestry.FirmOne().Number, "a test")
	b.act()
	c.until("it has folded and knows the line again", 2*time.Second, func() bool { p := protocolOf(b.core).forks.Provisional.Joinable(); return p != nil && p.Key == x.id() })
	protocolOf(b.core).forks.Provisional.JoinFork(protocolOf(b.core).forks.Provisional.Joinable())
	b.act()
	c.until("it is back", 2*time.Second, func() bool {
		return b.core.Epoch != nil && b.core.Ancestry.Last() != nil && b.core.Ancestry.Last().Hash() == led.Hash()
	})
	if b.core.Epoch.Member() || b.core.Epoch.Leading() {
		t.Error("leads an epoch again whose turns it gave up")
	}
	a.restart()
	c.healed(30 * time.Second)
}
