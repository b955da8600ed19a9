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
)

// rerouter is the part of a connection that knows about its relay.Path. The connection's mu guards it.
type rerouter struct {
	c     *connection
	path  *relay.Path   // nil until the handshake begins, and in a browser
	gap   time.Duration // the longest time between two messages, of late
	here  bool          // the other side runs on this machine: nothing lies between
	asked time.Time     // when the other side was asked for a sign of life
	doubt time.Time     // the last doubt: what was sent before may have waited for the new way
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
		c.mu.Unlock()
		if live {
			links++
			if path != nil && !path.Plain() {
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

// settle notes where the other side runs, now that the connection is up.
func (r *rerouter) settle() {
	r.c.mu.Lock()
	pc := r.c.pc
	r.c.mu.Unlock()
	here := machine(pc) == link.Here
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	r.here = here
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
	path, live := r.path, c.state == up
	doubtful := live && r.doubtful(now)
	c.mu.Unlock()
	if path == nil || !live {
		return
	}
	if doubtful {
		path.Engage(now)
	}
	said := path.Beat(now)
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
	if r.here || now.Sub(heard) < usual || now.Before(r.next) || !pulses.hearing.Load() || pulses.busy.Load() {
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

// Peer is the other side, as a bearer.
func (r *rerouter) Peer() key.ID { return r.c.Peer() }

// Carry asks the other side to pass a body on to a peer.
func (r *rerouter) Carry(to key.ID, body []byte) bool {
	return r.send(relay.Message{Op: relay.Forward, Peer: to, Body: body})
}

// send sends a Carry message, on a direct path only: a carried packet is not carried again.
func (r *rerouter) send(m relay.Message) bool {
	c := r.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != up || r.path != nil && !r.path.Direct(time.Now()) {
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
	if err != nil {
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
		if other == nil || other == c || !other.is(up) || path != nil && !path.Direct(now) {
			r.send(relay.Message{Op: relay.Refused, Peer: m.Peer})
			return
		}
		if e.relays.meter.Allow(c.Peer(), len(m.Body), now) {
			other.route.send(relay.Message{Op: relay.Forwarded, Peer: c.Peer(), Body: m.Body})
		}
	case relay.Forwarded:
		if path != nil && other != c && path.Carried(r, m.Body, now) != nil {
			c.garbage()
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
