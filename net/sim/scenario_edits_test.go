package sim

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// TestEdits: peers edit the branches in their files while minorities go on alone. No item comes in that no
// command made (the checker "branch", invariant 12), and the world heals.
func TestEdits(t *testing.T) {
	seeds := uint64(24)
	if testing.Short() {
		seeds = 4
	}
	edited, merged := uint64(0), 0
	for seed := uint64(1); seed <= seeds; seed++ {
		o := Options{Seed: seed, Nodes: 4, For: 40 * time.Second, Forks: true, Liveness: true}
		o.Line = memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.01}
		o.Faults = Plan(seed, o.Nodes, o.lively(), Rates{Split: 8, Edit: 6, Crash: float64(seed % 3)})
		r, err := Run(o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Failure != nil {
			t.Errorf("seed %d: %v", seed, r.Failure)
		}
		edited, merged = edited+r.Unfair.Edited, merged+r.Reasons["merged"]
	}
	t.Logf("%d networks: %d branches were edited, and %d others merged", seeds, edited, merged)
	if edited == 0 || merged == 0 {
		t.Error("too little happened")
	}
}
