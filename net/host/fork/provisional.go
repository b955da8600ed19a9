package fork

import (
	"slices"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// # Provisional forks
//
// A peer lacks the others when no turns are ordered and it cannot order any itself: its leader is gone, it
// leads and no majority answers, or it was restarted and nobody takes it in. It says so in its greeting ("no
// quorum"). After ProvisionalNear or provisionalFar without a turn, one of the lacking peers in the same
// epoch founds a provisional epoch alone: the one with the most committed turns, after the last of these; of
// equals the first in the order of the epoch's voters, its heirs, and then of keys. The next peer waits
// FoundGap longer, and so on. A peer that sees a founded epoch joins it. So a minority goes on at the
// greatest turn that any of it knows to be committed, and its later committees grow like any other.
//
// While enough peers are linked to continue the firm chain (a majority of the processes that its record
// names, or all its voters, which can recover it), no peer founds a fork for quorumPatience, as long as they
// make progress: they may be linked with this peer and not with each other. When they meet later, all others
// abandon their forks for them, at most once every abandonPause, which doubles each time that no firm turn
// follows.
//
// A peer without a vote founds no fork for inTouchPatience while a linked peer gets turns in the same epoch:
// it is in touch with those who decide, only not linked with their leader yet, or not any more.
//
// A peer that only plays founds no fork: it waits until it can join one.
//
// Meanwhile the process parks its membership of the firm epoch: to the others it looks slow. It resumes the
// membership when it abandons the fork, so that a majority of the separated peers still elects a leader.

const (
	// ProvisionalNear and provisionalFar are how long there are no turns before a minority goes on, when the
	// leader was near and when it was not or nothing is known of it.
	ProvisionalNear = 2500 * time.Millisecond
	provisionalFar  = 5 * time.Second
	// FoundGap is how much longer each next one waits.
	FoundGap = 600 * time.Millisecond
	// joinPatience is how long a peer that just came, or got a link, listens for other peers before it joins
	// a provisional fork: that fork may be about to be abandoned, or those peers may be able to continue the
	// firm chain.
	joinPatience = time.Second
	// inTouchPatience is how long an observer lacks turns that a linked peer gets before it founds a fork. A
	// relayed link to the leader takes four seconds (see link/webrtc), in a crowd of newcomers some more.
	inTouchPatience = 15 * time.Second
	// abandonPause is how long after abandoning its fork in vain a peer does not do so again, and
	// AbandonPauseMost the bound of its doubling.
	abandonPause     = 20 * time.Second
	AbandonPauseMost = 5 * time.Minute
	// returnedFor is how long a peer that came back into an epoch waits for a turn before it reports that it
	// has no quorum.
	returnedFor = 300 * time.Millisecond
)

// Provisional goes on without a majority: it founds or joins a provisional fork, and keeps the place in the
// firm epoch.
type Provisional struct {
	c  *kernel.Core
	in *Mechanisms
	kernel.ObserverBase

	Parked     *parkedEpoch // the firm epoch that was left
	founded    uint64       // how many this process has founded
	since      time.Time    // when this process came to its present epoch, or awoke
	nearLeader bool         // the leader was near
	alone      time.Time    // since when no peer would take this one in
	quorum     time.Time    // since when enough peers are linked to continue the firm chain
	joins      time.Time    // since when there is a fork to join
	Notice     string
}

// RecordAdded restarts the waiting for turns.
func (a *Provisional) RecordAdded(*epoch.Record) { a.since, a.alone = a.c.Now, time.Time{} }

// Measured notes whether the leader is near.
func (a *Provisional) Measured(p *kernel.Peer) {
	if a.c.Epoch != nil && (a.c.Epoch.Leader() == p.Key || a.c.Epoch.Leading() && a.c.Epoch.Record().Votes(p.Key)) {
		a.nearLeader = a.nearby()
	}
}

// Awoke restarts the waiting for turns.
func (a *Provisional) Awoke() { a.since = a.c.Now }

// Report describes the last change of forks, and whether turns are missing.
func (a *Provisional) Report(s *status.Host) { s.Fork.Notice, s.Island.Lacks = a.Notice, a.Lacks() }

// Lacks reports whether there are no turns because others are missing.
func (a *Provisional) Lacks() bool {
	if a.c.Epoch != nil && !a.late() {
		return false // nearly always, and this is asked often
	}
	switch {
	case a.c.Machine == nil || len(a.c.Ancestry.Records) == 0 || a.c.Ancestry.Over() || a.c.Committee.Quits() || a.c.Halted || a.c.Epochs.Restart != nil || a.c.Journal.Pending != nil,
		a.in.Abandon.Running != nil, a.c.Acceptor.Promises(), a.c.Joining.Asks(), a.in.Abandon.ReadingFirmState(), a.c.Islands != nil && a.c.Islands.Ended(a.c.ID):
		return false
	case a.c.Epoch == nil:
		return true
	}
	return !a.c.Epoch.Member() || !a.c.Epoch.Record().Lone() || a.c.Policy.Shuns(a.c.Me)
}

// late reports whether the present epoch has had no turns for too long.
func (a *Provisional) late() bool {
	if a.c.Epoch.Leading() {
		return a.c.Epoch.Stalled(a.c.Now) || a.c.Policy.Shuns(a.c.Me)
	}
	return a.c.Now.Sub(a.c.History.OrderedAt) >= a.StillFor() || a.c.Policy.Shuns(a.c.Epoch.Leader()) && !a.in.Fork.quorum()
}

// StillFor is how long the present epoch has no turns before this peer says so. A peer that came back into an
// epoch where others lack turns waits only for the first one.
func (a *Provisional) StillFor() time.Duration {
	if a.c.History.Returned {
		return returnedFor
	}
	return kernel.StalledAfter
}

// LackedIn reports whether a peer in an epoch said a moment ago that it has no quorum.
func (a *Provisional) LackedIn(r *epoch.Record) bool {
	name := r.Hash()
	return slices.ContainsFunc(a.c.Peers.Values(), func(p *kernel.Peer) bool { return p.Greeted && p.Said.Name == name && a.StillLacks(p) })
}

// LackedFor is how long that has been so.
func (a *Provisional) LackedFor() time.Duration {
	since := a.c.History.OrderedAt
	switch {
	case a.c.Epoch == nil:
		since = a.alone
	case a.c.Epoch.Leading():
		since = a.c.History.CommittedAt // it closed turns for a while without acknowledgements
	}
	if since.Before(a.since) {
		since = a.since
	}
	if o := a.othersLack(); !o.IsZero() && o.Before(since) {
		since = latest(o, since.Add(-kernel.StalledAfter))
	}
	return a.c.Now.Sub(since)
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
	if len(a.c.Ancestry.Records) == 0 || a.c.Epoch == nil || a.c.Epoch.Member() {
		return since
	}
	name := a.c.Ancestry.Last().Hash()
	a.c.Peers.Each(func(p *kernel.Peer) {
		if p.Greeted && p.Said.Name == name && a.StillLacks(p) && (since.IsZero() || p.LacksSince.Before(since)) {
			since = p.LacksSince
		}
	})
	if !since.IsZero() {
		since = since.Add(-kernel.StalledAfter)
	}
	return since
}

// GoOn founds or joins a provisional fork when it is time.
func (a *Provisional) GoOn() {
	if !a.Lacks() {
		a.alone, a.quorum, a.joins = time.Time{}, time.Time{}, time.Time{}
		return
	}
	if a.alone.IsZero() {
		a.alone = a.c.Now
	}
	if a.c.Now.Sub(a.in.Fork.greeted) >= kernel.LackGreeting {
		a.in.Fork.greeted = a.c.Now
		a.c.Peers.GreetAll()
	}
	if !a.c.Journal.Archives() {
		return
	}
	quorum := a.in.Fork.quorum()
	if !quorum {
		a.quorum = time.Time{}
	} else if a.quorum.IsZero() {
		a.quorum = a.c.Now
	}
	if quorum && a.c.Now.Sub(a.quorum) < quorumPatience && a.c.Now.Sub(a.in.Fork.agreeing()) < quorumStill {
		return
	}
	if p := a.Joinable(); p != nil {
		if a.joins.IsZero() {
			a.joins = a.c.Now
		}
		if !a.newlyHere() || a.c.Now.Sub(a.joins) >= joinPatience {
			a.JoinFork(p)
		}
		return
	}
	a.joins = time.Time{}
	if a.c.Options.Offer.PlayOnly {
		return // it waits for a host
	}
	if a.in.Abandon.broken() {
		a.in.Abandon.retreat()
		return
	}
	if a.c.History.Forgotten || a.c.History.Executed+1 < a.c.Ancestry.Last().FirstTurn {
		return // it knows of an epoch and has not reached its beginning
	}
	if a.LackedFor() >= a.patienceAlone()+time.Duration(a.RankAlone())*FoundGap && !a.in.Fork.learns() {
		if a.LackedFor() < inTouchPatience && a.inTouch() {
			return
		}
		a.foundProvisional()
	}
}

// inTouch reports whether this peer has no vote in its epoch and a linked peer, which said so a moment ago,
// gets turns in it, fairly.
func (a *Provisional) inTouch() bool {
	last := a.c.Ancestry.Last()
	if last.Votes(a.c.Me) || a.c.Epoch != nil && a.c.Policy.Shuns(a.c.Epoch.Leader()) {
		return false
	}
	name := last.Hash()
	return slices.ContainsFunc(a.c.Peers.Values(), func(p *kernel.Peer) bool {
		return p.Greeted && !a.c.Standing.Refused(p.Key, a.c.Now) && p.Said.Name == name && !p.Said.Lacks && !p.Said.Leaving && !a.c.Standing.Unfair(p.Key, a.c.Now) && a.c.Now.Sub(p.SaidAt) <= 3*kernel.LackGreeting
	})
}

// newlyHere reports whether this peer may not have heard of all others yet.
func (a *Provisional) newlyHere() bool {
	return a.c.Now.Sub(a.since) < joinPatience ||
		slices.ContainsFunc(a.c.Peers.Keys(), func(k key.ID) bool { return a.c.Now.Sub(a.c.Peers.Get(k).Since) < joinPatience })
}

// patienceAlone is how long turns are waited for.
func (a *Provisional) patienceAlone() time.Duration {
	if a.c.Epoch != nil && a.c.Policy.Shuns(a.c.Epoch.Leader()) {
		return returnedFor // the charter said so four seconds ago
	}
	close := a.nearLeader
	if a.c.Epoch == nil && a.c.Peers.Len() > 0 {
		close = !slices.ContainsFunc(a.c.Peers.Keys(), func(k key.ID) bool { return a.c.Peers.Get(k).RTT == 0 || a.c.Peers.Get(k).RTT > kernel.Near })
	}
	if close {
		return ProvisionalNear
	}
	return provisionalFar
}

// nearby reports whether the leader is near; of this peer as leader, whether all voters are that are linked.
func (a *Provisional) nearby() bool {
	if !a.c.Epoch.Leading() {
		p := a.c.Peers.LeaderHere()
		return p != nil && p.RTT > 0 && p.RTT <= kernel.Near
	}
	some := false
	for _, v := range a.c.Epoch.Record().Voters {
		if p := a.c.Peers.Get(v.Key); p != nil && p.RTT > kernel.Near {
			return false
		} else if p != nil && p.RTT > 0 {
			some = true
		}
	}
	return some
}

// Joinable returns the peer with the greatest fork that leaves this peer's own chain right here, or leaves
// firm epochs that follow it and that this peer never heard of.
func (a *Provisional) Joinable() (best *kernel.Peer) {
	a.c.Peers.Each(func(p *kernel.Peer) {
		o := a.in.Of(p).Other
		if o == nil || len(o.tail) == 0 || o.shared != a.c.Ancestry.Last().Number || !slices.ContainsFunc(o.tail, isProvisional) || !p.Greeted || a.StillLacks(p) || a.in.Fork.outcast(o.tail) {
			return
		}
		if best == nil || a.in.Fork.greater(o.tail, a.in.Of(best).Other.tail) {
			best = p
		}
	})
	return best
}

func isProvisional(r *epoch.Record) bool { return r.Reason == epoch.Provisional }

// JoinFork joins a peer's fork that leaves this peer's own chain: at once when this peer can go to the fork
// point, otherwise by the peer's state. Turns committed here beyond the fork point are archived first.
func (a *Provisional) JoinFork(p *kernel.Peer) {
	r := a.in.Of(p).Other.tail[0]
	to := r.FirstTurn - 1
	if a.c.History.Committed > to {
		a.in.Abandon.AbandonFork(p, a.c.Ancestry.Last().Number, "its fork goes on from an earlier turn")
		return
	}
	a.parkEpoch()
	if h, ok := a.c.History.HashAt(to); isProvisional(r) && ok && h == r.Chain && to >= a.c.History.Base.Turn {
		a.c.Event("joining the remaining peers", "epoch", r.Number, "leader", a.c.Measures.Called(r.Leader()), "turn", to)
		a.branchOff(r, to)
		return
	}
	a.c.Event("fetching the state of the remaining peers", "peer", p.Name())
	a.c.Epoch, a.c.Epochs.Previous = nil, nil
	a.c.Recovery.Stop()
	a.c.Joining.Begin("joining those who are left")
	a.c.Joining.AskFor(p.Key)
}

// foundProvisional begins a provisional epoch after the last turn that is known to be committed.
func (a *Provisional) foundProvisional() {
	a.parkEpoch()
	last := a.c.Ancestry.Last()
	to := min(a.c.History.Committed, a.c.History.Executed)
	h, ok := a.c.History.HashAt(to)
	if !ok {
		panic("host: nothing is known of a committed turn")
	}
	r := last.After(epoch.Provisional, epoch.Position{Turn: to, Hash: h})
	a.founded++
	r.Rules, r.Ticks, r.Voters, r.Round = max(a.c.Options.Rules, last.Rules), a.c.Options.Ticks, []epoch.Voter{a.c.Self}, a.founded
	a.c.Peers.Each(func(p *kernel.Peer) {
		if p.Said.Lacks && p.Said.Willing && !p.Said.Leaving && a.c.Standing.MayHost(p.Key) && len(r.Heirs) < epoch.MaxHeirs {
			r.Heirs = append(r.Heirs, p.Key)
		}
	})
	r.Sign(a.c.Options.Key)
	a.c.Event("going on provisionally without the others", "epoch", r.Number, "turn", to)
	a.Notify(a.gone() + " offline; " + a.myName() + " continues for now")
	a.branchOff(r, to)
}

// branchOff goes to where a provisional record goes on, and has record and state synced; then it is begun.
func (a *Provisional) branchOff(r *epoch.Record, to uint64) {
	if a.c.History.Executed > to {
		a.c.History.Back(to)
	}
	a.c.Epoch, a.c.Epochs.Previous = nil, nil
	a.c.Joining.Stop()
	a.c.Recovery.Stop()
	a.c.Comparison.Drop()
	a.c.History.Committed = to
	a.c.History.Rebase(a.c.History.Capture())
	if s := a.Parked; s != nil {
		s.given = min(a.c.Journal.Given, to)
	}
	a.c.Journal.Given = min(a.c.Journal.Given, to)
	a.c.Journal.SyncedTo = min(a.c.Journal.SyncedTo, to)
	a.in.Fork.setBase(r.Number, a.c.History.Base.Snapshot)
	a.c.Epochs.Founding = r
	a.c.Journal.Pending, a.c.Journal.Retry = r, time.Time{}
	a.c.Out.Records = append(a.c.Out.Records, a.c.History.Row(r))
}

// gone names the missing peers without which there are no turns, with the verb.
func (a *Provisional) gone() string {
	var names []string
	for _, v := range a.c.Ancestry.Last().Voters {
		if p := a.c.Peers.Get(v.Key); v.Key != a.c.Me && (p == nil || !p.Greeted || a.c.Now.Sub(p.Heard) > kernel.StalledAfter) {
			names = append(names, a.c.Measures.Called(v))
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
	if a.c.Options.Name != "" {
		return a.c.Options.Name
	}
	return a.c.Me.Short()
}

// Notify sets the words for a banner.
func (a *Provisional) Notify(words string) { a.Notice = words }

// StillLacks reports whether a peer said a moment ago that it has no quorum. The report expires, because
// recovery is not reported.
func (a *Provisional) StillLacks(p *kernel.Peer) bool {
	return p.Said.Lacks && a.c.Now.Sub(p.SaidAt) <= 3*kernel.LackGreeting
}
