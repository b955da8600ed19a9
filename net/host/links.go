package host

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

// LinkUp tells that a peer is linked.
func (w *World) LinkUp(now time.Time, id key.ID, info link.Info) {
	w.at(now)
	if w.Peers.Has(id) || w.Peers.Len() < w.options.Links && id != w.Me {
		w.Peers.Set(id, &links.Link{Key: id, Info: info})
		w.forget(id)
	}
	w.islands.each(func(c *Core) { c.LinkUp(now, id, info) })
	if w.Peers.Get(id) != nil {
		w.directory.LinkUp(id)
	}
	w.settle()
}

// LinkDown tells that a peer's link is gone.
func (w *World) LinkDown(now time.Time, id key.ID, reason string) {
	w.at(now)
	w.Peers.Delete(id)
	w.directory.Unlinked(id)
	w.forget(id)
	w.islands.each(func(c *Core) { c.LinkDown(now, id, reason) })
	w.settle()
}

// forget forgets what belongs to a link that came or went.
func (w *World) forget(id key.ID) {
	w.directory.Forget(id)
	w.mailbox.Forget(id)
	w.shouts.Forget(id)
}

// Measured tells the round-trip time of a peer's link.
func (w *World) Measured(peer key.ID, rtt time.Duration) {
	if l := w.Peers.Get(peer); l != nil {
		l.Rtt = rtt
	}
	w.islands.each(func(c *Core) { c.Measured(peer, rtt) })
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (w *World) Lossy(peer key.ID, loss float64) {
	w.islands.each(func(c *Core) { c.seats.Lossy(peer, loss) })
}

// Limit sets the limits of this process from now on.
func (w *World) Limit(now time.Time, l capacity.Limits) {
	w.options.Offer.Resources.Limit(l)
	w.islands.each(func(c *Core) { c.at(now); c.seats.renew() })
}

// wrap makes the messages to be sent ones about their island.
func (o *Output) wrap() {
	for i := range o.Sends {
		if s := &o.Sends[i]; o.Island != message.Home && !s.wrapped {
			s.Bytes, s.wrapped = message.WrapIsland(o.Island, s.Bytes), true
		}
	}
}
