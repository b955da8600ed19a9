package rooms

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
)

// ending notes how far a match came: what the machine knows that came furthest.
type ending struct {
	*Match
	clock uint64
	why   string        // it did not come to its result; "": it did
	moved time.Duration // since the beginning, when its clock went on last
}

func (e *ending) Wrong(m kernel.Machine) (check, words string) {
	if r := m.(*hosted.Machine).Room(); r.Clock() >= e.clock {
		e.clock, e.why = r.Clock(), e.unfinished(r)
	}
	return e.Match.Wrong(m)
}

// unfinished names what keeps a match from its result.
func (e *ending) unfinished(r *room.Room) string {
	taken, here, right := 0, 0, 0
	for _, s := range r.Seats() {
		taken += one(s.Taken())
		here += one(s.Taken() && s.Vacant == 0)
		right += one(s.Taken() && s.Vacant == 0 && s.Diverged == 0)
	}
	switch {
	case r.Outcome().After > 0:
		return ""
	case r.Phase() == room.Setup && taken < engine.Least:
		return few
	case r.Phase() == room.Ended, here == 0:
		return left
	case r.Phase() == room.Setup && here < taken:
		return gone
	case r.Child() == "halted" && right == 0:
		return torn
	}
	return fmt.Sprintf("%s %s at generation %d, %d of %d here, %d have signed", r.Phase(), r.Child(), r.Generation(), here, taken, len(room.Proposed(r)))
}

// one is 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The reasons for which a match has no result.
const (
	few  = "fewer players than it needs have taken seats"
	left = "all have left"
	gone = "it is in setup, and the seat of a player that is gone is kept"
	torn = "it is halted, and no two players have the same state"
	cut  = "a checker of the host has ended the run" // see patience
	dead = "nobody closes turns of the room"         // for the last half a minute, on a line that loses a lot
)

// tally counts matches, and those without a result by their reasons.
type tally struct {
	runs, ended int
	without     map[string]int
}

// some returns a number of seeds: all with MANYHOLD_FIGURES, few in a short run, else a third of the rest
// too.
func some(all, short uint64) uint64 {
	switch {
	case testing.Short():
		return short
	case os.Getenv("MANYHOLD_FIGURES") == "":
		return (all + 2*short) / 3
	}
	return all
}

// TestMatches: matches of simulated people hold while processes are killed, cut off and without power, and
// while some tell wrong digests. Each comes to its result, unless there is a reason.
func TestMatches(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			t.Parallel()
			var all tally
			for seed := range some(24, 8) {
				o := sim.Mixed(seed, seed%2 == 1, false)
				o.Pace = 18
				all.play(t, o, Options{Strict: strict, Liars: 400 * int(seed/2%2), Forks: o.Forks})
			}
			all.check(t)
		})
	}
}

// TestDeaths: any machine may die at any time, in setup, countdown, running, or while results are signed, and
// the network may fall apart, on lines of up to 400 ms of round trip that lose up to a fifth of all packets.
// The match goes on to its result.
func TestDeaths(t *testing.T) {
	for _, strict := range []bool{false, true} {
		t.Run(fmt.Sprint("strict ", strict), func(t *testing.T) {
			t.Parallel()
			var all tally
			for seed := range some(24, 6) {
				all.play(t, deaths(seed), Options{Strict: strict, Liars: 400 * int(seed%2)})
			}
			all.check(t)
		})
	}
}

// deaths returns the options of a run with deaths and partitions.
func deaths(seed uint64) sim.Options {
	o := sim.Options{Seed: seed, Nodes: 3 + int(seed%3), For: 75 * time.Second, Pace: 18}
	o.Line = memory.Conditions{Delay: time.Duration(seed%5) * 40 * time.Millisecond, Jitter: time.Duration(1+seed%4*10) * time.Millisecond, Loss: float64(seed%3) / 10}
	o.Liveness = o.Line.Loss == 0 && seed%5 < 3 // the host's own bounds are those of better lines
	o.Draw(sim.Rates{sim.Crash: 8, sim.Split: 3, sim.Cut: 3, sim.Suspend: 1})
	return o
}

// patience are checkers of how long the host takes for something. Their bounds are those of better lines: one
// that loses a tenth of all packets, or more, may take longer, and the run ends there.
var patience = []string{"resume", "join", "heal", "slander"}

// play runs a match, and twice as long as faults strike.
func (x *tally) play(t *testing.T, o sim.Options, of Options) {
	t.Helper()
	e := &ending{Match: New(of)}
	o.Game, o.For = e, 2*o.For
	clock := uint64(0)
	o.Watch = func(at time.Duration, _ int) {
		if clock != e.clock {
			clock, e.moved = e.clock, at
		}
	}
	r, err := sim.Run(o)
	if err != nil {
		t.Fatal(err)
	}
	x.runs++
	switch lossy := o.Line.Loss >= 0.1; {
	case lossy && r.Failure != nil && slices.Contains(patience, r.Failure.Check):
		e.why = cut
	case lossy && e.moved < o.For-30*time.Second:
		e.why = dead
	case r.Failure != nil:
		t.Errorf("seed %d: %v", o.Seed, r.Failure)
	}
	if e.why == "" {
		x.ended++
		return
	}
	if x.without == nil {
		x.without = map[string]int{}
	}
	x.without[e.why]++
	if !slices.Contains([]string{few, left, gone, torn, cut, dead}, e.why) {
		t.Errorf("seed %d: without a result: %s", o.Seed, e.why)
	}
}

// check fails if too few matches have come to their results, whatever the reasons.
func (x *tally) check(t *testing.T) {
	t.Helper()
	if t.Logf("%d of %d matches have a result; the others have not: %v", x.ended, x.runs, x.without); 2*x.ended < x.runs {
		t.Error("too few")
	}
}
