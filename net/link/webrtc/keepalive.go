package webrtc

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"time"

	"manyhold/net/link"
	"manyhold/net/wire"
)

const (
	signSize = 12 // bytes of a Ping or a Pong

	// askEvery is the interval of pings while datagrams are flowing. They are signs of life, but measure no
	// round-trip time.
	askEvery = 5 * time.Second
	// young is how long a link asks with every sign of life: the mean of the round-trip time needs a few.
	young = 4 * time.Second
	// turnAfter is the time for which the side that spoke last waits for the other. If one sign of life is
	// lost, the silence is still shorter than link.LagAfter.
	turnAfter = 1600 * time.Millisecond
	// dialledAfter is how much longer than the other the side that dialled waits for its turn.
	dialledAfter = 300 * time.Millisecond
	// heldUnit is the unit of the time for which an answer was held back.
	heldUnit = 100 * time.Microsecond
	// heldMost is from which time in that unit on an answer measures nothing: the other side says itself how
	// long it held an answer back, and could look near.
	heldMost = uint16(time.Second / heldUnit)
)

// signs tracks the pings received from the other side.
type signs struct {
	next   uint32    // the newest ping's number and one; zero: none yet
	before uint8     // bit i is set if the ping i+1 before the newest arrived
	at     time.Time // arrival of the newest
}

// note notes a ping of the other side.
func (s *signs) note(number uint32, now time.Time) {
	switch newest := s.next - 1; {
	case s.next == 0:
		s.next, s.at = number+1, now
	case number > newest:
		s.before = uint8((uint64(s.before)<<1 | 1) << min(number-newest-1, 8))
		s.next, s.at = number+1, now
	case number < newest && newest-number <= 8:
		s.before |= 1 << (newest - number - 1)
	}
}

// patience is how long setting up the connection may take.
func (c *connection) patience() time.Duration {
	if c.byHand {
		return handTime + setupTimeout
	}
	return setupTimeout
}

// beat is called five times a second.
func (c *connection) beat(now time.Time) {
	c.mu.Lock()
	switch {
	case c.state == opening && now.Sub(c.began) > c.patience():
		c.mu.Unlock()
		c.end(ErrNoPath, "setting up the connection took too long", true)
		return
	case c.state == up && now.Sub(c.lastHeard()) > link.DeadAfter*c.life.quietness.patience(now):
		silence := link.DeadAfter * c.life.quietness.patience(now)
		c.mu.Unlock()
		c.end(link.ErrClosed, "nothing was heard for "+silence.String(), false)
		return
	case c.state == up:
		c.live(now)
	}
	c.mu.Unlock()
	c.route.beat(now)
}

// live gives a sign of life where datagrams of the application do not, and asks for one where the
// round-trip time is not known without; mu is held.
func (c *connection) live(now time.Time) {
	slower := c.life.quietness.slower()
	every, again := slower*(link.PingEvery-pulseEvery/2), slower*(askEvery-pulseEvery/2)
	if now.Sub(c.stats.ConnectedAt) < young {
		again = every
	}
	switch {
	case now.Sub(c.life.measured) >= again && now.Sub(c.life.asked) >= every, c.life.quietness.urgent(now, c.life.asked, c.lastHeard()):
		c.sign(wire.Ping, now)
	case signDue(now.Sub(c.life.spoke)/slower, now.Sub(c.stats.LastHeard)/slower, c.outgoing):
		c.sign(wire.Pong, now)
	}
}

// signDue reports whether to send a keep-alive, given the times since this side spoke and heard a message.
// The two sides take turns: acknowledgements tell the one that spoke that the other is there. The dialling
// side waits a little longer, so that two sides that spoke at the same moment do not continue to do so.
func signDue(spoke, heard time.Duration, dialled bool) bool {
	const every = link.PingEvery - pulseEvery/2
	pause := every
	if dialled {
		pause += dialledAfter
	}
	switch {
	case !acknowledgementsTell:
		return spoke >= every
	case spoke <= heard: // the other side's turn
		return spoke >= turnAfter
	}
	return heard >= pause || spoke >= 2*every+dialledAfter
}

// lastHeard is when anything came, be it only SCTP's acknowledgement of a datagram; mu is held.
func (c *connection) lastHeard() time.Time {
	if at := c.acknowledged.Load(); at != nil && at.After(c.stats.LastHeard) {
		return *at
	}
	return c.stats.LastHeard
}

// sign sends a ping, which is to be answered at once, or a pong; both are the same otherwise. mu is held.
func (c *connection) sign(kind wire.Kind, now time.Time) {
	if kind == wire.Ping {
		c.life.asked = now
	}
	held := uint16(math.MaxUint16)
	if d := now.Sub(c.life.theirs.at) / heldUnit; c.life.theirs.next != 0 && d < math.MaxUint16 {
		held = uint16(max(d, 0))
	}
	b := make([]byte, 0, signSize)
	b = wire.AppendU32(append(b, byte(kind)), c.life.quietness.say(c.life.pings.Sent(now)))
	b = wire.AppendU32(b, c.life.theirs.next)
	c.sendDatagram(append(wire.AppendU16(b, held), c.life.theirs.before))
}

// signed takes a ping or a pong.
func (c *connection) signed(kind wire.Kind, m []byte, now time.Time) {
	number, echo := binary.LittleEndian.Uint32(m[1:]), binary.LittleEndian.Uint32(m[5:])
	held, before := binary.LittleEndian.Uint16(m[9:]), m[11]
	c.mu.Lock()
	defer c.mu.Unlock()
	number, quiet := number&^quietSign, number&quietSign != 0
	if number+1 >= c.life.theirs.next { // else it was overtaken
		c.life.quietness.theirs = quiet
	}
	c.life.theirs.note(number, now)
	if kind == wire.Ping {
		c.sign(wire.Pong, now)
	}
	if echo == 0 {
		return
	}
	for i := range uint32(8) {
		if before>>i&1 != 0 && echo >= i+2 {
			c.life.pings.Came(echo - i - 2)
		}
	}
	at := c.life.pings.SentAt(echo - 1)
	if at.After(c.life.probed) {
		c.life.probed = at
	}
	if held >= heldMost || !at.After(c.route.doubt) {
		c.life.pings.Came(echo - 1)
	} else if _, ok := c.life.pings.Answered(echo-1, time.Duration(held)*heldUnit, now); ok {
		c.life.measured = now
	}
	close(c.life.pong)
	c.life.pong = make(chan struct{})
}

// alive asks the other side for an answer now, three times, and waits for one: four round trips, within
// bounds.
func (c *connection) alive(ctx context.Context) bool {
	began := time.Now()
	c.mu.Lock()
	wait := cmp.Or(c.e.options.probeFor, min(max(4*c.life.pings.RTT(), probeShortest), probeLongest))
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	again := time.NewTicker(wait / 3)
	defer again.Stop()
	for asked := false; ; {
		c.mu.Lock()
		if c.state != up {
			c.mu.Unlock()
			return false
		}
		if !c.life.probed.Before(began) {
			c.mu.Unlock()
			return true
		}
		if !asked {
			c.sign(wire.Ping, time.Now())
			asked = true
		}
		pong := c.life.pong
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			return false
		case <-c.ended:
			return false
		case <-pong:
		case <-again.C:
			asked = false
		}
	}
}
