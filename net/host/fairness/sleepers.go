package fairness

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	// restTicks is how many ticks after its last command a player may be put to sleep: two seconds.
	restTicks = 120
	// hearsWithin is how long ago a voter must have heard a player to say that it is there.
	hearsWithin = 2 * time.Second
	// objectsFor is how long a voter's word that a player is there counts.
	objectsFor = 3 * time.Second
	// askedWithin is how old a leader's question may be that a voter did not object to.
	askedWithin = 10 * time.Second
	// settledFor is how long links must be up until a voter relies on having been asked.
	settledFor = 5 * time.Second
	// learnsFor is how long a voter waits before it finds a sleep unjust: the leader may hear of a kick
	// before it does.
	learnsFor = 1500 * time.Millisecond
	// maxSleepers is how many players are remembered.
	maxSleepers = 256
)

// acted is when a player's last command was executed.
type acted struct{ tick, turn uint64 }

// sleepers watch over players that are put to sleep.
type sleepers struct {
	f       *Fairness
	acts    map[key.ID]acted
	present map[key.ID]time.Time // as leader: a voter said so; as voter: this peer did
	asked   map[key.ID]time.Time // of players, by the leader
	slept   map[key.ID]time.Time // players that the leader put to sleep a moment ago
	unjust  []unjust
}

// unjust is a sleep that this voter objects to.
type unjust struct {
	player key.ID
	at     time.Time
}

// begin forgets what was said to another leader.
func (s *sleepers) begin() {
	s.present, s.asked, s.slept, s.unjust = map[key.ID]time.Time{}, map[key.ID]time.Time{}, map[key.ID]time.Time{}, nil
}

// back forgets the commands of turns that are lost.
func (s *sleepers) back(to uint64) {
	for k, a := range s.acts {
		if a.turn > to {
			delete(s.acts, k)
		}
	}
}

// executing notes who acts in a turn, and who is put to sleep.
func (s *sleepers) executing(t epoch.Turn) {
	m, turn := s.f.c.Machine, machine.Turn(t.Parsed)
	now := m.Tick()
	mine := s.f.c.Epoch != nil && (s.f.c.Epoch.Leading() || t.Term != s.f.c.Epoch.Term())
	m.Departs(turn, func(author [32]byte) {
		if mine || s.f.c.Epoch == nil {
			return
		}
		if a, ok := s.acts[author]; ok && now >= a.tick && now-a.tick < restTicks {
			s.f.find(message.Sleeps, author)
			return
		}
		s.sleeps(author)
	})
	m.Commands(turn, func(author [32]byte, seq uint64, _ []byte) {
		if s.acts == nil {
			s.acts = map[key.ID]acted{}
		}
		if _, had := s.acts[author]; !had && len(s.acts) >= maxSleepers {
			s.prune(now)
		}
		s.acts[author] = acted{now, t.Number}
	})
}

// sleeps looks whether a player that falls asleep is there. The player's own peer says so to the voters.
func (s *sleepers) sleeps(player key.ID) {
	c := s.f.c
	if s.slept == nil {
		return
	}
	if len(s.slept) >= maxSleepers {
		clear(s.slept)
	}
	s.slept[player] = c.Now
	if player == c.Me {
		here := message.Fairness{Step: message.FairPresent, Players: []key.ID{c.Me}}
		b := here.Encode()
		for _, p := range s.f.otherVoters() {
			c.Send(p.Key, link.Stream, b)
		}
		s.object(player)
		return
	}
	if p := c.Peers.Get(player); p != nil && c.Now.Sub(p.Heard) <= hearsWithin {
		s.object(player)
	}
}

// prune forgets players that did nothing lately.
func (s *sleepers) prune(now uint64) {
	for k, a := range s.acts {
		if now < a.tick || now-a.tick >= restTicks {
			delete(s.acts, k)
		}
	}
}

// object notes that a player is put to sleep that this voter hears, if the leader should know that: the voter
// answered its last question so, or the leader did not ask.
func (s *sleepers) object(player key.ID) {
	c := s.f.c
	p, l := c.Peers.Get(player), c.Peers.Get(s.f.leader)
	if !c.Epoch.Member() || p == nil && player != c.Me || l == nil || len(s.unjust) >= maxSleepers {
		return
	}
	asked := s.asked[player]
	switch {
	case !asked.IsZero() && c.Now.Sub(asked) < askedWithin:
		if s.present[player].Before(asked) {
			return
		}
	case p != nil && c.Now.Sub(p.Since) < settledFor || c.Now.Sub(l.Since) < settledFor || c.Now.Sub(s.f.since) < settledFor:
		return
	}
	delete(s.slept, player)
	s.unjust = append(s.unjust, unjust{player, c.Now})
}

