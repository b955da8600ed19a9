package sim

import (
	"testing"
	"time"

	"manyhold/net/epoch"
)

// islesFigureFor is how long TestFigureIsles runs at most.
const islesFigureFor = 20 * time.Minute

// TestFigureIsles divides and merges islands up to ten thousand times while processes crash, power fails
// and links are cut. It measures losses and duplicates while the voters of every epoch keep their memory.
// Seeds in which another checker fails are listed.
func TestFigureIsles(t *testing.T) {
	figures(t)
	began := time.Now()
	divided, merged, crashes, cuts, counted, seed, others := 0, 0, uint64(0), uint64(0), 0, uint64(0), map[string][]uint64{}
	for divided+merged < 10000 && time.Since(began) < islesFigureFor {
		seed++
		o := Mixed(2*seed, false, true)
		o.Faults = Plan(seed, o.Nodes, o.lively(), Rates{Crash: 3, Split: 2, Cut: 2})
		r, err := Run(o)
		if err != nil {
			t.Fatal(err)
		}
		divided, merged = divided+r.Reasons[epoch.Begun.String()], merged+r.Reasons[epoch.Absorbed.String()]
		crashes, cuts = crashes+r.Crashes, cuts+r.Partitions
		if !r.Forgot {
			counted++
		}
		if f := r.Failure; f != nil && f.Check == "entities" {
			t.Errorf("seed %d: %v", seed, f)
		} else if f != nil {
			others[f.Check] = append(others[f.Check], seed)
		}
	}
	t.Logf("%d seeds: %d islands divided off, %d merged, %d crashes, %d partitions; in %d, whose voters kept their memory, nothing lost or doubled unless said above; found by other checkers: %v",
		seed, divided, merged, crashes, cuts, counted, others)
}
