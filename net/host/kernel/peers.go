package kernel

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
	// Near is the round-trip time up to which a leader counts as on the LAN.
	Near = 30 * time.Millisecond
	// MaxLost is how many vanished peers are remembered.
	MaxLost = 256
)

// Peers holds the linked peers, with their greetings and their rate limits.
type Peers struct {
	c *Core
	table.Table[key.ID, *Peer]

	led    leaderCache
	lines  link.Lines // of the log, about links
	Lost   map[key.ID]time.Time
	Names  map[key.ID]string // of those who were linked
	slots  int               // of each peer
	Buffer []byte
}

// Peer is the state of a linked peer. The state of a single mechanism is in its slot.
type Peer struct {
	// Loops over all peers read these fields: they share two lines of a processor's cache.
	Greeted bool
	Wants   bool   // a snapshot
	Epoch   uint64 // that it was in
	Acked   uint64 // last turn that it executed
	RTT     time.Duration
	Loss    float64
	Since   time.Time // of the link

	Key    key.ID
	info   link.Info
	Said   message.Greeting
	SaidAt time.Time
	// since when it reports no quorum in its epoch, if it still does, and when it was greeted for that
	LacksSince, answeredLack time.Time
	Heard                    time.Time
	Machine                  string          // where it runs, see link.Stats
	Slow                     bool            // lags behind the turns, as its leader measures it
	Flow                     Flow            // see flood.go
	Mail                     []epoch.Message // for the next frame
	lists                    recordlist.Collector

	Follower FollowedPeer
	slots    []any // of the mechanisms, see Slot
}

// Slot is the place of one mechanism's state in every peer: a T, which begins as zero when the peer is
// linked, and is gone with the link.
type Slot[T any] struct{ at int }

// NewSlot gives a mechanism a place in every peer of a core.
func NewSlot[T any](c *Core) Slot[T] {
	c.Peers.slots++
	return Slot[T]{c.Peers.slots - 1}
}

