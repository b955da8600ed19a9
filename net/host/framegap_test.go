package host

import (
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/link/memory"
)

// TestFramesAreSpaced: a follower with more commands than a frame takes sends a frame or two in each turn,
// also while an epoch ends and the end takes long on a slow line.
func TestFramesAreSpaced(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 1, memory.Conditions{Delay: 150 * time.Millisecond, Jitter: 100 * time.Millisecond, Loss: 0.15})
	c.grain = time.Millisecond
	c.grow(4)
	c.run(3 * time.Second)
	const window = 100 * time.Millisecond
	ending, most := 0, uint64(0)
	for range 600 {
		before := make([]uint64, len(c.nodes))
		for k, n := range c.nodes {
			before[k] = n.core.Counters[counter.FramesOut]
			n.say("place stone")
		}
		if c.net.Now().UnixMilli()%5000 < 100 { // a committee without it, and again with it
			n := c.nodes[3]
			if n.down {
				n.restart()
			} else {
				n.crash()
			}
		}
		c.run(window)
		for k, n := range c.nodes {
			if n.down || n.core.Epoch == nil || n.core.Epoch.Leading() || n.core.Counters[counter.FramesOut] < before[k] {
				continue
			}
			most = max(most, n.core.Counters[counter.FramesOut]-before[k])
			if n.core.Epoch.Ending() {
				ending++
			}
		}
	}
	t.Logf("at most %d frames in %v; an epoch was ending in %d of the looks", most, window, ending)
	if ending < 3 {
		t.Error("no epoch ended for long enough")
	}
	if most > 20 {
		t.Errorf("%d frames in %v", most, window)
	}
}
