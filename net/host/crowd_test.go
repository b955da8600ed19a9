package host

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// TestCrowdRepeatsLess: where many listen, a frame to who does not vote and loses nothing has one turn less, and nobody
// is the worse for it where packets are lost.
func TestCrowdRepeatsLess(t *testing.T) {
	c := newCluster(t, 1, memory.Conditions{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.05})
	c.grow(crowded + 2)
	c.run(3 * time.Second)
	l := c.leader().core
	voters, others := 0, 0
	l.each(func(p *peer) {
		for _, loss := range []float64{0, 0.1} {
			p.loss = loss
			votes := l.e.Record().Votes(p.key)
			want, digests := Repeated, digestsKept
			if !votes && loss == 0 {
				want, digests = want-1, 1
			}
			if votes { // only what it has not said to have
				want = min(want, int(l.e.Last().Index-l.e.Acknowledged(p.key)))
			}
			var f frame
			if err := f.decode(l.encodeLead(nil, p)); err != nil || len(f.run.Entries) != want || len(f.digests) != digests {
				t.Errorf("%s, who votes: %v, loses %v: %d turns and %d digests in a frame, %v", p.name(), votes, loss, len(f.run.Entries), len(f.digests), err)
			}
			if votes {
				voters++
			} else {
				others++
			}
		}
		p.loss = 0
	})
	if voters == 0 || others == 0 {
		t.Fatalf("%d voters and %d others are looked at", voters, others)
	}
	for range 20 {
		for _, n := range c.nodes {
			n.say("place stone")
		}
		c.run(100 * time.Millisecond)
	}
	c.agree(2 * time.Second)
}
