package host

import (
	"testing"
	"time"
)

// TestLongerLogWins: a lone voter comes back with a file that rotted before its last epoch, and that lacks
// some of its last turns. Its follower holds other turns, the newest of them ordered only. Every turn that
// either has survives.
func TestLongerLogWins(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		for cut := range 4 {
			c := newCluster(t, 540+seed, lan)
			c.growAndTalk(2)
			a, b := c.nodes[0], c.nodes[1]
			for range 2 {
				a.crash()
				a.restart()
				c.until("a leads again", 10*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() && a.core.Ancestry.Last().Firm })
				c.until("b follows", 10*time.Second, func() bool {
					return b.core.Ancestry.Last().Number == a.core.Ancestry.Last().Number && protocolOf(b.core).joining.Fetch == nil
				})
				c.run(time.Second + time.Duration(seed)*17*time.Millisecond)
			}
			number := a.core.Ancestry.Last().Number
			a.crash()
			a.rots(t, "record")
			a.file.entries = a.file.entries[:len(a.file.entries)-cut]
			a.file.writtenTurn -= uint64(cut)
			longest := max(b.core.History.Executed, a.file.writtenTurn)
			a.restart()
			c.goesOn(20 * time.Second)
			if first := b.core.Ancestry.Records[number].FirstTurn; first <= longest {
				t.Errorf("seed %d, %d turns cut: goes on at turn %d, and turn %d was there", seed, cut, first, longest)
			}
		}
	}
}
