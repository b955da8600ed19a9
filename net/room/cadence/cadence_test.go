package cadence

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// run plays generations of three ticks that arrive late by what delay says, and returns when each is executed
// after it was closed.
func run(c *Cadence, from, n int, delay func(g int) time.Duration) (after []time.Duration) {
	start := time.Unix(1000, 0)
	arrives := func(g int) time.Time { return start.Add(time.Duration(g)*3*Tick + delay(g)) }
	next, done := from, from
	for now := start.Add(time.Duration(from) * 3 * Tick); done < from+n; now = now.Add(time.Millisecond) {
		for next < from+n && !arrives(next).After(now) {
			c.Arrived(now, 3)
			next++
		}
		for range c.Due(now) {
			after = append(after, now.Sub(start.Add(time.Duration(done)*3*Tick)))
			done++
		}
	}
	return after
}

// spread returns the standard deviation in ticks.
func spread(list []time.Duration) float64 {
	sum, squares := 0.0, 0.0
	for _, d := range list {
		x := float64(d) / float64(Tick)
		sum, squares = sum+x, squares+x*x
	}
	n := float64(len(list))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n))
}

// TestCadence: generations that arrive late by 20 to 60 ms are executed evenly, and hardly later than the
// latest. After a stall the program catches up, four at once, and the buffer is as before within seconds.
func TestCadence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	late := make([]time.Duration, 10000)
	last := time.Duration(0)
	for k := range late { // in their order, as a stream brings them
		late[k] = max(20*time.Millisecond+time.Duration(rng.Int64N(int64(40*time.Millisecond))), last-3*Tick)
		last = late[k]
	}
	jitter := func(g int) time.Duration { return late[g] }
	var c Cadence
	after := run(&c, 0, 1200, jitter)[100:]
	if s := spread(after); s > 0.2 {
		t.Errorf("executed with a spread of %.2f ticks", s)
	}
	for _, d := range after {
		if d > 62*time.Millisecond {
			t.Fatalf("executed after %v", d)
		}
	}
	stall := func(g int) time.Duration { // half a second, in which twelve are closed
		if g < 1210 {
			return max(jitter(g), time.Duration(1210-g)*3*Tick)
		}
		return jitter(g)
	}
	after = run(&c, 1200, 1000, stall)
	if s := spread(after[400:]); s > 0.2 || after[999] > 62*time.Millisecond {
		t.Errorf("after a stall: spread %.2f ticks, %v late", s, after[999])
	}
	if c.Buffer() < 0 {
		t.Error("a generation was executed before it was there")
	}
}

// TestAtOnce: many that arrive together are executed four by four, and Next tells when there is something to
// do.
func TestAtOnce(t *testing.T) {
	var c Cadence
	if _, ok := c.Next(); ok || c.Due(time.Unix(5, 0)) != 0 || c.Buffer() != 0 {
		t.Error("something is due before anything has arrived")
	}
	now := time.Unix(5, 0)
	c.Arrived(now, 3)
	now = now.Add(time.Second)
	for range 10 {
		c.Arrived(now, 3)
	}
	total := 0
	for range 3 {
		n := c.Due(now.Add(time.Minute))
		if total += n; n > AtOnce {
			t.Errorf("%d at once", n)
		}
	}
	if _, ok := c.Next(); ok || total != 11 {
		t.Errorf("%d of 11 executed", total)
	}
}

// TestPhase: the phase counts the ticks since the generation that was executed last was due, and begins anew
// with the next one.
func TestPhase(t *testing.T) {
	var c Cadence
	now := time.Unix(5, 0)
	if c.Phase(now) != 0 {
		t.Error("a phase before anything has arrived")
	}
	for g := range 3 {
		at := now.Add(time.Duration(3*g) * Tick)
		c.Arrived(at, 3)
		if c.Due(at) != 1 {
			t.Fatalf("generation %d is not due", g)
		}
		for k, want := range []int{0, 0, 1, 1, 2, 2} {
			if got := c.Phase(at.Add(time.Duration(k) * Tick / 2)); got != want {
				t.Errorf("generation %d: phase %d after %d half ticks, want %d", g, got, k, want)
			}
		}
	}
	if got := c.Phase(now.Add(20 * Tick)); got != 14 {
		t.Errorf("phase %d while the next one is late", got)
	}
}
