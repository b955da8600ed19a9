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
// A peer lacks the others when no turns are ordered and it cannot order any itself: its leader is gone, it
// leads and no majority answers, or it was restarted and nobody takes it in. It says so in its greeting ("no
// quorum"). After provisionalNear or provisionalFar without a turn, one of the lacking peers in the same
// epoch founds a provisional epoch alone: the one with the most committed turns, after the last of these; of
// equals the first in the order of the epoch's voters, its heirs, and then of keys. The next peer waits
// foundGap longer, and so on. A peer that sees a founded epoch joins it. So a minority goes on at the
// greatest turn that any of it knows to be committed, and its later committees grow like any other.
//
// While enough peers are linked to continue the firm chain (a majority of the processes that its record
// names, or all its voters, which can recover it), no peer founds a fork for quorumPatience, as long as they
// make progress: they may be linked with this peer and not with each other. When they meet later, all others
// abandon their forks for them, at most once every abandonPause, which doubles each time that no firm turn
// follows.
//
// Meanwhile the process parks its membership of the firm epoch: to the others it looks slow. It resumes the
// membership when it abandons the fork, so that a majority of the separated peers still elects a leader.

const (
	// provisionalNear and provisionalFar are how long there are no turns before a minority goes on, when the
	// leader was near and when it was not or nothing is known of it.
	provisionalNear = 2500 * time.Millisecond
	provisionalFar  = 5 * time.Second
	// foundGap is how much longer each next one waits.
	foundGap = 600 * time.Millisecond
	// joinPatience is how long a peer that just came, or got a link, listens for other peers before it joins
	// a provisional fork: that fork may be about to be abandoned, or those peers may be able to continue the
	// firm chain.
	joinPatience = time.Second
	// abandonPause is how long after abandoning its fork in vain a peer does not do so again, and
	// abandonPauseMost the bound of its doubling.
	abandonPause     = 20 * time.Second
	abandonPauseMost = 5 * time.Minute
	// returnedFor is how long a peer that came back into an epoch waits for a turn before it reports that it
	// has no quorum.
	returnedFor = 300 * time.Millisecond
)

// Provisional goes on without a majority: it founds or joins a provisional fork, and keeps the place in the
// firm epoch.
type Provisional struct {
	c  *Core
	in *forks
	observerBase

	parked     *parkedEpoch // the firm epoch that was left
	founded    uint64       // how many this process has founded
	since      time.Time    // when this process came to its present epoch, or awoke
	nearLeader bool         // the leader was near
	alone      time.Time    // since when no peer would take this one in
	quorum     time.Time    // since when enough peers are linked to continue the firm chain
	joins      time.Time    // since when there is a fork to join
	notice     string
}

func (a *Provisional) recordAdded(*epoch.Record) { a.since, a.alone = a.c.now, time.Time{} }

// measured notes whether the leader is near.
func (a *Provisional) measured(p *peer) {
	if a.c.e != nil && (a.c.e.Leader() == p.key || a.c.e.Leading() && a.c.e.Record().Votes(p.key)) {
		a.nearLeader = a.nearby()
	}
}

// awoke restarts the waiting for turns.
func (a *Provisional) awoke() { a.since = a.c.now }

func (a *Provisional) report(s *Status) { s.Fork.Notice, s.Island.Lacks = a.notice, a.lacks() }

// lacks reports whether there are no turns because others are missing.
func (a *Provisional) lacks() bool {
	switch {
	case a.c.machine == nil || len(a.c.ancestry.records) == 0 || a.c.ancestry.over() || a.c.seats.quits() || a.c.stopped || a.c.epochs.restart != nil || a.c.journal.pending != nil,
		a.in.abandon.running != nil, a.c.acceptor.promises(), a.c.joining.asks(), a.in.abandon.readingFirmState(), a.c.islands != nil && a.c.islands.Ended(a.c.island):
		return false
	case a.c.e == nil:
		return true
	case a.c.e.Member() && a.c.e.Record().Lone():
		return false
	case a.c.e.Leading():
		return a.c.e.Stalled(a.c.now)
	}
	return a.c.now.Sub(a.c.history.orderedAt) >= a.stillFor()
}

// stillFor is how long the present epoch has no turns before this peer says so. A peer that came back into an
// epoch where others lack turns waits only for the first one.
func (a *Provisional) stillFor() time.Duration {
	if a.c.history.returned {
		return returnedFor
	}
	return stalledAfter
}

// lackedIn reports whether a peer in an epoch said a moment ago that it has no quorum.
func (a *Provisional) lackedIn(r *epoch.Record) bool {
	name := r.Hash()
	return slices.ContainsFunc(a.c.peers.Values(), func(p *peer) bool { return p.greeted && p.said.Name == name && a.stillLacks(p) })
}

