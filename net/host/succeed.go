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
	// closeTo is how many turns behind a peer may be and still count as caught up: two seconds.
	closeTo = 40
	// surveyEvery is how often the leader looks whether the committee is the right one.
	surveyEvery = 250 * time.Millisecond
	// misfitAfter is how long it must have the wrong size before it is changed.
	misfitAfter = time.Second
	// betterFor is how long a peer must have been clearly better than a voter, or the leader, to take its seat.
	betterFor = time.Minute
	// stepEvery is the least time between two attempts of a leader to hand over without quitting, when the one
	// before found nobody.
	stepEvery = 5 * time.Second
)

// contest is since when somebody has been clearly better than who holds a seat. Of several that are equally good
// now one and now another is the best; that makes it no shorter.
type contest struct{ since time.Time }

// lasts notes whether somebody is better now, and reports whether that has been so for long enough.
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
func (c *Core) here(p *peer) bool {
	if p == nil || !p.greeted || c.now.Sub(p.heard) >= goneAfter && c.now.Sub(c.turn.ascended) >= goneAfter {
		return false // those who follow speak to their leader only: to a new one they were silent before
	}
	m := c.memberOf(p)
	return m.Votes()
}

// votes reports whether a peer's process is a voter of the present epoch.
func (c *Core) votes(p *peer) bool {
	return slices.Contains(c.e.Record().Voters, epoch.Voter{Key: p.key, Incarnation: p.said.Incarnation})
}

// able returns the ranked peers that may be named in a record: those that are caught up, and, when stable,
// have been here for a while. Voters are able as long as they are here.
func (c *Core) able(stable bool) []roster.Member {
	var members []roster.Member
	c.each(func(p *peer) {
		caughtUp := p.epoch == c.e.Record().Number && p.acked+closeTo >= c.state.executed
		settled := !stable || c.now.Sub(p.since) >= stableAfter
		if c.here(p) && (c.votes(p) || caughtUp && settled) {
			members = append(members, c.memberOf(p))
		}
	})
	ranked := roster.Rank(members)
	if c.siblings != nil && c.siblings.shares() {
		shareOut(ranked, c.island, c.hasPlayer)
	}
	return ranked
}

// succeed changes the committee: soon when a voter is gone, and otherwise when its size has not been the
// right one for a while, or somebody has been clearly better than a voter for longer.
func (c *Core) succeed() {
	t := &c.turn
	if c.e == nil || !c.e.Leading() || c.e.Ending() || c.quit != nil || c.state.frozen || c.now.Sub(t.surveyed) < surveyEvery {
		return
	}
	t.surveyed = c.now
	if c.siblings != nil {
		c.siblings.holders.invite(c)
	}
	present, gone := c.attendance()
	ranked := c.able(true)
	voters := roster.Choose(c.me, present, ranked, c.size(len(ranked)))
	if c.divide(voters, ranked) {
		return
	}
	if len(voters) == len(c.e.Record().Voters) {
		t.misfit = time.Time{}
	} else if t.misfit.IsZero() {
		t.misfit = c.now
	}
	out, in, better := roster.Swap(present, c.me, ranked)
	swap := t.voter.lasts(c.now, better)
	_, repace := c.pace()
	switch {
	case c.stepDown(ranked):
	case repace:
		c.name(epoch.Committee, roster.Choose(c.me, present, ranked, len(c.e.Record().Voters)), ranked)
	case gone || !t.misfit.IsZero() && c.now.Sub(t.misfit) >= misfitAfter:
		t.misfit = time.Time{}
		c.name(epoch.Committee, voters, ranked)
	case swap:
		t.voter = contest{}
		present[slices.Index(present, out)] = in
		c.name(epoch.Committee, roster.Choose(c.me, present, ranked, len(voters)), ranked)
	}
}

// stepDown hands over to who should lead instead of this peer: at once when it is reluctant, strained, or
// cannot send to so many, and otherwise when another has been clearly better for a while.
func (c *Core) stepDown(ranked []roster.Member) bool {
	t, me := &c.turn, c.member()
	if len(ranked) == 0 || c.now.Sub(t.stepped) < stepEvery {
		return false
	}
	followers := c.audience()
	voters := make([]key.ID, 0, len(c.e.Record().Voters))
	for _, v := range c.e.Record().Voters {
		voters = append(voters, v.Key)
	}
	to, better := roster.Successor(me, voters, ranked, followers)
	lasts := t.leader.lasts(c.now, better)
	why := ""
	switch {
	case !me.Votes():
		why, to = c.Reluctance(), key.ID{}
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
	t.leader, t.stepped = contest{}, c.now
	c.event("handing over what this peer leads", "why", why)
	c.quit = &quitting{since: c.now, asked: map[key.ID]bool{}, stays: true, only: to}
	c.leave()
	return true
}

// attendance returns the voters beside the leader that are here, and whether one is gone for good: it said
// so, is another process now, or has been silent for long.
func (c *Core) attendance() (present []key.ID, gone bool) {
	for _, v := range c.e.Record().Voters {
		p := c.peers[v.Key]
		switch {
		case v.Key == c.me:
		case p != nil && p.greeted && p.said.Incarnation == v.Incarnation && c.here(p):
			present = append(present, v.Key)
		case p == nil && c.now.Sub(c.lost[v.Key]) < goneAfter, p != nil && !p.greeted:
			// Its link is new, or may come back.
		default:
			gone = true
		}
	}
	return present, gone
}

// incumbents returns the committee that goes on when nothing but the state changes, and who is next.
func (c *Core) incumbents() (voters []key.ID, ranked []roster.Member) {
	present, _ := c.attendance()
	ranked = c.able(true)
	return roster.Choose(c.me, present, ranked, c.size(len(ranked))), ranked
}

// name ends the epoch with a record that names the next one's voters, the first of which leads.
func (c *Core) name(reason epoch.Reason, voters []key.ID, ranked []roster.Member) {
	c.conclude(c.e.Next(reason), voters, ranked)
}

// conclude ends the epoch with a record, in which the next one's voters are still to be named. It reports whether it could.
func (c *Core) conclude(r *epoch.Record, voters []key.ID, ranked []roster.Member) bool {
	if ticks, change := c.pace(); change && len(voters) > 0 {
		c.turn.pace, r.Ticks = pace{}, ticks
		c.event("turns get another length", "ticks", ticks)
	}
	for _, k := range voters {
		r.Voters = append(r.Voters, c.voter(k))
	}
	for _, m := range ranked {
		if len(r.Heirs) < epoch.MaxHeirs && !slices.Contains(voters, m.Key) && c.inherits(m.Key) {
			r.Heirs = append(r.Heirs, m.Key)
		}
	}
	r.Sign(c.options.Key)
	if err := c.e.Succeed(c.now, r); err != nil {
		return false
	}
	c.broadcast()
	c.settle()
	return true
}
