package simgame_test

import (
	"strings"
	"testing"
	"time"

	. "manyhold/app/simgame"
	"manyhold/net/host/kernel"
	"manyhold/net/link/memory"
	"manyhold/net/sim"
)

// witness is a game of makers that keeps what the reports on merges say of blueprints.
type witness struct {
	Makers
	lost map[string]bool
}

func (w *witness) Command(s sim.Scene) []byte {
	for _, m := range s.Merges() {
		for _, n := range m.Report {
			if strings.HasPrefix(string(n), "merged_blueprint ") {
				w.lost[n.String()] = true
			}
		}
	}
	return w.Makers.Command(s)
}

// TestMakersInPartitions: people of both sides of a partition publish versions of the same blueprints. When
// it has healed, all peers know the same ones (the checker blueprints of package sim), and the reports on the
// merges name the versions that lost. The faults of a mixture, and worlds that divide, change nothing about
// that.
func TestMakersInPartitions(t *testing.T) {
	line := memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond}
	for _, c := range []struct {
		name  string
		seeds uint64
		lost  bool // a merge reports a version that lost
		o     func(seed uint64) sim.Options
	}{
		{"one partition", 2, true, func(seed uint64) sim.Options {
			return sim.Options{Seed: seed, Nodes: 4, For: 40 * time.Second, Liveness: true, Forks: true, Pace: 3, Line: line,
				Faults: []sim.Fault{{At: 6 * time.Second, Kind: sim.Split, Nodes: []int{1}, For: 15 * time.Second}}}
		}},
		{"a mixture", 1, false, func(seed uint64) sim.Options { return sim.Mixed(seed, true, false) }},
		{"islands", 1, false, func(seed uint64) sim.Options { return sim.Mixed(seed, true, true) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && !c.lost {
				t.Skip("takes up to seven seconds; with -short, one partition is tried")
			}
			lost := 0
			for seed := uint64(1); seed <= c.seeds; seed++ {
				o, w := c.o(seed), &witness{lost: map[string]bool{}}
				o.Game = w
				r, err := sim.Run(o)
				if err != nil || r.Failure != nil || r.Traffic.Published == 0 {
					t.Fatalf("seed %d: %v, %v, %d published", seed, err, r.Failure, r.Traffic.Published)
				}
				for words := range w.lost {
					if !strings.Contains(words, "/Thing-") {
						t.Errorf("a report says %q", words)
					}
				}
				lost += len(w.lost)
				t.Logf("seed %d: %d published; reports name %d that lost", seed, r.Traffic.Published, len(w.lost))
			}
			if c.lost && lost == 0 {
				t.Error("no report names a version that lost")
			}
		})
	}
}

// crooked is a game of makers whose second node knows other blueprints than the first.
type crooked struct {
	Makers
	asked uint64
}

func (c *crooked) Print(kernel.Machine) uint64 { c.asked++; return c.asked }

// TestBlueprintsChecker: the checker notices that a node knows other blueprints.
func TestBlueprintsChecker(t *testing.T) {
	r, err := sim.Run(sim.Options{Seed: 1, Nodes: 2, For: 100 * time.Second, Liveness: true, Game: &crooked{}})
	if err != nil || r.Failure == nil || r.Failure.Check != "blueprints" {
		t.Errorf("%v, %v", err, r.Failure)
	}
}
