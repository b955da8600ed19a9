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
	// renewEvery is the least time between two announcements of this peer's capacity. A change of willingness
	// is announced at once.
	renewEvery = 5 * time.Second
	// lateTurns are looked at: two seconds'.
	lateTurns = 40
	// lateMost is how many of them may be closed late, by a turn's length or more. A leader with more is
	// strained, and another leads if it is not.
	lateMost = 20
	// strainFor is how long a strained peer counts as strained.
	strainFor = time.Minute
	// lossyFrom is the part of pings lost, on more than half of the links, from which on a peer is strained:
	// of the ten that are counted, three. Links younger than lossyAfter do not count.
	lossyFrom  = 0.3
	lossyAfter = 20 * time.Second
	// viewerAfter wrong states within viewerWithin make a peer a viewer, which does not vote, for viewerFor.
	viewerAfter  = 3
	viewerWithin = time.Minute
	viewerFor    = 5 * time.Minute
)

// Committee decides which peers vote in the island and which of them leads: this peer's offer, the voters
// that it names, and its hand-over.
type Committee struct {
	c *Core
	observerBase

	division Division
	quit     *quitting
	surveyed time.Time // the committee
	misfit   time.Time // since when it has the wrong size
	// since when the island has parts that it could be divided into, and too many people
	dispersed     time.Time
	voterContest  contest   // for a seat
	leaderContest contest   // for the lead
	stepped       time.Time // when this peer last tried to hand over without quitting
	promise       uint64    // turn up to which the file must be, to tell promised that it is
	promised      key.ID
	said          offer
	saidAt        time.Time
	looked        time.Time   // when renew was called by time
	late          uint64      // of the last turns closed here, one bit each
	strained      time.Time   // until then
	wrong         []time.Time // when the own state was found wrong, within viewerWithin
	viewer        time.Time   // until then this peer only watches
	why           string      // that was told last
}

// newCommittee makes the mechanism of an island.
func newCommittee(c *Core) *Committee {
	s := &Committee{c: c}
	s.division = Division{c: c, seats: s}
	return s
}

func (s *Committee) becameLeader() { s.dispersed = time.Time{} }

func (s *Committee) busy() bool { return s.quits() }

func (s *Committee) report(to *Status) {
	to.IneligibleWhy, to.Viewer = s.IneligibleWhy(), s.c.now.Before(s.viewer)
}

// offer holds the values that are announced again when they change by a factor of two: step budget, uplink
// and round trip.
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

// IneligibleWhy says in words why this peer neither leads nor votes, or would not; "" when it would.
func (s *Committee) IneligibleWhy() string {
	switch {
	case s.c.now.Before(s.viewer):
		return "its state differed from the others' three times in a minute, so that it only watches for five"
	case !s.trusts(s.c.me):
		return "the host policy of this world does not trust it"
	}
	return s.c.resources.Over(s.c, s.c.now)
}

// trusts reports whether the host policy lets a peer hold the island; never one that told two stories, or put
// words into others' mouths.
func (s *Committee) trusts(k key.ID) bool {
	return !s.c.standing.of(k) && !s.c.standing.forged(k) && s.c.standing.mayHost(k) && !s.c.standing.kicked(k, s.c.now) && (s.c.options.Offer.Trusted == nil || s.c.options.Offer.Trusted(k))
}

