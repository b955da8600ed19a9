package host

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/roster"
)

const (
	// stableAfter is how long a peer is linked before it may become a voter.
	stableAfter = 3 * time.Second
	// goneAfter is how long a voter may be silent before it is replaced.
	goneAfter = 3 * time.Second
	// surveyEvery is how often the leader looks whether the committee is the right one.
	surveyEvery = 250 * time.Millisecond
	// misfitAfter is how long it must have the wrong size before it is changed.
	misfitAfter = time.Second
	// betterFor is how long a peer must have been clearly better than a voter, or the leader, to take its
	// seat.
	betterFor = time.Minute
	// stepEvery is the least time between two attempts of a leader to hand over without quitting, when the
	// one before found nobody.
	stepEvery = 5 * time.Second
)

// contest is since when another peer has been clearly better than the holder of a seat. It also lasts while
// several equally good peers take turns as the best.
type contest struct{ since time.Time }

// lasts notes whether another peer is better now, and reports whether that has lasted long enough.
func (s *contest) lasts(now time.Time, better bool) bool {
	switch {
	case !better:
		s.since = time.Time{}
	case s.since.IsZero():
		s.since = now
	}
	return better && now.Sub(s.since) >= betterFor
}

// here reports whether a peer can be counted on: linked, heard of, willing, trusted and staying.
func (s *Committee) here(p *peer) bool {
	if p == nil || !p.greeted || s.c.now.Sub(p.heard) >= goneAfter && s.c.now.Sub(s.c.leader.leadsSince) >= goneAfter {
		return false // followers speak to their leader only: to a new one they were silent before
	}
	m := s.c.peers.memberOf(p)
	return m.Votes()
}

// votes reports whether a peer's process is a voter of the present epoch.
func (s *Committee) votes(p *peer) bool {
	return slices.Contains(s.c.e.Record().Voters, epoch.Voter{Key: p.key, Incarnation: p.said.Incarnation})
}

// eligible returns the ranked peers that may be named in a record: those that are caught up, and, when
// stable, have been here for a while. Voters are able as long as they are here.
func (s *Committee) eligible(stable bool) []roster.Member {
	var members []roster.Member
	s.c.peers.each(func(p *peer) {
		caughtUp := p.epoch == s.c.e.Record().Number && p.acked+closeTo >= s.c.history.executed
		settled := !stable || s.c.now.Sub(p.since) >= stableAfter
		if s.here(p) && (s.votes(p) || caughtUp && settled) {
			members = append(members, s.c.peers.memberOf(p))
		}
	})
	ranked := roster.Rank(members)
	if s.c.islands != nil && s.c.islands.Shares() {
		shareOut(ranked, s.c.island, s.division.hasPlayer)
	}
	return ranked
}

// succeed changes the committee: soon when a voter is gone, and otherwise when its size has been wrong for a
// while, or another peer has been clearly better than a voter for longer.
func (s *Committee) succeed() {
	if s.c.e == nil || !s.c.e.Leading() || s.c.e.Ending() || s.quit != nil || s.c.history.stale || s.c.now.Sub(s.surveyed) < surveyEvery {
		return
	}
	s.surveyed = s.c.now
	if s.c.islands != nil {
		s.c.islands.Invite(s.c)
	}
	present, gone := s.attendance()
	ranked := s.eligible(true)
	voters := roster.Choose(s.c.me, present, ranked, s.division.size(len(ranked)))
	if s.division.divide(voters, ranked) {
		return
	}
	if len(voters) == len(s.c.e.Record().Voters) {
		s.misfit = time.Time{}
	} else if s.misfit.IsZero() {
		s.misfit = s.c.now
	}
	out, in, better := roster.Swap(present, s.c.me, ranked)
	swap := s.voterContest.lasts(s.c.now, better)
	_, repace := s.c.leader.pace()
	switch {
	case s.stepDown(ranked):
	case repace:
		s.name(epoch.Committee, roster.Choose(s.c.me, present, ranked, len(s.c.e.Record().Voters)), ranked)
	case gone || !s.misfit.IsZero() && s.c.now.Sub(s.misfit) >= misfitAfter:
		s.misfit = time.Time{}
		s.name(epoch.Committee, voters, ranked)
	case swap:
		s.voterContest = contest{}
		present[slices.Index(present, out)] = in
		s.name(epoch.Committee, roster.Choose(s.c.me, present, ranked, len(voters)), ranked)
	}
}

