package relay

import (
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/key"
)

const (
	// BeatEvery is how often Beat is called.
	BeatEvery = 200 * time.Millisecond
	// bothFor is how long packets go both ways at first: the direct way may be well after all.
	bothFor = time.Second
	// trusted is how many messages in a row must tell that packets arrive directly.
	trusted = 3
	// calmFor is how long all must be well before a path is plain again.
	calmFor = 2 * time.Second
	// unit is the unit of a statement's interval.
	unit = 100 * time.Millisecond
)

// Wiring is what a Path asks of its connection. The functions are called without locks of the Path.
type Wiring struct {
	// Bearers lists the direct links by which a peer could be asked to carry packets, the best first.
	Bearers func() []Bearer
	// Chosen returns the pair of addresses, local and remote, on which the connection runs.
	Chosen func() (local, remote netip.AddrPort, ok bool)
}

// Path is the way of one connection's packets. It is plain at first: all packets go directly, and the Path
// has no part in that. Its methods may be called from any goroutine.
type Path struct {
	net    *Net
	peer   key.ID
	wiring Wiring
	direct atomic.Int64 // when a packet last arrived directly, in ns since 1970; zero: not since the path is engaged

	mu      sync.Mutex
	locals  []*Socket        // on which the connection may run
	remotes []netip.AddrPort // the other machine's
	local   *Socket          // the chosen pair; nil while the connection is set up
	remote  netip.AddrPort
	shaken  bool // the connection is up
	closed  bool

	engaged   bool // not plain
	since     time.Time
	bothUntil time.Time
	carriers  carriers
	theirs    statement
	streak    int // of their statements that said that packets arrive directly
	calmSince time.Time
	next      time.Time // the next statement
	probe     bool      // the next packet goes both ways
}

// NewPath returns the plain path of a connection to peer.
func NewPath(n *Net, peer key.ID, w Wiring) *Path {
	return &Path{net: n, peer: peer, wiring: w, carriers: newCarriers(peer)}
}

// Describe gives the path the complete descriptions (SDP) of both sides, before the connection is up.
func (p *Path) Describe(mine, theirs string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.engaged {
		return
	}
	p.remotes, p.locals = hosts(theirs), nil
	for _, at := range hosts(mine) {
		if s := p.net.find(at); s != nil && s.at == at {
			p.locals = append(p.locals, s)
		}
	}
}

// Broken reports that the direct way has failed for longer than a doubt lasts.
func (p *Path) Broken(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.engaged && p.local != nil && now.Sub(p.since) > bothFor && (p.streak < trusted || !p.hears(now))
}

// Choose tells that the connection runs on the pair of addresses that Wiring.Chosen returns.
func (p *Path) Choose() {
	local, remote, ok := p.wiring.Chosen()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shaken = true
	if ok {
		p.choose(local, remote)
	}
}

// choose takes the pair; mu is held.
func (p *Path) choose(local, remote netip.AddrPort) {
	s := p.net.find(plain(local))
	if s == nil || p.closed {
		return
	}
	was := p.engaged
	p.release()
	p.local, p.remote = s, plain(remote)
	if was {
		p.hold()
		p.bothUntil = time.Now().Add(bothFor)
	}
}

// hold puts the path in charge of its addresses; mu is held.
func (p *Path) hold() {
	p.engaged = true
	if p.local != nil {
		p.local.join(p.remote, p)
		return
	}
	for _, s := range p.locals {
		for _, at := range p.remotes {
			s.join(at, p)
		}
	}
}

// release undoes hold; mu is held.
func (p *Path) release() {
	p.engaged = false
	if p.local != nil {
		p.local.leave(p.remote, p)
		return
	}
	for _, s := range p.locals {
		for _, at := range p.remotes {
			s.leave(at, p)
		}
	}
}

// Engage begins to send packets both ways. It does nothing on a path that is not plain, and without a pair of
// addresses that both ends know.
func (p *Path) Engage(now time.Time) {
	bearers := p.wiring.Bearers()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.engage(now)
	p.carriers.pick(bearers, interval(p.theirs), now)
}

// engage is Engage, with mu held and without choosing bearers.
func (p *Path) engage(now time.Time) {
	if p.engaged || p.closed || p.local == nil && (len(p.locals) == 0 || len(p.remotes) == 0) {
		return
	}
	p.direct.Store(0)
	p.since, p.bothUntil, p.next = now, now.Add(bothFor), now
	p.theirs, p.streak, p.calmSince, p.probe = statement{interval: 2}, 0, time.Time{}, false
	p.hold()
}

// interval is how often a side tries the direct way.
func interval(s statement) time.Duration { return time.Duration(s.interval) * unit }

// heardDirectly notes that a packet of the other side came by the network.
func (p *Path) heardDirectly() { p.direct.Store(time.Now().UnixNano()) }

// hears reports whether the other side's packets arrive directly; mu is held.
func (p *Path) hears(now time.Time) bool {
	at := p.direct.Load()
	return at != 0 && now.UnixNano()-at < int64(5*interval(p.theirs)/2+300*time.Millisecond)
}

// write sends a packet of the connection that was to leave a socket.
func (p *Path) write(s *Socket, b []byte, to netip.AddrPort) (int, error) {
	now := time.Now()
	p.mu.Lock()
	opening := p.local == nil
	relayed := p.engaged && (opening || p.streak < trusted)
	both := opening || p.probe || now.Before(p.bothUntil)
	if !opening {
		p.probe = false
	}
	bearers := p.carriers.used
	p.mu.Unlock()
	if !relayed || len(bearers) == 0 || len(b) > MaxPacket {
		return s.write(b, to)
	}
	out := body{packet: b}
	if opening {
		out.from, out.to = s.at, plain(to)
	}
	raw := appendBody(make([]byte, 0, MaxMessage), out)
	for _, bearer := range bearers {
		bearer.Carry(p.peer, raw)
	}
	if both {
		return s.write(b, to)
	}
	return len(b), nil
}

