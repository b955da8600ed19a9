package sim

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestSame runs seeds twice: everything that happens is the same. Seed n+4 has the kind of network that seed
// n has, and another history.
func TestSame(t *testing.T) {
	const count = uint64(5) // every kind, one of them twice
	var traces [count + 1]uint64
	t.Run("runs", func(t *testing.T) {
		for seed := uint64(1); seed <= count; seed++ {
			t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
				t.Parallel()
				mixed := func() Options { return Mixed(seed, seed%2 == 1, seed%4 > 1) }
				a, err := Run(mixed())
				if err != nil {
					t.Fatal(err)
				}
				b, _ := Run(mixed())
				if a.Trace != b.Trace || a.String() != b.String() {
					t.Errorf("%016x %v\nand then %016x %v", a.Trace, a, b.Trace, b)
				}
				traces[seed] = a.Trace
			})
		}
	})
	for seed := uint64(1); seed <= count; seed++ {
		if other := slices.Index(traces[:seed], traces[seed]); other > 0 {
			t.Errorf("seeds %d and %d are the same", seed, other)
		}
	}
}

// TestFaultLines: formatted faults are parsed to the same faults.
func TestFaultLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		faults := Plan(seed, rapid.IntRange(1, 20).Draw(t, "nodes"), time.Minute, usual)
		again, err := ReadFaults(strings.NewReader("# a comment\n\n" + FormatFaults(faults)))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(faults, again, func(a, b Fault) bool { return a.String() == b.String() }) {
			t.Fatalf("%v\nread as\n%v", faults, again)
		}
	})
	for _, line := range []string{"crash 3", "1s crash", "1s crash x", "-1s crash 3", "1s melt 3", "1s crash 3 for", "1s crash 3 for -2s",
		"1s crash 3 with 2s", "1s crash 100000", "1s slow 3 by much"} {
		if f, err := ParseFault(line); err == nil {
			t.Errorf("%q is read as %v", line, f)
		}
	}
}

// TestOptions: invalid options are refused.
func TestOptions(t *testing.T) {
	for _, o := range []Options{{Nodes: -1}, {Nodes: MaxNodes + 1}, {For: -1}, {Nodes: 2, Faults: []Fault{{Kind: Crash, Nodes: []int{2}}}}} {
		if _, err := Run(o); err == nil {
			t.Errorf("%+v is run", o)
		}
	}
}

// TestShrink leaves only the faults that a failure needs.
func TestShrink(t *testing.T) {
	o := Options{Seed: 5, Nodes: 3, For: 20 * time.Second, Liveness: true, Game: leaky{}}
	o.Faults = Plan(5, 3, 12*time.Second, Mixture(5))
	needed := Fault{At: 6 * time.Second, Kind: Quit, Nodes: []int{1}, For: 9 * time.Second}
	o.Faults = append(o.Faults, needed)
	slices.SortStableFunc(o.Faults, func(a, b Fault) int { return int(a.At - b.At) })
	r, err := Run(o)
	if err != nil || r.Failure == nil || r.Failure.Check != "holdings" {
		t.Fatalf("%v, %v", r, err)
	}
	faults, shrunk := Shrink(o, r, 200)
	if len(faults) != 1 || faults[0].Kind != Quit && faults[0].Kind != Crash && faults[0].Kind != Power || shrunk.Failure.Check != "holdings" {
		t.Errorf("shrunk to %v: %v", faults, shrunk.Failure)
	}
}
