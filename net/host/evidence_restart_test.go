package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
)

// TestProofsOutliveTheProcess: a proven liar stays one when the process that knows the proof is started
// again.
func TestProofsOutliveTheProcess(t *testing.T) {
	c := newCluster(t, 62, lan)
	c.options = func(o *kernel.Options) { o.Charter = true }
	c.grow(3)
	b, liar := c.nodes[1], c.nodes[2]
	at := b.core.Epochs.Where()
	head := func(x byte) epoch.Head {
		return epoch.Head{Term: 2, Turn: 7, Hash: [32]byte{x}}.Signed(liar.pair, at)
	}
	p, ok := epoch.NewEquivocation(at, liar.id(), head(1), head(2))
	if !ok {
		t.Fatal("proves nothing")
	}
	protocolOf(b.core).evidence.AddEvidence(p)
	b.act()
	c.run(time.Second)
	for _, n := range c.nodes[:2] {
		n.crash()
	}
	b.restart()
	if !b.core.Standing.Of(liar.id()) || len(b.core.Status(c.net.Now()).Proofs) != 1 || protocolOf(b.core).seats.Trusts(liar.id()) {
		t.Error("the liar is trusted again")
	}
}
