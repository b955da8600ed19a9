package host

import (
	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"time"
)

// LoneRestart brings back a voter that was alone in its epoch, or whose file lost turns to a power cut.
type LoneRestart struct {
	c  *Core
	in *recoveries
	observerBase

	peers slot[returnedPeer]
	loss  loss // see powercut.go
}

// returnedPeer is LoneRestart's state of a peer that may be the lone voter.
type returnedPeer struct {
	reported time.Time // when this peer last reported its log to it
}

// of is the state of a peer.
func (o *LoneRestart) of(p *peer) *returnedPeer { return o.peers.of(p) }

func (o *LoneRestart) busy() bool { return o.c.epochs.restart != nil || o.returned() != nil }

func (o *LoneRestart) recordAdded(r *epoch.Record) { o.followed(r) }

func (o *LoneRestart) executorGreeted(p *peer) { o.recalls(p) }

// # A lone voter that returns
//
// The file of a lone voter decides what is committed in its epoch. When that file lost turns, to a power cut
// or to rot, the followers may hold more: turns that they know to be committed, and the last ones, which they
// know to be ordered only. So while the voter is back as another process and has not gone on yet, all peers
// in its epoch report their logs (report). It takes the longest of these logs turn by turn (reach), before it
// signs where the world goes on. It never drops its own turns for the state of a peer that has fewer
// (putBack).

// returned is the lone voter of the epoch that this peer follows, if it is back as another process and has
// not gone on; or nil.
func (o *LoneRestart) returned() *peer {
	if o.c.e == nil || o.c.e.Member() || !o.c.e.Record().Lone() || o.c.history.stale || o.c.joining.fetching() {
		return nil
	}
	r := o.c.e.Record()
	p := o.c.peers.Get(r.Leader().Key)
	if p == nil || !p.greeted || p.said.Incarnation == r.Leader().Incarnation || p.epoch > r.Number {
		return nil
	}
	return p
}

// tellReturned reports this peer's log of the lone voter's epoch to that voter.
func (o *LoneRestart) tellReturned() {
	if p := o.returned(); p != nil && o.c.now.Sub(o.of(p).reported) >= reportEvery {
		o.of(p).reported = o.c.now
		r := o.in.recovering.report()
		o.c.send(p.key, message.StreamChannel, r.Encode())
	}
}

// recovers reports whether this peer is a lone voter that has not signed yet where its epoch ends.
func (o *LoneRestart) recovers() bool {
	return o.c.epochs.restart != nil && o.c.epochs.restart.record == nil
}

// lengthens takes the longest log that others have of the epoch, and reports whether there is still something
// to wait for.
func (o *LoneRestart) lengthens() bool {
	if o.in.recovering.running == nil {
		o.in.recovering.running = newAllVoterRecovery(o.c.now)
	}
	if best := o.in.recovering.longest(); best.Turn > o.c.history.executed {
		return !o.in.recovering.reach(best)
	}
	o.in.recovering.running.pull = nil
	awaits := false
	o.c.peers.each(func(p *peer) {
		_, told := o.in.recovering.running.reports[p.key]
		awaits = awaits || !told && p.greeted && !o.c.fork.inOther(p) && p.said.Epoch == o.c.ancestry.last().Number && p.said.Turn > o.c.history.executed && o.in.recovering.believed(p.key)
	})
	return awaits
}

// holdsMore reports whether a peer claims to hold more of the chain than this peer's file.
func (o *LoneRestart) holdsMore(p *peer) bool {
	number := o.c.ancestry.last().Number
	return p.greeted && !o.c.fork.inOther(p) && (p.epoch > number || p.said.Epoch == number && p.said.Committed > o.c.history.executed)
}

// givesState reports whether the state is to be taken of a peer that holds more: it is in a later epoch, or
// does not tell its log.
func (o *LoneRestart) givesState(p *peer) bool {
	return o.holdsMore(p) && !o.c.joining.waitsToo(p) && (p.epoch > o.c.ancestry.last().Number || o.c.now.Sub(o.c.epochs.restart.since) >= 2*reportEvery)
}

// awaitsMe reports whether an epoch goes on only by a recovery of this peer, that was its lone voter.
func (o *LoneRestart) awaitsMe(r *epoch.Record) bool {
	return (o.c.e == nil || !o.c.e.Member()) && r.Lone() && r.Leader().Key == o.c.me && r.Firm && !o.c.abandon.lostEnd(r)
}

// recoverAlone begins the recovery of the epoch in which this peer was the lone voter, from a state that
// others gave and this peer's own turns that follow it.
func (o *LoneRestart) recoverAlone(later []past) {
	o.c.joining.stop()
	o.c.e, o.c.epochs.restart = nil, &loneVoterRestart{since: o.c.now}
	o.putBack(later)
	o.c.history.committed = o.c.history.executed
}

// putBack executes turns of the newest epoch that were here before the state was replaced, as far as they
// follow it.
func (o *LoneRestart) putBack(later []past) {
	last := o.c.ancestry.last()
	for _, t := range later {
		if t.Number == o.c.history.executed+1 && t.epoch == last.Number && epoch.ChainHash(o.c.history.hash, o.c.world, t.epoch, t.Number, last.Rules, t.Body) == t.Hash {
			o.c.history.turns = append(o.c.history.turns, t)
			o.c.history.execute(t)
		}
	}
}

// restartWithoutFile begins a recovery when this peer came back without its file, took the state of others,
// and finds that all of them wait only for itself.
func (o *LoneRestart) restartWithoutFile() {
	if o.c.epochs.restart != nil || o.c.joining.fetching() || o.c.e == nil || o.c.e.Member() || o.c.seats.quits() || o.c.journal.pending != nil {
		return
	}
	r := o.c.e.Record()
	if !r.Lone() || r.Leader().Key != o.c.me || o.c.abandon.lostEnd(r) || o.c.now.Sub(o.c.history.orderedAt) < loneRestartAfter {
		return
	}
	for _, k := range o.c.peers.Keys() {
		if o.c.peers.Get(k).epoch > r.Number {
			return
		}
	}
	// time enough for peers that have more to say so
	o.c.epochs.restart = &loneVoterRestart{since: o.c.now.Add(2*reportEvery - recoverAfter)}
}
