// Package webrtc links peers by WebRTC data channels, with pion in a process and the browser's own stack in
// a page. All traffic between two peers goes through one connection, encrypted by DTLS and tied to their
// identity keys.
//
// # Setting up
//
// Set-up takes one round trip: an offer, carried by any signal.Exchange, and an answer. Both are signed by
// their senders (see letter), and hold a complete SDP description. Candidates do not trickle, and a STUN
// server that does not answer within half a second is ignored. Linked peers with public addresses are STUN
// servers, too (see reflectors): each answers Binding requests on the sockets of its links. The connection
// has two negotiated channels: id 0, the stream (reliable, ordered), and id 1, datagrams (unordered, never
// repeated).
//
// When the stream opens each side sends Hello (protocol, id, nonce, Info). On the other's Hello it sends
// its Proof: a signature by its identity key of both ids, both DTLS fingerprints and both hellos. LinkUp
// follows only after it has verified the other's. A peer of another protocol, world or rules is refused
// with a sentence, which both sides get; so is a peer's dial to itself.
//
// # One link for each pair
//
// An offer names the run of the program that sent it (process). After an offer of a peer that is linked
// already, the endpoint asks the old connection for a sign of life. If it answers, the offer is refused
// ("already connected"), whether it came from the same process or from another one with a copy of the key.
// If it does not answer, the peer has restarted: the old connection is closed first (two connections
// between the same two fixed ports would stall), then the offer is answered. When both sides dial at once,
// the dial of the lesser id goes on, and both calls of Dial return when that link is up.
//
// # Keep-alives
//
// After a second without a datagram in either direction, the side whose turn it is sends a keep-alive. So
// each side speaks every two seconds, and hears a message or an SCTP acknowledgement every second. The
// dialling side waits 0.3 seconds more, and the side that spoke last waits 1.6 seconds for the other.
//
// A keep-alive is a datagram of twelve bytes: kind; its number u32, whose highest bit tells that the sender
// tolerates the silences of a quiet link; the number and one of the newest keep-alive from the other side,
// u32, or zero; the time for which it was held back, u16, in tenths of a millisecond, 65535 for longer; and
// a bit for each of the eight before it that arrived, the latest lowest. So both directions measure loss
// and round-trip time without separate answers. A Pong is just that. A Ping must be answered by a Pong at
// once. Pings are sent every second for four seconds, and then every five seconds while datagrams are
// flowing, because these measure no round-trip time.
//
// A side that ends the link sends Bye and a sentence. Silence of two seconds is shown as lagging, six
// seconds end the link. These times are four times longer for a side that wants the link quiet
// (link.Quieter); if both do, so are the intervals of keep-alives. pion's own "disconnected" is not final
// and is ignored, and ICE's consent checks are off. Malformed messages are counted; MaxGarbage of them end
// that link and no other.
//
// # Yielding
//
// Stream data wait on this side of SCTP. Only a small window of SCTP is filled, with at most StreamRate: a
// datagram never queues behind a snapshot. Datagrams that SCTP cannot send are dropped, because they would
// be outdated later.
package webrtc

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/transport/v4"
	pion "github.com/pion/webrtc/v4"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/relay"
	"manyhold/net/signal"
)

// Limits and times.
const (
	// MaxLinks is how many links an endpoint has at most; a further offer is refused as busy.
	MaxLinks = 256
	// MaxOpening is the number of connections that may be set up from outside at once. A further offer
	// takes the place of the oldest without progress in openTime, or is refused as busy.
	MaxOpening = 32
	// MaxGarbage is how many senseless messages end a link.
	MaxGarbage = 100
	// StreamRate is the limit of a link's stream in bytes a second, unless Options name another.
	StreamRate = 4 << 20

	gatherTimeout  = 500 * time.Millisecond  // waiting for STUN servers
	setupTimeout   = 15 * time.Second        // from the first message to the proof
	openTime       = 1500 * time.Millisecond // that a connection has in any case for its first packets
	crossedTimeout = 5 * time.Second         // waiting for the dial of the other side
	pulseEvery     = 200 * time.Millisecond
	offerRate      = 20.0 // offers a second from outside that are looked at
	offerBurst     = 64.0
)

var (
	// ErrSelf reports that an endpoint dialled itself.
	ErrSelf = errors.New("webrtc: that is this node itself")
	// ErrClosed reports that the endpoint is closed.
	ErrClosed = errors.New("webrtc: the endpoint is closed")
	// ErrBusy reports that offers come faster than they are answered. It is a signal.ErrBusy.
	ErrBusy = fmt.Errorf("webrtc: %w, try again", signal.ErrBusy)
	// ErrWrongPeer reports that another peer than the dialled one answered.
	ErrWrongPeer = errors.New("webrtc: another peer answered")
	// ErrNoPath reports that offer and answer were exchanged and no packet got through.
	ErrNoPath = errors.New("webrtc: no network path to the peer (a firewall or a strict NAT?)")

	errSuperseded = errors.New("webrtc: another connection to the same peer took its place")
)

