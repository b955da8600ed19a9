package host

import (
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/table"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

const (
	// near is the round-trip time up to which a leader counts as on the LAN.
	near = 30 * time.Millisecond
	// maxLost is how many vanished peers are remembered.
	maxLost = 256
)

// Peers holds the linked peers, with their greetings and their rate limits.
type Peers struct {
	c *Core
	table.Table[key.ID, *peer]

	led    leaderCache
	lost   map[key.ID]time.Time
	names  map[key.ID]string // of those who were linked
	slots  int               // of each peer
	buffer []byte
}

// peer is the state of a linked peer. The state of a single mechanism is in its slot.
type peer struct {
	// Loops over all peers read these fields: they share two lines of a processor's cache.
	greeted bool
	wants   bool   // a snapshot
	epoch   uint64 // that it was in
	acked   uint64 // last turn that it executed
	rtt     time.Duration
	loss    float64
	since   time.Time // of the link

	key    key.ID
	info   link.Info
	said   message.Greeting
	saidAt time.Time
	// since when it reports no quorum in its epoch, if it still does, and when it was greeted for that
	lacksSince, answeredLack time.Time
	heard                    time.Time
	flow                     flow            // see flood.go
	mail                     []epoch.Message // for the next frame
	lists                    recordlist.Collector

	follower followedPeer
	slots    []any // of the mechanisms, see Slot
}

// slot is the place of one mechanism's state in every peer: a T, which begins as zero when the peer is
// linked, and is gone with the link.
type slot[T any] struct{ at int }

// newSlot gives a mechanism a place in every peer of a core.
func newSlot[T any](c *Core) slot[T] {
	c.peers.slots++
	return slot[T]{c.peers.slots - 1}
}

// of is the mechanism's state of a peer.
func (s slot[T]) of(p *peer) *T {
	if len(p.slots) <= s.at {
		p.slots = append(p.slots, make([]any, s.at+1-len(p.slots))...)
	}
	v, _ := p.slots[s.at].(*T)
	if v == nil {
		v = new(T)
		p.slots[s.at] = v
	}
	return v
}

func (p *peer) name() string {
	if p.info.Name != "" {
		return p.info.Name
	}
	return p.key.Short()
}

// greet sends this peer's greeting to a peer; wants asks for the island.
func (ps *Peers) greet(to key.ID, wants bool) {
	m := ps.c.seats.member()
	g := message.Greeting{Incarnation: ps.c.self.Incarnation, Capacity: m.Capacity, Uptime: uint32(m.Uptime / time.Second),
		Headless: m.Headless, Willing: m.Willing, Leaving: ps.c.seats.leaving(), Wants: wants,
		Strained: m.Strained, Steps: m.Steps, Uplink: m.Uplink, Load: m.Load, Round: uint32(m.RTT / time.Microsecond)}
	if g.Idle = ps.c.idle; ps.c.machine != nil && len(ps.c.ancestry.records) > 0 {
		g.Epoch, g.Turn = ps.c.ancestry.records[len(ps.c.ancestry.records)-1].Number, ps.c.history.executed
		g.Committed = ps.c.history.committed
		ps.c.fork.greetFork(&g)
	}
	ps.c.send(to, link.Stream, g.Encode())
}

func (ps *Peers) receiveGreeting(p *peer, b []byte) error {
	g, err := message.DecodeGreeting(b)
	if err != nil {
		return err
	}
	if !g.Lacks || !p.said.Lacks || g.Name != p.said.Name || ps.c.now.Sub(p.saidAt) > 3*lackGreeting {
		p.lacksSince = ps.c.now
	}
	p.said, p.saidAt, p.greeted = g, ps.c.now, true
	for _, o := range ps.c.observers {
		o.peerGreeted(p)
	}
	if g.Gone() || g.Idle {
		ps.unsubscribed(p)
		return nil
	}
	for _, o := range ps.c.observers {
		o.executorGreeted(p)
	}
	p.acked = max(p.acked, g.Turn)
	p.wants = p.wants || g.Wants
	if g.Lacks && ps.c.now.Sub(p.answeredLack) >= lackGreeting*4/5 {
		p.answeredLack = ps.c.now // so that it knows who is here
		ps.greet(p.key, false)
	}
	return nil
}

// memberOf is a peer as the roster sees it.
func (ps *Peers) memberOf(p *peer) roster.Member {
	return ps.memberSaid(p.key, &p.said, p.saidAt, p.rtt)
}

// memberSaid is a peer's roster entry, from its greeting at a time.
func (ps *Peers) memberSaid(k key.ID, said *message.Greeting, at time.Time, measured time.Duration) roster.Member {
	rtt := time.Duration(said.Round) * time.Microsecond
	if rtt == 0 {
		rtt = measured
	}
	return roster.Member{Key: k, RTT: rtt, Uptime: time.Duration(said.Uptime)*time.Second + ps.c.now.Sub(at),
		Headless: said.Headless, Willing: said.Willing && !said.Leaving, Trusted: ps.c.seats.trusts(k), Strained: said.Strained,
		Capacity: said.Capacity, Steps: said.Steps, Uplink: said.Uplink, Load: said.Load}
}

// mail keeps a message for the next frame to a peer. Of acknowledgements only the newest matters.
func (ps *Peers) mail(m epoch.Outgoing) {
	p := ps.peer(m.To)
	if p == nil {
		return
	}
	if m.Message.Type == acknowledgement && !m.Message.Reject {
		for i := range p.mail {
			if p.mail[i].Type == acknowledgement && !p.mail[i].Reject {
				p.mail[i] = m.Message
				return
			}
		}
	} else {
		ps.c.follower.urgent = true
	}
	if len(p.mail) < message.MaxMessages {
		p.mail = append(p.mail, m.Message)
	}
}

func fromStranger(err error) bool {
	return errors.Is(err, epoch.ErrStranger) || errors.Is(err, epoch.ErrConflict) || errors.Is(err, errUnexpected)
}

var errUnexpected = fmt.Errorf("host: not expected from this peer")

// each calls f for every linked peer, in the order of their keys.
func (ps *Peers) each(f func(p *peer)) {
	for _, p := range ps.Values() {
		f(p)
	}
}

// unsubscribed notes that a peer does not execute the island any more.
func (ps *Peers) unsubscribed(p *peer) {
	p.greeted, p.wants = false, false
	p.epoch, p.acked = 0, 0
	p.mail = p.mail[:0]
	p.lists = recordlist.Collector{}
	p.follower.head = epoch.Head{}
	for _, o := range ps.c.observers {
		o.peerLeft(p)
	}
}

// executes reports whether a peer has said that it has the island and is not about to go. A "no quorum"
// report expires after a moment, because recovery is not reported, on an ended island least of all.
func (ps *Peers) executes(p *peer) bool {
	return p.greeted && p.said.Epoch > 0 && !p.said.Leaving && !ps.c.separate.stillLacks(p)
}

// followers is how many linked peers execute the island.
func (ps *Peers) followers() (n int) {
	for _, p := range ps.Values() {
		if p.greeted {
			n++
		}
	}
	return n
}

func (ps *Peers) greetAll() {
	for _, k := range ps.Keys() {
		ps.greet(k, false)
	}
}

// refuse counts a message that a peer should not have sent.
func (ps *Peers) refuse(p *peer, kind byte, err error) {
	if fromStranger(err) {
		ps.c.counters[counter.Unexpected]++
	} else {
		ps.c.counters[counter.Garbage]++
	}
	ps.tell(p, "refused a message", "kind", kind, "why", err.Error())
}

// peer returns the state of a linked peer; nil: it is not linked.
func (ps *Peers) peer(k key.ID) *peer { return ps.Get(k) }

// leaderCache holds the result of the last search for the leader, see leaderHere.
type leaderCache struct {
	leader  key.ID
	p       *peer
	version uint64 // of the peers
	valid   bool
}

// leaderHere is the peer that leads the present epoch; nil: it is not linked, or not known. Every call asks
// for it, and the answer rarely changes.
func (ps *Peers) leaderHere() *peer {
	k := ps.c.e.Leader()
	if l := &ps.led; !l.valid || l.leader != k || l.version != ps.Version() {
		*l = leaderCache{k, ps.peer(k), ps.Version(), true}
	}
	return ps.led.p
}
