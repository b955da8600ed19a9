package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/evidence"
	"manyhold/net/host/kernel"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// accuses returns what a node holds against another.
func (n *testNode) accuses(o *testNode) (f standing.Offender, is bool) {
	for _, f := range n.core.Status(n.now()).Offenders {
		if f.Key == o.id() {
			return f, true
		}
	}
	return f, false
}

// TestOffenderIsReported: every peer believes an accusation of two of three voters against a leader: peers
// without a vote, later peers, and all of them after a restart.
func TestOffenderIsReported(t *testing.T) {
	c := newCluster(t, 840, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(5)
	liar := c.nodes[0]
	var watcher *testNode
	for _, n := range c.nodes[1:] {
		if !n.core.Epoch.Member() {
			watcher = n
		}
	}
	v := c.follower(true)
	v.say("true")
	c.agree(time.Second)
	liar.forgeTurn(v, 2, "forged", [key.SignatureSize]byte{})
	others := func(nodes ...*testNode) {
		t.Helper()
		c.until("all others know it", 2*time.Second, func() bool {
			for _, n := range nodes {
				if f, is := n.accuses(liar); !is || !f.Convicted {
					return false
				}
			}
			return true
		})
	}
	others(c.nodes[1:]...)
	if f, _ := watcher.accuses(liar); f.Turn != 0 || protocolOf(watcher.core).seats.Trusts(liar.id()) {
		t.Errorf("who does not vote knows it as %+v, and trusts it %v", f, protocolOf(watcher.core).seats.Trusts(liar.id()))
	}
	if f, _ := v.accuses(liar); f.Turn == 0 {
		t.Error("who saw it does not know where")
	}
	if _, is := liar.accuses(liar); is {
		t.Error("it accuses itself")
	}
	late := c.join("late")
	c.run(3 * time.Second)
	others(late)
	liar.crash()
	for _, n := range []*testNode{watcher, v} {
		n.crash()
		n.restart()
		if f, is := n.accuses(liar); !is || !f.Convicted || protocolOf(n.core).seats.Trusts(liar.id()) {
			t.Errorf("%s started again trusts it: %+v", n.name, f)
		}
	}
	c.run(2 * time.Second)
}

// TestSlander: one voter of three accuses an honest leader. No other peer believes it, whatever it signs; it
// believes itself, even after a restart.
func TestSlander(t *testing.T) {
	c := newCluster(t, 841, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(4)
	a, b, stranger := c.leader(), c.follower(true), c.follower(false)
	protocolOf(b.core).evidence.Accuse(a.id())
	b.core.Standing.Ban(standing.Offender{Key: a.id(), Name: a.name, Turn: 3})
	b.act()
	for name, by := range map[string][]key.Pair{"a voter and a stranger": {b.pair, stranger.pair}, "a stranger": {stranger.pair}} {
		x := &epoch.Accusation{Where: b.core.Epochs.Where(), Accused: a.id(), Voters: 3}
		for _, p := range by {
			x.Sign(p)
		}
		for _, n := range c.nodes {
			if l := b.links[n.id()]; l != nil {
				if err := l.Send(link.Stream, x.Append([]byte{byte(wire.HeadGossip), evidence.GossipAccusation})); err != nil {
					t.Fatal(name, err)
				}
			}
		}
		c.run(200 * time.Millisecond)
	}
	c.run(2 * time.Second)
	for _, n := range c.nodes {
		if _, is := n.accuses(a); is != (n == b) {
			t.Errorf("%s accuses it: %v", n.name, is)
		}
	}
	if c.leader() != a {
		t.Error("it does not lead any more")
	}
	b.crash()
	b.restart()
	if f, is := b.accuses(a); !is || f.Convicted {
		t.Errorf("what it saw itself it has forgotten: %+v", f)
	}
	c.run(2 * time.Second)
}

// TestAccusationsAreBounded: accusations that do not convict make room for others; those that convict, and
// this peer's own, stay.
func TestAccusationsAreBounded(t *testing.T) {
	g, me := standing.New(), key.FromSeed([32]byte{1})
	for i := range 3 * standing.MaxAccusations {
		x := &epoch.Accusation{Where: epoch.Where{Epoch: [32]byte{byte(i), byte(i >> 8), 1}}, Accused: key.ID{byte(i)}, Voters: 3}
		x.Sign(key.FromSeed([32]byte{2}))
		if i == 5 {
			x.Sign(key.FromSeed([32]byte{3}))
		}
		if i == 7 {
			x.Sign(me)
		}
		g.Add(x, me.ID())
	}
	if len(g.Accusations) != standing.MaxAccusations || !g.Accusations[0].Convicts() || !g.Accusations[1].SignedBy(me.ID()) {
		t.Errorf("%d charges", len(g.Accusations))
	}
}

// TestAccusationJoins: the signatures of two accusations with the same content are joined, each once, and
// convict together. A forged one is left out.
func TestAccusationJoins(t *testing.T) {
	g, me := standing.New(), key.FromSeed([32]byte{1}).ID()
	accusation := func(by ...byte) *epoch.Accusation {
		x := &epoch.Accusation{Where: epoch.Where{Epoch: [32]byte{1}}, Accused: key.ID{1}, Voters: 3}
		for _, p := range by {
			x.Sign(key.FromSeed([32]byte{p}))
		}
		return x
	}
	forged := accusation(4)
	forged.Signatures[0].Signature[3] ^= 1
	for _, try := range []struct {
		name           string
		x              *epoch.Accusation
		more, convicts bool
		signatures     int
	}{
		{"the first", accusation(2), true, false, 1},
		{"the same", accusation(2), false, false, 1},
		{"a forged one", forged, false, false, 1},
		{"another", accusation(3), true, true, 2},
		{"both", accusation(2, 3), false, false, 2},
		{"a third", accusation(4, 2), true, false, 3},
	} {
		more, convicts := g.Add(try.x, me)
		if more != try.more || convicts != try.convicts || len(g.Accusations) != 1 || len(g.Find(try.x).Signatures) != try.signatures {
			t.Errorf("%s: more %v, convicts %v, %d signatures", try.name, more, convicts, len(g.Find(try.x).Signatures))
		}
	}
}
