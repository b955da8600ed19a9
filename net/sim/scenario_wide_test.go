package sim

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// wide returns the options of one world of parties with few links per node.
func wide(seed uint64, parties int, gap, after time.Duration) Options {
	return Options{Seed: seed, Nodes: parties * partySize, For: time.Duration(parties)*gap + after, Forks: true, Islands: true, People: Parties, Links: 6,
		Gap: gap, Linger: 5 * time.Second, Line: memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.01}}
}

// TestWide is one world of forty nodes and five islands, in which processes crash and links are cut. Each
// node executes its share, home included, and is linked with needed nodes and a few others. In make figures
// the same world runs without faults, too.
func TestWide(t *testing.T) {
	for seed := uint64(1); seed <= 2; seed++ {
		t.Run([]string{"calm", "faults"}[seed-1], func(t *testing.T) {
			t.Parallel()
			o := wide(seed, 4, 5*time.Second, 45*time.Second)
			o.Liveness = true
			if seed == 2 {
				o.Faults = Plan(seed, o.Nodes, o.lively(), Rates{Crash: 15, Cut: 5, Suspend: 5})
			} else {
				figures(t) // the run with faults checks the same and more
			}
			began := time.Now()
			r, err := Run(o)
			if err != nil || r.Failure != nil {
				t.Fatalf("%v %v", err, r.Failure)
			}
			t.Logf("%v; %.0f× real time", r, float64(r.For)/float64(time.Since(began)))
			if r.End.Islands != 5 {
				t.Errorf("%d islands", r.End.Islands)
			}
			if r.End.Executions > 2*o.Nodes || r.End.Links > 12*o.Nodes {
				t.Errorf("%d executions, %d links: nobody does its share only", r.End.Executions, r.End.Links)
			}
		})
	}
}
