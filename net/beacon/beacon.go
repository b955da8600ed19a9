// Package beacon lets the peers of one local network find each other without settings.
//
// Announcements go out in three ways, because every network drops one of them:
//
//   - UDP broadcast to port 7776: to the broadcast address of each interface and to 127.255.255.255, so that
//     processes of one machine without any network hear each other;
//   - UDP multicast to 239.77.76.1, port 7776, on each interface, with the same packets;
//   - DNS-SD "_manyhold._udp.local" (RFC 6763) by pion/mdns, which answers the PTR, SRV and TXT queries of
//     avahi-browse and the like, and browses by itself. A peer found only by DNS-SD is asked directly, at the
//     port of the SRV record: DNS records live for minutes, but presence is a matter of seconds. In a crowd,
//     eight peers announce themselves in this way, and none browses.
//
// For three seconds after its start and after each change, a beacon calls every second by broadcast and
// multicast, and in a crowd only once. Then it calls every two seconds, by one and the other in turn: with
// eight peers, calls by both ways every second took more bandwidth than the turns of the world. In a crowd
// each beacon calls even less often (see calm): all together call about twice a second, however many they
// are. A new peer asks and is answered at once, in a crowd by some.
//
// Packets are specified at call. Announcements are signed by the peer's identity, so that no other peer can
// say goodbye for it. A packet from beyond the networks of this machine's own interfaces is dropped. A peer
// that is silent for Expiry, in a crowd for longer, is forgotten; one that says goodbye is forgotten at
// once. The interfaces are checked every few seconds, so that a cable plugged in later works.
//
// Several processes of one machine share the port (SO_REUSEADDR and SO_REUSEPORT; broadcast and multicast
// packets reach all of them). Each also has a socket of its own for direct answers.
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
	// Port is the port of all beacons, unless Options name another.
	Port = 7776
	// Every is how often a beacon calls while something is new, by all ways.
	Every = time.Second
	// Steady is the time between two calls while nothing changes.
	Steady = 2 * Every
	// Expiry is the silence after which a peer is forgotten, multiplied by calm in a crowd. If only one of
	// the ways works, two calls may be lost.
	Expiry = 10 * time.Second
	// Crowd is the number of heard peers for each further Steady between two calls.
	Crowd = 4
	// believedCrowd is the greatest number of players in an announcement that counts as a crowd.
	believedCrowd = 9 * Crowd
	// MaxPeers is how many peers are remembered; beyond it, the address with the most peers loses one.
	MaxPeers = 256

	newFor = 3 * time.Second // how long something is new
	// of silence before an address of DNS-SD is asked: longer than the time between one way's calls
	askAfter      = 5 * time.Second
	lookEvery     = 3 * time.Second // at the interfaces
	forgetAddress = 30 * time.Second
	packetRate    = 40.0 // packets a second of one address that are looked at
	packetBurst   = 80.0
	answerRate    = 5.0 // direct answers a second to one address
	answerBurst   = 10.0
	enoughAnswers = 8 // of a crowd to one that asks
)

var group = netip.AddrFrom4([4]byte{239, 77, 76, 1})

// Options of a Beacon.
type Options struct {
	Key  key.Pair     // signs the announcements; required
	Port int          // zero: Port. Tests use others so that they do not hear each other
	DNS  bool         // DNS-SD as well
	Log  *slog.Logger // nil for none
}

// Counts are the counters of a beacon.
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
	shared  *net.UDPConn // receives broadcast and multicast
	own     *net.UDPConn // sends, and receives direct answers
	packets *signal.Limiter
	answers *signal.Limiter
	changed chan struct{}
	kick    chan struct{}
	kill    context.CancelFunc
	work    sync.WaitGroup
	sending sync.Mutex

	mu       sync.Mutex
	mine     *Announcement
	sequence uint64
	peers    map[key.ID]*heard
	// found by DNS-SD, with the time of the last packet from there, or of the discovery
	addresses map[netip.AddrPort]time.Time
	networks  []netip.Prefix
	counts    Counts
	closed    bool
}

// ways is the set of ways by which a call goes out.
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

// New opens the sockets and begins to listen and ask. It announces nothing before Update. Its errors are
// those of the sockets. If DNS-SD cannot start, that is logged, and the beacon works without it.
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

// Update changes the announcement and sends it at once; a new number of players goes with the next regular
// call, because in a crowd it changes all the time, for all. An announcement without a world sends a goodbye,
// and none follows until the next Update.
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
	news := b.mine == nil || !b.mine.sameBut(a)
	b.mine = &a
	b.mu.Unlock()
	if news {
		select {
		case b.kick <- struct{}{}:
		default:
		}
	}
}

// Heard signals that Snapshot changed.
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

// Counts returns the counters since New.
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

// run calls, forgets silent peers, and checks the interfaces now and then.
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
				b.log.Info("the networks of this machine changed", "networks", networks)
				joinGroups(b.shared)
				b.callOut(callHello, byAll)
				fresh = time.Now()
			}
		}
	}
}

// calm is the factor by which each beacon calls less often than Steady, given the number of other peers
// heard.
func calm(others int) int { return max(1, others/Crowd) }

// crowd returns how many others are there.
func (b *Beacon) crowd() (others int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.there()
}

// waysOf returns the ways of the nth tick's call, given the age of the last change and the number of other
// peers heard.
func waysOf(n int, age time.Duration, others int) ways {
	steady := int(Steady/Every) * calm(others)
	switch {
	case age < newFor+Every/2 && calm(others) == 1:
		return byAll
	case n%steady != 0:
		return 0
	case n/steady%2 == 0:
		return byBroadcast
	}
	return byMulticast
}

// packet makes the next packet; nil when there is nothing to send of that kind.
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

// callOut sends to all networks. An error of one network does not matter for the others.
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

// expire forgets silent peers and addresses. A beacon that hears only a part of a crowd recognises it by
// the number of players.
func (b *Beacon) expire(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	others := b.there()
	for id, h := range b.peers {
		if now.Sub(h.at) > Expiry*time.Duration(calm(max(others, min(h.Players, believedCrowd)))) {
			delete(b.peers, id)
			if !h.gone {
				b.log.Info("a peer is no longer on the local network", "peer", id.Short())
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

// askAddresses asks directly at addresses that only DNS-SD found.
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
