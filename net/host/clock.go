package host

import "time"

// clock makes of the times that a core is given, which are a machine's and may step when somebody sets them,
// times that never go back: a step back is no time at all, and a step forward a long time in which nothing
// happened, as while a machine sleeps. The islands of a world share one. Go measures its own time so already;
// what counts time elsewhere, a simulation or a page in a browser, may not.
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

// outside is a time of at as the machine has it: for whoever asks when to call, and for dates.
func (k *clock) outside(now time.Time) time.Time { return now.Add(-k.back) }

// at takes the time of a call.
func (k *common) at(given time.Time) { k.now = k.clock.at(given) }

// given is the time of the present call as it was given.
func (k *common) given() time.Time { return k.clock.given }

// today is the time of the present call as people have it, in seconds since 1970.
func (c *Core) today() int64 { return c.clock.outside(c.now).Unix() }
