//go:build mutants

package sim

import (
	"testing"
	"time"

	"manyhold/net/link/memory"
	"manyhold/net/mutant"
)

// hunt is the search for a planted bug: faults in which it shows, the checker that must find it, and the
// number of seeds.
type hunt struct {
	bug   mutant.Bug
	check string
	seeds uint64
	under Rates
	far   bool // long lines, and people in a hurry
	lines bool // minorities go on
	isles bool // the world is divided and merged; everything ends well at last
}

var hunts = []hunt{
	{bug: mutant.OldID, check: "old-id", seeds: 8, under: Rates{Crash: 8}},
	{bug: mutant.UnsyncedRecord, check: "synced", seeds: 2},
	{bug: mutant.EarlyAck, check: "file-first", seeds: 2},
	{bug: mutant.Incomparable, check: "repair", seeds: 8, under: Rates{Flip: 8}},
	{bug: mutant.Twice, check: "once", seeds: 40, under: Rates{Crash: 12}, far: true},
	{bug: mutant.Unproven, check: "proof", seeds: 20, under: Rates{Crash: 8, SlowDisk: 20}},
	{bug: mutant.Forgetful, check: "ends", seeds: 40, under: Rates{Crash: 8, Cut: 10, Split: 4}, far: true},
	{bug: mutant.UnsyncedPromise, check: "synced", seeds: 8, under: Rates{Power: 4}},
	{bug: mutant.Impatient, check: "bounded", seeds: 8, under: Rates{Split: 8}},
	{bug: mutant.Silent, check: "ends", seeds: 8, under: Rates{Split: 6, Crash: 6}},
	{bug: mutant.Firm, check: "heal", seeds: 8, under: Rates{Split: 8}, lines: true},
	{bug: mutant.MergedTwice, check: "merged", seeds: 8, under: Rates{Split: 8}, lines: true},
	{bug: mutant.Unpruned, check: "bounded", seeds: 3, isles: true},
	{bug: mutant.Redelivered, check: "entities", seeds: 3, isles: true},
	{bug: mutant.Forged, check: "author", seeds: 2},
}

// options of one seed of a hunt.
func (h hunt) options(seed uint64) Options {
	o := Options{Seed: seed, Nodes: 4, For: 40 * time.Second}
	o.Line = memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.01}
	if h.far {
		o.Pace, o.Line.Delay, o.Line.Loss = 15, 50*time.Millisecond, 0.02
	}
	if o.Forks, o.Islands, o.Liveness = h.lines, h.isles, h.lines || h.isles; h.isles {
		o.For = 75 * time.Second
	}
	o.Faults = Plan(seed, o.Nodes, o.lively(), h.under)
	return o
}

// TestMutants plants each bug. Its checker must find it, and without the bug the same seeds must pass.
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
