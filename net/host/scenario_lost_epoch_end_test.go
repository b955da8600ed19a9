package host

import (
	"testing"
	"time"
)

// TestToldByTheHeir: a lone voter names two others and dies; one of them never heard it. The other heir was
// no voter in the epoch that is over, but it has its end, signed: the two go on without the dead one.
func TestToldByTheHeir(t *testing.T) {
	c := newCluster(t, 91, lan)
	a := c.found("a")
	b, x := c.join("b"), c.join("x")
	c.until("x follows", 5*time.Second, func() bool { return x.core.Epoch != nil && x.core.History.Executed > 5 })
	c.run(3 * time.Second)
	c.net.Cut(a.id(), x.id())
	c.net.Cut(b.id(), x.id())
	c.until("b is in an epoch of three", 2*time.Second, func() bool { return len(b.core.Epoch.Record().Voters) == 3 })
	a.crash()
	if r := x.core.Epoch.Record(); r.Number >= b.core.Epoch.Record().Number || r.Votes(b.id()) {
		t.Fatalf("x is in epoch %d, b in %d", r.Number, b.core.Epoch.Record().Number)
	}
	c.meetAgain(b, x)
	a.restart()
	c.goesOn(15 * time.Second)
}

// meetAgain heals the cut between two nodes, which go on together with a vote for the second.
func (c *cluster) meetAgain(b, x *testNode) {
	c.t.Helper()
	c.net.Mend(b.id(), x.id())
	had := b.core.History.Committed
	c.until("the two go on", 3*time.Second, func() bool { return b.core.History.Committed > had+5 && x.core.History.Committed > had+5 })
	if !x.core.Epoch.Member() || !x.core.Epoch.Record().Firm {
		c.t.Error("x goes on without a vote")
	}
}

// TestToldThatItIsTheEnd: as before, but the peer that missed the news has the record already, and does not
// know that it is committed.
func TestToldThatItIsTheEnd(t *testing.T) {
	c := newCluster(t, 92, lan)
	a := c.found("a")
	b, x := c.join("b"), c.join("x")
	a.file.delay = 200 * time.Millisecond
	c.until("x follows", 5*time.Second, func() bool { return x.core.Epoch != nil && x.core.History.Executed > 5 })
	c.until("x has the record", 8*time.Second, func() bool { return x.core.Epoch.Ending() })
	c.net.Cut(a.id(), x.id())
	c.net.Cut(b.id(), x.id())
	c.until("b is in an epoch of three", 2*time.Second, func() bool { return len(b.core.Epoch.Record().Voters) == 3 })
	a.crash()
	if r := x.core.Epoch.Record(); r.Number >= b.core.Epoch.Record().Number || !x.core.Epoch.Ending() {
		t.Fatalf("x is in epoch %d, b in %d", r.Number, b.core.Epoch.Record().Number)
	}
	c.meetAgain(b, x)
}
