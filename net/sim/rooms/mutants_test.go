//go:build mutants

package rooms

import (
	"fmt"
	"testing"
	"time"

	"manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/sim"
)

// hunt is the search for a planted bug: the checker that must find it, and what it takes to see it.
type hunt struct {
	bug    room.Bug
	check  string
	seeds  uint64
	strict bool
	liars  int
	under  sim.Rates
	length uint32
	long   bool // the run lasts two minutes
	away   bool // one node dies for half a minute
	early  bool // one node dies in the setup
	apart  bool // one node is cut off for ten seconds again and again
	torn   bool // two nodes are cut off for ten seconds again and again
	stays  bool // a halted room stays halted
	forks  bool // two nodes are cut off for most of the run and, with the bug, go on by themselves
}

var hunts = []hunt{
	{bug: room.TwoSeats, check: "seats", seeds: 4},
	{bug: room.LateReady, check: "ready", seeds: 12},
	{bug: room.OpenMatch, check: "viewers", seeds: 8},
	{bug: room.Ghost, check: "masters", seeds: 24, length: 600, apart: true},
	{bug: room.ShortKeep, check: "kept", seeds: 4, length: 600, away: true},
	{bug: room.Trusting, check: "proof", seeds: 12, liars: 200, length: 1200, long: true, torn: true},
	{bug: room.Patient, check: "halts", seeds: 6, strict: true, liars: 50},
	{bug: room.AnyState, check: "course", seeds: 6, length: 200},
	{bug: room.Jumpy, check: "pace", seeds: 6},
	{bug: room.Minority, check: "result", seeds: 6},
	{bug: room.StaleReady, check: "ready", seeds: 24, early: true},
	{bug: room.Gullible, check: "blame", seeds: 12, strict: true, liars: 50},
	{bug: room.Unsigned, check: "result", seeds: 6, liars: 1 << 20},
	{bug: room.Uncounted, check: "result", seeds: 12, length: 100, torn: true},
	{bug: room.Nameless, check: "equal", seeds: 6, strict: true, liars: 50, under: sim.Rates{sim.Crash: 12}, long: true, stays: true},
	{check: "equal", seeds: 6, forks: true, length: 300}, // the results of two histories
}

// options of one seed of a hunt.
func (h hunt) options(seed uint64, planted bool) sim.Options {
	o := sim.Options{Seed: seed, Nodes: 5, For: 45 * time.Second, Pace: 18}
	if h.long {
		o.For = 2 * time.Minute
	}
	o.Line = memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 5 * time.Millisecond}
	o.Draw(h.under)
	if h.away {
		o.For = 75 * time.Second
		o.Faults = []sim.Fault{{At: 30 * time.Second, Kind: sim.Crash, Nodes: []int{1}, For: 40 * time.Second}}
	}
	for at := 2 * time.Second; h.early && at < 20*time.Second; at += 4 * time.Second {
		o.Faults = append(o.Faults, sim.Fault{At: at, Kind: sim.Crash, Nodes: []int{1 + int(at/(4*time.Second))%4}, For: 12 * time.Second})
	}
	for at := 14 * time.Second; h.apart && at < o.For; at += 15 * time.Second {
		o.Faults = append(o.Faults, sim.Fault{At: at, Kind: sim.Split, Nodes: []int{1}, For: 9500 * time.Millisecond})
	}
	for at := 14 * time.Second; h.torn && at < o.For; at += 20 * time.Second {
		o.Faults = append(o.Faults, sim.Fault{At: at, Kind: sim.Split, Nodes: []int{1, 2}, For: 10500 * time.Millisecond})
	}
	if h.forks {
		o.For, o.Forks = 75*time.Second, planted
		o.Faults = []sim.Fault{{At: 16 * time.Second, Kind: sim.Split, Nodes: []int{0, 1}, For: 50 * time.Second}}
	}
	o.Game = New(Options{Strict: h.strict, Liars: h.liars, Length: h.length, Stubborn: h.stays})
	return o
}

// TestMutants plants each bug of a room. Its checker must find it, and without the bug the same seeds must
// pass.
func TestMutants(t *testing.T) {
	defer func() { room.Planted = room.NoBug }()
	for _, h := range hunts {
		t.Run(fmt.Sprint(h.bug, ", ", h.check), func(t *testing.T) {
			found := uint64(0)
			for seed := uint64(1); seed <= h.seeds && found == 0; seed++ {
				room.Planted = h.bug
				r, err := sim.Run(h.options(seed, true))
				room.Planted = room.NoBug
				if err != nil {
					t.Fatal(err)
				}
				if f := r.Failure; f != nil && f.Check != h.check {
					t.Logf("seed %d: %v", seed, f)
				} else if f != nil {
					t.Logf("found with seed %d: %v", seed, f)
					found = seed
				}
				if r, _ := sim.Run(h.options(seed, false)); r.Failure != nil {
					t.Errorf("seed %d fails without the bug: %v", seed, r.Failure)
				}
			}
			if found == 0 {
				t.Errorf("%q finds nothing up to seed %d", h.check, h.seeds)
			}
		})
	}
}
