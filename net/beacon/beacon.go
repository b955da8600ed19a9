// Package beacon lets the peers of one local network find each other with no setting.
//
// Three calls go out, since every network drops one of them:
//
//   - UDP broadcast to port 7776: to the broadcast address of each interface and to 127.255.255.255, so
//     that processes of one machine without any network hear each other;
//   - UDP multicast to 239.77.76.1, port 7776, on each interface, with the same packets;
//   - DNS-SD "_manyhold._udp.local" (RFC 6763) by pion/mdns, which answers the PTR, SRV and TXT queries of
//     avahi-browse and the like and browses by itself. What it finds and does not hear otherwise is asked
//     directly, at the port of the SRV record: DNS records live for minutes, and whether a peer is there
//     is a matter of seconds.
//
// For three seconds after its start and after each change a beacon calls every second by broadcast and
// multicast; then every two seconds, by one and the other in turn: where eight peers play, everybody's
// calls by both ways every second took more than the turns of the world. In a crowd everybody calls more rarely
// still, see calm: the calls of all together are some two a second, however many there are. Who is new asks
// and is answered at once.
//
// Packets are described at call. Announcements are signed by the peer's identity, so that nobody else can
// say goodbye for it; a packet from beyond the networks of this machine's own interfaces is dropped. A peer
// that is not heard for Expiry, in a crowd for longer, is forgotten, one that says goodbye at once. The interfaces are looked at
// every few seconds, so that a cable plugged in later works.
//
// Several processes of one machine share the port (SO_REUSEADDR and SO_REUSEPORT; broadcast and multicast
// packets reach all of them), and each has a socket of its own for direct answers.
package beacon

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/wire"
)

const (
	// Port is where beacons listen, unless Options say otherwise.
	Port = 7776
	// Every is how often a beacon calls while something is new, by all ways.
	Every = time.Second
	// Steady is how often it calls by one of the ways when nothing is.
	Steady = 2 * Every
	// Expiry is how long a peer is remembered that is not heard, calm times that in a crowd. Where only one of
	// the ways passes, two calls may be lost.
	Expiry = 10 * time.Second
	// Crowd is how many peers are heard for each more Steady between two calls of one.
	Crowd = 4
	// believedCrowd is how many players' word is taken for it that there is a crowd.
	believedCrowd = 9 * Crowd
	// MaxPeers is how many peers are remembered; more are not noticed.
	MaxPeers = 256

	newFor        = 3 * time.Second // how long something is new
	askAfter      = 5 * time.Second // of silence an address of DNS-SD is asked: longer than one way's calls are apart
	lookEvery     = 3 * time.Second // at the interfaces
	forgetAddress = 30 * time.Second
	packetRate    = 40.0 // packets a second of one address that are looked at
	packetBurst   = 80.0
	answerRate    = 5.0 // direct answers a second to one address
	answerBurst   = 10.0
)

var group = netip.AddrFrom4([4]byte{239, 77, 76, 1})

// Options of a Beacon.
type Options struct {
	Key  key.Pair     // signs the announcements; required
	Port int          // zero: Port. Tests use others so as not to hear each other
	DNS  bool         // DNS-SD as well
	Log  *slog.Logger // nil for none
}

// Counts is what a beacon has counted.
type Counts struct {
	Heard   uint64 // good packets of others
	Garbage uint64 // packets that made no sense or were not authentic
	Foreign uint64 // packets from beyond the local networks, or too many of one address
}

// Beacon calls and listens until Close. Its methods may be called from any goroutine.
type Beacon struct {
	options Options
	port    int
	log     *slog.Logger
	process uint64
	began   uint64
	shared  *net.UDPConn // hears broadcast and multicast
	own     *net.UDPConn // sends, and hears direct answers
	packets *signal.Limiter
	answers *signal.Limiter
	changed chan struct{}
	kick    chan struct{}
	kill    context.CancelFunc
	work    sync.WaitGroup
	sending sync.Mutex

	mu        sync.Mutex
	mine      *Announcement
	sequence  uint64
	peers     map[key.ID]*heard
	addresses map[netip.AddrPort]time.Time // found by DNS-SD: when a packet came from there, or when found
	networks  []netip.Prefix
	counts    Counts
	closed    bool
}

