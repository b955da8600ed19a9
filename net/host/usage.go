package host

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
)

// packetHeaders is the size of a datagram's headers in bytes: those of SCTP, DTLS, UDP, IP and Ethernet.
const packetHeaders = 95

// Limit sets the limits of this process from now on. It does not wait.
func (h *Host) Limit(l capacity.Limits) {
	h.in.call(func(now time.Time) { h.world.Limit(now, l) })
}

// measure measures the links and the resource usage. A peer without a window spends all its time on hosting,
// and the system's figure counts; for a peer with a window the busy time of the host's goroutine counts.
func (h *Host) measure(now time.Time) {
	u := capacity.Usage{CPU: h.busy, Sent: h.sent, Links: len(h.links)}
	h.world.islands.each(func(c *kernel.Core) { u.Sent += packetHeaders * c.Counters[counter.FramesOut] })
	if h.world.options.Offer.Headless {
		if t, ok := ProcessTime(); ok {
			u.CPU = t
		}
	}
	if f := h.world.options.Offer.Disk; f != nil {
		u.Disk = f()
	}
	dropped := make(map[key.ID]uint64, len(h.links))
	for id, l := range h.links {
		s := l.Stats()
		h.world.Measured(id, s.RTT)
		h.world.Lossy(id, s.Loss)
		h.world.islands.each(func(c *kernel.Core) { c.Committee.Placed(id, s.Machine) })
		u.Sent += s.BytesOut
		dropped[id] = s.Dropped
		if s.Dropped > h.dropped[id] || l.Buffered() > capacity.PressedWaiting {
			u.Pressed++
		}
	}
	h.dropped = dropped
	h.world.options.Offer.Resources.Used(now, u)
}

// unlinked keeps the sent count of a link that is gone.
func (h *Host) unlinked(l link.Link) { h.sent += l.Stats().BytesOut }
