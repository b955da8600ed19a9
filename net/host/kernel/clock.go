package kernel

import "time"

// Clock turns the machine's times, which may step when the clock is set, into times that never go back. A
// step back takes no time; a step forward is a long time in which nothing happened, as during a suspend. The
// islands of a world share one clock. Go's own clock is monotonic already; that of a simulation or of a
// browser may not be.
type Clock struct {
	Given time.Time     // the last one
	back  time.Duration // all steps back
}

// At returns the time of a call that was given one.
func (k *Clock) At(given time.Time) time.Time {
	if d := k.Given.Sub(given); d > 0 && !k.Given.IsZero() {
		k.back += d
	}
	k.Given = given
	return given.Add(k.back)
}

// Now is the time of the present call.
func (k *Clock) Now() time.Time { return k.Given.Add(k.back) }

// Outside converts a time of this clock back to the machine's: for the time of the next call, and for dates.
func (k *Clock) Outside(now time.Time) time.Time { return now.Add(-k.back) }