// Limit sets the limits of this process from now on.
func (s *Committee) Limit(now time.Time, l capacity.Limits) {
	s.c.at(now)
	s.c.resources.Limit(l)
	s.renew()
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (s *Committee) Lossy(peer key.ID, loss float64) {
	if p := s.c.peers.Get(peer); p != nil {
		p.loss = loss
	}
}

// roundTrip is the round-trip time that half of the links are below, and loss the part of packets that half
// lose less of.
func (s *Committee) roundTrip() (rtt time.Duration, loss float64) {
	times, losses := make([]time.Duration, 0, 16), make([]float64, 0, 16)
	for _, p := range s.c.peers.Values() {
		if p.rtt > 0 {
			times = append(times, p.rtt)
		}
		if s.c.now.Sub(p.since) >= lossyAfter {
			losses = append(losses, p.loss)
		}
	}
	if len(times) > 0 {
		slices.Sort(times)
		rtt = times[(len(times)-1)/2]
	}
	if len(losses) > 1 { // with a single link it is unknown which end is at fault
		slices.Sort(losses)
		loss = losses[(len(losses)-1)/2]
	}
	return rtt, loss
}

// member is this peer as the roster sees it.
func (s *Committee) member() roster.Member {
	rtt, loss := s.roundTrip()
	if loss >= lossyFrom {
		s.strained = s.c.now.Add(strainFor)
	}
	capacity := s.c.options.Offer.Capacity
	if n := s.c.resources.Limits.Islands; n > 0 {
		capacity = n
	}
	return roster.Member{Key: s.c.me, RTT: rtt, Uptime: s.c.now.Sub(s.c.began), Headless: s.c.options.Offer.Headless, Willing: s.IneligibleWhy() == "",
		Trusted: s.trusts(s.c.me), Strained: s.c.now.Before(s.strained), Capacity: capacity,
		Steps: s.c.resources.Steps(s.c.leader.turnTime(), s.c.measures.steps.high), Uplink: s.c.resources.Uplink(), Load: s.c.resources.Load(s.c)}
}

// renewGap is how often this peer's capacity is measured in a world whose islands are shared out.
const renewGap = 500 * time.Millisecond

// renewNow calls renew when it is time to.
func (s *Committee) renewNow() {
	if s.c.islands == nil || !s.c.islands.Shares() || s.c.now.Sub(s.looked) >= renewGap {
		s.looked = s.c.now
		s.renew()
	}
}

// renew announces this peer's capacity when it has changed much since the last announcement.
func (s *Committee) renew() {
	m := s.member()
	now := offer{m.Willing, m.Strained, m.Load, uint64(m.Holds()), uint64(m.Uplink), uint64(max(m.RTT/roster.Near, 1))}
	if why := s.IneligibleWhy(); why != s.why {
		s.why = why
		if why != "" {
			s.c.event("this peer takes no part in ordering turns", "why", why)
		} else {
			s.c.event("this peer takes part in ordering turns again")
		}
	}
	if now.like(s.said) || now.willing == s.said.willing && s.c.now.Sub(s.saidAt) < renewEvery {
		return
	}
	first := s.saidAt.IsZero()
	s.said, s.saidAt = now, s.c.now
	if first && now.willing && !now.strained {
		return // nothing else was ever said
	}
	for _, k := range s.c.peers.Keys() {
		s.c.peers.greet(k, false)
	}
}

// closed notes that a turn was closed so much later than it was due.
func (s *Committee) closed(late time.Duration) {
	s.late <<= 1
	if late >= s.c.leader.turnTime() {
		s.late |= 1
	}
	if bits.OnesCount64(s.late&(1<<lateTurns-1)) > lateMost {
		s.strained, s.late = s.c.now.Add(strainFor), 0
		s.c.event("this peer closes turns late")
	}
}

// foundWrong notes that the own state differed from the others', which is the only thing that counts as a
// desync of this peer.
func (s *Committee) foundWrong() {
	s.c.measures.desyncs++
	s.wrong = append(slices.DeleteFunc(s.wrong, func(t time.Time) bool { return s.c.now.Sub(t) >= viewerWithin }), s.c.now)
	if len(s.wrong) >= viewerAfter {
		s.viewer, s.wrong = s.c.now.Add(viewerFor), nil
	}
	s.renew()
}

// fewer are as many voters as a committee can have: this peer, and of those that are here as many as fit.
func (s *Committee) fewer(present []key.ID) []key.ID {
	voters := append([]key.ID{s.c.me}, present...)
	return voters[:roster.Size(len(voters))]
}
