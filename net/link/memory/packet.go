package memory

import "manyhold/net/link"

// packet is one datagram on its way, or a ping of the links' own.
type packet struct {
	to    *Link
	kind  packetKind
	ping  uint32 // its number
	bytes []byte // of a message; owned by the packet
	next  *packet
}

type packetKind uint8

const (
	payload packetKind = iota // of the application
	ping
	pong
)

// emit sends a packet of size bytes best effort; mu is held.
func (l *Link) emit(size int, p packet) {
	n, lane := l.net, l.way()
	p.to = l.twin
	arrivals, copies := lane.datagram(n.Now(), size)
	for i, t := range arrivals[:copies] {
		if i > 0 {
			p.bytes = append([]byte(nil), p.bytes...)
		}
		sent := n.packet(p)
		if !lane.leaves.After(n.Now()) {
			n.schedule(event{at: t.Sub(epoch), packet: sent})
			continue
		}
		n.along(lane, t, func() func() {
			p, ok := n.arrive(sent)
			if !ok {
				return nil
			}
			return func() { p.to.node.handler.Receive(p.to, link.Datagram, p.bytes) }
		})
	}
}

// packet puts a packet where others were before: most events of a simulation are packets. mu is held.
func (n *Network) packet(p packet) *packet {
	sent := n.free
	if sent == nil {
		sent = &packet{}
	} else {
		n.free = sent.next
	}
	*sent = p
	return sent
}

// arrive has a packet arrive, and reports whether it is to be handed over; mu is held.
func (n *Network) arrive(sent *packet) (p packet, ok bool) {
	p = *sent
	*sent = packet{next: n.free}
	n.free = sent
	l := p.to
	if l.state != up || l.node.asleep {
		return p, false
	}
	l.heard()
	switch p.kind {
	case ping:
		l.emit(pingSize, packet{kind: pong, ping: p.ping})
	case pong:
		if rtt, ok := l.ping.Answered(p.ping, 0, n.Now()); ok {
			l.stats.RTT = rtt
		}
	case payload:
		return p, l.counts(p.bytes)
	}
	return p, false
}
