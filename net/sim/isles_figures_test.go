package sim

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/link/memory"
)

// islesFigureFor is how long TestFigureIsles runs at most.
const islesFigureFor = 60 * time.Second

// TestFigureIsles divides and merges islands up to ten thousand times while processes crash, power fails and lines are
// cut. It measures whether anything is lost or doubled; the seeds in which another checker finds something, and in which
// there is no telling that, are listed.
func TestFigureIsles(t *testing.T) {
	figures(t)
	began := time.Now()
	divided, merged, crashes, cuts, seed, others := 0, 0, 0, 0, uint64(0), map[string][]uint64{}
	for divided+merged < 10000 && time.Since(began) < islesFigureFor {
		seed++
		o := islesMixed(seed)
		a := islesRun(o)
		divided, merged = divided+a.reasons[epoch.Begun], merged+a.reasons[epoch.Absorbed]
		crashes, cuts = crashes+a.crashes, cuts+a.cuts
		if f := a.failure; f != nil && f.Check == "entities" {
			t.Errorf("seed %d: %v", seed, f)
		} else if f != nil {
			others[f.Check] = append(others[f.Check], seed)
		}
	}
	t.Logf("%d seeds: %d islands divided off, %d merged, %d crashes, %d cuts; nothing lost or doubled unless said above; found by other checkers: %v",
		seed, divided, merged, crashes, cuts, others)
}

// TestFigureIslesSpeed simulates twenty worlds of ten peers each, whose people go apart and together.
func TestFigureIslesSpeed(t *testing.T) {
	figures(t)
	began, virtual, islands := time.Now(), time.Duration(0), 0
	const worlds = 20
	for seed := uint64(1); seed <= worlds; seed++ {
		a := islesRun(islesOptions{seed: seed, nodes: 10, rounds: 2, calm: true, line: memory.Conditions{Delay: 5 * time.Millisecond, Loss: 0.01}})
		if a.failure != nil {
			t.Errorf("seed %d: %v", seed, a.failure)
		}
		virtual += a.net.Now().Sub(a.began)
		islands += len(going(a.nodes[0].world))
	}
	t.Logf("%d worlds of 10 peers, with %d islands at the end: %.1f times real time together", worlds, islands, virtual.Seconds()/worlds/time.Since(began).Seconds())
}
