// Package links has the links of this peer, as the parts of a world that are about no single island share
// them.
package links

import (
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// Hub is the shared state of the parts of a world: this peer's key and links, the time of the present call,
// and the way out for messages that are about no single island.
type Hub struct {
	Key      key.Pair // of this peer
	Me       key.ID
	Now      time.Time // of the present call, by a clock that never goes back
	Peers    table.Table[key.ID, *Link]
	Whole    int            // with more links, each peer executes some islands only
	Good     *verify.Cache  // signatures that were found right
	Counters counter.Values // of messages about no single island
	Send     func(to key.ID, b []byte)
}

// Link is a linked peer, and what it said of itself.
type Link struct {
	Key  key.ID
	Info link.Info
	Rtt  time.Duration

	Said    message.Greeting // of which island it was last; its part about islands is not kept up to date
	SaidAt  time.Time
	Greeted bool // it has said so
}

// meet notes a linked peer's greeting, about any island.
func (l *Link) meet(now time.Time, g message.Greeting) {
	if g.Idle || !g.Gone() {
		l.Said, l.SaidAt, l.Greeted = g, now, true
	}
}

// Shares reports whether there are so many peers that each executes some islands only.
func (h *Hub) Shares() bool { return h.Peers.Len() > h.Whole }

// Executor is a linked peer that executes an island, with its last greeting about it.
type Executor struct {
	Key  key.ID
	Said message.Greeting
}

// Note keeps a linked peer's greeting, about any island; b is a message of the peer.
func (h *Hub) Note(from key.ID, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		return
	}
	if l := h.Peers.Get(from); l != nil {
		if g, err := message.DecodeGreeting(b); err == nil {
			l.meet(h.Now, g)
		}
	}
}
