package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/counter"
)

// TestAdmission: sixty peers that come at once get the state by and by, and turns go on meanwhile.
func TestAdmission(t *testing.T) {
	c := newCluster(t, 7400, lan)
	a := c.found("a")
	c.run(2 * time.Second)
	for i := range 60 {
		c.join(fmt.Sprint(i))
	}
	c.watchGaps, c.lastTurn, c.longest = true, c.net.Now(), 0
	c.run(time.Second)
	if n := a.core.Counters[counter.SnapshotsSent]; n == 0 || n > 42 {
		t.Errorf("%d states in a second", n)
	}
	c.until("all to be there", 10*time.Second, func() bool {
		for _, n := range c.nodes {
			if n.core.Epoch == nil || n.core.History.Executed == 0 {
				return false
			}
		}
		return true
	})
	if c.longest > 400*time.Millisecond {
		t.Errorf("%v without turns", c.longest)
	}
}
