package fairness

import (
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/roster"
)

// # Withheld turns
//
// A peer that gets no turns of its leader says so to all. That alone proves nothing: between the two of them,
// nobody else can tell a leader that does not send from a peer that denies what it got, or from a broken
// line. Asking the leader to send by way of others would prove nothing either, because a leader that
// withholds turns complies, and the peer has its turns by others anyhow. So one peer's word deposes no
// leader.
//
// Two peers that say the same of one leader, within corroborates, do: such a leader keeps turns from several,
// or has lines that let them go. Like a slow one it does not lead for a while. Only the words of voters and
// of peers that the world knows count, so that new keys are no witnesses. A peer that says it of a second
// leader within disputedFor is no witness against either: its own lines may be the reason, or it lies. So two
// liars that the world knows can depose one fair leader, and then no other one.
const (
	corroborates = time.Minute
	disputedFor  = 10 * time.Minute
	// witnesses is how many must say it.
	witnesses = 2
	// maxDisputes is how many are kept: the latest.
	maxDisputes = 64
)

// dispute is a peer's word that a leader sent it no turns.
type dispute struct {
	victim, leader key.ID
	at             time.Time // said last
}

// disputes are the peers' words of leaders that withhold turns.
type disputes struct {
	f   *Fairness
	all []dispute
}

// counts reports whether a peer's word counts.
func (s *disputes) counts(victim key.ID) bool {
	c := s.f.c
	return victim == c.Me || c.Epoch.Record().Votes(victim) || c.Standing.Familiarity(victim, c.Today()) <= roster.Known
}

// note takes a peer's word.
func (s *disputes) note(victim, leader key.ID) {
	now := s.f.c.Now
	s.all = slices.DeleteFunc(s.all, func(d dispute) bool {
		return d.victim == victim && d.leader == leader || now.Sub(d.at) > disputedFor
	})
	if s.counts(victim) {
		s.all = append(s.all, dispute{victim, leader, now})
		s.all = s.all[max(0, len(s.all)-maxDisputes):]
	}
}

// judge finds that the leader keeps turns from several peers.
func (s *disputes) judge() {
	if len(s.all) < witnesses || !s.f.judges() {
		return
	}
	var said []int
	for i, d := range s.all {
		if d.leader == s.f.leader && s.f.c.Now.Sub(d.at) < corroborates && !s.quarrels(d.victim) {
			said = append(said, i)
		}
	}
	if len(said) < witnesses {
		return
	}
	for _, i := range said { // each word counts once
		s.all[i].at = s.f.c.Now.Add(-corroborates)
	}
	s.f.find(message.Hides, key.ID{})
}

// quarrels reports whether a peer said it of several leaders.
func (s *disputes) quarrels(victim key.ID) bool {
	var first key.ID
	for _, d := range s.all {
		switch {
		case d.victim != victim || s.f.c.Now.Sub(d.at) > disputedFor:
		case first.IsZero():
			first = d.leader
		case d.leader != first:
			return true
		}
	}
	return false
}

// claims tells all linked peers, except the leader, that it sends this one no turns.
func (s *disputes) claims(p *kernel.Peer) {
	s.note(s.f.c.Me, p.Key)
	s.f.heard.say(message.Withholds, s.f.c.Me)
}
