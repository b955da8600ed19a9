package host

import (
	"testing"
	"time"
)

// TestInTouch: an observer that gets no turns, because it is linked with no voter, founds no fork while a
// linked observer gets them. It goes on when a link to the leader comes, with nothing to merge. If none comes
// for long, it goes on alone.
func TestInTouch(t *testing.T) {
	for _, mended := range []bool{true, false} {
		c := newCluster(t, 7300, lan)
		c.grow(6)
		c.run(4 * time.Second)
		var lone *testNode
		for _, n := range c.nodes {
			if !seated(n) {
				lone = n
			}
		}
		for _, n := range c.nodes {
			if seated(n) {
				c.net.Cut(n.pair.ID(), lone.pair.ID())
				c.net.Cut(lone.pair.ID(), n.pair.ID())
			}
		}
		c.run(12 * time.Second)
		if r := lone.core.Ancestry.Last(); !r.Firm {
			t.Fatalf("epoch %d is a fork of one that is in touch", r.Number)
		}
		if !mended {
			c.until("the cut-off one to go on", 20*time.Second, func() bool { return !lone.core.Ancestry.Last().Firm })
			continue
		}
		c.net.Heal()
		c.until("turns for the one that had none", 5*time.Second, func() bool {
			c.redial()
			return lone.core.History.Executed+5 > c.leader().core.History.Executed
		})
		for _, r := range lone.core.Ancestry.Records {
			if !r.Firm {
				t.Errorf("epoch %d was a fork", r.Number)
			}
		}
		c.agree(3 * time.Second)
	}
}
