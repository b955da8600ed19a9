// Package patience measures how long a test waits by what the machine got done, so that no test fails
// because the machine is busy. Only tests import it.
//
// Its clock counts what the wait would have lasted on an idle machine. The clock watches the threads of
// the test's process and of all its descendants, and it stands still while they want to run and may not:
//
//   - Linux counts for each thread how long it ran (U) and how long it was ready to run without a core
//     (W), in /proc/PID/task/TID/schedstat. In a span dt the clock advances by dt − ΣW, because that much
//     of the span was lost if the threads waited for each other, and by at least dt × ΣU/(ΣU+ΣW), because
//     that share of the work was done if they waited at the same time.
//   - While one of the threads waits for a disk (state D), the clock runs at a quarter of its speed.
//   - A test that did not even look at its deadline for more than stallMost was stalled itself: the rest of
//     that time does not count.
//   - A machine whose cores are slower than the reference slows the clock down in proportion.
//
// On an idle machine all four are close to nothing, and the clock agrees with the wall's: a bug is
// reported after the limit that the test states. A Deadline also ends after a multiple of its limit on the
// wall's clock, so that a hang fails on a busy machine, too. Where there is no /proc, only the last two
// apply, and the speed of a core is measured again for each span.
package patience

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// capFactor and capExtra bound a wait on the wall's clock: capFactor times its limit, and capExtra. A
	// machine that does less than a tenth of an idle one's work is no place for tests.
	capFactor = 10
	capExtra  = 2 * time.Minute
	// diskShare is the divisor of the clock's speed while an observed thread waits for a disk.
	diskShare = 4
	// Between two samples lies at least sampleEvery, and sampleCost times what the last one took: samples
	// cost at most a twentieth of a core.
	sampleEvery = 100 * time.Millisecond
	// stallMost is the greatest part of the time between two looks at a deadline that counts.
	stallMost  = 2 * time.Second
	sampleCost = 20
)

// clock is the test process's knowledge of the time that its work had.
type clock struct {
	mu     sync.Mutex
	slow   float64 // how many times slower than the reference a core is; 0 before the first sample
	at     time.Time
	took   time.Duration
	gone   time.Duration
	before map[string]usage
}

var machine clock

// Now returns how much time the work of this process and its descendants has had. Only differences mean
// something.
func Now() time.Duration { return machine.now(true) }

// Since returns how long ago a result of Now was, on a machine that had been idle.
func Since(mark time.Duration) time.Duration { return Now() - mark }

// now reads the clock; a coarse reading may be as old as the last sample.
func (c *clock) now(exact bool) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	began := time.Now()
	dt := began.Sub(c.at)
	if !exact && c.slow > 0 && dt < max(sampleEvery, sampleCost*c.took) {
		return c.gone
	}
	first := c.slow == 0
	if first {
		c.slow = slowness()
	}
	threads := sample()
	if threads == nil {
		c.slow = slowness()
	}
	if !exact {
		dt = min(dt, stallMost)
	}
	if !first {
		c.gone += time.Duration(float64(had(dt, c.before, threads)) / c.slow)
	}
	c.before, c.at, c.took = threads, began, time.Since(began)
	return c.gone
}

// had returns how much of a span the threads had for their work, given their samples at its two ends.
func had(dt time.Duration, before, after map[string]usage) time.Duration {
	var ran, waited time.Duration
	disk := false
	for id, u := range after {
		was := before[id]
		ran += max(0, u.ran-was.ran)
		waited += max(0, u.waited-was.waited)
		disk = disk || u.disk
	}
	had := dt
	if waited > 0 {
		had = max(dt-waited, time.Duration(float64(dt)*float64(ran)/float64(ran+waited)))
	}
	if disk {
		had /= diskShare
	}
	return had
}

// Deadline is a limit to a wait. Its zero value is over.
type Deadline struct {
	limit time.Duration
	mark  time.Duration
	wall  time.Time
}

// For returns a deadline that is over when this process and its descendants have had the time limit for
// their work.
func For(limit time.Duration) Deadline { return Deadline{limit, Now(), time.Now()} }

// Over reports whether the time is up. It is cheap enough to be called in a loop.
func (d Deadline) Over() bool {
	past := machine.now(false) - d.mark // sampled from the beginning on: a wait for a disk is seen only while it lasts
	if time.Since(d.wall) < d.limit {   // the clock is never faster than the wall's
		return false
	}
	return past >= d.limit || time.Since(d.wall) >= capFactor*d.limit+capExtra
}

