package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
)

// Conditions are those of one direction between two peers. The zero value is a perfect path.
type Conditions struct {
	Delay  time.Duration // one way
	Jitter time.Duration // added, evenly spread from zero to this; datagrams overtake each other by it
	Loss   float64       // fraction of packets lost, each independently

	// Bursts: a packet starts one with chance BurstStart, in it packets are lost with chance BurstLoss,
	// and each ends it with chance BurstEnd (Gilbert 1960, Elliott 1963).
	BurstStart, BurstEnd, BurstLoss float64

	Duplicate float64       // part of the datagrams that arrive twice
	Reorder   float64       // part of the packets that are held back by ReorderBy
	ReorderBy time.Duration // default: 20 ms and the jitter

	Bandwidth int // bytes a second, zero for no limit
	Queue     int // bytes that may wait for limited bandwidth before datagrams are lost; zero: 64 KiB
}

const (
	packetSize     = link.MaxDatagram
	packetOverhead = 95 // bytes of IP, UDP, DTLS and SCTP around each packet
	defaultQueue   = 64 << 10
	defaultReorder = 20 * time.Millisecond
	minTimeout     = 200 * time.Millisecond // of a stream's first retransmission
	maxTimeout     = 500 * time.Millisecond
)

type direction struct{ from, to key.ID }

// lane is one direction between two peers.
type lane struct {
	Conditions
	net        *Network
	ends       direction
	rng        rand.Rand // its source is the next field
	chance     rand.PCG
	cut        bool
	cutAt      time.Time
	inBurst    bool
	busy       time.Time // until then, datagrams use the bandwidth
	streamBusy time.Time // the same for streams
	leaves     time.Time // when the last packet leaves the queue; zero: bandwidth is unlimited
	waiting    []*transit
}

// lane returns the lane from one peer to another; mu is held.
func (n *Network) lane(from, to key.ID) *lane {
	d := direction{from, to}
	l := n.lanes[d]
	if l == nil {
		sum := sha256.Sum256(append(from[:], to[:]...))
		l = &lane{Conditions: n.defaults, net: n, ends: d}
		l.chance.Seed(n.seed, binary.LittleEndian.Uint64(sum[:]))
		l.rng = *rand.New(&l.chance)
		n.lanes[d] = l
	}
	return l
}

// SetConditions sets those of one direction from now on.
func (n *Network) SetConditions(from, to key.ID, c Conditions) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.lane(from, to)
	before := l.Bandwidth
	l.Conditions = c
	n.repace(l, before)
}

// SetBoth sets the conditions of both directions between two peers.
func (n *Network) SetBoth(a, b key.ID, c Conditions) {
	n.SetConditions(a, b, c)
	n.SetConditions(b, a, c)
}

// SetDefaults sets the conditions of pairs that have not exchanged anything yet.
func (n *Network) SetDefaults(c Conditions) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.defaults = c
}

// Cut loses all packets in one direction until Mend.
func (n *Network) Cut(from, to key.ID) { n.setCut(from, to, true) }

// Mend ends a Cut.
func (n *Network) Mend(from, to key.ID) { n.setCut(from, to, false) }

func (n *Network) setCut(from, to key.ID, cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.lane(from, to)
	if cut && !l.cut {
		l.cutAt = n.Now()
	}
	l.cut = cut
}

// rerouteAfter is how long after a cut packets take the way over a third node: as link/webrtc does it, whose
// links doubt a path after a quarter of a second and then need a round trip.
const rerouteAfter = 600 * time.Millisecond

// maxHops is how many nodes a way around has at most between its ends, as of package relay.
const maxHops = 2

// Relay lets packets of a cut lane go over one or two nodes that are linked with each other and with both
// ends, as links of link/webrtc do.
func (n *Network) Relay() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.relays = true
}

// around returns the lanes over one or two other nodes that replace a cut one; nil: there are none. The way
// with the fewest nodes is taken, and of these the one with the least. mu is held.
func (l *lane) around() (way []*lane) {
	n := l.net
	if !l.cut || !n.relays || n.Now().Sub(l.cutAt) < rerouteAfter {
		return nil
	}
	var between []*Node // with links to both ends, in ascending order
	for id, m := range n.nodes {
		if id == l.ends.from || id == l.ends.to || m.crashed || m.asleep {
			continue
		}
		if a, b := m.links[l.ends.from], m.links[l.ends.to]; a != nil && b != nil && a.state == up && b.state == up {
			between = append(between, m)
		}
	}
	slices.SortFunc(between, func(a, b *Node) int { return a.id.Compare(b.id) })
	return l.over(between, maxHops, l.ends.from)
}