// SameIdentity is in the words of a refusal because another process with the same key is there already.
const SameIdentity = "the same identity"

// RefusedError is the other side's refusal, in its words.
type RefusedError struct {
	Words string
	Peer  key.ID
	Busy  bool // the other side has too many connections now: a later attempt may succeed
}

// Is tells errors.Is that the other side is busy.
func (e *RefusedError) Is(target error) bool { return e.Busy && target == signal.ErrBusy }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("webrtc: %s refused: %s", e.Peer.Short(), e.Words)
}

// Options of an Endpoint.
type Options struct {
	Key  key.Pair  // the identity; required
	Info link.Info // this side's description, with the world and the rules that the other must have
	// Listen is "" for a UDP port for each connection (the default), or "HOST:PORT" for one fixed port of
	// all, with the host an IP address or empty for all of the machine's.
	Listen string
	// ICEServers are "stun:HOST:PORT", or "turn:USER:PASSWORD@HOST:PORT".
	ICEServers []string
	// STUN returns "HOST:PORT" of further STUN servers, for each connection anew. nil: there are none.
	STUN func() []string

	// OuterPort is "HOST:PORT" of one port for the connections that are made while Outer has addresses, if
	// Listen is "". Some of many connections have ports of their own all the same. "": there is none.
	OuterPort string
	// Outer returns addresses of routers that pass packets on to the port of Listen, or else to OuterPort,
	// for each connection anew. nil: there are none.
	Outer func() []netip.AddrPort

	virtual   transport.Net // the network of a test; nil: the machine's
	holdEvery time.Duration // of a test; zero: see there
	probeFor  time.Duration // of a test: how long alive waits; zero: see there
	// Loopback offers 127.0.0.1 and ::1, too. Without any other address they are offered anyway.
	Loopback bool
	// Doors returns "host:port" of this node's doors, which linked peers are told; nil: none.
	Doors func() []string
	// StreamRate is the most that a link's stream sends, in bytes a second; zero for the default.
	StreamRate int
	// RelayRate is the most that this peer carries between others without a direct path, in bytes a second;
	// zero carries nothing.
	RelayRate int
	Log       *slog.Logger // nil for none
}

// Counts are the counters of an endpoint.
type Counts struct {
	Offers  uint64 // from outside
	Refused uint64 // offers, with a sentence
	Garbage uint64 // offers that were not authentic
	Carried uint64 // bytes of other peers' packets that this one passed on
}

// Endpoint makes and answers connections. Its methods may be called from any goroutine. But Dial, Answer
// and Close wait, and must not be called from a Handler.
type Endpoint struct {
	options Options
	handler link.Handler
	log     linkLog
	socket  *socket
	servers []pion.ICEServer
	process process
	limits
	relays  relays
	mirrors reflectors

	counted struct{ offers, refused, garbage atomic.Uint64 }
	life    context.Context // ends with Close
	kill    context.CancelFunc
	work    sync.WaitGroup // pulse, and answers to offers that came by links

	mu      sync.Mutex
	closed  bool
	number  uint64                   // of the last offer made
	peers   map[key.ID]*connection   // one for each peer: opening, up or closing
	all     map[*connection]struct{} // and those to any peer
	changed chan struct{}            // closed and replaced when peers changes
	between map[uint64]passing       // offers passed on, by their ref
	ref     uint64
}

// limits bound what others can cause.
type limits struct {
	offers *signal.Limiter // from outside
	passes *signal.Limiter // offers passed on for a link
	fars   *signal.Limiter // those to peers without a link here
	scolds *signal.Limiter // lines of the log
}

