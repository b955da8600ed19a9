package webrtc

import (
	"time"

	"manyhold/net/link"
)

// quietSign in a sign's number says that its sender bears the silences of a quiet link.
const quietSign = 1 << 31

// hush is whether a link is quiet. A side that wants it bears long silences from then on, and says so in its signs; a
// side is silent for as long only when the other side's last sign said so and it wants it, too. So no loss makes a
// link quiet for one side alone.
type hush struct {
	wanted bool
	since  time.Time // when that was said last to be otherwise
	theirs bool      // what the other side's last sign said
}

// Quiet says whether this side wants the link to be quiet.
func (c *connection) Quiet(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.hush.wanted != on {
		c.hush.wanted, c.hush.since = on, time.Now()
	}
}

// slower is how many times longer than usual this side is silent.
func (h *hush) slower() time.Duration {
	if h.wanted && h.theirs {
		return link.QuietFactor
	}
	return 1
}

// patience is how many times longer than usual this side bears a silence: while it wants the link quiet, and
// afterwards until the other side must have noticed that it does not.
func (h *hush) patience(now time.Time) time.Duration {
	if h.wanted || !h.since.IsZero() && now.Sub(h.since) < link.QuietFactor*link.PingEvery {
		return link.QuietFactor
	}
	return 1
}

// urgent reports whether the other side is to be asked at once for a sign of life, every second until one comes: this
// side does not want the link quiet any more, and was silent for long itself perhaps.
func (h *hush) urgent(now, asked, heard time.Time) bool {
	return !h.wanted && h.since.After(heard) && now.Sub(asked) >= link.PingEvery-pulseEvery/2
}

// say puts into the number of a sign whether this side bears silences.
func (h *hush) say(number uint32) uint32 {
	if h.wanted {
		return number | quietSign
	}
	return number &^ quietSign
}
