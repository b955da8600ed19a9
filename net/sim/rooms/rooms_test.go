package rooms

import (
	"testing"

	"manyhold/net/host/kernel"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
)

// ending notes how far a match came.
type ending struct {
	Match
	phase *room.Phase
}

func (e ending) Wrong(m kernel.Machine) (check, words string) {
	*e.phase = m.(*hosted.Machine).Room().Phase()
	return e.Match.Wrong(m)
}

// TestMatches: matches of simulated people hold while processes are killed, cut off and without power, and
// while some tell wrong digests. A good part of them comes to its end.
func TestMatches(t *testing.T) {
	for _, strict := range []bool{false, true} {
		ended := 0
		const runs = 12
		for seed := range uint64(runs) {
			phase := room.Setup
			o := sim.Mixed(seed, seed%2 == 1, false)
			o.Game, o.Pace = ending{Match{Strict: strict, Liars: 400 * int(seed/2%2)}, &phase}, 18
			r, err := sim.Run(o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Failure != nil {
				t.Errorf("seed %d, strict %v: %v", seed, strict, r.Failure)
			}
			if phase == room.Ended {
				ended++
			}
		}
		if ended < runs/4 {
			t.Errorf("strict %v: only %d of %d matches came to their end", strict, ended, runs)
		}
	}
}
