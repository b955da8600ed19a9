package webrtc

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/relay"
	"manyhold/net/signal"
	"manyhold/net/wire"
)

type state uint8

const (
	opening state = iota
	up
	closing // and closed: ended says so
)

const (
	streamID   = 0
	datagramID = 1

	datagramBacklog = 32 << 10 // bytes in SCTP beyond which datagrams are dropped
	byeFlush        = time.Second
	probeShortest   = 300 * time.Millisecond
	probeLongest    = 2 * time.Second
)

// connection is one connection from its first message to its end; once up it is a link.Link.
type connection struct {
	e *Endpoint
	origin

	deliver sync.Mutex // held for each call of the handler, one at a time

	mu        sync.Mutex
	state     state
	peer      key.ID  // zero in a dial to any peer, until the answer; then guarded by e.mu too
	process   process // the other side's, once known
	pc        *pion.PeerConnection
	stream    *pion.DataChannel
	datagrams *pion.DataChannel
	shake     *handshake
	greeted   bool // our hello was sent
	out       outbox
	life      keepalive
	stats     link.Stats
	asks      map[uint64]chan signal.Passed // own offers passed on by this peer
	route     rerouter
	failure   error
	reason    string

	acknowledged atomic.Pointer[time.Time] // the last time SCTP had acknowledged all datagrams

	upped chan struct{} // closed after LinkUp
	quit  chan struct{} // closed when the writer must stop
	ended chan struct{} // closed when all is gone
}

// origin is how a connection began.
type origin struct {
	outgoing bool
	byHand   bool   // people carry its offer and its answer
	number   uint64 // of the offer
	began    time.Time
	outer    bool // it has the outer port; e.mu guards it
}

// keepalive holds the signs of life of both sides, and the figures measured by them.
type keepalive struct {
	pings     link.Pings    // own signs of life
	theirs    signs         // those of the other side
	quietness quietness     // whether keep-alives are reduced
	spoke     time.Time     // when the last datagram was sent
	asked     time.Time     // when the last one that asks for an answer was
	measured  time.Time     // when the round-trip time was measured last
	probed    time.Time     // when the last answered sign had been sent
	pong      chan struct{} // closed and replaced with each answer
}

var (
	_ link.Quieter    = (*connection)(nil)
	_ signal.Exchange = (*connection)(nil)
)

// newConnection makes an empty connection; e.mu is held. If the peer has another one, adopt decides about
// both.
func (e *Endpoint) newConnection(peer key.ID, outgoing bool) *connection {
	c := &connection{
		e: e, peer: peer, origin: origin{outgoing: outgoing, began: time.Now()},
		life:  keepalive{pong: make(chan struct{})},
		asks:  map[uint64]chan signal.Passed{},
		upped: make(chan struct{}), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	c.out.init(e.options.StreamRate)
	c.route = rerouter{c: c, gap: link.LagAfter}
	e.all[c] = struct{}{}
	if !peer.IsZero() && e.peers[peer] == nil {
		e.peers[peer] = c
		e.announce()
	}
	return c
}

// dress gives the connection its pion part.
func (c *connection) dress(ctx context.Context) error {
	pc, err := open(ctx, c)
	if err != nil {
		return err
	}
	negotiated, ordered, unordered := true, true, false
	sid, did, never := uint16(streamID), uint16(datagramID), uint16(0)
	stream, err := pc.CreateDataChannel("stream", &pion.DataChannelInit{Negotiated: &negotiated, ID: &sid, Ordered: &ordered})
	if err != nil {
		hangUp(pc)
		return err
	}
	datagrams, err := pc.CreateDataChannel("datagrams", &pion.DataChannelInit{Negotiated: &negotiated, ID: &did, Ordered: &unordered, MaxRetransmits: &never})
	if err != nil {
		hangUp(pc)
		return err
	}
	c.mu.Lock()
	if c.state != opening { // ended meanwhile: its tear-down saw no pc
		c.mu.Unlock()
		hangUp(pc)
		return errSuperseded
	}
	c.pc, c.stream, c.datagrams = pc, stream, datagrams
	c.mu.Unlock()
	stream.SetBufferedAmountLowThreshold(streamWindow / 2)
	stream.OnBufferedAmountLow(c.out.poke)
	stream.OnOpen(c.opened)
	stream.OnMessage(func(m pion.DataChannelMessage) { c.receive(link.Stream, m.Data) })
	if acknowledgementsTell {
		datagrams.OnBufferedAmountLow(func() { // holds locks of SCTP: none of ours may be taken
			now := time.Now()
			c.acknowledged.Store(&now)
		})
	}
	datagrams.OnMessage(func(m pion.DataChannelMessage) { c.receive(link.Datagram, m.Data) })
	gone := func() { c.end(ErrNoPath, "the other side closed the connection", false) }
	stream.OnClose(gone)
	datagrams.OnClose(gone)
	pc.OnConnectionStateChange(func(s pion.PeerConnectionState) {
		if s == pion.PeerConnectionStateFailed || s == pion.PeerConnectionStateClosed {
			c.end(ErrNoPath, "the connection failed", false)
		}
	})
	return nil
}

func (c *connection) is(s state) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == s
}

