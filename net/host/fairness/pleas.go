package fairness

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/capacity"
	"manyhold/net/host/kernel"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	// pleadAfter is how long an own command is not ordered until the other voters get it as well, and
	// pleadEvery how often. While the leader sends no turns, both are pleadHidden.
	pleadAfter  = time.Second
	pleadEvery  = time.Second
	pleadHidden = 200 * time.Millisecond
	// orderedWithin is how long a voter waits for a command that it passed on, and leastTurns how many turns
	// with room for it.
	orderedWithin = 2 * time.Second
	leastTurns    = 8
	// reachesWithin is how long a command may be on its way to the leader. After excusedWithin, nothing but
	// the leader is the reason.
	reachesWithin = time.Second
	excusedWithin = 10 * time.Second
	// stillAsked is how old a player's last plea may be.
	stillAsked = 2 * time.Second
	// maxPleas is how many players' pleas are kept. Those of more have to wait.
	maxPleas = 64
	// maxShares is of how many authors the share is known.
	maxShares = 256
)

// plea is a player's oldest command that the leader has not ordered.
type plea struct {
	author key.ID
	seq    uint64
	body   []byte
	since  time.Time // when it was first passed on; also of a command before it that was given up,
	first  uint64    // that command
	begun  time.Time // when this one was first passed on,
	signed time.Time // and with a signature for this epoch
	asked  time.Time // last
	passed int       // turns since that had room for it; those of one turn's time count once
	looked time.Time // when the last of them was executed
}

// pleas are the commands that leaders leave out: the own ones, and those that others gave this voter.
type pleas struct {
	f    *Fairness
	all  []plea
	told time.Time // when the own ones were given to the voters

	// shares are what authors have left of theirs by the turns that were executed here: commands beyond it
	// wait at every leader.
	shares map[key.ID]*capacity.Share
}

// begin waits anew, with another leader.
func (s *pleas) begin() { s.all = s.all[:0] }

// epochBegan counts turns anew: the commands are signed again for another epoch.
func (s *pleas) epochBegan() {
	for i := range s.all {
		s.all[i].passed, s.all[i].signed = 0, time.Time{}
	}
}

// plead gives the own commands that were not ordered in time to the other voters.
func (s *pleas) plead() {
	c, after, every := s.f.c, pleadAfter, pleadEvery
	if s.f.withheld.on() {
		after, every = pleadHidden, pleadHidden
	}
	w := c.Own.Waiting
	if len(w) == 0 || c.Now.Sub(w[0].Born()) < after || c.Now.Sub(s.told) < every || c.Fork.QuietNow() || !c.Follower.Agrees() || !c.Policy.MayAct(c.Me) {
		return
	}
	s.told = c.Now
	m := message.Fairness{Step: message.FairPlea, Epoch: c.Epoch.Record().Number, Term: c.Epoch.Term()}
	for i := range w[:min(len(w), message.MaxPleaded)] {
		c.Commands.Sign(&w[i])
		m.Commands = append(m.Commands, w[i].Command)
	}
	b := m.Encode()
	for _, p := range s.f.otherVoters() {
		c.Send(p.Key, link.Stream, b)
	}
	s.note(c.Me, m.Commands[0])
}

// otherVoters are the linked voters beside the leader.
func (f *Fairness) otherVoters() (all []*kernel.Peer) {
	for _, v := range f.c.Epoch.Record().Voters {
		if p := f.c.Peers.Get(v.Key); p != nil && p.Greeted && v.Key != f.leader {
			all = append(all, p)
		}
	}
	return all
}

// note remembers the oldest command that a player asks for.
func (s *pleas) note(author key.ID, k message.Command) {
	now := s.f.c.Now
	i := slices.IndexFunc(s.all, func(p plea) bool { return p.author == author })
	switch {
	case k.Seq <= s.f.c.Machine.Sequence(author):
		return
	case i < 0 && len(s.all) >= maxPleas:
		return
	case i < 0:
		s.all = append(s.all, plea{author: author, since: now, first: k.Seq})
		i = len(s.all) - 1
	}
	p := &s.all[i]
	if p.seq != k.Seq {
		p.begun = now
	}
	if p.signed.IsZero() {
		p.signed = now
	}
	p.seq, p.body, p.asked = k.Seq, bytes.Clone(k.Body), now
}

