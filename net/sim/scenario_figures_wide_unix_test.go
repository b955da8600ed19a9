//go:build unix

package sim

import (
	"syscall"
	"testing"
	"time"
)

// processor is the time that this process has used a processor for its own instructions.
func processor(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestFigureWide simulates one world of two hundred nodes and twenty islands with ten people each, and an
// empty home. It measures how many times faster than real time the last half minute runs, when all have
// reached their places.
func TestFigureWide(t *testing.T) {
	figures(t)
	defer Prepare()()
	const span = 30 * time.Second
	o := wide(1, 20, 6*time.Second, 30*time.Second+span)
	began, islands := time.Duration(-1), 0
	o.Watch = func(elapsed time.Duration, n int) {
		if islands = n; began < 0 && elapsed >= o.For-span {
			began = processor(t)
		}
	}
	r, err := Run(o)
	if err != nil || r.Failure != nil || islands != 21 {
		t.Fatal(err, r.Failure, islands)
	}
	t.Logf("%v", r)
	t.Logf("%.1f× real time", float64(span)/float64(processor(t)-began))
}
