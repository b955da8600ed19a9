package sim

import (
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// figures skips a measurement of figures for the docs, unless .ci/figures asks for it.
func figures(t *testing.T) {
	if os.Getenv("MANYHOLD_FIGURES") == "" {
		t.Skip("set MANYHOLD_FIGURES=1 to measure")
	}
}

// TestFigureCrashes kills ten thousand processes. The checker "durable" verifies that no turn is lost while
// a majority keeps its memory, and none of a lone voter.
func TestFigureCrashes(t *testing.T) {
	figures(t)
	var crashes, turns, lost uint64
	for seed := uint64(1); crashes < 10000; seed++ {
		o := Options{Seed: seed, Nodes: 5, For: 10 * time.Minute, Line: memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.01}}
		o.Faults = Plan(seed, o.Nodes, o.For, Rates{Crash: 40})
		r, err := Run(o)
		if err != nil || r.Failure != nil {
			t.Fatalf("seed %d: %v %v", seed, err, r.Failure)
		}
		crashes, turns = crashes+r.Crashes, turns+r.Turns
		for _, n := range r.Lost {
			lost += n
		}
	}
	t.Logf("%d processes killed in %d turns: none lost while a majority kept its memory; %d when it did not", crashes, turns, lost)
}

// TestFigureFailOver kills the leader of five, thirty times, on lines of 100 ms round trip that lose 2 %.
func TestFigureFailOver(t *testing.T) {
	figures(t)
	var gaps []time.Duration
	for seed := uint64(1); seed <= 30; seed++ {
		o := Options{Seed: seed, Nodes: 5, For: 25 * time.Second, Line: memory.Conditions{Delay: 40 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.02}}
		o.Faults = []Fault{{At: 15*time.Second + time.Duration(seed)*7*time.Millisecond, Kind: Crash, Nodes: []int{0}, For: time.Minute}}
		r, err := Run(o)
		if err != nil || r.Failure != nil {
			t.Fatalf("seed %d: %v %v", seed, err, r.Failure)
		}
		gaps = append(gaps, r.WorstGap)
	}
	slices.Sort(gaps)
	t.Logf("turns committed again after: median %v, worst of %d %v", gaps[len(gaps)/2], len(gaps), gaps[len(gaps)-1])
	if gaps[len(gaps)/2] > 1200*time.Millisecond || gaps[len(gaps)-1] > 2*time.Second {
		t.Errorf("the bar is 1.2 s and 2.0 s: %v", gaps)
	}
}

// TestFigureAge measures the age of turns at observers, 40 ms one way and 3 % loss.
func TestFigureAge(t *testing.T) {
	figures(t)
	r, err := Run(Options{Seed: 1, Nodes: 8, For: 5 * time.Minute, Line: memory.Conditions{Delay: 40 * time.Millisecond, Loss: 0.03}})
	if err != nil || r.Failure != nil {
		t.Fatal(err, r.Failure)
	}
	t.Logf("turn age p50 %v, p99 %v", r.Ages.Quantile(0.5), r.Ages.Quantile(0.99))
	if r.Ages.Quantile(0.99) > 120*time.Millisecond {
		t.Error("the bar is 120 ms")
	}
}
