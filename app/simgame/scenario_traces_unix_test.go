//go:build unix

package simgame

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/net/sim"
)

var updateTraces = flag.Bool("update-traces", false, "write testdata/traces.txt again")

// traceRun is one simulated run of the table in testdata/traces.txt.
type traceRun struct {
	machine        string // the state machine: coins, game, or game with parties
	lines, islands bool   // as in sim.Options
	seed           uint64
}

// kind returns the run without its seed.
func (r traceRun) kind() traceRun {
	r.seed = 0
	return r
}

// traceRuns are forty runs: two machines, with and without provisional forks and islands, all kinds of
// faults.
func traceRuns() (runs []traceRun) {
	add := func(machine string, lines, islands bool, seeds ...uint64) {
		for _, s := range seeds {
			runs = append(runs, traceRun{machine, lines, islands, s})
		}
	}
	add("coins", true, true, 2, 3, 6, 10, 12, 14)
	add("coins", false, true, 5, 7, 8, 16)
	add("coins", true, false, 1, 3, 6, 8, 9)
	add("coins", false, false, 4, 5, 7, 11, 13)
	add("game", true, true, 1, 3, 5, 6, 11, 13)
	add("game", false, true, 4, 7, 10)
	add("parties", true, true, 1, 2)
	add("game", true, false, 1, 6, 9, 12)
	add("game", false, false, 2, 5, 6, 8, 11)
	return runs
}

// TestTraces compares the trace hashes of simulated networks with those checked in. A change of structure or
// of words leaves all of them as they are. A commit that changes them says so in its subject, and why; then
// run
//
//	go test -run TestTraces -update-traces .
//
// Each kind has its first two runs; all with MANYHOLD_FIGURES and with -update-traces, and one with -short.
func TestTraces(t *testing.T) {
	runs := traceRuns()
	if len(runs) != 40 {
		t.Fatalf("%d runs, want 40", len(runs))
	}
	lines := make([]string, len(runs)) // empty: it was not run
	t.Run("runs", func(t *testing.T) {
		most := 2
		switch {
		case testing.Short():
			most = 1
		case *updateTraces || os.Getenv("MANYHOLD_FIGURES") != "":
			most = len(runs)
		}
		for i, r := range runs {
			if i >= most && r.kind() == runs[i-most].kind() {
				continue
			}
			t.Run(fmt.Sprintf("%s-%v-%v-%d", r.machine, r.lines, r.islands, r.seed), func(t *testing.T) {
				t.Parallel()
				o := sim.Mixed(r.seed, r.lines, r.islands)
				switch r.machine {
				case "game":
					o.Game = Game{Animals: int(r.seed % 3 * 4)}
				case "parties": // they stay far apart, so that the game's world is divided
					o = wideOptions(t, r.seed, 2, 2*time.Second, 40*time.Second)
					o.Draw(sim.Rates{sim.Crash: 4, sim.Quit: 2})
				}
				report, err := sim.Run(o)
				if err != nil {
					t.Fatal(err)
				}
				if report.Failure != nil {
					t.Error(report.Failure)
				}
				lines[i] = fmt.Sprintf("%s lines=%v islands=%v seed=%d turns=%d islands=%d trace=%016x\n", r.machine, r.lines, r.islands, r.seed, report.Turns, report.End.Islands, report.Trace)
			})
		}
	})
	var got bytes.Buffer
	for _, l := range lines {
		got.WriteString(l)
	}
	file := filepath.Join("testdata", "traces.txt")
	if *updateTraces && !testing.Short() {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old := bytes.SplitAfter(want, []byte("\n"))
	for i, l := range lines {
		if l != "" && (i >= len(old) || string(old[i]) != l) {
			t.Errorf("got  %swant %s", l, old[min(i, len(old)-1)])
		}
	}
}
