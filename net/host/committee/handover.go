// Package committee chooses the voters and the leader of an island, hands over, and divides the island.
package committee

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/roster"
)

const (
	// stableAfter is how long a peer is linked before it may become a voter.
	stableAfter = 3 * time.Second
	// surveyEvery is how often the leader looks whether the committee is the right one.
	surveyEvery = 250 * time.Millisecond
	// misfitAfter is how long it must have the wrong size before it is changed.
	misfitAfter = time.Second
	// Where the round trip is longer than kernel.FarFrom, an epoch goes on for settle times as long as it is
	// longer, so that its voters can enter it: epochs that follow each other quickly find no majority there
	// when packets are lost. A leader waits for its voters for longer there, too.
	settle = 6
	// BetterFor is how long a peer must have been clearly better than a voter, or the leader, to take its
	// seat.
	BetterFor = time.Minute
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
	return better && now.Sub(s.since) >= BetterFor
}

// Here reports whether a peer can be counted on: linked, heard of, willing, trusted and staying.
func (s *Committee) Here(p *kernel.Peer) bool {
	if p == nil || !p.Greeted || s.c.Now.Sub(p.Heard) >= kernel.GoneAfter && s.c.Now.Sub(s.c.Leader.LeadsSince) >= kernel.GoneAfter {
		return false // followers speak to their leader only: to a new one they were silent before
	}
	m := s.c.Peers.MemberOf(p)
	return m.Votes()
}

// votes reports whether a peer's process is a voter of the present epoch.
func (s *Committee) votes(p *kernel.Peer) bool {
	return slices.Contains(s.c.Epoch.Record().Voters, epoch.Voter{Key: p.Key, Incarnation: p.Said.Incarnation})
}

// Eligible returns the ranked peers that may be named in a record: those that are caught up, and, when
// stable, have been here for a while. Voters are able as long as they are here.
func (s *Committee) Eligible(stable bool) []roster.Member {
	var members []roster.Member
	s.c.Peers.Each(func(p *kernel.Peer) {
		caughtUp := p.Epoch == s.c.Epoch.Record().Number && p.Acked+kernel.CloseTo >= s.c.History.Executed
		settled := !stable || s.c.Now.Sub(p.Since) >= stableAfter
		if s.Here(p) && (s.votes(p) || caughtUp && settled) {
			members = append(members, s.c.Peers.MemberOf(p))
		}
	})
	ranked := roster.Rank(members)
	if s.c.Islands != nil && s.c.Islands.Shares() {
		shareOut(ranked, s.c.ID, s.division.hasPlayer)
	}
	return ranked
}

// Succeed changes the committee: soon when a voter is gone, and otherwise when its size has been wrong for a
// while, or a voter should not be one (it is slow, or has too many others on its machine), and when another
// peer has been clearly better than a voter for longer.
func (s *Committee) Succeed() {
	if s.c.Epoch == nil || !s.c.Epoch.Leading() || s.c.Epoch.Ending() || s.quit != nil || s.c.History.Stale || s.c.Now.Sub(s.surveyed) < surveyEvery {
		return
	}
	s.surveyed = s.c.Now
	if s.c.Islands != nil {
		s.c.Islands.Invite(s.c)
	}
	s.watch()
	rtt, _ := s.RoundTrip()
	calm := settle * max(0, rtt-kernel.FarFrom)
	s.c.Epoch.SetReserve(2 * max(0, rtt-kernel.FarFrom))
	present, gone := s.Attendance()
	ranked := s.Eligible(true)
	voters := choose(s, present, ranked, s.division.size(len(ranked)))
	if s.division.divide(voters, ranked) {
		return
	}
	if len(voters) == len(s.c.Epoch.Record().Voters) && contains(voters, present) {
		s.misfit = time.Time{}
	} else if s.misfit.IsZero() || calm > 0 && s.misfit.Before(s.c.Leader.LeadsSince) {
		s.misfit = s.c.Now
	}
	out, in, better := roster.Swap(present, s.c.Me, ranked)
	swap := s.voterContest.lasts(s.c.Now, better)
	_, repace := s.c.Leader.Pace()
	switch {
	case s.stepDown(ranked):
	case repace && s.c.Now.Sub(s.c.Leader.LeadsSince) >= calm:
		s.Name(epoch.Committee, choose(s, present, ranked, len(s.c.Epoch.Record().Voters)), ranked)
	case gone || !s.misfit.IsZero() && s.c.Now.Sub(s.misfit) >= misfitFor(&s.c.Peers, voters, present)+calm:
		s.misfit = time.Time{}
		s.Name(epoch.Committee, voters, ranked)
	case swap:
		s.voterContest = contest{}
		present[slices.Index(present, out)] = in
		if better := choose(s, present, ranked, len(voters)); slices.Contains(better, in) {
			s.Name(epoch.Committee, better, ranked)
		}
	}
}

// choose returns the voters of a committee that this peer leads.
func choose(s *Committee, present []key.ID, ranked []roster.Member, size int) []key.ID {
	return roster.Choose(s.c.Me, present, ranked, size, strangers(s.c, s.Member()))
}

