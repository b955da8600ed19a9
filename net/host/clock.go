package host

import "time"

// clock turns the machine's times, which may step when the clock is set, into times that never go back. A
// step back takes no time; a step forward is a long time in which nothing happened, as during a suspend. The
// islands of a world share one clock. Go's own clock is monotonic already; that of a simulation or of a
// browser may not be.
type clock struct {
	given time.Time     // the last one
	back  time.Duration // all steps back
}

// at returns the time of a call that was given one.
func (k *clock) at(given time.Time) time.Time {
	if d := k.given.Sub(given); d > 0 && !k.given.IsZero() {
		k.back += d
	}
	k.given = given
	return given.Add(k.back)
}

// now is the time of the present call.
func (k *clock) now() time.Time { return k.given.Add(k.back) }

// outside converts a time of at back to the machine's clock: for the time of the next call, and for dates.
func (k *clock) outside(now time.Time) time.Time { return now.Add(-k.back) }

// today is the time of the present call as people have it, in seconds since 1970.
func (c *Core) today() int64 { return c.clock.outside(c.now).Unix() }
