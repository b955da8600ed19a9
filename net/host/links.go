package host

import (
	"encoding/binary"
	"fmt"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// LinkUp tells that a peer is linked.
func (w *World) LinkUp(now time.Time, id key.ID, info link.Info) {
	w.at(now)
	if w.links.Has(id) || w.links.Len() < w.options.Links && id != w.me {
		w.links.Set(id, &linked{key: id, info: info})
		w.forget(id)
	}
	w.islands.each(func(c *Core) { c.LinkUp(now, id, info) })
	if w.links.Get(id) != nil {
		w.directory.LinkUp(id)
	}
	w.settle()
}

// LinkDown tells that a peer's link is gone.
func (w *World) LinkDown(now time.Time, id key.ID, reason string) {
	w.at(now)
	w.links.Delete(id)
	w.directory.Unlinked(id)
	w.forget(id)
	w.islands.each(func(c *Core) { c.LinkDown(now, id, reason) })
	w.settle()
}

// forget forgets what belongs to a link that came or went.
func (w *World) forget(id key.ID) {
	w.directory.Forget(id)
	w.mailbox.forget(id)
	w.shouts.forget(id)
}

// Measured tells the round-trip time of a peer's link.
func (w *World) Measured(peer key.ID, rtt time.Duration) {
	if l := w.links.Get(peer); l != nil {
		l.rtt = rtt
	}
	w.islands.each(func(c *Core) { c.Measured(peer, rtt) })
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (w *World) Lossy(peer key.ID, loss float64) {
	w.islands.each(func(c *Core) { c.seats.Lossy(peer, loss) })
}

// Limit sets the limits of this process from now on.
func (w *World) Limit(now time.Time, l capacity.Limits) {
	w.options.Means.Limit(l)
	w.islands.each(func(c *Core) { c.at(now); c.seats.renew() })
}

// islandHead is how many bytes wrapping takes.
const islandHead = 1 + 8

// wrap makes a message one about an island; it is a copy.
func wrap(island uint64, b []byte) []byte {
	if island == message.Home {
		return append(make([]byte, 0, len(b)), b...)
	}
	return append(wire.AppendU64(append(make([]byte, 0, islandHead+len(b)), byte(wire.Island)), island), b...)
}

// unwrap returns the island that a message is about and the message itself, a part of b.
func unwrap(b []byte) (island uint64, inner []byte, err error) {
	if wire.Kind(b[0]) != wire.Island {
		return message.Home, b, nil
	}
	if len(b) <= islandHead || wire.Kind(b[islandHead]) == wire.Island {
		return 0, nil, fmt.Errorf("host: %d bytes about an island", len(b))
	}
	if island = binary.LittleEndian.Uint64(b[1:]); island <= message.Home {
		return 0, nil, fmt.Errorf("host: a wrapped message about island %d", island)
	}
	return island, b[islandHead:], nil
}

// wrap makes the messages to be sent ones about their island.
func (o *Output) wrap() {
	for i := range o.Sends {
		if s := &o.Sends[i]; o.Island != message.Home && !s.wrapped {
			s.Bytes, s.wrapped = wrap(o.Island, s.Bytes), true
		}
	}
}

// notes keeps a linked peer's greeting.
func (w *World) notes(from key.ID, b []byte) {
	if wire.Kind(b[0]) != wire.Join {
		return
	}
	if l := w.links.Get(from); l != nil {
		if g, err := message.DecodeGreeting(b); err == nil {
			l.meets(w.now, g)
		}
	}
}
