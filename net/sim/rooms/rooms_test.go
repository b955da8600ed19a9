package rooms

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
)

// ending notes how far a match came.
type ending struct {
	*Match
	phase *room.Phase
}

func (e ending) Wrong(m kernel.Machine) (check, words string) {
	*e.phase = m.(*hosted.Machine).Room().Phase()
	return e.Match.Wrong(m)
}

// few returns a number of seeds: all, or fewer in a short run.
func few(all, short uint64) uint64 {
	if testing.Short() {
		return short
	}
	return all
}

// TestMatches: matches of simulated people hold while processes are killed, cut off and without power, and
// while some tell wrong digests. A good part of them comes to its end.
func TestMatches(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			t.Parallel()
			ended, runs := uint64(0), few(24, 8)
			for seed := range runs {
				phase := room.Setup
				o := sim.Mixed(seed, seed%2 == 1, false)
				o.Game, o.Pace = ending{New(Options{Strict: strict, Liars: 400 * int(seed/2%2), Forks: o.Forks}), &phase}, 18
				ended += play(t, o, &phase)
			}
			if ended < runs/4 {
				t.Errorf("only %d of %d matches came to their end", ended, runs)
			}
		})
	}
}

// TestDeaths: any machine may die at any time, in setup, countdown, running, or while results are signed, and
// the network may fall apart, on lines of up to 400 ms of round trip that lose up to a fifth of all packets.
// The match goes on.
func TestDeaths(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			t.Parallel()
			ended, runs := uint64(0), few(24, 6)
			for seed := range runs {
				phase := room.Setup
				ended += play(t, deaths(seed, strict, &phase), &phase)
			}
			if t.Logf("%d of %d matches came to their end", ended, runs); ended < runs/4 {
				t.Error("too few")
			}
		})
	}
}

// deaths returns the options of a run with deaths and partitions.
func deaths(seed uint64, strict bool, phase *room.Phase) sim.Options {
	o := sim.Options{Seed: seed, Nodes: 3 + int(seed%3), For: 75 * time.Second, Pace: 18}
	o.Line = memory.Conditions{Delay: time.Duration(seed%5) * 40 * time.Millisecond, Jitter: time.Duration(1+seed%4*10) * time.Millisecond, Loss: float64(seed%3) / 10}
	o.Liveness = o.Line.Loss == 0 && seed%5 < 3 // the host's own bounds are those of better lines
	o.Draw(sim.Rates{sim.Crash: 8, sim.Split: 3, sim.Cut: 3, sim.Suspend: 1})
	o.Game = ending{New(Options{Strict: strict, Liars: 400 * int(seed%2)}), phase}
	return o
}

// patience are checkers of how long the host takes for something. Their bounds are those of better lines: one
// that loses a tenth of all packets, or more, may take longer, and the run ends there.
var patience = []string{"resume", "join", "heal", "slander"}

// play runs a match and returns 1 if it came to its end.
func play(t *testing.T, o sim.Options, phase *room.Phase) uint64 {
	t.Helper()
	r, err := sim.Run(o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Failure != nil && (o.Line.Loss < 0.1 || !slices.Contains(patience, r.Failure.Check)) {
		t.Errorf("seed %d: %v", o.Seed, r.Failure)
	}
	if *phase == room.Ended {
		return 1
	}
	return 0
}