// judge finds that the leader put a player to sleep that was there.
func (s *sleepers) judge() {
	now := s.f.c.Now
	for len(s.unjust) > 0 && now.Sub(s.unjust[0].at) >= learnsFor {
		player := s.unjust[0].player
		s.unjust = s.unjust[1:]
		if s.f.c.Policy.MayAct(player) {
			s.f.find(message.Sleeps, player)
		}
	}
}

// MayDepart is the leader's: a player is put to sleep two seconds after its last command, when no voter hears
// it.
func (f *Fairness) MayDepart(player key.ID) bool {
	now := f.c.Machine.Tick()
	if a, ok := f.sleepers.acts[player]; ok && now >= a.tick && now-a.tick < restTicks {
		return false
	}
	at, said := f.sleepers.present[player]
	return !said || f.c.Now.Sub(at) >= objectsFor || !f.c.Policy.MayAct(player)
}

// Misses is the leader's: it asks the voters whether they hear some players.
func (f *Fairness) Misses(players []key.ID) {
	if len(players) == 0 {
		return
	}
	m := message.Fairness{Step: message.FairAbsent, Players: players[:min(len(players), message.MaxAbsent)]}
	b := m.Encode()
	for _, v := range f.c.Epoch.Record().Voters {
		if p := f.c.Peers.Get(v.Key); p != nil && p.Greeted {
			f.c.Send(v.Key, link.Stream, b)
		}
	}
}

// askedFor answers the leader's question about players. This voter asks those that it did not hear lately.
func (s *sleepers) askedFor(p *kernel.Peer, players []key.ID) {
	c := s.f.c
	here := message.Fairness{Step: message.FairPresent}
	if slices.Contains(players, c.Me) && c.Epoch.Record().Votes(p.Key) && s.asked != nil {
		here.Players = append(here.Players, c.Me)
		s.asked[c.Me], s.present[c.Me] = c.Now, c.Now
	}
	for _, k := range players {
		if p.Key != s.f.leader || s.asked == nil || k == c.Me || len(s.asked) >= maxSleepers && s.asked[k].IsZero() {
			continue
		}
		s.asked[k] = c.Now
		switch q := c.Peers.Get(k); {
		case q == nil || !c.Policy.MayAct(k):
		case c.Now.Sub(q.Heard) <= hearsWithin:
			here.Players = append(here.Players, k)
			s.present[k] = c.Now
		default:
			ask := message.Fairness{Step: message.FairAbsent, Players: []key.ID{k}}
			c.Send(k, link.Stream, ask.Encode())
		}
	}
	if len(here.Players) > 0 {
		c.Send(p.Key, link.Stream, here.Encode())
	}
}

// told takes a voter's word that players are there, or a player's that it is.
func (s *sleepers) told(p *kernel.Peer, players []key.ID) error {
	c := s.f.c
	if s.present == nil {
		return nil
	}
	if len(players) == 1 && players[0] == p.Key {
		s.isHere(p)
		return nil
	}
	if !c.Epoch.Leading() {
		return nil
	}
	if !c.Epoch.Record().Votes(p.Key) {
		return kernel.ErrUnexpected
	}
	for _, k := range players {
		if slices.Contains(c.Machine.Present(nil), [32]byte(k)) {
			s.present[k] = c.Now
		}
	}
	return nil
}

// isHere takes a player's word that it is there, and passes it on if the leader has just asked.
func (s *sleepers) isHere(p *kernel.Peer) {
	c := s.f.c
	if at, asleep := s.slept[p.Key]; asleep && c.Now.Sub(at) < objectsFor && c.Policy.MayAct(p.Key) {
		s.object(p.Key)
	}
	if len(s.present) >= maxSleepers {
		s.present = map[key.ID]time.Time{}
	}
	s.present[p.Key] = c.Now
	if l := c.Peers.Get(s.f.leader); l != nil && c.Epoch.Member() && !c.Epoch.Leading() && c.Now.Sub(s.asked[p.Key]) < objectsFor && c.Policy.MayAct(p.Key) {
		here := message.Fairness{Step: message.FairPresent, Players: []key.ID{p.Key}}
		c.Send(l.Key, link.Stream, here.Encode())
	}
}