// shaking reports whether packets have come through and the handshake has begun.
func (c *connection) shaking() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state == opening && (c.greeted || c.shake != nil && c.shake.theirBytes != nil)
}

// expect sets up the handshake, once both descriptions are known.
func (c *connection) expect(peer key.ID, from process, mySDP, theirSDP string) error {
	mine, err := fingerprint(mySDP)
	if err != nil {
		return err
	}
	theirs, err := fingerprint(theirSDP)
	if err != nil {
		return err
	}
	info := c.e.info()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.process = from
	c.shake = newHandshake(c.e.options.Key, info, mine, peer, theirs)
	c.route.begin(peer)
	return nil
}

// opened is called by pion when the stream opens, perhaps after the first message.
func (c *connection) opened() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.greet()
}

// greet sends our hello, once; mu is held.
func (c *connection) greet() {
	if !c.greeted && c.state == opening && c.shake != nil {
		c.greeted = true
		c.stream.Send(c.shake.mineBytes)
	}
}

// shakeHands takes a message before the link is up; deliver is held.
func (c *connection) shakeHands(m []byte) {
	if wire.Kind(m[0]) == wire.Bye {
		words := byeWords(m)
		c.end(&RefusedError{Words: words, Peer: c.Peer()}, words, false)
		return
	}
	c.mu.Lock()
	if c.shake == nil || c.state != opening {
		c.mu.Unlock()
		return
	}
	c.greet()
	reply, err := c.shake.receive(m)
	if reply != nil {
		c.stream.Send(reply)
	}
	c.mu.Unlock()
	if err != nil {
		c.e.warn("handshake refused", "peer", c.Peer().Short(), "why", err.Error())
		c.end(err, err.Error(), true)
		return
	}
	c.maybeUp()
}

// maybeUp makes the link when the proof is verified; deliver is held. The channel of the datagrams may
// open a moment later, until then they are lost as any datagram may be.
func (c *connection) maybeUp() {
	c.e.mu.Lock()
	c.mu.Lock()
	ok := c.state == opening && c.shake != nil && c.shake.proved && c.e.peers[c.peer] == c && !c.e.closed
	if ok {
		now := time.Now()
		c.state = up
		c.stats.ConnectedAt, c.stats.LastHeard = now, now
		go c.write()
	}
	c.mu.Unlock()
	c.e.mu.Unlock()
	if !ok {
		return
	}
	if path := c.route.way(); path != nil {
		path.Choose()
	}
	c.route.settle(time.Now())
	c.e.mirrors.add(c)
	c.e.log.up(c)
	c.e.handler.LinkUp(c)
	close(c.upped)
	c.e.mu.Lock()
	c.e.announce()
	c.e.mu.Unlock()
	c.beat(time.Now())
}

