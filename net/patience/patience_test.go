package patience

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestHad: how much of a span counts.
func TestHad(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name          string
		before, after map[string]usage
		want          time.Duration
	}{
		{"no files", nil, nil, 100 * ms},
		{"idle", map[string]usage{"a": {ran: 5 * ms}}, map[string]usage{"a": {ran: 6 * ms}}, 100 * ms},
		{"one thread lost a third", map[string]usage{"a": {20 * ms, 10 * ms, false}}, map[string]usage{"a": {30 * ms, 40 * ms, false}}, 70 * ms},
		{"three threads at once, each with a fifth of a core", nil, map[string]usage{
			"a": {20 * ms, 80 * ms, false}, "b": {20 * ms, 80 * ms, false}, "c": {20 * ms, 80 * ms, false}}, 20 * ms},
		{"a thread that has ended", map[string]usage{"a": {50 * ms, 90 * ms, false}}, map[string]usage{"b": {ran: ms}}, 100 * ms},
		{"a disk", nil, map[string]usage{"a": {ran: ms}, "b": {disk: true}}, 25 * ms},
		{"starved", nil, map[string]usage{"a": {waited: 100 * ms}}, 0},
	} {
		if got := had(100*ms, c.before, c.after); got != c.want {
			t.Errorf("%s: %v of 100ms, want %v", c.name, got, c.want)
		}
	}
}

// TestDeadline: a deadline is never over before its time, and not long after it if nothing else runs.
func TestDeadline(t *testing.T) {
	const limit = 300 * time.Millisecond
	began, d := time.Now(), For(limit)
	for !d.Over() {
		time.Sleep(time.Millisecond)
	}
	took := time.Since(began)
	t.Logf("over after %v: %v, slowness %.2f", took, d, machine.slow)
	if took < limit || took > capFactor*limit+capExtra+time.Minute {
		t.Errorf("a deadline of %v was over after %v", limit, took)
	}
	if !(Deadline{}).Over() {
		t.Error("no deadline is not over")
	}
}

// TestStarved: threads that share few cores have about the time that their share is worth.
func TestStarved(t *testing.T) {
	if sample() == nil {
		t.Skip("no /proc/PID/task/TID/schedstat here")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4 * runtime.NumCPU()))
	var end atomic.Bool
	var busy sync.WaitGroup
	for range 4 * runtime.NumCPU() {
		busy.Go(func() {
			for !end.Load() {
			}
		})
	}
	time.Sleep(100 * time.Millisecond) // until each has a thread
	mark, began := Now(), time.Now()
	time.Sleep(500 * time.Millisecond)
	had, wall := Since(mark), time.Since(began)
	end.Store(true)
	busy.Wait()
	t.Logf("%v of %v", had, wall)
	if had <= 0 || had > wall*6/10 {
		t.Errorf("four threads a core had %v of %v", had, wall)
	}
}

// TestWithTimeout: the context says why it ended, and ends with its parent.
func TestWithTimeout(t *testing.T) {
	ctx, cancel := WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		t.Errorf("it ended with %v", context.Cause(ctx))
	}
	parent, end := context.WithCancel(t.Context())
	ctx, cancel = WithTimeout(parent, time.Hour)
	defer cancel()
	end()
	<-ctx.Done()
	<-After(t, time.Millisecond)
}
