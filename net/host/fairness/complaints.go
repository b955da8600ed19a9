package fairness

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

// maxComplaints is how many complaints of others are kept: of each voter one, and of some others.
const maxComplaints = 32

// complaint is another peer's finding against a leader.
type complaint struct {
	by      key.ID
	votes   bool
	leader  key.ID
	record  [32]byte
	misdeed message.Misdeed
	victim  key.ID
	at      time.Time
}

// complaints are what other peers found.
type complaints struct {
	f   *Fairness
	all []complaint
}

// expire forgets what was said a while ago.
func (s *complaints) expire() {
	s.all = slices.DeleteFunc(s.all, func(x complaint) bool { return s.f.c.Now.Sub(x.at) > 2*hintFor })
}

// hint reports whether another voter found a moment ago that the present leader does something.
func (s *complaints) hint(m message.Misdeed) bool {
	return slices.ContainsFunc(s.all, func(x complaint) bool {
		return x.votes && x.misdeed == m && x.leader == s.f.leader && s.f.c.Now.Sub(x.at) < hintFor
	})
}

// complain tells all peers what this one found.
func (s *complaints) complain(m message.Misdeed, victim key.ID) {
	s.say(m, victim)
	s.weigh(s.f.c.Epoch.Record(), s.f.leader)
}

// say sends a complaint to all linked peers but the leader.
func (s *complaints) say(m message.Misdeed, victim key.ID) {
	c := s.f.c
	b := message.Fairness{Step: message.FairComplaint, Record: c.Epochs.Where().Epoch, Leader: s.f.leader, Misdeed: m, Victim: victim}
	bytes := b.Encode()
	c.Peers.Each(func(p *kernel.Peer) {
		if p.Greeted && p.Key != s.f.leader {
			c.Send(p.Key, link.Stream, bytes)
		}
	})
}

// receive takes what another peer found.
func (s *complaints) receive(p *kernel.Peer, m message.Fairness) {
	c := s.f.c
	r := c.Epoch.Record()
	if m.Record != r.Hash() || !r.Votes(m.Leader) || m.Leader == p.Key || m.Leader == c.Me || len(s.all) >= maxComplaints {
		return
	}
	s.all = slices.DeleteFunc(s.all, func(x complaint) bool { return x.by == p.Key })
	if m.Misdeed == message.Withholds { // of itself alone
		c.Peers.Tell(p, "says that the leader sends it no turns", "leader", s.f.called(m.Leader))
		s.f.disputes.note(p.Key, m.Leader)
		s.f.disputes.judge()
		return
	}
	x := complaint{p.Key, r.Votes(p.Key), m.Leader, m.Record, m.Misdeed, m.Victim, c.Now}
	s.all = append(s.all, x)
	c.Peers.Tell(p, "complains of the leader", "leader", s.f.called(m.Leader), "why", Words(m.Misdeed, false, "", s.f.called(m.Victim)).String())
	s.weigh(r, m.Leader)
	if r.Lone() && !x.votes {
		s.alone(x)
	}
}

// alone takes a complaint of the only voter, which no other voter can judge: the founder can take the world
// back, and keepers and members can ask for that. So all of them read of it. The founder reads it of anybody;
// a decree is offered on the word of a peer that the charter vouches for.
func (s *complaints) alone(x complaint) {
	c := s.f.c
	vouched := func(k key.ID) bool { return c.Standing.Familiarity(k, c.Today()) == roster.Vouched }
	switch {
	case vouched(c.Me) && vouched(x.by):
		c.Standing.BlameLeader(x.leader, lightly(x.misdeed), c.Now)
	case c.Me != c.Genesis.Founder:
		return
	}
	s.f.said.note(x.leader, x.misdeed, x.victim)
}

