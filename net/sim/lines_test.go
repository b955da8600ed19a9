package sim

import (
	"log/slog"
	"os"
	"strconv"
	"testing"
)

// TestLines runs seeds in which minorities go on provisionally and are merged later. Each of 34, 133, 188, 247 and 298 failed once.
func TestLines(t *testing.T) {
	first, count := uint64(1), 300
	if s, err := strconv.ParseUint(os.Getenv("SIM_FIRST"), 10, 64); err == nil {
		first = s
	}
	if n, err := strconv.Atoi(os.Getenv("SIM_COUNT")); err == nil {
		count = n
	}
	for seed := first; seed < first+uint64(count); seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			o := Mixed(seed)
			o.Game = Ledger{Lines: true}
			if os.Getenv("SIM_LOG") != "" {
				o.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
			}
			r, err := Run(o)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(r)
			if r.Failure != nil {
				faults, shrunk := Shrink(o, r, 150)
				t.Errorf("%v\nwith %d of %d faults:\n%s%v", r.Failure, len(faults), len(o.Faults), Lines(faults), shrunk.Failure)
			}
		})
	}
}