// stepDown hands over to the peer that should lead instead of this one: at once when this peer is reluctant,
// strained, or cannot send to so many followers, and otherwise when another has been clearly better for a
// while.
func (s *Committee) stepDown(ranked []roster.Member) bool {
	me := s.member()
	if len(ranked) == 0 || s.c.now.Sub(s.stepped) < stepEvery {
		return false
	}
	followers := s.c.relay.audience()
	voters := make([]key.ID, 0, len(s.c.e.Record().Voters))
	for _, v := range s.c.e.Record().Voters {
		voters = append(voters, v.Key)
	}
	to, better := roster.Successor(me, voters, ranked, followers)
	lasts := s.leaderContest.lasts(s.c.now, better)
	why := ""
	switch {
	case !me.Votes():
		why, to = s.IneligibleWhy(), key.ID{}
		if why == "" {
			why = "its uplink does not suffice to vote"
		}
	case better && me.Strained:
		why = "it is strained"
	case !me.Leads(followers):
		if i := slices.IndexFunc(ranked, func(m roster.Member) bool { return m.Leads(followers) }); i >= 0 {
			why, to = "its uplink does not suffice for so many", ranked[i].Key
		}
	case lasts:
		why = "another is clearly abler"
	}
	if why == "" {
		return false
	}
	s.leaderContest, s.stepped = contest{}, s.c.now
	s.c.event("handing over what this peer leads", "why", why)
	s.quit = &quitting{since: s.c.now, asked: map[key.ID]bool{}, stays: true, only: to}
	s.leave()
	return true
}

// attendance returns the voters beside the leader that are here, and whether one is gone for good: it said
// so, is another process now, or has been silent for long.
func (s *Committee) attendance() (present []key.ID, gone bool) {
	for _, v := range s.c.e.Record().Voters {
		p := s.c.peers.Get(v.Key)
		switch {
		case v.Key == s.c.me:
		case p != nil && p.greeted && p.said.Incarnation == v.Incarnation && s.here(p):
			present = append(present, v.Key)
		case p == nil && s.c.now.Sub(s.c.peers.lost[v.Key]) < goneAfter, p != nil && !p.greeted:
			// Its link is new, or may come back.
		default:
			gone = true
		}
	}
	return present, gone
}

// incumbents returns the committee that goes on when only the state changes, and its heirs.
func (s *Committee) incumbents() (voters []key.ID, ranked []roster.Member) {
	present, _ := s.attendance()
	ranked = s.eligible(true)
	return roster.Choose(s.c.me, present, ranked, s.division.size(len(ranked))), ranked
}

// name ends the epoch with a record that names the next one's voters, the first of which leads.
func (s *Committee) name(reason epoch.Reason, voters []key.ID, ranked []roster.Member) {
	s.conclude(s.c.e.Next(reason), voters, ranked)
}

// conclude ends the epoch with a record, in which the next one's voters are still to be named. It reports
// whether it could.
func (s *Committee) conclude(r *epoch.Record, voters []key.ID, ranked []roster.Member) bool {
	if ticks, change := s.c.leader.pace(); change && len(voters) > 0 {
		s.c.leader.paced, r.Ticks = pace{}, ticks
		s.c.event("turns get another length", "ticks", ticks)
	}
	for _, k := range voters {
		r.Voters = append(r.Voters, s.division.voter(k))
	}
	for _, m := range ranked {
		if len(r.Heirs) < epoch.MaxHeirs && !slices.Contains(voters, m.Key) && s.division.inherits(m.Key) {
			r.Heirs = append(r.Heirs, m.Key)
		}
	}
	r.Sign(s.c.options.Key)
	if err := s.c.e.Succeed(s.c.now, r); err != nil {
		return false
	}
	s.c.leader.broadcast()
	s.c.epochs.settle()
	return true
}
