package host

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
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
	w.options.Offer.Resources.Limit(l)
	w.islands.each(func(c *Core) { c.at(now); c.seats.renew() })
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

// tell is Core.tell for a violation of a linked peer that concerns no island here.
func (w *World) tell(k key.ID, words string, args ...any) {
	if p := w.islands.home().peers.Get(k); p != nil {
		w.islands.home().peers.tell(p, words, args...)
	}
}

// refuse counts a message that no decoder accepted and that is about no island here.
func (w *World) refuse(from key.ID, kind byte, err error) {
	w.counters[counter.Garbage]++
	w.tell(from, "refused a message", "kind", kind, "why", err.Error())
}

// Synced tells how far an island's file would be after a power cut.
func (w *World) Synced(now time.Time, island, turn uint64) {
	w.now = now
	if c := w.islands.get(island); c != nil {
		c.journal.Synced(now, turn)
	}
}