// receive takes a player's plea: this voter passes it on to the leader.
func (s *pleas) receive(p *kernel.Peer, m message.Fairness) {
	c := s.f.c
	if m.Epoch != c.Epoch.Record().Number || m.Term != c.Epoch.Term() || !c.Follower.Agrees() {
		return
	}
	if c.Epoch.Leading() {
		c.Leader.EnqueueOf(p, p.Key, m.Commands)
		return
	}
	if !c.Epoch.Member() || !c.Policy.MayAct(p.Key) {
		return
	}
	for _, k := range m.Commands {
		if !c.Commands.VerifyCommand(p, p.Key, k) {
			return
		}
	}
	s.note(p.Key, m.Commands[0])
	if to := c.Peers.Get(s.f.leader); to != nil {
		f := message.Fairness{Step: message.FairForward, Author: p.Key, Epoch: m.Epoch, Term: m.Term, Commands: m.Commands}
		c.Send(to.Key, link.Stream, f.Encode())
	}
}

// forwarded takes, as leader, the commands that a voter passes on.
func (s *pleas) forwarded(p *kernel.Peer, m message.Fairness) error {
	c := s.f.c
	switch {
	case m.Epoch != c.Epoch.Record().Number || m.Term != c.Epoch.Term() || !c.Epoch.Leading():
		return nil
	case !c.Epoch.Record().Votes(p.Key):
		return kernel.ErrUnexpected
	}
	c.Leader.EnqueueOf(p, m.Author, m.Commands)
	return nil
}

// executing looks which players' commands are in a turn, and whether there was room for others.
func (s *pleas) executing(t epoch.Turn) {
	m, turn := s.f.c.Machine, machine.Turn(t.Parsed)
	m.Commands(turn, func(author [32]byte, _ uint64, body []byte) { s.share(author).Executed(s.f.c.Now, len(body)) })
	if len(s.all) == 0 {
		return
	}
	b := m.Begin(m.Ticks(turn))
	m.Commands(turn, func(author [32]byte, seq uint64, body []byte) {
		s.all = slices.DeleteFunc(s.all, func(p plea) bool { return p.author == author && seq >= p.seq })
		s.ordered(author, seq)
		b.Append(author, seq, body)
	})
	now := s.f.c.Now
	s.all = slices.DeleteFunc(s.all, func(p plea) bool {
		return p.seq <= m.Sequence(p.author) || now.Sub(p.asked) > 2*stillAsked
	})
	for i := range s.all {
		p := &s.all[i]
		if !s.reached(p) || now.Sub(p.looked) < s.f.c.Leader.TurnTime()*3/4 {
			continue // it may have been closed before the leader had the command
		}
		p.looked = now
		if !s.share(p.author).Ample(now) {
			continue
		}
		if taken, err := b.Append(p.author, p.seq, p.body); taken && err == nil {
			p.passed++
		}
	}
}

// reached reports whether the leader has had a command for some time. One that was signed for an epoch before
// counts only after so long that epochs do not excuse it.
func (s *pleas) reached(p *plea) bool {
	now := s.f.c.Now
	if now.Sub(p.since) >= excusedWithin {
		return true
	}
	return !p.signed.IsZero() && now.Sub(p.signed) >= reachesWithin && now.Sub(p.since) >= reachesWithin
}

// ordered notes a command of an author that waits for a later one: that has waited since it was passed on.
func (s *pleas) ordered(author key.ID, seq uint64) {
	for i := range s.all {
		if p := &s.all[i]; p.author == author && seq >= p.first {
			p.since, p.first, p.passed = p.begun, p.seq, 0
		}
	}
}

// share is what an author has left.
func (s *pleas) share(author key.ID) *capacity.Share {
	if x := s.shares[author]; x != nil {
		return x
	}
	if len(s.shares) >= maxShares {
		maps.DeleteFunc(s.shares, func(_ key.ID, x *capacity.Share) bool { return x.Full(s.f.c.Now) })
	}
	if s.shares == nil || len(s.shares) >= maxShares {
		s.shares = map[key.ID]*capacity.Share{}
	}
	x := capacity.NewShare(s.f.c.Options.Commands)
	s.shares[author] = &x
	return &x
}

// judge finds that the leader leaves out the commands of a player.
func (s *pleas) judge() {
	now, within := s.f.c.Now, orderedWithin
	if s.f.heard.hint(message.Censors) {
		within = orderedWithin / 2
	}
	for _, p := range s.all {
		if now.Sub(p.since) >= within && now.Sub(p.asked) < stillAsked && p.passed >= leastTurns && s.f.c.Policy.MayAct(p.author) {
			s.f.find(message.Censors, p.author)
			return
		}
	}
}
