package host

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/link"
)

// hub is what the parts of a world share: this peer's key and links, the time of the present call, and the
// way out for messages that are about no single island.
type hub struct {
	key      key.Pair
	me       key.ID
	now      time.Time // of the present call, by a clock that never goes back
	links    table.Table[key.ID, *linked]
	whole    int            // with more links, each peer executes some islands only
	good     *verify.Cache  // signatures that were found right
	counters counter.Values // of messages about no single island
	send     func(to key.ID, b []byte)
}

// linked is a linked peer, and what it said of itself.
type linked struct {
	key  key.ID
	info link.Info
	rtt  time.Duration

	said    message.Greeting // of which island it was last; its part about islands is not kept up to date
	saidAt  time.Time
	greeted bool // it has said so
}

// meets notes a linked peer's greeting, about any island.
func (l *linked) meets(now time.Time, g message.Greeting) {
	if g.Idle || !g.Gone() {
		l.said, l.saidAt, l.greeted = g, now, true
	}
}

// shares reports whether there are so many peers that each executes some islands only.
func (h *hub) shares() bool { return h.links.Len() > h.whole }