// receive is called by pion for each message.
func (c *connection) receive(ch link.Channel, m []byte) {
	c.deliver.Lock()
	defer c.deliver.Unlock()
	c.mu.Lock()
	state := c.state
	now := time.Now()
	c.route.heard(now.Sub(c.stats.LastHeard))
	c.stats.LastHeard = now
	c.stats.BytesIn += uint64(len(m))
	c.mu.Unlock()
	limit := link.MaxMessage
	if ch == link.Datagram {
		limit = link.MaxDatagram
		if len(m) > 0 && wire.Kind(m[0]) == wire.Carry {
			limit = relay.MaxMessage
		}
	}
	switch {
	case state == closing:
	case state == opening && ch == link.Datagram: // it overtook the handshake
	case len(m) == 0 || len(m) > limit:
		c.garbage()
	case state == opening:
		c.shakeHands(m)
	case wire.Kind(m[0]) >= wire.FirstApplication:
		c.e.handler.Receive(c, ch, m)
	default:
		c.own(ch, m)
	}
}

// own takes the link's own messages; deliver is held.
func (c *connection) own(ch link.Channel, m []byte) {
	switch kind := wire.Kind(m[0]); {
	case (kind == wire.Ping || kind == wire.Pong) && len(m) == signSize && ch == link.Datagram:
		c.signed(kind, m, time.Now())
	case kind == wire.Bye:
		words := byeWords(m)
		c.end(link.ErrClosed, words, false)
	case kind == wire.Signal && ch == link.Stream:
		c.passed(m[1:])
	case kind == wire.Carry && ch == link.Datagram:
		c.route.carry(m[1:])
	case kind == wire.Path && ch == link.Datagram:
		c.route.said(m)
	default:
		c.garbage()
	}
}

// garbage counts a senseless message.
func (c *connection) garbage() {
	c.mu.Lock()
	c.stats.Garbage++
	n := c.stats.Garbage
	c.mu.Unlock()
	if n >= MaxGarbage {
		c.end(errors.New("webrtc: too many senseless messages"), "too many messages that make no sense", true)
	}
}

// end begins the end of the connection, in any state. Only the first call counts. It does not wait.
func (c *connection) end(err error, reason string, bye bool) {
	c.mu.Lock()
	was := c.state
	if was == closing {
		c.mu.Unlock()
		return
	}
	c.state, c.failure, c.reason = closing, err, reason
	c.mu.Unlock()
	go c.tearDown(was, bye)
}

// tearDown tells the handler, then the other side, and then frees everything.
func (c *connection) tearDown(was state, bye bool) {
	if was == up {
		c.deliver.Lock()
		c.e.handler.LinkDown(c, c.reason)
		c.deliver.Unlock()
		c.e.log.down(c)
	}
	c.mu.Lock()
	pc := c.pc
	c.mu.Unlock()
	if bye && pc != nil {
		c.sayBye(was)
	}
	close(c.quit)
	if pc != nil {
		hangUp(pc)
	}
	if path := c.route.way(); path != nil {
		path.Close()
	}
	c.e.forget(c)
	close(c.ended)
}

// sayBye flushes the stream and tells the other side the reason, within byeFlush.
func (c *connection) sayBye(was state) {
	if c.stream.ReadyState() != pion.DataChannelStateOpen {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), byeFlush)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	said := false
	for {
		c.mu.Lock()
		if !said && (was != up || c.out.empty()) {
			c.stream.Send(append([]byte{byte(wire.Bye)}, c.reason[:min(len(c.reason), maxWords)]...))
			said = true
		}
		c.mu.Unlock()
		if said && (c.stream.BufferedAmount() == 0 || c.stream.ReadyState() != pion.DataChannelStateOpen) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// byeWords is the sentence in a Bye, made printable.
func byeWords(m []byte) string {
	words := link.Printable(string(m[1:]), maxWords)
	if words == "" {
		return "the other side closed the link"
	}
	return words
}