// ways are how a call goes out.
type ways uint8

const (
	byBroadcast ways = 1 << iota
	byMulticast
	byAll = byBroadcast | byMulticast
)

// heard is the last call of a peer.
type heard struct {
	call
	at   time.Time
	gone bool // it said goodbye; kept for a while so that late packets do not bring it back
}

// New opens the sockets and begins to listen and ask; nothing is announced before Update. Its errors are
// those of the sockets; DNS-SD that cannot start is logged and done without.
func New(o Options) (*Beacon, error) {
	if o.Key.IsZero() {
		panic("beacon: New without a key")
	}
	b := &Beacon{
		options: o, port: cmp.Or(o.Port, Port), log: o.Log,
		began:   uint64(time.Now().UnixMilli()),
		packets: signal.NewLimiter(packetRate, packetBurst, 4096),
		answers: signal.NewLimiter(answerRate, answerBurst, 4096),
		changed: make(chan struct{}, 1), kick: make(chan struct{}, 1),
		peers: map[key.ID]*heard{}, addresses: map[netip.AddrPort]time.Time{},
	}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	var r [8]byte
	rand.Read(r[:])
	b.process = binary.LittleEndian.Uint64(r[:])
	var err error
	if b.shared, b.own, err = openSockets(b.port); err != nil {
		return nil, err
	}
	ctx, kill := context.WithCancel(context.Background())
	b.kill = kill
	b.networks = localNetworks()
	joinGroups(b.shared)
	b.work.Go(func() { b.listen(b.shared) })
	b.work.Go(func() { b.listen(b.own) })
	b.work.Go(func() { b.run(ctx) })
	if o.DNS {
		b.work.Go(func() { b.runDNS(ctx) })
	}
	return b, nil
}

// Update changes what is announced, and announces it at once. An announcement without a world ends the
// announcing with a goodbye, until the next Update.
func (b *Beacon) Update(a Announcement) {
	if a.World == [32]byte{} {
		b.callOut(callBye, byAll)
		b.mu.Lock()
		b.mine = nil
		b.mu.Unlock()
		return
	}
	a.Peer = b.options.Key.ID()
	if a.Protocol == 0 {
		a.Protocol = wire.Protocol
	}
	b.mu.Lock()
	same := b.mine != nil && *b.mine == a
	b.mine = &a
	b.mu.Unlock()
	if !same {
		select {
		case b.kick <- struct{}{}:
		default:
		}
	}
}

// Heard has something to receive when Snapshot changed.
func (b *Beacon) Heard() <-chan struct{} { return b.changed }

// Snapshot returns the peers that are there, ordered by world and peer. Own announcements are not in it.
func (b *Beacon) Snapshot() []Announcement {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []Announcement
	for _, h := range b.peers {
		if !h.gone {
			all = append(all, h.Announcement)
		}
	}
	slices.SortFunc(all, func(x, y Announcement) int {
		return cmp.Or(slices.Compare(x.World[:], y.World[:]), slices.Compare(x.Peer[:], y.Peer[:]))
	})
	return all
}

// Counts returns what was counted since New.
func (b *Beacon) Counts() Counts {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.counts
}

// Close says goodbye and frees the sockets.
func (b *Beacon) Close() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.closed = true
	b.mu.Unlock()
	b.callOut(callBye, byAll)
	b.kill()
	b.own.Close()
	b.shared.Close()
	b.work.Wait()
}

