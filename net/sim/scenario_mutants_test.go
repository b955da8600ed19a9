//go:build mutants

package sim

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/link/memory"
)

// hunt is the search for a planted bug: faults in which it shows, the checker that must find it, and the
// seeds from the first to the last.
type hunt struct {
	bug   Bug
	check string
	first uint64 // 0: seed 1
	seeds uint64 // the last
	under Rates
	far   bool // long lines, and people in a hurry
	lines bool // minorities continue
	torn  bool // single paths are cut, and others can relay
	fair  bool // leaders are modified, and most nodes are strangers
	known bool // no node is a stranger, and some are banned
	isles bool // the world is divided and merged; everything ends well at last
}

var hunts = []hunt{
	{bug: OldID, check: "old-id", seeds: 8, under: Rates{Crash: 8}},
	{bug: UnsyncedRecord, check: "synced", seeds: 2},
	{bug: EarlyAck, check: "file-first", seeds: 2},
	{bug: Incomparable, check: "repair", seeds: 8, under: Rates{Flip: 8}},
	{bug: Twice, check: "once", seeds: 40, under: Rates{Crash: 12}, far: true},
	{bug: Unproven, check: "proof", seeds: 20, under: Rates{Crash: 8, SlowDisk: 20}},
	{bug: Forgetful, check: "ends", seeds: 40, under: Rates{Crash: 8, Cut: 10, Split: 4}, far: true},
	{bug: UnsyncedPromise, check: "synced", seeds: 8, under: Rates{Power: 4}},
	{bug: Impatient, check: "bounded", seeds: 8, under: Rates{Split: 8}},
	{bug: Silent, check: "ends", seeds: 8, under: Rates{Split: 6, Crash: 6}},
	{bug: Firm, check: "heal", seeds: 8, under: Rates{Split: 8}, lines: true},
	{bug: MergedTwice, check: "merged", seeds: 8, under: Rates{Split: 8}, lines: true},
	{bug: Gullible, check: "branch", seeds: 8, under: Rates{Split: 8, Edit: 6}, lines: true},
	{bug: Unpruned, check: "bounded", seeds: 3, isles: true},
	{bug: Redelivered, check: "entities", seeds: 3, isles: true},
	{bug: Credulous, check: "seats", seeds: 8, fair: true},
	{bug: Deaf, check: "seats", first: 60, seeds: 70, fair: true, known: true},
	{bug: Forged, check: "author", seeds: 2},
	// most torn networks are whole without relays by now: a peer without turns gets them from another voter
	{bug: Stranded, check: "one-line", first: 116, seeds: 130, torn: true},
}

// options of one seed of a hunt.
func (h hunt) options(seed uint64) Options {
	if h.torn {
		return Torn(seed)
	}
	if h.fair {
		o := Unfair(seed)
		if h.known {
			o.Members, o.Alone = o.Nodes, 0
			return o
		}
		o.Members, o.Alone = 2, aged
		o.Faults = slices.DeleteFunc(o.Faults, func(f Fault) bool { return f.Kind == Ban })
		return o
	}
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
			found := uint64(0)
			for seed := max(h.first, 1); seed <= h.seeds && found == 0; seed++ {
				o := h.options(seed)
				o.Bug = h.bug
				r, err := Run(o)
				if err != nil {
					t.Fatal(err)
				}
				if f := r.Failure; f != nil && f.Check != h.check {
					t.Logf("seed %d: %v", seed, f)
				} else if f != nil {
					t.Logf("found with seed %d: %v", seed, f)
					found = seed
				}
				if r, _ := Run(h.options(seed)); r.Failure != nil {
					t.Errorf("seed %d fails without the bug: %v", seed, r.Failure)
				}
			}
			if found == 0 {
				t.Errorf("%q finds nothing up to seed %d", h.check, h.seeds)
			}
		})
	}
}
