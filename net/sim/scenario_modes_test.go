package sim

import (
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// shrinkRuns is how many runs the search for a shorter list of faults may take.
const shrinkRuns = 150

// foundShare is the share of the seeds that once failed that a short run repeats.
const foundShare = 6

// testShare is the share of the seeds that never failed that is run without MANYHOLD_FIGURES.
const testShare = 3

// seeds runs seeds of some options, each as a test of its own. SIM_COUNT and SIM_FIRST select others,
// SIM_LOG prints events. After the first count seeds come those in found, which once failed. Without
// MANYHOLD_FIGURES only a part of the former is run; a short run (testing.Short) has the first few, and a
// share of those in found. A failing seed prints the
// `manyhold sim` command to repeat it, with a shortened list of faults unless SIM_WHOLE is set.
func seeds(t *testing.T, count, few int, flags string, found []uint64, options func(seed uint64) Options) {
	switch {
	case testing.Short():
		count, found = few, found[:(len(found)+foundShare-1)/foundShare]
	case os.Getenv("MANYHOLD_FIGURES") == "":
		count = min(count, max(8, count/testShare))
	}
	first := uint64(1)
	if s, err := strconv.ParseUint(os.Getenv("SIM_FIRST"), 10, 64); err == nil {
		first = s
	}
	if n, err := strconv.Atoi(os.Getenv("SIM_COUNT")); err == nil {
		count = n
	}
	if os.Getenv("SIM_FIRST")+os.Getenv("SIM_COUNT") != "" {
		found = nil
	}
	list := make([]uint64, count, count+len(found))
	for i := range list {
		list[i] = first + uint64(i)
	}
	for _, seed := range append(list, found...) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			o := options(seed)
			if os.Getenv("SIM_LOG") != "" {
				o.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
			}
			began := time.Now()
			r, err := Run(o)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v; %.0f× real time", r, float64(r.For)/float64(time.Since(began)))
			switch f := r.Failure; {
			case f != nil && os.Getenv("SIM_WHOLE") != "":
				t.Error(f)
			case f != nil:
				faults, shrunk := Shrink(o, r, shrinkRuns)
				t.Errorf("%v\nmanyhold sim --mix --seed %d %s, with --faults of %d of %d:\n%s%v", r.Failure, seed, flags, len(faults), len(o.Faults), FormatFaults(faults), shrunk.Failure)
			}
		})
	}
}

// Further seeds that failed before a fix.
var (
	foundApart = []uint64{1011, 1015, 1025}
	foundSeeds = []uint64{328, 512, 1516, 2633, 5329, 5845, 5943, 11310}
	foundLines = []uint64{512, 561, 895, 993, 1071, 1396, 1576, 1661, 1785, 1986, 2028, 2098, 2593, 2741, 3007, 3056, 3200, 3431, 3443, 3751, 3815, 3857, 3936, 4102, 4327, 4408, 5116, 5299, 5559, 5943, 6018, 6097, 6113, 6660, 6921, 7164, 7325, 7340, 7357, 8108, 8178, 8308, 8437, 8891, 9121, 9240, 9869, 10148, 10375, 10516, 11310, 11871, 12079, 12365, 12704, 14203, 20493}
)

// TestSeeds runs seeds with all kinds of faults.
func TestSeeds(t *testing.T) {
	seeds(t, 300, 20, "--forks=false --islands=false", foundSeeds, func(seed uint64) Options { return Mixed(seed, false, false) })
}

// TestLines runs seeds in which minorities continue provisionally and are merged later.
func TestLines(t *testing.T) {
	seeds(t, 120, 10, "--islands=false", foundLines, func(seed uint64) Options { return Mixed(seed, true, false) })
}

// TestTorn runs seeds in which single paths and directions are cut, while other nodes can relay.
func TestTorn(t *testing.T) {
	seeds(t, 100, 8, "--torn", []uint64{284, 816}, Torn)
}

// TestUnfair runs seeds in which leaders break rules of fairness.
func TestUnfair(t *testing.T) {
	seeds(t, 100, 8, "--unfair", nil, Unfair)
}

// TestUnfairTogether runs misdeeds and bans of several nodes at a time, that Unfair never draws. First: the
// lone voter is banned, and puts the turns that it committed into an archive while the others go on. Then:
// all known nodes are banned or have done wrong, a stranger leads, and one of the bans ends.
func TestUnfairTogether(t *testing.T) {
	for seed, faults := range map[uint64]string{
		216: "15.683s censor 0,3 for 8.68s\n20.385s hurry 3 for 6.394s by 1\n20.574s ban 1 for 22.674s\n34.306s ban 2 for 15.303s",
		128: "16.049s lull 0,3 for 3.233s\n26.702s ban 2 for 15.919s\n35.958s ban 1 for 23.398s",
	} {
		o := Unfair(seed)
		var err error
		if o.Faults, err = ReadFaults(strings.NewReader(faults)); err != nil {
			t.Fatal(err)
		}
		if r, err := Run(o); err != nil || r.Failure != nil {
			t.Errorf("seed %d: %v, %v", seed, err, r.Failure)
		}
	}
}

// TestIsles runs seeds in which the world is divided and merged. They take longest; make figures runs more.
func TestIsles(t *testing.T) {
	seeds(t, 8, 2, "--forks=false", nil, func(seed uint64) Options { return Mixed(seed, false, true) })
}

// TestIslesApart runs seeds in which the world is divided and merged, and minorities continue with their
// part of it. make figures runs more seeds.
func TestIslesApart(t *testing.T) {
	seeds(t, 8, 2, "", foundApart, func(seed uint64) Options { return Mixed(seed, true, true) })
}