// run calls, forgets who is silent, and looks at the interfaces now and then.
func (b *Beacon) run(ctx context.Context) {
	b.callOut(callHello, byAll)
	fresh := time.Now()
	tick := time.NewTicker(Every)
	look := time.NewTicker(lookEvery)
	defer tick.Stop()
	defer look.Stop()
	for n := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-b.kick:
			b.callOut(callHere, byAll)
			fresh = time.Now()
		case now := <-tick.C:
			n++
			b.expire(now)
			b.callOut(callHere, waysOf(n, now.Sub(fresh), b.crowd()))
			b.askAddresses(now)
		case <-look.C:
			networks := localNetworks()
			b.mu.Lock()
			same := slices.Equal(networks, b.networks)
			b.networks = networks
			b.mu.Unlock()
			if !same {
				b.log.Info("the machine's networks changed", "networks", networks)
				joinGroups(b.shared)
				b.callOut(callHello, byAll)
				fresh = time.Now()
			}
		}
	}
}

// calm is how many times rarer than Steady each calls where so many others are heard.
func calm(others int) int { return max(1, others/Crowd) }

// crowd returns how many others are there.
func (b *Beacon) crowd() (others int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.there()
}

// there is crowd; mu is held.
func (b *Beacon) there() (others int) {
	for _, h := range b.peers {
		if !h.gone {
			others++
		}
	}
	return others
}

// waysOf returns how the call of the nth tick goes out, when the last news is so old and so many others are heard.
func waysOf(n int, age time.Duration, others int) ways {
	steady := int(Steady/Every) * calm(others)
	switch {
	case age < newFor+Every/2:
		return byAll
	case n%steady != 0:
		return 0
	case n/steady%2 == 0:
		return byBroadcast
	}
	return byMulticast
}

// packet makes the next packet; nil when there is nothing to say of that kind.
func (b *Beacon) packet(kind callKind) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := &call{kind: kind, process: b.process, began: b.began}
	switch {
	case b.mine != nil:
		b.sequence++
		c.sequence, c.Announcement = b.sequence, *b.mine
	case kind == callHello:
		c.kind = callAsk
	default:
		return nil
	}
	return c.encode(b.options.Key)
}

// callOut sends to everybody. Errors are of single networks and mean nothing for the others.
func (b *Beacon) callOut(kind callKind, by ways) {
	if by == 0 {
		return
	}
	p := b.packet(kind)
	if p == nil {
		return
	}
	b.sending.Lock() // multicast changes the socket
	defer b.sending.Unlock()
	if by&byBroadcast != 0 {
		for _, to := range broadcastAddresses(b.port) {
			b.own.WriteToUDPAddrPort(p, to)
		}
	}
	if by&byMulticast != 0 {
		multicast(b.own, p, netip.AddrPortFrom(group, uint16(b.port)))
	}
}

// expire forgets peers and addresses that are silent. Who hears less of a crowd than those in it is told by the
// number of players that it is one.
func (b *Beacon) expire(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	others := b.there()
	for id, h := range b.peers {
		if now.Sub(h.at) > Expiry*time.Duration(calm(max(others, min(h.Players, believedCrowd)))) {
			delete(b.peers, id)
			if !h.gone {
				b.log.Info("peer not heard any more on the local network", "peer", id.Short())
				b.tell()
			}
		}
	}
	for a, at := range b.addresses {
		if now.Sub(at) > forgetAddress*time.Duration(calm(others)) {
			delete(b.addresses, a)
		}
	}
}

// askAddresses asks those directly that DNS-SD found and that are not heard otherwise.
func (b *Beacon) askAddresses(now time.Time) {
	b.mu.Lock()
	var quiet []netip.AddrPort
	silence := askAfter * time.Duration(calm(b.there()))
	for a, at := range b.addresses {
		if now.Sub(at) > silence {
			quiet = append(quiet, a)
		}
	}
	b.mu.Unlock()
	for _, a := range quiet {
		if p := b.packet(callHello); p != nil {
			b.own.WriteToUDPAddrPort(p, a)
		}
	}
}
