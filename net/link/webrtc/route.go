package webrtc

import (
	"cmp"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/relay"
	"manyhold/net/wire"
)

const (
	// relayAfter is how long a dial tries the direct path alone.
	relayAfter = 1500 * time.Millisecond
	// relayedRate is the most that the stream of a relayed link sends, in bytes a second: a snapshot must
	// leave room for turns on somebody else's connection.
	relayedRate = 96 << 10
	// doubtAfter is the least silence after which the other side is asked for a sign of life; the direct path
	// is doubted when none comes within doubtWait, or in two round trips. The silence must last doubtGaps
	// times the longest of the last messages' intervals (of about gapMemory of them), and at most
	// doubtAtLast. Without the question, a leader that begins to send turns by a relay would be doubted.
	doubtAfter  = 150 * time.Millisecond
	doubtAtLast = link.LagAfter * 5 / 4
	doubtWait   = 150 * time.Millisecond
	doubtGaps   = 3
	gapMemory   = 16
	// doubtPause is how long after a doubt the next may come, doubled after each up to doubtPauseMost.
	doubtPause     = 2 * time.Second
	doubtPauseMost = 30 * time.Second
	// hearingFor is how long after the last message of any peer this process counts as connected.
	hearingFor = 1500 * time.Millisecond
	// pressedFor is how long a short silence is enough after another peer needed the link, and pressedAgain
	// how long such a need changes nothing after the last one that did.
	pressedFor   = time.Second
	pressedAgain = 3 * time.Second
	// doubtedFor is how long after a doubt of this side a path counts among too many.
	doubtedFor = 30 * time.Second
)

// rerouter is the part of a connection that knows about its relay.Path. The connection's mu guards it.
type rerouter struct {
	c     *connection
	path  *relay.Path   // nil until the handshake begins, and in a browser
	gap   time.Duration // the longest time between two messages, of late
	at    string        // where the other side runs, see link.Stats; "" while that is not known
	asked time.Time     // when the other side was asked for a sign of life
	doubt time.Time     // the last doubt: what was sent before may have waited for the new way
	needs time.Time     // when another peer last had packets carried over this link, see press
	next  time.Time     // when the direct path may be doubted again
	pause time.Duration // after the last doubt
}

// relays is the part of an endpoint that carries packets, and doubts paths.
type relays struct {
	meter  *relay.Meter
	pulses pulses
}

// pulses tells a silence of one peer from a pause of this process: its own pulses come late then, or nobody
// is heard.
type pulses struct {
	last    time.Time   // of the endpoint's goroutine
	hearing atomic.Bool // this process is not held up, and somebody was heard lately
	busy    atomic.Bool // so many paths are not plain that this process, or its own line, must be the reason
}

// next notes a pulse.
func (p *pulses) next(now time.Time, all []*connection) {
	running, heard := now.Sub(p.last) < 2*pulseEvery, false
	p.last = now
	links, engaged := 0, 0
	for _, c := range all {
		c.mu.Lock()
		live, path := c.state == up, c.route.path
		heard = heard || live && now.Sub(c.lastHeard()) < hearingFor
		doubted := now.Sub(c.route.doubt) < doubtedFor // others may engage a path, too, and keep it so
		c.mu.Unlock()
		if live {
			links++
			if doubted && path != nil && !path.Plain() {
				engaged++
			}
		}
	}
	p.hearing.Store(running && heard)
	p.busy.Store(tooMany(engaged, links))
}

// tooMany reports whether no more paths may be engaged, given how many are and the number of links. A path
// that is engaged costs more packets than a plain one: an overloaded crowd must not double its load.
func tooMany(engaged, links int) bool { return engaged >= max(4, links/8) }

// way returns the path, or nil.
func (r *rerouter) way() *relay.Path {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	return r.path
}

