package simgame

import (
	"testing"
	"time"

	lines "manyhold/net/link/memory"
	"manyhold/net/sim"
)

// BenchmarkGameNetworks simulates twenty networks of ten nodes for a virtual minute, each with one real
// island where ten people walk and build. It reports how many times faster than real time they run together,
// on one core; BenchmarkNetworks of package sim is the same with its small machine.
func BenchmarkGameNetworks(b *testing.B) {
	const span = time.Minute
	defer sim.Prepare()()
	commands := uint64(0)
	for b.Loop() {
		for seed := uint64(1); seed <= 20; seed++ {
			r, err := sim.Run(sim.Options{Seed: seed, Nodes: 10, For: span, Game: Game{}, Line: lines.Conditions{Delay: 5 * time.Millisecond, Loss: 0.01}})
			if err != nil || r.Failure != nil {
				b.Fatal(err, r.Failure)
			}
			commands += r.Commands - r.Expired
		}
	}
	b.ReportMetric(float64(b.N)*span.Seconds()/b.Elapsed().Seconds(), "×real-time")
	b.ReportMetric(float64(commands)/float64(b.N)/20, "commands/network")
}
