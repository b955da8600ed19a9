package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/link/memory"
)

// veryFar is a network of 400 ms there and back.
var veryFar = memory.Conditions{Delay: 200 * time.Millisecond}

// TestNewEpochsFar: on a network of 400 ms a voter of an epoch that has just begun, and of whose leader it
// has heard nothing yet, takes that leader for gone no sooner than later on: the leader may hear of the epoch
// last. Voters that campaigned as on a near line would elect nobody.
func TestNewEpochsFar(t *testing.T) {
	c := newCluster(t, 7300, veryFar)
	c.grow(4)
	c.until("three voters", 20*time.Second, func() bool { return len(c.nodes[0].core.Epoch.Record().Voters) == 3 })
	c.run(5 * time.Second)
	a, began, seen := c.leader(), map[*testNode]uint64{}, 0
	for _, n := range c.nodes {
		began[n] = n.core.Epoch.Record().Number
	}
	a.lag = 120 * time.Millisecond // so that another one is to lead
	c.until("two voters in new epochs", 20*time.Second, func() bool {
		for _, n := range c.nodes {
			e := n.core.Epoch
			if e.Record().Number == began[n] || e.Leading() || !e.Member() {
				continue
			}
			began[n], seen = e.Record().Number, seen+1
			if d := e.Deadline().Sub(c.net.Now()); d < 2*epoch.SuspectNear-20*time.Millisecond {
				t.Errorf("%s would campaign after %v", n.name, d)
			}
		}
		return seen >= 2
	})
	a.lag = 0
	c.agree(10 * time.Second)
}

// TestLossyEverywhere: where all lines lose a fifth of their packets nobody would lead better, and nobody
// hands over because of that.
func TestLossyEverywhere(t *testing.T) {
	for seed := range few(6, 2) {
		c := newCluster(t, 7400+seed, memory.Conditions{Delay: 200 * time.Millisecond, Loss: 0.2})
		c.grow(4)
		c.run(2 * time.Minute)
		downs := uint64(0)
		for _, n := range c.nodes {
			downs += n.core.Counters[counter.StepsDown]
		}
		if t.Logf("seed %d: %d hand-overs", seed, downs); downs > 1 {
			t.Errorf("seed %d: %d hand-overs in two minutes", seed, downs)
		}
	}
}
