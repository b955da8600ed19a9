package rooms

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
)

// TestBadLines: in matches of 2, 4 and 8 peers, at up to 400 ms of round trip with a fifth of all packets
// lost, nobody finds an honest leader unfair, and a joiner plays within sim.JoinWithin and sim.JoinTrips.
func TestBadLines(t *testing.T) {
	for _, nodes := range []int{2, 4, 8} {
		for _, trip := range []time.Duration{0, 80 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond} {
			t.Run(fmt.Sprintf("%d peers, %v", nodes, trip), func(t *testing.T) {
				t.Parallel()
				seeds, begun := some(12, 2), uint64(0)
				for seed := uint64(1); seed <= seeds; seed++ {
					phase := room.Setup
					o := sim.Options{Seed: seed, Nodes: nodes, For: 75 * time.Second, Pace: 18}
					o.Line = memory.Conditions{Delay: trip / 2, Loss: 0.2}
					o.Game = phased{New(Options{}), &phase}
					r, err := sim.Run(o)
					if err != nil {
						t.Fatal(err)
					}
					if r.Failure != nil {
						t.Errorf("seed %d: %v", seed, r.Failure)
					}
					if phase != room.Setup {
						begun++
					}
				}
				if t.Logf("%d of %d matches began", begun, seeds); nodes > 2 && 2*begun < seeds {
					t.Error("too few")
				}
			})
		}
	}
}

// phased is a match of which one wants to know the phase in which the run ended.
type phased struct {
	*Match
	phase *room.Phase
}

func (e phased) Wrong(m kernel.Machine) (check, words string) {
	*e.phase = m.(*hosted.Machine).Room().Phase()
	return e.Match.Wrong(m)
}
