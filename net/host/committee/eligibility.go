package committee

import (
	"math/bits"
	"slices"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
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
	// lossHeard is how long it may take that a peer notices the losses of its links, and that others hear of
	// it. A leader waits for so long, and for renewEvery, before it hands over because of its own: where all
	// lines lose packets, nobody would lead better.
	lossHeard  = 3 * time.Second
	LossyAfter = 20 * time.Second
	// viewerAfter wrong states within viewerWithin make a peer a viewer, which does not vote, for ViewerFor.
	viewerAfter  = 3
	viewerWithin = time.Minute
	ViewerFor    = 5 * time.Minute
)

// Committee decides which peers vote in the island and which of them leads: this peer's offer, the voters
// that it names, and its hand-over.
type Committee struct {
	c *kernel.Core
	kernel.ObserverBase

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
	badLines      time.Time   // since when bad links strain it
	wrong         []time.Time // when the own state was found wrong, within viewerWithin
	viewer        time.Time   // until then this peer only watches
	why           string      // that was told last
	tempo         kernel.Slot[tempo]
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Committee {
	s := &Committee{c: c, tempo: kernel.NewSlot[tempo](c)}
	s.division = Division{c: c, seats: s}
	return s
}

// BecameLeader waits anew with a division of too many people.
func (s *Committee) BecameLeader() { s.dispersed = time.Time{} }

// Busy reports whether a hand-over is under way.
func (s *Committee) Busy() bool { return s.Quits() }

// Report says whether this peer takes seats.
func (s *Committee) Report(to *status.Host) {
	to.IneligibleWhy, to.Viewer = s.IneligibleWhy(), s.c.Now.Before(s.viewer)
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
	case s.c.Options.Offer.PlayOnly:
		return "it only plays"
	case s.c.Now.Before(s.viewer):
		return "its state was wrong three times within a minute; it does not vote for five minutes"
	case !s.Trusts(s.c.Me):
		return "the host policy of this world does not allow it"
	}
	return s.c.Resources.Over(s.c, s.c.Now)
}

// Trusts reports whether the host policy lets a peer hold the island; never one that told two stories, or put
// words into others' mouths.
func (s *Committee) Trusts(k key.ID) bool {
	return !s.c.Standing.Of(k) && !s.c.Standing.Forged(k) && s.c.Standing.MayHost(k) && !s.c.Standing.Harbours(k) && !s.c.Standing.Kicked(k, s.c.Now) && (s.c.Options.Offer.Trusted == nil || s.c.Options.Offer.Trusted(k))
}

// Limit sets the limits of this process from now on.
func (s *Committee) Limit(now time.Time, l capacity.Limits) {
	s.c.SetTime(now)
	s.c.Resources.Limit(l)
	s.Renew()
}

// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
func (s *Committee) Lossy(peer key.ID, loss float64) {
	if p := s.c.Peers.Get(peer); p != nil {
		p.Loss = loss
	}
}

// Placed tells on which machine a peer runs; see link.Stats.
func (s *Committee) Placed(peer key.ID, machine string) {
	if p := s.c.Peers.Get(peer); p != nil {
		p.Machine = machine
	}
}

// RoundTrip is the round-trip time that half of the links are below, and loss the part of packets that half
// lose less of.
func (s *Committee) RoundTrip() (rtt time.Duration, loss float64) {
	times, losses := make([]time.Duration, 0, 16), make([]float64, 0, 16)
	for _, p := range s.c.Peers.Values() {
		if p.RTT > 0 {
			times = append(times, p.RTT)
		}
		if s.c.Now.Sub(p.Since) >= LossyAfter {
			losses = append(losses, p.Loss)
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

// Member is this peer as the roster sees it.
func (s *Committee) Member() roster.Member {
	rtt, loss := s.RoundTrip()
	if loss >= kernel.LossyFrom {
		if !s.c.Now.Before(s.strained) {
			s.badLines = s.c.Now
		}
		s.strained = s.c.Now.Add(strainFor)
	}
	capacity := s.c.Options.Offer.Capacity
	if n := s.c.Resources.Limits.Islands; n > 0 {
		capacity = n
	}
	m := roster.Member{Key: s.c.Me, RTT: rtt, Uptime: s.c.Now.Sub(s.c.Began), Headless: s.c.Options.Offer.Headless, Willing: s.IneligibleWhy() == "",
		Trusted: s.Trusts(s.c.Me), Strained: s.c.Now.Before(s.strained), Capacity: capacity,
		Steps: s.c.Resources.Steps(s.c.Leader.TurnTime(), s.c.Measures.Steps.High), Uplink: s.c.Resources.Uplink(), Load: s.c.Resources.Load(s.c), PlayOnly: s.c.Options.Offer.PlayOnly,
		Machine: link.Here}
	return s.c.Standing.Own(m, s.c.Today())
}

// renewGap is how often this peer's capacity is measured in a world whose islands are shared out.
const renewGap = 500 * time.Millisecond

// RenewNow calls renew when it is time to.
func (s *Committee) RenewNow() {
	if s.c.Islands == nil || !s.c.Islands.Shares() || s.c.Now.Sub(s.looked) >= renewGap {
		s.looked = s.c.Now
		s.Renew()
	}
}

// Renew announces this peer's capacity when it has changed much since the last announcement.
func (s *Committee) Renew() {
	m := s.Member()
	now := offer{m.Willing, m.Strained, m.Load, uint64(m.Holds()), uint64(m.Uplink), uint64(max(m.RTT/roster.Near, 1))}
	if why := s.IneligibleWhy(); why != s.why {
		s.why = why
		if why != "" {
			s.c.Event("this peer does not vote", "why", why)
		} else {
			s.c.Event("this peer may vote again")
		}
	}
	if now.like(s.said) || now.willing == s.said.willing && s.c.Now.Sub(s.saidAt) < renewEvery {
		return
	}
	first := s.saidAt.IsZero()
	s.said, s.saidAt = now, s.c.Now
	if first && now.willing && !now.strained {
		return // nothing else was ever said
	}
	for _, k := range s.c.Peers.Keys() {
		s.c.Peers.Greet(k, false)
	}
}

// Closed notes that a turn was closed so much later than it was due.
func (s *Committee) Closed(late time.Duration) {
	s.late <<= 1
	if late >= s.c.Leader.TurnTime() {
		s.late |= 1
	}
	if bits.OnesCount64(s.late&(1<<lateTurns-1)) > lateMost {
		s.badLines = time.Time{}
		s.strained, s.late = s.c.Now.Add(strainFor), 0
		s.c.Event("this leader closes turns late")
	}
}

// FoundWrong notes that the own state differed from the others', which is the only thing that counts as a
// desync of this peer.
func (s *Committee) FoundWrong() {
	s.c.Measures.Desyncs++
	s.wrong = append(slices.DeleteFunc(s.wrong, func(t time.Time) bool { return s.c.Now.Sub(t) >= viewerWithin }), s.c.Now)
	if len(s.wrong) >= viewerAfter {
		s.viewer, s.wrong = s.c.Now.Add(ViewerFor), nil
	}
	s.Renew()
}

// Fewer are as many voters as a committee can have: this peer, and of those that are here as many as fit.
func (s *Committee) Fewer(present []key.ID) []key.ID {
	voters := append([]key.ID{s.c.Me}, present...)
	return voters[:roster.Size(len(voters))]
}
