package host

import (
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
	"manyhold/net/transfer"
)

const (
	// near is the round-trip time up to which a leader counts as on the LAN.
	near = 30 * time.Millisecond
	// maxLost is how many vanished peers are remembered.
	maxLost = 256
)

// peer is what is known of a linked peer.
type peer struct {
	// What goes through all peers looks at these: they share two lines of a processor's cache.
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
	heard  time.Time
	flow   flow // see flood.go

	reports  [16]message.Digest
	marks    [marksKept]message.Digest // of turns that all tell of, see tellperiod.go
	ahead    []message.Digest          // of turns that are not executed here yet
	compared uint64                    // last turn compared
	counts   struct{ compared, equal uint64 }
	quiet    time.Time // no dispute with it before

	relay      child
	mail       []epoch.Message // for the next frame
	answered   time.Time       // when it got a run last
	asked      time.Time       // when it was asked for a run last
	lacksSince time.Time       // when it said first that it lacks the others in its epoch, if it still does
	reported   time.Time       // when it was told last what this peer has, see lonerestart.go
	wanted     time.Time       // the same, whatever came since
	whole      bool            // also one without a place in a log
	sender     *transfer.Sender
	proven     uint64     // last turn with a head signed by it
	head       epoch.Head // signed by it, of a turn that is not committed here yet; of turn zero: none
	charter    chartered
	charges    uint64    // guilt.heard when it was shown charges last
	falsely    time.Time // when it showed a proof last that proves nothing
	witness    time.Time // when it passed something on last that was looked at

	other        *otherFork // it is in another line; nil: in this one, or before it
	ran          uint64     // the number of an earlier epoch of this line that it was heard leading, and when
	ranAt        time.Time
	answeredLack time.Time
	offer        *message.LineOffer // that is coming
	giving       *transfer.Sender   // of a blob
	givingBlob   [32]byte
}

func (p *peer) name() string {
	if p.info.Name != "" {
		return p.info.Name
	}
	return p.key.Short()
}

// LinkUp tells that a peer is linked.
func (c *Core) LinkUp(now time.Time, id key.ID, info link.Info) {
	c.at(now)
	if c.stopped || id == c.me || c.peers.Len() >= c.options.Links && c.peers.Get(id) == nil {
		return
	}
	c.peers.Set(id, &peer{key: id, info: info, since: c.now, heard: c.now})
	delete(c.lost, id)
	if len(c.names) < maxLost {
		c.names[id] = info.Name
	}
	c.event("linked", "peer", c.peers.Get(id).name())
	c.greet(id, false)
	c.evidence.showProofs(id)
	c.settle()
}

// LinkDown tells that a peer's link is gone.
func (c *Core) LinkDown(now time.Time, id key.ID, reason string) {
	c.at(now)
	p := c.peers.Get(id)
	if p == nil {
		return
	}
	c.peers.Delete(id)
	if len(c.lost) < maxLost {
		c.lost[id] = c.now
	}
	delete(c.leader.queues, id)
	if c.joining.fetch != nil {
		c.joining.fetch.lost(c, id)
	}
	c.event("unlinked", "peer", p.name(), "why", reason)
	c.settle()
}

// greet tells a peer what this one is; wants asks for the island.
func (c *Core) greet(to key.ID, wants bool) {
	m := c.seats.member()
	g := message.Greeting{Incarnation: c.self.Incarnation, Capacity: m.Capacity, Uptime: uint32(m.Uptime / time.Second),
		Headless: m.Headless, Willing: m.Willing, Leaving: c.seats.leaving(), Wants: wants,
		Strained: m.Strained, Steps: m.Steps, Uplink: m.Uplink, Load: m.Load, Round: uint32(m.RTT / time.Microsecond)}
	if g.Idle = c.idle; c.machine != nil && len(c.records) > 0 {
		g.Epoch, g.Turn = c.records[len(c.records)-1].Number, c.state.executed
		g.Committed = c.state.committed
		c.fork.greetLine(&g)
	}
	c.send(to, link.Stream, g.Encode())
}

func (c *Core) receiveGreeting(p *peer, b []byte) error {
	g, err := message.DecodeGreeting(b)
	if err != nil {
		return err
	}
	if !g.Lacks || !p.said.Lacks || g.Name != p.said.Name || c.now.Sub(p.saidAt) > 3*lackGreeting {
		p.lacksSince = c.now
	}
	p.said, p.saidAt, p.greeted = g, c.now, true
	if c.island == message.Home {
		c.evidence.showAccusations(p)
	}
	if g.Gone() || g.Idle {
		c.unsubscribed(p)
		return nil
	}
	c.fork.noteFork(p, g.Epoch, g.Forked, tagOf(g.Name))
	c.lone.recalls(p)
	p.acked = max(p.acked, g.Turn)
	p.wants = p.wants || g.Wants
	c.joining.offers.some = c.joining.offers.some || p.wants
	if g.Lacks && c.now.Sub(p.answeredLack) >= lackGreeting*4/5 {
		p.answeredLack = c.now // so that it knows who is here
		c.greet(p.key, false)
	}
	p.whole = p.whole || g.Wants && g.Epoch == 0
	return nil
}

// memberOf is a peer as the roster sees it.
func (c *Core) memberOf(p *peer) roster.Member {
	return c.memberSaid(p.key, &p.said, p.saidAt, p.rtt)
}

// memberSaid is a peer as the roster sees it by what it said at a time.
func (c *Core) memberSaid(k key.ID, said *message.Greeting, at time.Time, measured time.Duration) roster.Member {
	rtt := time.Duration(said.Round) * time.Microsecond
	if rtt == 0 {
		rtt = measured
	}
	return roster.Member{Key: k, RTT: rtt, Uptime: time.Duration(said.Uptime)*time.Second + c.now.Sub(at),
		Headless: said.Headless, Willing: said.Willing && !said.Leaving, Trusted: c.seats.trusts(k), Strained: said.Strained,
		Capacity: said.Capacity, Steps: said.Steps, Uplink: said.Uplink, Load: said.Load}
}

// mail keeps a message for the next frame to a peer. Of acknowledgements only the newest matters.
func (c *Core) mail(m epoch.Outgoing) {
	p := c.peer(m.To)
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
		c.follower.urgent = true
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
func (c *Core) each(f func(p *peer)) {
	for _, p := range c.peers.Values() {
		f(p)
	}
}