// Of is the mechanism's state of a peer.
func (s Slot[T]) Of(p *Peer) *T {
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

// Name is how people know the peer.
func (p *Peer) Name() string {
	if p.info.Name != "" {
		return p.info.Name
	}
	return p.Key.Short()
}

// Greet sends this peer's greeting to a peer; wants asks for the island.
func (ps *Peers) Greet(to key.ID, wants bool) {
	m := ps.c.Committee.Member()
	g := message.Greeting{Incarnation: ps.c.Self.Incarnation, Capacity: m.Capacity, Uptime: uint32(m.Uptime / time.Second),
		Headless: m.Headless, Willing: m.Willing, Leaving: ps.c.Committee.Leaving(), Wants: wants,
		Strained: m.Strained, Steps: m.Steps, Uplink: m.Uplink, Load: m.Load, Round: uint32(m.RTT / time.Microsecond)}
	g.PlayOnly = m.PlayOnly
	if g.Idle = ps.c.AtRest; ps.c.Machine != nil && len(ps.c.Ancestry.Records) > 0 {
		g.Epoch, g.Turn = ps.c.Ancestry.Records[len(ps.c.Ancestry.Records)-1].Number, ps.c.History.Executed
		g.Committed = ps.c.History.Committed
		ps.c.Fork.GreetFork(&g)
	}
	ps.c.Send(to, link.Stream, g.Encode())
}

// ReceiveGreeting takes a peer's greeting.
func (ps *Peers) ReceiveGreeting(p *Peer, b []byte) error {
	g, err := message.DecodeGreeting(b)
	if err != nil {
		return err
	}
	if !g.Lacks || !p.Said.Lacks || g.Name != p.Said.Name || ps.c.Now.Sub(p.SaidAt) > 3*LackGreeting {
		p.LacksSince = ps.c.Now
	}
	p.Said, p.SaidAt, p.Greeted = g, ps.c.Now, true
	for _, o := range ps.c.Observers {
		o.PeerGreeted(p)
	}
	if g.Gone() || g.Idle {
		ps.unsubscribed(p)
		return nil
	}
	for _, o := range ps.c.Observers {
		o.ExecutorGreeted(p)
	}
	p.Acked = max(p.Acked, g.Turn)
	p.Wants = p.Wants || g.Wants
	if g.Lacks && ps.c.Now.Sub(p.answeredLack) >= LackGreeting*4/5 {
		p.answeredLack = ps.c.Now // so that it knows who is here
		ps.Greet(p.Key, false)
	}
	return nil
}

// MemberOf is a peer as the roster sees it.
func (ps *Peers) MemberOf(p *Peer) roster.Member {
	m := ps.MemberSaid(p.Key, &p.Said, p.SaidAt, p.RTT)
	m.Machine, m.Slow = p.Machine, p.Slow
	return m
}

// MemberSaid is a peer's roster entry, from its greeting at a time, as far as it is believed.
func (ps *Peers) MemberSaid(k key.ID, said *message.Greeting, at time.Time, measured time.Duration) roster.Member {
	rtt := time.Duration(said.Round) * time.Microsecond
	if rtt == 0 {
		rtt = measured
	}
	m := roster.Member{Key: k, RTT: rtt, Uptime: time.Duration(said.Uptime)*time.Second + ps.c.Now.Sub(at),
		Headless: said.Headless, Willing: said.Willing && !said.Leaving, Trusted: ps.c.Committee.Trusts(k) && !ps.c.Standing.Unfair(k, ps.c.Now), Strained: said.Strained || ps.c.Standing.Sluggish(k, ps.c.Now),
		Capacity: said.Capacity, Steps: said.Steps, Uplink: said.Uplink, Load: said.Load, PlayOnly: said.PlayOnly}
	return ps.c.Standing.Observed(m, measured, ps.c.Today())
}

// mail keeps a message for the next frame to a peer. Of acknowledgements only the newest matters.
func (ps *Peers) mail(m epoch.Outgoing) {
	p := ps.peer(m.To)
	if p == nil {
		return
	}
	if m.Message.Type == Acknowledgement && !m.Message.Reject {
		for i := range p.Mail {
			if p.Mail[i].Type == Acknowledgement && !p.Mail[i].Reject {
				p.Mail[i] = m.Message
				return
			}
		}
	} else {
		ps.c.Follower.urgent = true
	}
	if len(p.Mail) < message.MaxMessages {
		p.Mail = append(p.Mail, m.Message)
	}
}

func fromStranger(err error) bool {
	return errors.Is(err, epoch.ErrStranger) || errors.Is(err, epoch.ErrConflict) || errors.Is(err, ErrUnexpected)
}

var ErrUnexpected = fmt.Errorf("host: not expected from this peer")

// Each calls f for every linked peer, in the order of their keys.
func (ps *Peers) Each(f func(p *Peer)) {
	for _, p := range ps.Values() {
		f(p)
	}
}

// unsubscribed notes that a peer does not execute the island any more.
func (ps *Peers) unsubscribed(p *Peer) {
	p.Greeted, p.Wants = false, false
	p.Epoch, p.Acked = 0, 0
	p.Mail = p.Mail[:0]
	p.lists = recordlist.Collector{}
	p.Follower.head = epoch.Head{}
	for _, o := range ps.c.Observers {
		o.PeerLeft(p)
	}
}

// Executes reports whether a peer has said that it has the island and is not about to go. A "no quorum"
// report expires after a moment, because recovery is not reported, on an ended island least of all.
func (ps *Peers) Executes(p *Peer) bool {
	return p.Greeted && p.Said.Epoch > 0 && !p.Said.Leaving && !ps.c.Provisional.StillLacks(p)
}

// Followers is how many linked peers execute the island.
func (ps *Peers) Followers() (n int) {
	for _, p := range ps.Values() {
		if p.Greeted {
			n++
		}
	}
	return n
}

// GreetAll greets all linked peers.
func (ps *Peers) GreetAll() {
	for _, k := range ps.Keys() {
		ps.Greet(k, false)
	}
}

// refuse counts a message that a peer should not have sent.
func (ps *Peers) refuse(p *Peer, kind byte, err error) {
	if fromStranger(err) {
		ps.c.Counters[counter.Unexpected]++
	} else {
		ps.c.Counters[counter.Garbage]++
	}
	ps.Tell(p, "refused a message", "kind", kind, "why", err.Error())
}

// peer returns the state of a linked peer; nil: it is not linked.
func (ps *Peers) peer(k key.ID) *Peer { return ps.Get(k) }

// leaderCache holds the result of the last search for the leader, see LeaderHere.
type leaderCache struct {
	leader  key.ID
	p       *Peer
	version uint64 // of the peers
	valid   bool
}

// LeaderHere is the peer that leads the present epoch; nil: it is not linked, or not known. Every call asks
// for it, and the answer rarely changes.
func (ps *Peers) LeaderHere() *Peer {
	k := ps.c.Epoch.Leader()
	if l := &ps.led; !l.valid || l.leader != k || l.version != ps.Version() {
		*l = leaderCache{k, ps.peer(k), ps.Version(), true}
	}
	return ps.led.p
}
