package webrtc

import (
	"time"

	"manyhold/net/link"
)

// quietSign in a keep-alive's number tells that its sender tolerates the silences of a quiet link.
const quietSign = 1 << 31

// quietness is the negotiation of a quiet link. A side that wants it tolerates long silences from then on,
// and says so in its keep-alives. A side reduces its own keep-alives only if it wants that and the other
// side's last keep-alive said so. So losses never make a link quiet for one side alone.
type quietness struct {
	wanted bool
	since  time.Time // when that changed last
	theirs bool      // the wish in the other side's last keep-alive
}

// Quiet tells whether this side wants the link to be quiet.
func (c *connection) Quiet(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.life.quietness.wanted != on {
		c.life.quietness.wanted, c.life.quietness.since = on, time.Now()
	}
}

// slower is how many times longer than usual this side is silent.
func (h *quietness) slower() time.Duration {
	if h.wanted && h.theirs {
		return link.QuietFactor
	}
	return 1
}

// patience is how many times longer than usual this side bears a silence: while it wants the link quiet, and
// afterwards until the other side must have noticed that it does not.
func (h *quietness) patience(now time.Time) time.Duration {
	if h.wanted || !h.since.IsZero() && now.Sub(h.since) < link.QuietFactor*link.PingEvery {
		return link.QuietFactor
	}
	return 1
}

// urgent reports whether to ask the other side at once for a sign of life, every second until one comes:
// this side no longer wants the link quiet, and may have been silent for long itself.
func (h *quietness) urgent(now, asked, heard time.Time) bool {
	return !h.wanted && h.since.After(heard) && now.Sub(asked) >= link.PingEvery-pulseEvery/2
}

// say adds this side's wish to the number of a keep-alive.
func (h *quietness) say(number uint32) uint32 {
	if h.wanted {
		return number | quietSign
	}
	return number &^ quietSign
}
