package host

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// TestLeaderReturns: the leader of four is killed and started again at once, near and far. It is taken in and
// is with the others again, in the same epoch, within ten seconds.
func TestLeaderReturns(t *testing.T) {
	t.Parallel()
	for _, conditions := range []memory.Conditions{lan, {Delay: 50 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02}} {
		for seed := range few(40, 4) {
			c := newCluster(t, 700+seed, conditions)
			c.grow(4)
			for i, n := range c.nodes {
				n.file.delay = time.Duration(i*int(seed)) * time.Millisecond
			}
			c.run(time.Second + time.Duration(seed)*13*time.Millisecond)
			for range 3 {
				a := c.leader()
				if a == nil {
					break
				}
				a.crash()
				c.run(time.Duration(1000+seed*50) * time.Millisecond)
				a.restart()
				c.until("all are in one epoch, three with a seat", 20*time.Second, func() bool {
					l, seats := c.leader(), 0
					if l == nil {
						return false
					}
					for _, n := range c.nodes {
						if n.core.Epoch == nil || protocolOf(n.core).joining.Fetch != nil || n.core.Epoch.Record() != l.core.Epoch.Record() && n.core.Epoch.Record().Number != l.core.Epoch.Record().Number {
							return false
						}
						if seated(n) {
							seats++
						}
					}
					return seats == 3
				})
			}
			c.agree(2 * time.Second)
		}
	}
}