// begin gives an opening connection its path; mu is held.
func (r *rerouter) begin(peer key.ID) {
	if n := r.c.e.socket.net; n != nil && r.c.state == opening {
		r.path = relay.NewPath(n, peer, relay.Wiring{Bearers: r.bearers, Chosen: r.chosen})
	}
}

// settle notes where the other side runs, once the connection is up and its packets come directly: of a
// relayed connection the other side could name any address.
func (r *rerouter) settle(now time.Time) {
	r.c.mu.Lock()
	pc, path, known := r.c.pc, r.path, r.at != ""
	r.c.mu.Unlock()
	if known || path != nil && !path.Direct(now) {
		return
	}
	at := machine(pc)
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	r.at = at
}

// heard notes the time since the message before; mu is held.
func (r *rerouter) heard(silence time.Duration) {
	r.gap = max(r.gap-r.gap/gapMemory, min(silence, link.LagAfter))
}

// chosen returns the pair of addresses on which the connection runs.
func (r *rerouter) chosen() (local, remote netip.AddrPort, ok bool) {
	r.c.mu.Lock()
	pc := r.c.pc
	r.c.mu.Unlock()
	if pc == nil {
		return local, remote, false
	}
	return chosen(pc)
}

// describe gives the path both complete descriptions.
func (r *rerouter) describe(mine, theirs string) {
	if path := r.way(); path != nil {
		path.Describe(mine, theirs)
	}
}

// beat doubts the direct path after an unusual silence, and keeps up a path that is not plain.
func (r *rerouter) beat(now time.Time) {
	c := r.c
	c.mu.Lock()
	path, live, heard := r.path, c.state == up, c.lastHeard()
	doubtful := live && r.doubtful(now)
	c.mu.Unlock()
	if live {
		r.settle(now)
	}
	if path == nil || !live {
		return
	}
	if doubtful {
		path.Engage(now)
	}
	said := path.Beat(heard, now)
	_, relayed := path.Via(now)
	broken := path.Broken(now)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != up {
		return
	}
	if broken { // the doubt was right
		r.next, r.pause = time.Time{}, 0
	}
	c.out.rate = float64(c.e.options.StreamRate)
	if relayed {
		c.out.rate = min(c.out.rate, relayedRate)
	}
	if said != nil {
		c.sendDatagram(said)
	}
}

// doubtful reports whether the other side has been silent for unusually long, while others are heard, and has
// not answered a question either; it asks that first. mu is held.
func (r *rerouter) doubtful(now time.Time) bool {
	heard, pulses := r.c.lastHeard(), &r.c.e.relays.pulses
	usual := min(max(doubtAfter, doubtGaps*r.gap), doubtAtLast) * r.c.life.quietness.patience(now)
	if now.Sub(r.needs) < pressedFor {
		usual = doubtAfter
	}
	if r.at == link.Here || now.Sub(heard) < usual || now.Before(r.next) || !pulses.hearing.Load() || pulses.busy.Load() {
		return false
	}
	if r.asked.Before(heard) {
		r.asked = now
		r.c.sign(wire.Ping, now)
		return false
	}
	if now.Sub(r.asked) < max(doubtWait, 2*r.c.life.pings.RTT()) {
		return false
	}
	r.pause = min(max(doubtPause, 2*r.pause), doubtPauseMost)
	r.doubt, r.next = now, now.Add(r.pause)
	return true
}

// press notes that another peer needs the link: an idle link would be doubted too late for it.
func (r *rerouter) press(now time.Time) {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	if now.Sub(r.needs) >= pressedAgain {
		r.needs = now
	}
}

