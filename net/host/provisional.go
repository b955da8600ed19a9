package host

import (
	"slices"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Going on without the others
//
// A peer lacks the others when no turns are ordered and it cannot order any itself: its leader is gone, it leads
// and no majority answers, or it was restarted and nobody takes it in. It says so in its greeting. After
// provisionalNear or provisionalFar without a turn, whoever of those that lack the others and are in the same
// epoch has the most committed turns founds a provisional epoch after the last of these, alone; of equals the
// first in the order of the epoch's voters, its heirs, and then of keys. The next one waits foundGap longer,
// and so on; who sees one that was founded joins it. So a minority goes on at the greatest turn that any of it
// knows to be committed, and its later committees grow like any other.
//
// While those are linked who could go on with the firm line (a majority of the processes that its record names,
// or all its voters, who can recover it), nobody founds anything for quorumPatience, as long as something comes of it: those
// may be linked with this peer and not with each other. When they meet later, all
// fold for them, not more often than every refoldAfter, which doubles each time that no firm turn comes of it.
//
// The process keeps its place in the firm epoch while it is away: to the others it is slow. It takes part in it
// again when it folds, so that a majority of those who went separate ways still elects a leader.

const (
	// provisionalNear and provisionalFar are how long there are no turns before a minority goes on, when the
	// leader was near and when it was not or nothing is known of it.
	provisionalNear = 2500 * time.Millisecond
	provisionalFar  = 5 * time.Second
	// foundGap is how much longer each next one waits.
	foundGap = 600 * time.Millisecond
	// joinPatience is how long who came just now, or was linked with somebody, hears who else is there before it joins a
	// line that went on: those may be about to fold, or those who can go on with the firm line.
	joinPatience = time.Second
	// refoldAfter is how long after folding for them in vain a provisional line does not fold for them again, and
	// refoldMost the longest that doubling makes of it.
	refoldAfter = 20 * time.Second
	refoldMost  = 5 * time.Minute
	// lackGreeting is how often a peer that lacks the others greets, so that all know who is left.
	lackGreeting = 500 * time.Millisecond
	// returnedFor is how long who came back into an epoch waits for a turn before it says that it lacks the others.
	returnedFor = 300 * time.Millisecond
	// awake is how much time may pass between two calls before a peer takes itself for having slept.
	awake = 3 * time.Second
)

// lacks reports whether there are no turns because others are missing.
func (c *Core) lacks() bool {
	switch {
	case c.machine == nil || len(c.records) == 0 || c.over() || c.quit != nil || c.stopped || c.recovery != nil || c.disk.pending != nil,
		c.line.folding != nil, c.pledging != nil, c.fetch != nil && !c.fetch.from.IsZero(), c.depositing(), c.siblings != nil && c.siblings.ended.has(c.island):
		return false
	case c.e == nil:
		return true
	case c.e.Member() && c.e.Record().Lone():
		return false
	case c.e.Leading():
		return c.e.Stalled(c.now)
	}
	return c.now.Sub(c.state.orderedAt) >= c.stillFor()
}

// stillFor is how long there are no turns in the present epoch before this peer says so: who came back into one in which others
// lack them waits for the first one only.
func (c *Core) stillFor() time.Duration {
	if c.state.returned {
		return returnedFor
	}
	return stalledAfter
}

// lackedIn reports whether somebody in an epoch has said a moment ago that it lacks the others.
func (c *Core) lackedIn(r *epoch.Record) bool {
	name := r.Hash()
	return slices.ContainsFunc(c.ranks, func(p *peer) bool { return p.greeted && p.said.Name == name && c.stillLacks(p) })
}

// lackedFor is how long that has been so.
func (c *Core) lackedFor() time.Duration {
	since := c.state.orderedAt
	switch {
	case c.e == nil:
		since = c.line.alone
	case c.e.Leading():
		since = c.state.committedAt // it closed turns for a while that nobody acknowledged
	}
	if since.Before(c.line.since) {
		since = c.line.since
	}
	if o := c.othersLack(); !o.IsZero() && o.Before(since) {
		since = latest(o, since.Add(-stalledAfter))
	}
	return c.now.Sub(since)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// othersLack is since when somebody in the epoch of this peer has lacked turns, by its word, where this one came into it late; zero: nobody has.
func (c *Core) othersLack() (since time.Time) {
	if len(c.records) == 0 || c.e == nil || c.e.Member() {
		return since
	}
	name := c.last().Hash()
	c.each(func(p *peer) {
		if p.greeted && p.said.Name == name && c.stillLacks(p) && (since.IsZero() || p.lacksSince.Before(since)) {
			since = p.lacksSince
		}
	})
	if !since.IsZero() {
		since = since.Add(-stalledAfter)
	}
	return since
}

// goOn founds or joins a provisional line when it is time.
func (c *Core) goOn() {
	l := &c.line
	if !c.lacks() {
		l.alone, l.quorum, l.joins = time.Time{}, time.Time{}, time.Time{}
		return
	}
	if l.alone.IsZero() {
		l.alone = c.now
	}
	if c.now.Sub(l.greeted) >= lackGreeting {
		l.greeted = c.now
		c.greetAll()
	}
	if _, ok := c.log.(Archiver); !ok {
		return
	}
	quorum := c.quorum()
	if !quorum {
		l.quorum = time.Time{}
	} else if l.quorum.IsZero() {
		l.quorum = c.now
	}
	if quorum && c.now.Sub(l.quorum) < quorumPatience && c.now.Sub(c.agreeing()) < quorumStill {
		return
	}
	if p := c.joinable(); p != nil {
		if l.joins.IsZero() {
			l.joins = c.now
		}
		if !c.newlyHere() || c.now.Sub(l.joins) >= joinPatience {
			c.joinLine(p)
		}
		return
	}
	l.joins = time.Time{}
	if c.broken() {
		c.retreat()
		return
	}
	if c.state.forgotten || c.state.executed+1 < c.last().FirstTurn {
		return // it knows of an epoch whose beginning it has not reached
	}
	if c.lackedFor() >= c.patienceAlone()+time.Duration(c.rankAlone())*foundGap && !c.learns() {
		c.foundProvisional()
	}
}

// newlyHere reports whether this peer may not have heard of all others yet.
func (c *Core) newlyHere() bool {
	return c.now.Sub(c.line.since) < joinPatience ||
		slices.ContainsFunc(c.order, func(k key.ID) bool { return c.now.Sub(c.peers[k].since) < joinPatience })
}

// patienceAlone is how long turns are waited for.
func (c *Core) patienceAlone() time.Duration {
	close := c.line.near
	if c.e == nil && len(c.order) > 0 {
		close = !slices.ContainsFunc(c.order, func(k key.ID) bool { return c.peers[k].rtt == 0 || c.peers[k].rtt > near })
	}
	if close {
		return provisionalNear
	}
	return provisionalFar
}

// nearby reports whether the leader is near; of this peer as leader, whether all voters are that are linked.
func (c *Core) nearby() bool {
	if !c.e.Leading() {
		p := c.leaderHere()
		return p != nil && p.rtt > 0 && p.rtt <= near
	}
	some := false
	for _, v := range c.e.Record().Voters {
		if p := c.peers[v.Key]; p != nil && p.rtt > near {
			return false
		} else if p != nil && p.rtt > 0 {
			some = true
		}
	}
	return some
}

// rankAlone is how many of those who lack the others go before this peer.
func (c *Core) rankAlone() (rank int) {
	name, mine := c.last().Hash(), min(c.state.committed, c.state.executed)
	c.each(func(p *peer) {
		if !p.greeted || !p.said.Lacks || p.said.Name != name || c.now.Sub(p.saidAt) > 3*lackGreeting {
			return
		}
		a, b := rankIn(c.last(), p.key), rankIn(c.last(), c.me)
		switch {
		case p.said.Committed != mine:
			if p.said.Committed > mine {
				rank++
			}
		case a != b:
			if a < b {
				rank++
			}
		case message.CompareIDs(p.key, c.me) < 0:
			rank++
		}
	})
	return rank
}

// living reports whether this process still has its place in the epoch of the line's firm ancestor.
func (c *Core) living() bool {
	if s := c.line.suspended; s != nil && c.aside(c.firmOne()) {
		return s.e != nil && s.e.Member()
	}
	return c.e != nil && c.e.Member() && c.e.Record().Firm
}

// joinable returns the peer with the greatest line that branches from the own one right here, or from firm epochs that
// follow it and that this peer never heard of.
func (c *Core) joinable() (best *peer) {
	c.each(func(p *peer) {
		o := p.other
		if o == nil || len(o.tail) == 0 || o.shared != c.last().Number || !slices.ContainsFunc(o.tail, isProvisional) || !p.greeted || c.stillLacks(p) {
			return
		}
		if best == nil || c.greater(o.tail, best.other.tail) {
			best = p
		}
	})
	return best
}

func isProvisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// joinLine goes into the line of a peer that branches from the own one here: right away when this peer can go to
// the place where it does, else by its state. What is committed here beyond that place is archived first.
func (c *Core) joinLine(p *peer) {
	r := p.other.tail[0]
	to := r.FirstTurn - 1
	if c.state.committed > to {
		c.fold(p, c.last().Number, "its line goes on from an earlier turn")
		return
	}
	c.suspend()
	if h, ok := c.hashAt(to); isProvisional(r) && ok && h == r.Chain && to >= c.state.base.turn {
		c.event("joins those who are left", "epoch", r.Number, "leader", c.called(r.Leader()), "turn", to)
		c.branchOff(r, to)
		return
	}
	c.event("takes the state of those who are left", "peer", p.name())
	c.e, c.before, c.reunion = nil, nil, nil
	c.fetch = &fetch{why: "joining those who are left"}
	c.askFor(p.key)
}

// foundProvisional begins a provisional epoch after the last turn that is known to be committed.
func (c *Core) foundProvisional() {
	c.suspend()
	last := c.last()
	to := min(c.state.committed, c.state.executed)
	h, ok := c.hashAt(to)
	if !ok {
		panic("host: nothing is known of a committed turn")
	}
	r := last.After(epoch.Provisional, epoch.Position{Turn: to, Hash: h})
	c.line.founded++
	r.Rules, r.Ticks, r.Voters, r.Round = max(c.options.Rules, last.Rules), c.options.Ticks, []epoch.Voter{c.self}, c.line.founded
	c.each(func(p *peer) {
		if p.said.Lacks && p.said.Willing && !p.said.Leaving && len(r.Heirs) < epoch.MaxHeirs {
			r.Heirs = append(r.Heirs, p.key)
		}
	})
	r.Sign(c.options.Key)
	c.event("goes on without the others", "epoch", r.Number, "turn", to)
	c.notify(c.gone() + " offline; " + c.myName() + " continues for now")
	c.branchOff(r, to)
}

// branchOff goes to where a provisional record goes on, and has record and state synced; then it is begun.
func (c *Core) branchOff(r *epoch.Record, to uint64) {
	if c.state.executed > to {
		c.back(to)
	}
	c.e, c.before, c.fetch, c.reunion, c.dispute = nil, nil, nil, nil, nil
	c.state.committed = to
	c.rebase(c.capture())
	if s := c.line.suspended; s != nil {
		s.given = min(c.disk.given, to)
	}
	c.disk.given = min(c.disk.given, to)
	c.disk.synced = min(c.disk.synced, to)
	c.setBase(r.Number, c.state.base.snapshot)
	c.line.founding = r
	c.disk.pending, c.disk.retry = r, time.Time{}
	c.out.Records = append(c.out.Records, c.row(r))
}

// gone names those without whom there are no turns, with the verb.
func (c *Core) gone() string {
	var names []string
	for _, v := range c.last().Voters {
		if p := c.peers[v.Key]; v.Key != c.me && (p == nil || !p.greeted || c.now.Sub(p.heard) > stalledAfter) {
			names = append(names, c.called(v))
		}
	}
	switch n := len(names); n {
	case 0:
		return "The others are"
	case 1:
		return names[0] + " is"
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " are"
	}
}

func (c *Core) myName() string {
	if c.options.Name != "" {
		return c.options.Name
	}
	return c.me.Short()
}

// notify sets the words for a banner.
func (c *Core) notify(words string) { c.line.notice = words }

// rankIn is where a record names a peer: among the voters, among the heirs, or after them.
func rankIn(r *epoch.Record, k key.ID) int {
	for i, v := range r.Voters {
		if v.Key == k {
			return i
		}
	}
	if i := slices.Index(r.Heirs, k); i >= 0 {
		return len(r.Voters) + i
	}
	return len(r.Voters) + len(r.Heirs)
}

// stillLacks reports whether a peer said a moment ago that it lacks the others: who does not any more need not say so.
func (c *Core) stillLacks(p *peer) bool { return p.said.Lacks && c.now.Sub(p.saidAt) <= 3*lackGreeting }