// weigh believes what most voters of an epoch say.
func (s *complaints) weigh(r *epoch.Record, leader key.ID) {
	var last complaint
	voters := 0
	for _, x := range s.all {
		if x.votes && x.leader == leader && x.record == r.Hash() {
			voters, last = voters+1, x
		}
	}
	if r.Votes(s.f.c.Me) && s.f.said.holds(leader) {
		voters++
	}
	if last.by.IsZero() || 2*voters <= len(r.Voters) {
		return
	}
	s.f.c.Standing.BlameLeader(leader, lightly(last.misdeed), s.f.c.Now)
	s.f.said.note(leader, last.misdeed, last.victim)
}

// Receive takes a message about fairness.
func (f *Fairness) Receive(p *kernel.Peer, b []byte) error {
	m, err := message.DecodeFairness(b)
	if err != nil || f.c.Epoch == nil || f.c.Machine == nil {
		return err
	}
	switch m.Step {
	case message.FairPlea:
		f.pleas.receive(p, m)
	case message.FairForward:
		return f.pleas.forwarded(p, m)
	case message.FairAbsent:
		f.sleepers.askedFor(p, m.Players)
	case message.FairPresent:
		return f.sleepers.told(p, m.Players)
	case message.FairComplaint:
		f.heard.receive(p, m)
	}
	return nil
}

const (
	// leadsOn is how long a leader may still lead after a finding until that is told.
	leadsOn = 5 * time.Second
	// maxFindings is how many findings are told.
	maxFindings = 8
)

// history is what this peer found, or most voters, for people to read: newest last.
type history struct {
	f   *Fairness
	all []finding
}

// finding is a finding against a leader.
type finding struct {
	leader  key.ID
	name    string
	misdeed message.Misdeed
	victim  string
	since   time.Time // found first,
	at      time.Time // and last
	lost    bool      // it lost its seat
	told    bool
}

// holds reports whether there is a recent finding against a leader.
func (s *history) holds(leader key.ID) bool {
	return slices.ContainsFunc(s.all, func(x finding) bool {
		return x.leader == leader && x.misdeed != message.Withholds && s.f.c.Now.Sub(x.at) < 2*hintFor
	})
}

// note adds a finding; a repetition changes nothing.
func (s *history) note(leader key.ID, m message.Misdeed, victim key.ID) {
	now := s.f.c.Now
	if i := slices.IndexFunc(s.all, func(x finding) bool {
		return x.leader == leader && x.misdeed == m && (!x.lost || now.Sub(x.at) < 2*hintFor)
	}); i >= 0 {
		s.all[i].at = now
		return
	}
	s.all = append(s.all, finding{leader: leader, name: s.f.called(leader), misdeed: m, victim: s.f.called(victim), since: now, at: now})
	s.all = s.all[max(0, len(s.all)-maxFindings):]
	if m == message.Withholds {
		s.tell(&s.all[len(s.all)-1])
	}
}

// fell notes that another peer leads now.
func (s *history) fell(now key.ID) {
	for i := range s.all {
		if x := &s.all[i]; !x.lost && x.leader != now && x.misdeed != message.Withholds && s.f.c.Now.Sub(x.at) < 2*hintFor {
			x.lost = true
			s.tell(x)
		}
	}
}

// lasts tells of a leader that leads on.
func (s *history) lasts() {
	for i := range s.all {
		if x := &s.all[i]; !x.lost && !x.told && x.leader == s.f.leader && s.f.c.Now.Sub(x.since) >= leadsOn {
			s.tell(x)
		}
	}
}

// tell says it in the log and in the status.
func (s *history) tell(x *finding) {
	x.told = true
	words := Words(x.misdeed, x.lost, x.name, x.victim)
	s.f.c.Event(words.String())
}

// report lists the findings that were told.
func (s *history) report() (all []status.Unfair) {
	for _, x := range s.all {
		if x.told {
			all = append(all, status.Unfair{Leader: x.leader, Name: x.name, Lost: x.lost, Words: Words(x.misdeed, x.lost, x.name, x.victim), Since: s.f.c.Clock.Outside(x.since)})
		}
	}
	return all
}
