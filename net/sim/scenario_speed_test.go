package sim

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// lan are the lines of the figures of speed.
var lan = memory.Conditions{Delay: 5 * time.Millisecond, Loss: 0.01}

// BenchmarkNetworks simulates twenty networks of ten nodes, each with one log, for a virtual minute. It
// reports how many times faster than real time they run together, on one core.
func BenchmarkNetworks(b *testing.B) {
	const span = time.Minute
	defer Prepare()()
	for b.Loop() {
		for seed := uint64(1); seed <= 20; seed++ {
			if r, err := Run(Options{Seed: seed, Nodes: 10, For: span, Line: lan}); err != nil || r.Failure != nil {
				b.Fatal(err, r.Failure)
			}
		}
	}
	b.ReportMetric(float64(b.N)*span.Seconds()/b.Elapsed().Seconds(), "×real-time")
}

// BenchmarkIslands simulates twenty worlds of ten nodes with people who go apart and together.
func BenchmarkIslands(b *testing.B) {
	const span = 10 * time.Second
	defer Prepare()()
	islands := 0.0
	for b.Loop() {
		for seed := uint64(1); seed <= 20; seed++ {
			r, err := Run(Options{Seed: seed, Nodes: 10, For: span, Line: lan, Forks: true, Islands: true})
			if err != nil || r.Failure != nil {
				b.Fatal(err, r.Failure)
			}
			islands += float64(r.End.Islands)
		}
	}
	b.ReportMetric(float64(b.N)*span.Seconds()/b.Elapsed().Seconds(), "×real-time")
	b.ReportMetric(islands/float64(b.N), "islands")
}