// lackedFor is how long that has been so.
func (a *Provisional) lackedFor() time.Duration {
	since := a.c.history.orderedAt
	switch {
	case a.c.e == nil:
		since = a.alone
	case a.c.e.Leading():
		since = a.c.history.committedAt // it closed turns for a while without acknowledgements
	}
	if since.Before(a.since) {
		since = a.since
	}
	if o := a.othersLack(); !o.IsZero() && o.Before(since) {
		since = latest(o, since.Add(-stalledAfter))
	}
	return a.c.now.Sub(since)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// othersLack is since when another peer in this peer's epoch reports that it lacks turns, if this peer came
// into the epoch late; zero: none does.
func (a *Provisional) othersLack() (since time.Time) {
	if len(a.c.ancestry.records) == 0 || a.c.e == nil || a.c.e.Member() {
		return since
	}
	name := a.c.ancestry.last().Hash()
	a.c.peers.each(func(p *peer) {
		if p.greeted && p.said.Name == name && a.stillLacks(p) && (since.IsZero() || p.lacksSince.Before(since)) {
			since = p.lacksSince
		}
	})
	if !since.IsZero() {
		since = since.Add(-stalledAfter)
	}
	return since
}

// goOn founds or joins a provisional fork when it is time.
func (a *Provisional) goOn() {
	if !a.lacks() {
		a.alone, a.quorum, a.joins = time.Time{}, time.Time{}, time.Time{}
		return
	}
	if a.alone.IsZero() {
		a.alone = a.c.now
	}
	if a.c.now.Sub(a.in.fork.greeted) >= lackGreeting {
		a.in.fork.greeted = a.c.now
		a.c.peers.greetAll()
	}
	if !a.c.journal.archives() {
		return
	}
	quorum := a.in.fork.quorum()
	if !quorum {
		a.quorum = time.Time{}
	} else if a.quorum.IsZero() {
		a.quorum = a.c.now
	}
	if quorum && a.c.now.Sub(a.quorum) < quorumPatience && a.c.now.Sub(a.in.fork.agreeing()) < quorumStill {
		return
	}
	if p := a.joinable(); p != nil {
		if a.joins.IsZero() {
			a.joins = a.c.now
		}
		if !a.newlyHere() || a.c.now.Sub(a.joins) >= joinPatience {
			a.joinFork(p)
		}
		return
	}
	a.joins = time.Time{}
	if a.in.abandon.broken() {
		a.in.abandon.retreat()
		return
	}
	if a.c.history.forgotten || a.c.history.executed+1 < a.c.ancestry.last().FirstTurn {
		return // it knows of an epoch and has not reached its beginning
	}
	if a.lackedFor() >= a.patienceAlone()+time.Duration(a.rankAlone())*foundGap && !a.in.fork.learns() {
		a.foundProvisional()
	}
}

// newlyHere reports whether this peer may not have heard of all others yet.
func (a *Provisional) newlyHere() bool {
	return a.c.now.Sub(a.since) < joinPatience ||
		slices.ContainsFunc(a.c.peers.Keys(), func(k key.ID) bool { return a.c.now.Sub(a.c.peers.Get(k).since) < joinPatience })
}

// patienceAlone is how long turns are waited for.
func (a *Provisional) patienceAlone() time.Duration {
	close := a.nearLeader
	if a.c.e == nil && a.c.peers.Len() > 0 {
		close = !slices.ContainsFunc(a.c.peers.Keys(), func(k key.ID) bool { return a.c.peers.Get(k).rtt == 0 || a.c.peers.Get(k).rtt > near })
	}
	if close {
		return provisionalNear
	}
	return provisionalFar
}

// nearby reports whether the leader is near; of this peer as leader, whether all voters are that are linked.
func (a *Provisional) nearby() bool {
	if !a.c.e.Leading() {
		p := a.c.peers.leaderHere()
		return p != nil && p.rtt > 0 && p.rtt <= near
	}
	some := false
	for _, v := range a.c.e.Record().Voters {
		if p := a.c.peers.Get(v.Key); p != nil && p.rtt > near {
			return false
		} else if p != nil && p.rtt > 0 {
			some = true
		}
	}
	return some
}

// rankAlone is how many of the peers without quorum come before this one.
func (separate *Provisional) rankAlone() (rank int) {
	name, mine := separate.c.ancestry.last().Hash(), min(separate.c.history.committed, separate.c.history.executed)
	separate.c.peers.each(func(p *peer) {
		if !p.greeted || !p.said.Lacks || p.said.Name != name || separate.c.now.Sub(p.saidAt) > 3*lackGreeting {
			return
		}
		a, b := rankIn(separate.c.ancestry.last(), p.key), rankIn(separate.c.ancestry.last(), separate.c.me)
		switch {
		case p.said.Committed != mine:
			if p.said.Committed > mine {
				rank++
			}
		case a != b:
			if a < b {
				rank++
			}
		case message.CompareIDs(p.key, separate.c.me) < 0:
			rank++
		}
	})
	return rank
}

// living reports whether this process is still a member of the epoch of the chain's firm ancestor.
func (a *Provisional) living() bool {
	if s := a.parked; s != nil && a.isParked(a.c.ancestry.firmOne()) {
		return s.e != nil && s.e.Member()
	}
	return a.c.e != nil && a.c.e.Member() && a.c.e.Record().Firm
}

// joinable returns the peer with the greatest fork that leaves this peer's own chain right here, or leaves
// firm epochs that follow it and that this peer never heard of.
func (a *Provisional) joinable() (best *peer) {
	a.c.peers.each(func(p *peer) {
		o := a.in.of(p).other
		if o == nil || len(o.tail) == 0 || o.shared != a.c.ancestry.last().Number || !slices.ContainsFunc(o.tail, isProvisional) || !p.greeted || a.stillLacks(p) {
			return
		}
		if best == nil || a.in.fork.greater(o.tail, a.in.of(best).other.tail) {
			best = p
		}
	})
	return best
}

func isProvisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// joinFork joins a peer's fork that leaves this peer's own chain: at once when this peer can go to the fork
// point, otherwise by the peer's state. Turns committed here beyond the fork point are archived first.
func (a *Provisional) joinFork(p *peer) {
	r := a.in.of(p).other.tail[0]
	to := r.FirstTurn - 1
	if a.c.history.committed > to {
		a.in.abandon.abandonFork(p, a.c.ancestry.last().Number, "its fork goes on from an earlier turn")
		return
	}
	a.parkEpoch()
	if h, ok := a.c.history.hashAt(to); isProvisional(r) && ok && h == r.Chain && to >= a.c.history.base.turn {
		a.c.event("joins those who are left", "epoch", r.Number, "leader", a.c.measures.called(r.Leader()), "turn", to)
		a.branchOff(r, to)
		return
	}
	a.c.event("takes the state of those who are left", "peer", p.name())
	a.c.e, a.c.epochs.before = nil, nil
	a.c.recovering.stop()
	a.c.joining.begin("joining those who are left")
	a.c.joining.askFor(p.key)
}

// foundProvisional begins a provisional epoch after the last turn that is known to be committed.
func (a *Provisional) foundProvisional() {
	a.parkEpoch()
	last := a.c.ancestry.last()
	to := min(a.c.history.committed, a.c.history.executed)
	h, ok := a.c.history.hashAt(to)
	if !ok {
		panic("host: nothing is known of a committed turn")
	}
	r := last.After(epoch.Provisional, epoch.Position{Turn: to, Hash: h})
	a.founded++
	r.Rules, r.Ticks, r.Voters, r.Round = max(a.c.options.Rules, last.Rules), a.c.options.Ticks, []epoch.Voter{a.c.self}, a.founded
	a.c.peers.each(func(p *peer) {
		if p.said.Lacks && p.said.Willing && !p.said.Leaving && len(r.Heirs) < epoch.MaxHeirs {
			r.Heirs = append(r.Heirs, p.key)
		}
	})
	r.Sign(a.c.options.Key)
	a.c.event("goes on without the others", "epoch", r.Number, "turn", to)
	a.notify(a.gone() + " offline; " + a.myName() + " continues for now")
	a.branchOff(r, to)
}

// branchOff goes to where a provisional record goes on, and has record and state synced; then it is begun.
func (a *Provisional) branchOff(r *epoch.Record, to uint64) {
	if a.c.history.executed > to {
		a.c.history.back(to)
	}
	a.c.e, a.c.epochs.before = nil, nil
	a.c.joining.stop()
	a.c.recovering.stop()
	a.c.comparison.drop()
	a.c.history.committed = to
	a.c.history.rebase(a.c.history.capture())
	if s := a.parked; s != nil {
		s.given = min(a.c.journal.given, to)
	}
	a.c.journal.given = min(a.c.journal.given, to)
	a.c.journal.syncedTo = min(a.c.journal.syncedTo, to)
	a.in.fork.setBase(r.Number, a.c.history.base.snapshot)
	a.c.epochs.founding = r
	a.c.journal.pending, a.c.journal.retry = r, time.Time{}
	a.c.out.Records = append(a.c.out.Records, a.c.history.row(r))
}

// gone names the missing peers without which there are no turns, with the verb.
func (a *Provisional) gone() string {
	var names []string
	for _, v := range a.c.ancestry.last().Voters {
		if p := a.c.peers.Get(v.Key); v.Key != a.c.me && (p == nil || !p.greeted || a.c.now.Sub(p.heard) > stalledAfter) {
			names = append(names, a.c.measures.called(v))
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

func (a *Provisional) myName() string {
	if a.c.options.Name != "" {
		return a.c.options.Name
	}
	return a.c.me.Short()
}

// notify sets the words for a banner.
func (a *Provisional) notify(words string) { a.notice = words }

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

// stillLacks reports whether a peer said a moment ago that it has no quorum. The report expires, because
// recovery is not reported.
func (a *Provisional) stillLacks(p *peer) bool {
	return p.said.Lacks && a.c.now.Sub(p.saidAt) <= 3*lackGreeting
}
