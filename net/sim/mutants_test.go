//go:build mutants

package sim

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
	"manyhold/net/mutant"
)

// hunt is where a planted bug is looked for: a kind of trouble in which it shows, the checker that must find
// it, and within how many seeds.
type hunt struct {
	bug   mutant.Bug
	check string
	seeds uint64
	under Rates
	far   bool // long lines, and people in a hurry
}

var hunts = []hunt{
	{bug: mutant.OldID, check: "old-id", seeds: 8, under: Rates{Crash: 8}},
	{bug: mutant.UnsyncedRecord, check: "synced", seeds: 2},
	{bug: mutant.EarlyAck, check: "file-first", seeds: 2},
	{bug: mutant.Incomparable, check: "repair", seeds: 8, under: Rates{Flip: 8}},
	{bug: mutant.Twice, check: "once", seeds: 40, under: Rates{Crash: 12}, far: true},
	{bug: mutant.Unproven, check: "proof", seeds: 20, under: Rates{Crash: 8, SlowDisk: 20}},
	{bug: mutant.Forgetful, check: "ends", seeds: 40, under: Rates{Crash: 8, Cut: 10, Split: 4}, far: true},
	{bug: mutant.UnsyncedVow, check: "synced", seeds: 8, under: Rates{Power: 4}},
	{bug: mutant.Impatient, check: "bounded", seeds: 8, under: Rates{Split: 8}},
	{bug: mutant.Silent, check: "ends", seeds: 8, under: Rates{Split: 6, Crash: 6}},
}

// options of one seed of a hunt.
func (h hunt) options(seed uint64) Options {
	o := Options{Seed: seed, Nodes: 4, For: 40 * time.Second}
	o.Line = memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.01}
	if h.far {
		o.Pace, o.Line.Delay, o.Line.Loss = 15, 50*time.Millisecond, 0.02
	}
	o.Faults = Plan(seed, o.Nodes, o.For, h.under)
	return o
}

// TestMutants plants each bug and looks whether its checker finds it, and that without it nothing is found
// in the same seeds.
func TestMutants(t *testing.T) {
	for _, h := range hunts {
		t.Run(h.bug.String(), func(t *testing.T) {
			defer func() { mutant.Planted = mutant.None }()
			found := uint64(0)
			for seed := uint64(1); seed <= h.seeds && found == 0; seed++ {
				mutant.Planted = h.bug
				r, err := Run(h.options(seed))
				if err != nil {
					t.Fatal(err)
				}
				if f := r.Failure; f != nil && f.Check != h.check {
					t.Logf("seed %d: %v", seed, f)
				} else if f != nil {
					t.Logf("found with seed %d: %v", seed, f)
					found = seed
				}
				mutant.Planted = mutant.None
				if r, _ := Run(h.options(seed)); r.Failure != nil {
					t.Errorf("seed %d fails without the bug: %v", seed, r.Failure)
				}
			}
			if found == 0 {
				t.Errorf("%q finds nothing in %d seeds", h.check, h.seeds)
			}
		})
	}
}

// isleHunts are the bugs that are looked for in the plan "isles".
var isleHunts = []struct {
	bug   mutant.Bug
	check string
	seeds uint64
}{
	{mutant.Unpruned, "bounded", 3},
	{mutant.Redelivered, "entities", 3},
}

// TestIslesMutants plants each bug of what islands say to each other and looks whether its checker finds it, and that
// without it nothing is found in the same seeds.
func TestIslesMutants(t *testing.T) {
	for _, h := range isleHunts {
		t.Run(h.bug.String(), func(t *testing.T) {
			defer func() { mutant.Planted = mutant.None }()
			found := false
			for seed := uint64(1); seed <= h.seeds && !found; seed++ {
				mutant.Planted = h.bug
				f := islesRun(islesMixed(seed)).failure
				t.Logf("seed %d: %v", seed, f)
				found = f != nil && f.Check == h.check
				mutant.Planted = mutant.None
				if f := islesRun(islesMixed(seed)).failure; f != nil {
					t.Errorf("seed %d fails without the bug: %v", seed, f)
				}
			}
			if !found {
				t.Errorf("%q finds nothing in %d seeds", h.check, h.seeds)
			}
		})
	}
}