// misfitFor is how long a committee must have been the wrong one before voters take the place of the present
// ones. A voter that keeps up leaves only after BetterFor: that others run on its machine is what they say,
// more or less, and could take its seat from it.
func misfitFor(peers *kernel.Peers, voters, present []key.ID) time.Duration {
	for _, k := range present {
		if p := peers.Get(k); !slices.Contains(voters, k) && p != nil && !p.Slow && len(voters) >= len(present)+1 {
			return BetterFor
		}
	}
	return misfitAfter
}

// contains reports whether all of some peers are among others.
func contains(among, all []key.ID) bool {
	return !slices.ContainsFunc(all, func(k key.ID) bool { return !slices.Contains(among, k) })
}

// stepDown hands over to the peer that should lead instead of this one: at once when this peer is reluctant,
// strained, or cannot send to so many followers, and otherwise when another has been clearly better for a
// while.
func (s *Committee) stepDown(ranked []roster.Member) bool {
	me := s.Member()
	if len(ranked) == 0 || s.c.Now.Sub(s.stepped) < stepEvery {
		return false
	}
	followers := s.c.Relay.Audience()
	voters := make([]key.ID, 0, len(s.c.Epoch.Record().Voters))
	for _, v := range s.c.Epoch.Record().Voters {
		voters = append(voters, v.Key)
	}
	to, better := roster.Successor(me, voters, ranked, followers)
	lasts := s.leaderContest.lasts(s.c.Now, better)
	why := ""
	switch {
	case !me.Votes():
		why, to = s.IneligibleWhy(), key.ID{}
		if why == "" {
			why = "its uplink is too slow to vote"
		}
	case better && me.Familiarity >= roster.Stranger && s.c.Standing.Familiarity(to, s.c.Today()) < roster.Stranger:
		why = "a peer that the world knows is online"
	case better && me.Strained && s.c.Now.Sub(s.badLines) >= renewEvery+lossHeard:
		why = "it is overloaded"
	case !me.Leads(followers):
		if i := slices.IndexFunc(ranked, func(m roster.Member) bool { return m.Leads(followers) }); i >= 0 {
			why, to = "its uplink does not suffice for so many", ranked[i].Key
		}
	case lasts:
		why = "another peer is clearly more capable"
	}
	if why == "" {
		return false
	}
	s.leaderContest, s.stepped = contest{}, s.c.Now
	s.c.Event("handing over leadership", "why", why)
	s.quit = &quitting{since: s.c.Now, asked: map[key.ID]bool{}, stays: true, only: to}
	s.Leave()
	return true
}

// Attendance returns the voters beside the leader that are here, and whether one is gone for good: it said
// so, is another process now, or has been silent for long.
func (s *Committee) Attendance() (present []key.ID, gone bool) {
	for _, v := range s.c.Epoch.Record().Voters {
		p := s.c.Peers.Get(v.Key)
		switch {
		case v.Key == s.c.Me:
		case p != nil && p.Greeted && p.Said.Incarnation == v.Incarnation && s.Here(p):
			present = append(present, v.Key)
		case s.c.Standing.Refused(v.Key, s.c.Now):
			gone = true
		case p == nil && s.c.Now.Sub(s.c.Peers.Lost[v.Key]) < kernel.GoneAfter, p != nil && !p.Greeted:
			// Its link is new, or may come back.
		default:
			gone = true
		}
	}
	return present, gone
}

// Incumbents returns the committee that goes on when only the state changes, and its heirs.
func (s *Committee) Incumbents() (voters []key.ID, ranked []roster.Member) {
	present, _ := s.Attendance()
	ranked = s.Eligible(true)
	return choose(s, present, ranked, s.division.size(len(ranked))), ranked
}

// Name ends the epoch with a record that names the next one's voters, the first of which leads.
func (s *Committee) Name(reason epoch.Reason, voters []key.ID, ranked []roster.Member) {
	s.Conclude(s.c.Epoch.Next(reason), voters, ranked)
}

// Conclude ends the epoch with a record, in which the next one's voters are still to be named. It reports
// whether it could.
func (s *Committee) Conclude(r *epoch.Record, voters []key.ID, ranked []roster.Member) bool {
	if ticks, change := s.c.Leader.Pace(); change && len(voters) > 0 {
		s.c.Leader.Paced, r.Ticks = kernel.Pace{}, ticks
		s.c.Event("turn length changed", "ticks", ticks)
	}
	for _, k := range voters {
		r.Voters = append(r.Voters, s.division.voter(k))
	}
	for _, m := range ranked {
		if len(r.Heirs) < epoch.MaxHeirs && !slices.Contains(voters, m.Key) && s.division.inherits(m.Key) {
			r.Heirs = append(r.Heirs, m.Key)
		}
	}
	r.Sign(s.c.Options.Key)
	if err := s.c.Epoch.Succeed(s.c.Now, r); err != nil {
		return false
	}
	s.c.Leader.Broadcast()
	s.c.Epochs.Settle()
	return true
}
