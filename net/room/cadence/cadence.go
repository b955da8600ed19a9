// Package cadence decides when a player's program executes the generations of a match, so that the time from
// a click to its effect hardly changes although the network's delay does. It is a jitter buffer: a generation
// that arrives early waits until those of the last seconds that arrived latest would have been there, too.
//
// A generation takes what a player does while another one passes. So that a click at its end does not take
// effect sooner than one at its beginning, Phase says how far it has come: the effect is as far into its own.
//
// It knows no clock: times are arguments. A Cadence belongs to one goroutine.
package cadence

import "time"

const (
	// Tick is the time of a tick of the game.
	Tick = time.Second / 60
	// AtOnce is how many generations are executed at once at most, so that a program that catches up shows
	// pictures meanwhile.
	AtOnce = 4
	// window is for how long the latest arrival counts.
	window = 3 * time.Second
	// most is how large the buffer gets: beyond that a match that stutters is better than one that is late.
	most = time.Second / 2
	// The buffer shrinks with each arrival by least, or by 1/share of what it is too large.
	least, share = time.Millisecond / 2, 16
)

// Cadence is the buffer of one match. Its zero value is ready.
type Cadence struct {
	began   time.Time
	length  time.Duration   // of all generations that arrived
	offset  time.Duration   // a generation is due so long after the generations before it have passed
	lates   []late          // the last arrivals
	waiting []time.Duration // when the generations that wait begin, by the match's own time
	present time.Duration   // when the generation began that was executed last
}

// late is how long after its time a generation came.
type late struct {
	begins time.Duration // of the match's own time
	by     time.Duration
}

// Arrived notes that the next generation is there, which lasts for some ticks.
func (c *Cadence) Arrived(now time.Time, ticks uint8) {
	if c.began.IsZero() {
		c.began = now
	}
	x := late{c.length, now.Sub(c.began) - c.length}
	n := 0
	for n < len(c.lates) && c.length-c.lates[n].begins > window {
		n++
	}
	c.lates = append(c.lates[n:], x)
	latest, soonest := x.by, x.by
	for _, l := range c.lates {
		latest, soonest = max(latest, l.by), min(soonest, l.by)
	}
	latest = min(latest, soonest+most)
	if latest >= c.offset {
		c.offset = latest
	} else {
		c.offset -= min(c.offset-latest, max(least, (c.offset-latest)/share))
	}
	c.waiting = append(c.waiting, c.length)
	c.length += time.Duration(ticks) * Tick
}

// Due returns how many of the generations that wait are to be executed now, AtOnce at most. They do not wait
// any more.
func (c *Cadence) Due(now time.Time) (n int) {
	passed := now.Sub(c.began) - c.offset
	for n < len(c.waiting) && n < AtOnce && c.waiting[n] <= passed {
		n++
	}
	if n > 0 {
		c.present = c.waiting[n-1]
	}
	c.waiting = c.waiting[n:]
	return n
}

// Phase returns how many ticks of the generation that was executed last have passed. It is more than the
// generation has when the next one is late.
func (c *Cadence) Phase(now time.Time) int {
	if c.began.IsZero() {
		return 0
	}
	return int(max(0, now.Sub(c.began)-c.offset-c.present) / Tick)
}

// Next returns when the next generation is due; ok is false if none waits.
func (c *Cadence) Next() (at time.Time, ok bool) {
	if len(c.waiting) == 0 {
		return at, false
	}
	return c.began.Add(c.offset + c.waiting[0]), true
}

// Buffer returns how long the newest generation waited, or will wait.
func (c *Cadence) Buffer() time.Duration {
	if len(c.lates) == 0 {
		return 0
	}
	return c.offset - c.lates[len(c.lates)-1].by
}