// bearers lists the links that may carry packets of a connection: up, on a direct path, nearest first.
func (r *rerouter) bearers() []relay.Bearer {
	e := r.c.e
	e.mu.Lock()
	all := make([]*connection, 0, len(e.peers))
	for _, c := range e.peers {
		if c != r.c {
			all = append(all, c)
		}
	}
	e.mu.Unlock()
	now := time.Now()
	type near struct {
		c   *connection
		rtt time.Duration
	}
	var free []near
	for _, c := range all {
		c.mu.Lock()
		ok := c.state == up && (c.route.path == nil || c.route.path.Direct(now))
		rtt := c.life.pings.RTT()
		c.mu.Unlock()
		if ok {
			free = append(free, near{c, rtt})
		}
	}
	slices.SortFunc(free, func(a, b near) int {
		x, y := a.c.Peer(), b.c.Peer()
		return cmp.Or(cmp.Compare(a.rtt, b.rtt), slices.Compare(x[:], y[:]))
	})
	out := make([]relay.Bearer, len(free))
	for i, n := range free {
		out[i] = &n.c.route
	}
	return out
}

// hopsFor is how many peers lie between this one and the other side, for packets from or to a peer. There are
// more than relay.MaxHops when the way to the other side leads over that peer.
func (r *rerouter) hopsFor(peer key.ID, now time.Time) int {
	path := r.way()
	if path == nil {
		return 0
	}
	if via, relayed := path.Via(now); relayed && via == peer {
		return relay.MaxHops + 1
	}
	return path.Hops(now)
}

// First returns the direct link by which packets to the other side leave, and how many peers lie between; nil
// while that is not known.
func (r *rerouter) First() (relay.Bearer, int) {
	now := time.Now()
	if path := r.way(); path != nil && !path.Direct(now) {
		return path.First(now)
	}
	return r, 0
}

// Peer is the other side, as a bearer.
func (r *rerouter) Peer() key.ID { return r.c.Peer() }

// Carry asks the other side to pass a body on to a peer.
func (r *rerouter) Carry(to key.ID, body []byte) bool {
	return r.send(relay.Message{Op: relay.Forward, Peer: to, Body: body})
}

// send sends a Carry message.
func (r *rerouter) send(m relay.Message) bool {
	c := r.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != up {
		return false
	}
	b := relay.AppendMessage(make([]byte, 0, relay.MaxMessage), m)
	dropped := c.stats.Dropped
	c.sendDatagram(b)
	return c.stats.Dropped == dropped
}

// carry takes a Carry message; deliver is held.
func (r *rerouter) carry(b []byte) {
	c := r.c
	m, err := relay.DecodeMessage(b)
	if err != nil || m.Op == relay.Forward && !relay.WellFormed(m.Body) {
		c.garbage()
		return
	}
	e, now := c.e, time.Now()
	e.mu.Lock()
	other := e.peers[m.Peer]
	e.mu.Unlock()
	var path *relay.Path
	if other != nil {
		path = other.route.way()
	}
	switch m.Op {
	case relay.Forward:
		if other == nil || other == c || !other.is(up) {
			r.send(relay.Message{Op: relay.Refused, Peer: m.Peer})
			return
		}
		other.route.press(now)
		before, after := r.hopsFor(m.Peer, now), other.route.hopsFor(c.Peer(), now)
		if before+1+after > relay.MaxHops {
			return // the way to one of them may be about to be found: it asks again with its next packet
		}
		if e.relays.meter.Allow(c.Peer(), len(m.Body), now) {
			other.route.send(relay.Message{Op: relay.Forwarded, Hops: uint8(before), Peer: c.Peer(), Body: m.Body})
		}
	case relay.Forwarded:
		if path != nil && other != c {
			_ = path.Carried(r, int(m.Hops), m.Body, now) // the peer that carries it has looked
		}
	case relay.Refused:
		if path != nil {
			path.Refused(c.Peer(), now)
		}
	}
}

// said takes the other side's Path message.
func (r *rerouter) said(m []byte) {
	c := r.c
	path := r.way()
	if path == nil || path.Plain() && c.e.relays.pulses.busy.Load() {
		return
	}
	answer, err := path.Said(m, time.Now())
	if err != nil {
		c.garbage()
		return
	}
	if answer != nil {
		c.mu.Lock()
		if c.state == up {
			c.sendDatagram(answer)
		}
		c.mu.Unlock()
	}
}
