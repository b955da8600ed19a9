package host

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/store"
)

// TestGapIsMended: a file that refused turns gets a checkpoint at once, not with the next minute, and then
// the turns since; and no more than one in a few seconds while it goes on refusing.
func TestGapIsMended(t *testing.T) {
	for _, n := range []int{1, 3} {
		c := newCluster(t, 80, lan)
		c.grow(n)
		c.run(15 * time.Second)
		for _, m := range c.nodes {
			before := m.core.Counters[counter.CheckpointsSet]
			gap := fmt.Errorf("%w (a test)", store.ErrGap)
			for i := range 50 {
				if m.core.Journal.Persisted(c.net.Now(), m.file.writtenTurn, gap); i == 0 {
					if m.core.Journal.Repair(); !m.core.Journal.Repairing || m.core.Journal.Given != max(m.file.writtenTurn, m.core.History.Base.Turn) {
						t.Errorf("%d peers: turns after %d come again, and the file has %d", n, m.core.Journal.Given, m.file.writtenTurn)
					}
				}
				c.run(100 * time.Millisecond)
			}
			if got := m.core.Counters[counter.CheckpointsSet] - before; got < 2 || got > 3 {
				t.Errorf("%d peers: %d checkpoints in five seconds", n, got)
			}
			m.core.Journal.Persisted(c.net.Now(), m.file.writtenTurn, nil)
		}
		c.run(time.Second)
		for _, m := range c.nodes {
			if m.file.writtenTurn+3 < m.core.History.Committed {
				t.Errorf("%d peers: turn %d of %d is in the file", n, m.file.writtenTurn, m.core.History.Committed)
			}
			m.crash()
		}
		c.forget()
		for _, m := range c.nodes {
			m.restart()
		}
		c.goesOn(15 * time.Second)
	}
}
