package webrtc

import (
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	streamWindow = 64 << 10  // bytes given to SCTP at once; the rest waits in the outbox
	streamBurst  = 256 << 10 // bytes that may be sent at once after a pause
	writerNap    = 50 * time.Millisecond
)

// outbox is the stream's queue on this side of SCTP. The connection's mu guards it, except wake.
type outbox struct {
	queue  [][]byte
	bytes  int
	tokens float64
	rate   float64 // bytes a second
	filled time.Time
	wake   chan struct{}
}

func (o *outbox) init(rate int) {
	o.rate, o.tokens, o.filled, o.wake = float64(rate), streamBurst, time.Now(), make(chan struct{}, 1)
}

func (o *outbox) poke() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) empty() bool { return len(o.queue) == 0 }

func (o *outbox) push(b []byte) {
	o.queue = append(o.queue, b)
	o.bytes += len(b)
	o.poke()
}

// pop takes the next message if the rate allows.
func (o *outbox) pop(now time.Time) []byte {
	o.tokens = min(streamBurst, o.tokens+now.Sub(o.filled).Seconds()*o.rate)
	o.filled = now
	if len(o.queue) == 0 || o.tokens <= 0 {
		return nil
	}
	b := o.queue[0]
	o.queue[0] = nil
	o.queue = o.queue[1:]
	o.bytes -= len(b)
	o.tokens -= float64(len(b))
	return b
}

// write is the goroutine that feeds the stream from the outbox.
func (c *connection) write() {
	nap := time.NewTimer(time.Hour)
	defer nap.Stop()
	for {
		waiting := c.feed()
		nap.Reset(time.Hour)
		if waiting {
			nap.Reset(writerNap)
		}
		select {
		case <-c.quit:
			return
		case <-c.out.wake:
		case <-nap.C:
		}
	}
}

// feed fills SCTP's window and reports whether data are left.
func (c *connection) feed() (waiting bool) {
	for {
		c.mu.Lock()
		var b []byte
		if c.stream.BufferedAmount() < streamWindow {
			b = c.out.pop(time.Now())
		}
		if b == nil {
			waiting = !c.out.empty()
			c.mu.Unlock()
			return waiting
		}
		err := c.stream.Send(b)
		c.mu.Unlock()
		if err != nil {
			c.end(err, "the stream broke", false)
			return false
		}
	}
}

// Peer is the proved identity of the other side.
func (c *connection) Peer() key.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.peer
}

// Info returns the other side's Info.
func (c *connection) Info() link.Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shake == nil {
		return link.Info{}
	}
	return c.shake.theirs.info
}

// Send sends one message as package link promises.
func (c *connection) Send(ch link.Channel, b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != up {
		return link.ErrClosed
	}
	switch ch {
	case link.Datagram:
		if len(b) > link.MaxDatagram {
			return link.ErrTooLarge
		}
		c.sendDatagram(b)
		return nil
	case link.Stream:
		if len(b) > link.MaxMessage {
			return link.ErrTooLarge
		}
		if c.out.bytes+int(c.stream.BufferedAmount())+len(b) > link.MaxBuffered {
			return link.ErrBusy
		}
		c.stats.BytesOut += uint64(len(b))
		c.out.push(append([]byte(nil), b...))
		return nil
	}
	panic("webrtc: Send on a channel that does not exist")
}

// sendDatagram sends a datagram; it is dropped when SCTP has too much waiting. mu is held.
func (c *connection) sendDatagram(b []byte) {
	if c.datagrams.BufferedAmount() > datagramBacklog || c.datagrams.Send(b) != nil {
		c.stats.Dropped++
		return
	}
	c.life.spoke = time.Now()
	c.stats.BytesOut += uint64(len(b))
}

// Buffered returns how many bytes wait in the stream, those that SCTP sends now included.
func (c *connection) Buffered() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.bytes + int(c.stream.BufferedAmount())
}

// Stats returns the measurements.
func (c *connection) Stats() link.Stats {
	c.mu.Lock()
	s, pc, path := c.stats, c.pc, c.route.path
	s.Loss, s.RTT, s.LastHeard = c.life.pings.Loss(time.Now()), c.life.pings.RTT(), c.lastHeard()
	s.Lagging = c.state == up && time.Since(s.LastHeard) > link.LagAfter*c.life.quietness.patience(time.Now())
	live := c.state == up
	s.Machine = c.route.at
	c.mu.Unlock()
	if live {
		s.Route = route(pc)
		if path != nil {
			if via, relayed := path.Via(time.Now()); relayed {
				s.Route, s.Via = "peer", via
			}
		}
	}
	return s
}

// Close ends the link. Stream data sent before still go out, for at most a second.
func (c *connection) Close(reason string) { c.end(link.ErrClosed, reason, true) }