// over returns the lanes from a node to the end, over so many of the others at most.
func (l *lane) over(others []*Node, most int, from key.ID) (best []*lane) {
	for _, m := range others {
		first := l.net.lane(from, m.id)
		if first.cut || m.id == from {
			continue
		}
		if last := l.net.lane(m.id, l.ends.to); !last.cut {
			return []*lane{first, last}
		}
		if most > 1 && best == nil {
			rest := slices.DeleteFunc(slices.Clone(others), func(o *Node) bool {
				k := m.links[o.id]
				return o == m || k == nil || k.state != up
			})
			if way := l.over(rest, most-1, m.id); way != nil {
				best = append([]*lane{first}, way...)
			}
		}
	}
	return best
}

// Split cuts every pair of peers that are in different groups, in both directions.
func (n *Network) Split(groups ...[]key.ID) {
	for i, group := range groups {
		for j, other := range groups {
			if i == j {
				continue
			}
			for _, from := range group {
				for _, to := range other {
					n.Cut(from, to)
				}
			}
		}
	}
}

// Heal ends all cuts.
func (n *Network) Heal() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.lanes { // any order: the lanes do not depend on each other
		l.cut = false
	}
}

// lost decides whether one packet is lost.
func (l *lane) lost() bool {
	if l.inBurst {
		l.inBurst = l.rng.Float64() >= l.BurstEnd
	} else {
		l.inBurst = l.rng.Float64() < l.BurstStart
	}
	if way := l.around(); way != nil {
		lost := false
		for _, part := range way { // each decides, whatever became of the packet before
			lost = part.lost() || lost
		}
		return lost
	}
	one, burst := l.rng.Float64() < l.Loss, l.rng.Float64() < l.BurstLoss
	return l.cut || one || l.inBurst && burst
}

// late returns how long one packet travels.
func (l *lane) late() time.Duration {
	if way := l.around(); way != nil {
		var d time.Duration
		for _, part := range way {
			d += part.late()
		}
		return d
	}
	d := l.Delay + time.Duration(l.rng.Float64()*float64(l.Jitter))
	if l.rng.Float64() < l.Reorder {
		by := l.ReorderBy
		if by == 0 {
			by = defaultReorder + l.Jitter
		}
		d += by
	}
	return d
}

// occupy returns how long size bytes use the limited bandwidth.
func (l *lane) occupy(size int) time.Duration {
	if l.Bandwidth <= 0 {
		return 0
	}
	return time.Duration(float64(size+packetOverhead) / float64(l.Bandwidth) * float64(time.Second))
}

// datagram returns when the n copies of a datagram arrive: none, one or two.
func (l *lane) datagram(now time.Time, size int) (arrivals [2]time.Time, n int) {
	lost, twice := l.lost(), l.rng.Float64() < l.Duplicate
	l.leaves = time.Time{}
	if l.Bandwidth > 0 {
		queue := l.Queue
		if queue == 0 {
			queue = defaultQueue
		}
		start := later(now, l.busy)
		if start.Sub(now) > l.occupy(queue) {
			return arrivals, 0
		}
		l.busy = start.Add(l.occupy(size))
		now, l.leaves = l.busy, l.busy
	}
	if lost {
		return arrivals, 0
	}
	arrivals[0] = now.Add(l.late())
	if !twice {
		return arrivals, 1
	}
	arrivals[1] = now.Add(l.late())
	return arrivals, 2
}

// stream returns when one attempt to send a part of a stream arrives, and how many bytes of it are in packets
// that are lost: only these are sent again. Of a lost packet, at is the moment when it would have arrived.
func (l *lane) stream(now time.Time, size int) (at time.Time, lost int) {
	l.leaves = time.Time{}
	if l.Bandwidth > 0 {
		l.streamBusy = later(later(now, l.busy), l.streamBusy).Add(l.occupy(size))
		now, l.leaves = l.streamBusy, l.streamBusy
	}
	for left := size; left > 0 || left == size; left -= packetSize {
		if l.lost() {
			lost += max(1, min(left, packetSize))
		}
	}
	return now.Add(l.late()), lost
}

// timeout returns how long a stream waits before the given attempt is repeated.
func (l *lane) timeout(attempt int) time.Duration {
	return min(max(2*l.Delay, minTimeout)<<min(attempt, 4), maxTimeout+2*l.Delay)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