// New starts an endpoint. Its errors are those of the socket and of wrong Options.
func New(o Options, h link.Handler) (*Endpoint, error) {
	if o.Key.IsZero() || h == nil {
		panic("webrtc: New without a key or a handler")
	}
	servers, err := parseServers(o.ICEServers)
	if err != nil {
		return nil, err
	}
	if o.StreamRate <= 0 {
		o.StreamRate = StreamRate
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := newSocket(&o)
	if err != nil {
		return nil, err
	}
	var r [8]byte
	rand.Read(r[:])
	e := &Endpoint{
		options: o, handler: h, log: linkLog{Logger: o.Log}, socket: s, servers: servers,
		process: process{uint64(time.Now().UnixMilli()), binary.LittleEndian.Uint64(r[:])},
		limits: limits{
			offers: signal.NewLimiter(offerRate, offerBurst, 1),
			passes: signal.NewLimiter(passRate, passBurst, MaxLinks),
			fars:   signal.NewLimiter(farRate, farBurst, MaxLinks),
			scolds: signal.NewLimiter(0.2, 5, 1),
		},
		relays:  relays{meter: relay.NewMeter(o.RelayRate)},
		peers:   map[key.ID]*connection{},
		all:     map[*connection]struct{}{},
		changed: make(chan struct{}),
		between: map[uint64]passing{},
	}
	e.mirrors = reflectors{e: e, changed: make(chan struct{})}
	e.life, e.kill = context.WithCancel(context.Background())
	e.work.Go(e.pulse)
	return e, nil
}

// ID is the endpoint's identity.
func (e *Endpoint) ID() key.ID { return e.options.Key.ID() }

// Links returns the links that are up, in the order of the peers' ids.
func (e *Endpoint) Links() []link.Link {
	e.mu.Lock()
	defer e.mu.Unlock()
	var links []link.Link
	for _, c := range e.peers {
		if c.is(up) {
			links = append(links, c)
		}
	}
	slices.SortFunc(links, func(a, b link.Link) int {
		x, y := a.Peer(), b.Peer()
		return slices.Compare(x[:], y[:])
	})
	return links
}

// info returns this side's description for a handshake.
func (e *Endpoint) info() link.Info {
	i := e.options.Info
	if e.options.Doors != nil {
		i.Doors = strings.Join(e.options.Doors(), " ")
	}
	return i
}

// Counts returns the counters since New.
func (e *Endpoint) Counts() Counts {
	carried, _, _ := e.relays.meter.Carried()
	return Counts{e.counted.offers.Load(), e.counted.refused.Load(), e.counted.garbage.Load(), carried}
}

// Close ends all links with the reason, waits until their goroutines have ended (at most two seconds for
// silent peers), and frees the socket. Later calls do nothing.
func (e *Endpoint) Close(reason string) {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return
	}
	e.closed = true
	var all []*connection
	for c := range e.all {
		all = append(all, c)
	}
	e.mu.Unlock()
	e.kill()
	for _, c := range all {
		c.end(ErrClosed, reason, true)
	}
	for _, c := range all {
		<-c.ended
	}
	e.work.Wait()
	e.socket.close()
}

// pulse pings, checks for silence, and gives up slow set-ups.
func (e *Endpoint) pulse() {
	tick := time.NewTicker(pulseEvery)
	defer tick.Stop()
	for {
		select {
		case <-e.life.Done():
			return
		case now := <-tick.C:
			e.mu.Lock()
			all := make([]*connection, 0, len(e.all))
			for c := range e.all {
				all = append(all, c)
			}
			e.forgetPassings(now)
			e.mu.Unlock()
			e.relays.pulses.next(now, all)
			e.mirrors.next(now)
			for _, c := range all {
				c.beat(now)
			}
		}
	}
}

// announce wakes waiters for a change of the table; mu is held.
func (e *Endpoint) announce() {
	close(e.changed)
	e.changed = make(chan struct{})
}

// forget takes a connection out of the table.
func (e *Endpoint) forget(c *connection) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.all, c)
	if e.peers[c.peer] == c {
		delete(e.peers, c.peer)
	}
	e.announce()
}

// goWork runs f unless the endpoint is closed. Close waits for it. f's context ends with the endpoint.
func (e *Endpoint) goWork(timeout time.Duration, f func(ctx context.Context)) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return false
	}
	e.work.Go(func() {
		ctx, cancel := context.WithTimeout(e.life, timeout)
		defer cancel()
		f(ctx)
	})
	return true
}

// parseServers reads the texts of Options.ICEServers.
func parseServers(texts []string) ([]pion.ICEServer, error) {
	var servers []pion.ICEServer
	for _, t := range texts {
		scheme, rest, ok := strings.Cut(t, ":")
		user, host, auth := strings.Cut(rest, "@")
		switch {
		case ok && rest != "" && !auth && (scheme == "stun" || scheme == "stuns"):
			servers = append(servers, pion.ICEServer{URLs: []string{t}})
		case ok && auth && host != "" && (scheme == "turn" || scheme == "turns"):
			name, password, _ := strings.Cut(user, ":")
			servers = append(servers, pion.ICEServer{URLs: []string{scheme + ":" + host}, Username: name, Credential: password})
		default:
			return nil, fmt.Errorf("webrtc: the ICE server %q is neither stun:HOST:PORT nor turn:USER:PASSWORD@HOST:PORT", t)
		}
	}
	return servers, nil
}