// String tells how long the wait has lasted, for the message of a test that fails.
func (d Deadline) String() string {
	return fmt.Sprintf("%v (%v by the wall's clock)", Since(d.mark).Round(10*time.Millisecond), time.Since(d.wall).Round(10*time.Millisecond))
}

// Wait asks again and again, with a pause of step between, whether a condition holds, and fails the test
// if it does not hold within the limit. It looks once more after the limit, because the test itself may have
// been stalled since the last look.
func Wait(t testing.TB, what string, limit, step time.Duration, holds func() bool) {
	t.Helper()
	for d := (later{limit: limit}); !holds(); time.Sleep(step) {
		if d.over() && !holds() {
			t.Fatalf("waited %v in vain for %s", d.Deadline, what)
		}
	}
}

// After returns a channel that is closed when a deadline of that limit is over, or when the test has
// ended.
func After(t testing.TB, limit time.Duration) <-chan struct{} {
	ctx, cancel := WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	return ctx.Done()
}

// WithTimeout is context.WithTimeout by this package's clock.
func WithTimeout(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for d := (later{limit: limit}); !d.over(); {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel(context.DeadlineExceeded)
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// later is a Deadline whose clock starts sampleEvery after its first look, so that a short wait takes no
// sample: most waits are short, and a sample reads a file for each thread.
type later struct {
	Deadline
	limit time.Duration
	began time.Time
}

// over reports whether the time is up.
func (l *later) over() bool {
	switch {
	case l.began.IsZero():
		l.began = time.Now()
	case l.wall.IsZero() && time.Since(l.began) >= sampleEvery:
		l.Deadline = For(l.limit)
	}
	return !l.wall.IsZero() && l.Over()
}

// spinNominal is the time of one spin on the reference, half as fast as the machine on which it was
// measured: only a core clearly slower than those that the limits were chosen on counts as slow.
const (
	spinRounds  = 100_000
	spinNominal = 200 * time.Microsecond
)

// slowness returns how many times longer than the reference a core takes for the same work, at least 1.
// The fastest of a few spins counts, because another program may have had the core meanwhile.
func slowness() float64 {
	best := time.Hour
	for range 8 {
		began, x := time.Now(), spun
		for range spinRounds {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		spun = x
		best = min(best, time.Since(began))
	}
	return max(1, float64(best)/float64(spinNominal))
}

// spun keeps the compiler from dropping the spin.
var spun uint64 = 88172645463325252

// usage is how a thread spent its time since it began.
type usage struct {
	ran, waited time.Duration // on a core; ready, without one
	disk        bool          // it waits for a disk now
}

// sample reads the usage of each thread of this process and its descendants, by the path of its directory
// in /proc. It returns nil where the system has no such files.
func sample() map[string]usage {
	var all map[string]usage
	for _, pid := range family() {
		tasks := "/proc/" + pid + "/task"
		names, err := readNames(tasks)
		if err != nil {
			continue // it has ended
		}
		for _, tid := range names {
			dir := tasks + "/" + tid
			var u usage
			b, err := os.ReadFile(dir + "/schedstat")
			if err != nil {
				continue
			}
			if _, err := fmt.Sscan(string(b), (*int64)(&u.ran), (*int64)(&u.waited)); err != nil {
				continue
			}
			if state, _ := stat(dir); state == "D" {
				u.disk = true
			}
			if all == nil {
				all = map[string]usage{}
			}
			all[dir] = u
		}
	}
	return all
}

// family returns the process IDs of this process and of all its descendants.
func family() []string {
	names, err := readNames("/proc")
	if err != nil {
		return nil
	}
	children := map[string][]string{}
	for _, pid := range names {
		if pid[0] < '0' || pid[0] > '9' {
			continue
		}
		if _, parent := stat("/proc/" + pid); parent != "" {
			children[parent] = append(children[parent], pid)
		}
	}
	all := []string{fmt.Sprint(os.Getpid())}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// stat returns the state and the parent of a process or thread (proc_pid_stat(5)), empty if it has ended.
func stat(dir string) (state, parent string) {
	b, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return "", ""
	}
	s := string(b)
	words := strings.Fields(s[strings.LastIndexByte(s, ')')+1:]) // a name may hold anything, spaces too
	if len(words) < 2 {
		return "", ""
	}
	return words[0], words[1]
}

// readNames returns the names in a directory of /proc.
func readNames(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}
