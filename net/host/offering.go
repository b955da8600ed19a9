package host

import (
	"math/bits"
	"slices"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/key"
	"manyhold/net/roster"
)

const (
	// renewEvery is how often the others are told anew what this peer is able to, at most. That it does not
	// want any more, or wants again, they are told at once.
	renewEvery = 5 * time.Second
	// lateTurns are looked at: two seconds'.
	lateTurns = 40
	// lateMost is how many of them may be closed late, by a turn's length or more. A leader with more is
	// strained, and another leads if it is not.
	lateMost = 20
	// strainFor is how long who was strained counts so.
	strainFor = time.Minute
	// lossyFrom is the part of pings lost, on more than half of the links, from which on a peer is strained: of the
	// ten that are counted, three. Links younger than lossyAfter do not count.
	lossyFrom  = 0.3
	lossyAfter = 20 * time.Second
	// viewerAfter wrong states within viewerWithin make a peer a viewer, which does not vote, for viewerFor.
	viewerAfter  = 3
	viewerWithin = time.Minute
	viewerFor    = 5 * time.Minute
)

// offering is what this peer has to say of itself, and said.
type offering struct {
	said     offer
	saidAt   time.Time
	looked   time.Time   // when renew was called by time
	late     uint64      // of the last turns closed here, one bit each
	strained time.Time   // until then
	wrong    []time.Time // when the own state was found wrong, within viewerWithin
	viewer   time.Time   // until then this peer only watches
	why      string      // that was told last
}

// offer is what is renewed when it changes much: what can be held, uplink and round trip by a factor of two.
type offer struct {
	willing, strained bool
	load              uint32
	holds, uplink     uint64
	round             uint64 // in units of roster.Near, at least one
}

// like reports whether another offer says much the same.
func (o offer) like(p offer) bool {
	near := func(a, b uint64) bool { return max(a, b) < 2*min(a, b) || a == b }
	return o.willing == p.willing && o.strained == p.strained && o.load == p.load && near(o.holds, p.holds) && near(o.uplink, p.uplink) && near(o.round, p.round)
}

// Reluctance says in words why this peer neither leads nor votes, or would not; "" when it would.
func (c *Core) Reluctance() string {
	switch {
	case c.now.Before(c.offering.viewer):
		return "its state differed from the others' three times in a minute, so that it only watches for five"
	case !c.trusts(c.me):
		return "the host policy of this world does not trust it"
	}
	return c.means.Over(c, c.now)
}

// trusts reports whether the host policy lets a peer hold the island; never one that told two stories, or put
// words into others' mouths.
func (c *Core) trusts(k key.ID) bool {
	return !c.guilt.of(k) && !c.guilt.forged(k) && c.guilt.mayHost(k) && !c.guilt.exiled(k, c.now) && (c.options.Trusted == nil || c.options.Trusted(k))
}

// Limit sets what this process offers from now on.
func (c *Core) Limit(now time.Time, l capacity.Limits) {
	c.at(now)
	c.means.Limit(l)
	c.renew()
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (c *Core) Lossy(peer key.ID, loss float64) {
	if p := c.peers[peer]; p != nil {
		p.loss = loss
	}
}

// roundTrip is the round-trip time that half of the links are below, and loss the part of packets that half lose
// less of.
func (c *Core) roundTrip() (rtt time.Duration, loss float64) {
	times, losses := make([]time.Duration, 0, 16), make([]float64, 0, 16)
	for _, p := range c.ranks {
		if p.rtt > 0 {
			times = append(times, p.rtt)
		}
		if c.now.Sub(p.since) >= lossyAfter {
			losses = append(losses, p.loss)
		}
	}
	if len(times) > 0 {
		slices.Sort(times)
		rtt = times[(len(times)-1)/2]
	}
	if len(losses) > 1 { // of one link alone nobody knows whose fault it is
		slices.Sort(losses)
		loss = losses[(len(losses)-1)/2]
	}
	return rtt, loss
}

// member is this peer as the roster sees it.
func (c *Core) member() roster.Member {
	rtt, loss := c.roundTrip()
	if loss >= lossyFrom {
		c.offering.strained = c.now.Add(strainFor)
	}
	capacity := c.options.Capacity
	if n := c.means.Limits.Islands; n > 0 {
		capacity = n
	}
	return roster.Member{Key: c.me, RTT: rtt, Uptime: c.now.Sub(c.began), Headless: c.options.Headless, Willing: c.Reluctance() == "",
		Trusted: c.trusts(c.me), Strained: c.now.Before(c.offering.strained), Capacity: capacity,
		Steps: c.means.Steps(c.turnTime(), c.steps.high), Uplink: c.means.Uplink(), Load: c.means.Load(c)}
}

// renewGap is how often it is looked at what this peer is able to, in a world that is shared out.
const renewGap = 500 * time.Millisecond

// renewNow calls renew when it is time to.
func (c *Core) renewNow() {
	if c.siblings == nil || !c.siblings.shares() || c.now.Sub(c.offering.looked) >= renewGap {
		c.offering.looked = c.now
		c.renew()
	}
}

// renew tells the others what this peer is able to, when that has changed much since they were told.
func (c *Core) renew() {
	m, o := c.member(), &c.offering
	now := offer{m.Willing, m.Strained, m.Load, uint64(m.Holds()), uint64(m.Uplink), uint64(max(m.RTT/roster.Near, 1))}
	if why := c.Reluctance(); why != o.why {
		o.why = why
		if why != "" {
			c.event("this peer takes no part in ordering turns", "why", why)
		} else {
			c.event("this peer takes part in ordering turns again")
		}
	}
	if now.like(o.said) || now.willing == o.said.willing && c.now.Sub(o.saidAt) < renewEvery {
		return
	}
	first := o.saidAt.IsZero()
	o.said, o.saidAt = now, c.now
	if first && now.willing && !now.strained {
		return // nothing else was ever said
	}
	for _, k := range c.order {
		c.greet(k, false)
	}
}

// closed notes that a turn was closed so much later than it was due.
func (c *Core) closed(late time.Duration) {
	o := &c.offering
	o.late <<= 1
	if late >= c.turnTime() {
		o.late |= 1
	}
	if bits.OnesCount64(o.late&(1<<lateTurns-1)) > lateMost {
		o.strained, o.late = c.now.Add(strainFor), 0
		c.event("this peer closes turns late")
	}
}

// foundWrong notes that the own state differed from the others', which is the only thing that counts as a desync
// of this peer.
func (c *Core) foundWrong() {
	o := &c.offering
	c.desyncs++
	o.wrong = append(slices.DeleteFunc(o.wrong, func(t time.Time) bool { return c.now.Sub(t) >= viewerWithin }), c.now)
	if len(o.wrong) >= viewerAfter {
		o.viewer, o.wrong = c.now.Add(viewerFor), nil
	}
	c.renew()
}
