package host

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/links"
	"manyhold/net/key"
	"manyhold/net/link"
)

// LinkUp tells that a peer is linked.
func (w *World) LinkUp(now time.Time, id key.ID, info link.Info) {
	w.at(now)
	w.places.claim(now, id)
	if w.Peers.Has(id) || w.Peers.Len() < w.options.Links && id != w.Me {
		w.Peers.Set(id, &links.Link{Key: id, Info: info})
		w.forget(id)
	}
	w.places.linked(now, id, info)
	w.islands.each(func(c *kernel.Core) { c.LinkUp(now, id, info) })
	if w.Peers.Get(id) != nil {
		w.directory.LinkUp(id)
	}
	w.settle()
}

// LinkDown tells that a peer's link is gone.
func (w *World) LinkDown(now time.Time, id key.ID, reason string) {
	w.at(now)
	w.places.left(id)
	w.Peers.Delete(id)
	w.directory.Unlinked(id)
	w.forget(id)
	w.islands.each(func(c *kernel.Core) { c.LinkDown(now, id, reason) })
	w.settle()
}

// forget drops the state of a link that came or went.
func (w *World) forget(id key.ID) {
	w.directory.Forget(id)
	w.mailbox.Forget(id)
	w.shouts.Forget(id)
	w.prints.Forget(id)
}

// Measured tells the round-trip time of a peer's link.
func (w *World) Measured(peer key.ID, rtt time.Duration) {
	if l := w.Peers.Get(peer); l != nil {
		l.Rtt = rtt
	}
	w.islands.each(func(c *kernel.Core) { c.Measured(peer, rtt) })
}

// blame counts that a linked peer sent wrong bytes about something other than islands.
func blame(w *World, now time.Time, peer key.ID, why string) {
	w.at(now)
	w.Counters[counter.FalseAssets]++
	w.islands.home().Standing.Met.Wrong(peer)
	w.tell(peer, "sent wrong bytes", "why", why)
}

// Blame tells that a linked peer sent wrong bytes about something other than islands, as this peer saw.
// Nothing proves it to others, so nobody is told; but the peer's presence with this one begins anew. It does
// not wait.
func (h *Host) Blame(peer key.ID, why string) {
	h.in.call(func(now time.Time) { blame(h.world, now, peer, why) })
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (w *World) Lossy(peer key.ID, loss float64) {
	w.islands.each(func(c *kernel.Core) { c.Committee.Lossy(peer, loss) })
}

// Limit sets the limits of this process from now on.
func (w *World) Limit(now time.Time, l capacity.Limits) {
	w.options.Offer.Resources.Limit(l)
	w.islands.each(func(c *kernel.Core) { c.SetTime(now); c.Committee.Renew() })
}

// tell is Core.tell for a violation of a linked peer that concerns no island here.
func (w *World) tell(k key.ID, words string, args ...any) {
	if p := w.islands.home().Peers.Get(k); p != nil {
		w.islands.home().Peers.Tell(p, words, args...)
	}
}

// refuse counts a message that no decoder accepted and that is about no island here.
func (w *World) refuse(from key.ID, kind byte, err error) {
	w.Counters[counter.Garbage]++
	w.tell(from, "refused a message", "kind", kind, "why", err.Error())
}

// Synced tells how far an island's file would be after a power cut.
func (w *World) Synced(now time.Time, island, turn uint64) {
	w.Now = now
	if c := w.islands.get(island); c != nil {
		c.Journal.Synced(now, turn)
	}
}
