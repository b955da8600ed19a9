package memory

import (
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

type state uint8

const (
	opening state = iota // this end exists, the other is not linked yet
	up                   // LinkUp was called
	closing              // Close was called; LinkDown is on its way
	gone                 // LinkDown was called, or the process crashed
)

// Link is one end of a connection.
type Link struct {
	net   *Network
	node  *Node
	twin  *Link
	lane  *lane // to the other side; nil: not looked up yet
	state state
	stats link.Stats
	ping  link.Pings
	again func() (call func()) // listen

	peer key.ID
	info link.Info

	out struct { // stream data that this end sent
		next     uint64 // number of the next message
		buffered int    // bytes that the other side does not have yet
	}
	in struct { // stream data that arrived
		next    uint64
		waiting map[uint64]part
	}
}

// part is one message of a stream; the link's own kinds have a call instead of bytes.
type part struct {
	bytes []byte
	act   func(*Link) (call func()) // with mu held
}

var _ link.Link = (*Link)(nil)

// Peer is the identity of the other side.
func (l *Link) Peer() key.ID { return l.peer }

// Info returns the Info that the other side gave to Join.
func (l *Link) Info() link.Info { return l.info }

// Send sends one message as package link promises.
func (l *Link) Send(c link.Channel, b []byte) error {
	return l.Give(c, append([]byte(nil), b...))
}

// Give is Send without a copy: the bytes now belong to the link.
func (l *Link) Give(c link.Channel, b []byte) error {
	n := l.net
	n.mu.Lock()
	defer n.mu.Unlock()
	if l.state != up {
		return link.ErrClosed
	}
	switch {
	case c == link.Datagram && len(b) > link.MaxDatagram, c == link.Stream && len(b) > link.MaxMessage:
		return link.ErrTooLarge
	case c == link.Datagram:
		l.emit(len(b), packet{kind: payload, bytes: b})
	case c == link.Stream:
		if l.out.buffered+len(b) > link.MaxBuffered {
			return link.ErrBusy
		}
		l.stream(len(b), part{bytes: b})
	default:
		panic("memory: Send on a channel that does not exist")
	}
	l.stats.BytesOut += uint64(len(b))
	return nil
}

// way is the lane to the other side; mu is held.
func (l *Link) way() *lane {
	if l.lane == nil {
		l.lane = l.net.lane(l.node.id, l.peer)
	}
	return l.lane
}

// stream sends something in order and again until it arrives; mu is held.
func (l *Link) stream(size int, p part) {
	number := l.out.next
	l.out.next++
	l.out.buffered += size
	l.attempt(number, size, size, p, 0)
}

// attempt sends those bytes of a part of size bytes that have not arrived.
func (l *Link) attempt(number uint64, size, left int, p part, attempt int) {
	n, lane := l.net, l.way()
	t, lost := lane.stream(n.Now(), left)
	again := func() func() {
		if l.node.crashed || l.twin.state == gone || l.state == gone && attempt >= flushAttempts {
			return nil
		}
		l.attempt(number, size, left, p, attempt+1)
		return nil
	}
	timeout := n.Now().Add(lane.timeout(attempt))
	if lost == 0 {
		n.along(lane, t, func() func() {
			if l.twin.node.asleep {
				n.at(later(n.Now(), timeout), again)
				return nil
			}
			return l.twin.arrived(number, size, p)
		})
		return
	}
	left = lost
	n.along(lane, later(t, timeout), again)
}

// arrived takes a part of the stream, and the later parts that waited for it; mu is held.
func (l *Link) arrived(number uint64, size int, p part) func() {
	if l.state == gone || l.state == closing {
		return nil
	}
	l.twin.out.buffered -= size
	l.heard()
	l.in.waiting[number] = p
	var calls []func()
	for {
		p, ok := l.in.waiting[l.in.next]
		if !ok {
			break
		}
		delete(l.in.waiting, l.in.next)
		l.in.next++
		var call func()
		if p.act != nil {
			call = p.act(l)
		} else {
			call = l.receive(link.Stream, p.bytes)
		}
		if call != nil {
			calls = append(calls, call)
		}
	}
	return func() {
		for _, call := range calls {
			call()
		}
	}
}

// counts counts a message, and reports whether it is one of the application's; mu is held.
func (l *Link) counts(b []byte) bool {
	l.stats.BytesIn += uint64(len(b))
	if len(b) == 0 || wire.Kind(b[0]) < wire.FirstApplication {
		l.stats.Garbage++
		return false
	}
	return true
}

// receive counts a message and returns the call that hands it over; mu is held.
func (l *Link) receive(c link.Channel, b []byte) func() {
	if !l.counts(b) {
		return nil
	}
	return func() {
		l.net.mu.Lock()
		ok := l.state == up && !l.node.crashed // a call before this one may have closed it
		l.net.mu.Unlock()
		if ok {
			l.node.handler.Receive(l, c, b)
		}
	}
}

// Buffered returns how many bytes of the stream the other side does not have yet.
func (l *Link) Buffered() int {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	return l.out.buffered
}

// Stats returns the measurements.
func (l *Link) Stats() link.Stats {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	s := l.stats
	s.Loss = l.ping.Loss(l.net.Now())
	s.Lagging = l.net.Now().Sub(s.LastHeard) > link.LagAfter
	return s
}

// RTT is that of Stats.
func (l *Link) RTT() time.Duration {
	l.net.mu.Lock()
	defer l.net.mu.Unlock()
	return l.stats.RTT
}

// Close ends the link. The other side learns it after all stream data sent before.
func (l *Link) Close(reason string) {
	n := l.net
	n.mu.Lock()
	defer n.mu.Unlock()
	if l.state != up {
		return
	}
	l.stream(len(reason), part{act: func(to *Link) func() { return to.end(reason) }})
	l.state = closing
	n.at(n.Now(), func() func() { return l.end(reason) })
}

// end makes this side's link go; mu is held.
func (l *Link) end(reason string) func() {
	was := l.state
	if was == gone {
		return nil
	}
	l.state = gone
	if l.node.links[l.peer] == l {
		delete(l.node.links, l.peer)
	}
	if was == opening || l.node.crashed {
		return nil
	}
	return func() { l.node.handler.LinkDown(l, reason) }
}

// heard notes a sign of life; mu is held.
func (l *Link) heard() { l.stats.LastHeard = l.net.Now() }

// begin makes this side linked: LinkUp, and pings from now on; mu is held.
func (l *Link) begin() func() {
	if l.state != opening || l.node.crashed {
		return nil
	}
	l.state = up
	l.stats.ConnectedAt = l.net.Now()
	l.stats.Route = "memory"
	l.heard()
	l.beat()
	done := l.node.linked(l.peer, nil)
	return func() {
		l.node.handler.LinkUp(l)
		done()
	}
}

// beat pings, checks for silence and repeats after a second; mu is held.
func (l *Link) beat() {
	n := l.net
	if l.state != up {
		return
	}
	if l.node.asleep {
		n.at(n.Now().Add(link.PingEvery), func() func() { l.beat(); return nil })
		return
	}
	l.emit(pingSize, packet{kind: ping, ping: l.ping.Sent(n.Now())})
	if l.again == nil {
		l.again = l.listen
	}
	n.at(n.Now().Add(link.PingEvery), l.again)
}

// listen ends a silent link, and starts beat again; mu is held.
func (l *Link) listen() func() {
	if l.state == up && l.net.Now().Sub(l.stats.LastHeard) > link.DeadAfter {
		return l.end("nothing was heard for " + link.DeadAfter.String())
	}
	l.beat()
	return nil
}

const (
	pingSize      = 14 // bytes
	flushAttempts = 2  // to repeat stream data of a closed end
)