// Carried takes a body that a relaying peer brought, with the hops of its message; the path owns it. The
// error is ErrMalformed.
func (p *Path) Carried(by Bearer, hops int, raw []byte, now time.Time) error {
	first, between := by.First()
	hops += between + 1
	b, err := decodeBody(raw)
	if err != nil {
		return err
	}
	local, remote, ok := p.pair(b)
	p.mu.Lock()
	if p.closed || forgeable(b.packet, p.shaken) {
		p.mu.Unlock()
		return nil // a peer that carries packets could end any connection otherwise
	}
	var to *Socket
	from := b.from
	if from.IsValid() {
		if i := slices.IndexFunc(p.locals, func(s *Socket) bool { return s.at == b.to }); i >= 0 && slices.Contains(p.remotes, from) {
			to = p.locals[i]
		}
	} else {
		if p.local == nil && ok {
			p.choose(local, remote)
		}
		to, from = p.local, p.remote
	}
	if to != nil {
		if p.local == nil {
			p.engage(now)
		} // else only what the other side says on the connection itself engages the path: anybody may forge a body
		if first != nil {
			p.carriers.comes(first, hops, p.engaged, now)
		}
	}
	p.mu.Unlock()
	if to != nil {
		to.put(carried{from, b.packet})
	}
	return nil
}

// pair asks the connection for its pair, if a body without addresses comes before Choose.
func (p *Path) pair(b body) (local, remote netip.AddrPort, ok bool) {
	p.mu.Lock()
	need := !b.from.IsValid() && p.local == nil
	p.mu.Unlock()
	if need {
		return p.wiring.Chosen()
	}
	return
}

// Refused tells that a peer does not carry packets of this path.
func (p *Path) Refused(by key.ID, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.carriers.refuse(by, now)
}

// Beat is called every BeatEvery while the connection is up, with the time when a message of the other side
// came last. It returns a Path message to send as a datagram of the connection, or nil.
func (p *Path) Beat(heard, now time.Time) []byte {
	if p.Plain() {
		return nil
	}
	bearers := p.wiring.Bearers()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.engaged || p.local == nil {
		return nil
	}
	deaf := now.Sub(heard) >= hollowAfter
	if deaf && now.Sub(p.carriers.viaAt) < hollowAfter/2 {
		p.carriers.avoid(now) // it brings packets, and none is the other side's
	}
	p.carriers.pick(bearers, interval(p.theirs), now)
	hears := p.hears(now)
	switch well := hears && p.streak >= trusted; {
	case !well:
		p.calmSince = time.Time{}
	case p.calmSince.IsZero():
		p.calmSince = now
	}
	calm := !p.calmSince.IsZero() && now.Sub(p.calmSince) >= calmFor
	if calm && p.theirs.calm {
		p.release()
		p.carriers.via, p.carriers.used = nil, nil
		return statement{hears: true, calm: true, answer: true, interval: 2}.encode()
	}
	if now.Before(p.next) {
		return nil
	}
	every := BeatEvery
	switch age := now.Sub(p.since); {
	case hears || p.theirs.hears || age < 3*time.Second:
	case age < 30*time.Second:
		every = time.Second
	default:
		every = 5 * time.Second
	}
	p.next, p.probe = now.Add(every-BeatEvery/2), true
	return statement{hears: hears, calm: calm, deaf: deaf, interval: byte(every / unit)}.encode()
}

// Said takes a Path message of the other side, its first byte included, and returns one to send, or nil. The
// error is ErrMalformed.
func (p *Path) Said(m []byte, now time.Time) (answer []byte, err error) {
	s, err := decodeStatement(m)
	if err != nil {
		return nil, err
	}
	bearers := p.wiring.Bearers()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.engaged && s.calm {
		if s.answer {
			return nil, nil
		}
		return statement{hears: true, calm: true, answer: true, interval: 2}.encode(), nil
	}
	if !p.engaged {
		p.engage(now)
		p.carriers.pick(bearers, interval(p.theirs), now)
	}
	if s.deaf {
		p.carriers.avoid(now)
		p.carriers.pick(bearers, interval(p.theirs), now)
	}
	p.theirs = s
	if s.hears {
		p.streak++
	} else {
		p.streak = 0
	}
	return nil, nil
}

// Plain reports whether all packets go directly without a part of the Path.
func (p *Path) Plain() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.engaged
}

// Direct reports whether all packets of both sides go directly.
func (p *Path) Direct(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.engaged || p.local != nil && p.streak >= trusted && p.hears(now)
}

// Hops is how many peers lie between the two ends: none while packets go directly, and more than MaxHops
// while it is not known.
func (p *Path) Hops(now time.Time) int {
	if p.Direct(now) {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.carriers.via == nil || p.local == nil {
		return MaxHops + 1
	}
	return p.carriers.hops
}

// First returns the direct link by which packets leave that do not go directly, and how many peers lie
// between the two ends; nil while that is not known.
func (p *Path) First(now time.Time) (Bearer, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.engaged || p.local == nil || p.carriers.via == nil {
		return nil, 0
	}
	return p.carriers.via, p.carriers.hops
}

// Via returns the peer that carries packets of this connection in either direction, and whether there is one.
func (p *Path) Via(now time.Time) (peer key.ID, relayed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.engaged || p.local == nil || len(p.carriers.used) == 0 || p.streak >= trusted && p.hears(now) {
		return key.ID{}, false
	}
	return p.carriers.used[0].Peer(), true
}

// Close takes the path out of its sockets.
func (p *Path) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.engaged {
		p.release()
	}
	p.closed = true
}
