package recovery

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// loneRestartAfter is how long a lone voter without its file sees no turn before it goes on.
const loneRestartAfter = 3 * time.Second

// LoneRestart brings back a voter that was alone in its epoch, or whose file lost turns to a power cut.
type LoneRestart struct {
	c      *kernel.Core
	Shared *Mechanisms
	kernel.ObserverBase

	peers kernel.Slot[returnedPeer]
	loss  loss // see powercut.go
}

// returnedPeer is LoneRestart's state of a peer that may be the lone voter.
type returnedPeer struct {
	reported time.Time // when this peer last reported its log to it
}

// of is the state of a peer.
func (o *LoneRestart) of(p *kernel.Peer) *returnedPeer { return o.peers.Of(p) }

// Busy reports whether a lone voter is back, here or elsewhere.
func (o *LoneRestart) Busy() bool { return o.c.Epochs.Restart != nil || o.returned() != nil }

// RecordAdded learns the fate of the turns that a power cut took.
func (o *LoneRestart) RecordAdded(r *epoch.Record) { o.followed(r) }

// ExecutorGreeted learns whether a peer still has such turns.
func (o *LoneRestart) ExecutorGreeted(p *kernel.Peer) { o.recalls(p) }

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
func (o *LoneRestart) returned() *kernel.Peer {
	if o.c.Epoch == nil || o.c.Epoch.Member() || !o.c.Epoch.Record().Lone() || o.c.History.Stale || o.c.Joining.Fetching() {
		return nil
	}
	r := o.c.Epoch.Record()
	p := o.c.Peers.Get(r.Leader().Key)
	if p == nil || !p.Greeted || p.Said.Incarnation == r.Leader().Incarnation || p.Epoch > r.Number {
		return nil
	}
	return p
}

// TellReturned reports this peer's log of the lone voter's epoch to that voter.
func (o *LoneRestart) TellReturned() {
	if p := o.returned(); p != nil && o.c.Now.Sub(o.of(p).reported) >= reportEvery {
		o.of(p).reported = o.c.Now
		r := o.Shared.Recovery.Report()
		o.c.Send(p.Key, message.StreamChannel, r.Encode())
	}
}

// recovers reports whether this peer is a lone voter that has not signed yet where its epoch ends.
func (o *LoneRestart) recovers() bool {
	return o.c.Epochs.Restart != nil && o.c.Epochs.Restart.Record == nil
}

// Lengthens takes the longest log that others have of the epoch, and reports whether there is still something
// to wait for.
func (o *LoneRestart) Lengthens() bool {
	if o.Shared.Recovery.Running == nil {
		o.Shared.Recovery.Running = NewAllVoterRecovery(o.c.Now)
	}
	if best := o.Shared.Recovery.longest(); best.Turn > o.c.History.Executed {
		return !o.Shared.Recovery.reach(best)
	}
	o.Shared.Recovery.Running.Pull = nil
	awaits := false
	o.c.Peers.Each(func(p *kernel.Peer) {
		_, told := o.Shared.Recovery.Running.Reports[p.Key]
		awaits = awaits || !told && p.Greeted && !o.c.Fork.InOther(p) && p.Said.Epoch == o.c.Ancestry.Last().Number && p.Said.Turn > o.c.History.Executed && o.Shared.Recovery.Believed(p.Key)
	})
	return awaits
}

// HoldsMore reports whether a peer claims to hold more of the chain than this peer's file.
func (o *LoneRestart) HoldsMore(p *kernel.Peer) bool {
	number := o.c.Ancestry.Last().Number
	return p.Greeted && !o.c.Fork.InOther(p) && (p.Epoch > number || p.Said.Epoch == number && p.Said.Committed > o.c.History.Executed)
}

// GivesState reports whether the state is to be taken of a peer that holds more: it is in a later epoch, or
// does not tell its log.
func (o *LoneRestart) GivesState(p *kernel.Peer) bool {
	return o.HoldsMore(p) && !o.c.Joining.WaitsToo(p) && (p.Epoch > o.c.Ancestry.Last().Number || o.c.Now.Sub(o.c.Epochs.Restart.Since) >= 2*reportEvery)
}

// AwaitsMe reports whether an epoch goes on only by a recovery of this peer, that was its lone voter.
func (o *LoneRestart) AwaitsMe(r *epoch.Record) bool {
	return !o.c.Options.Offer.PlayOnly && (o.c.Epoch == nil || !o.c.Epoch.Member()) && r.Lone() && r.Leader().Key == o.c.Me && r.Firm && !o.c.Abandon.LostEnd(r)
}

// RecoverAlone begins the recovery of the epoch in which this peer was the lone voter, from a state that
// others gave and this peer's own turns that follow it.
func (o *LoneRestart) RecoverAlone(later []kernel.PastTurn) {
	o.c.Joining.Stop()
	o.c.Epoch, o.c.Epochs.Restart = nil, &kernel.LoneVoterRestart{Since: o.c.Now}
	o.putBack(later)
	o.c.History.Committed = o.c.History.Executed
}

// putBack executes turns of the newest epoch that were here before the state was replaced, as far as they
// follow it.
func (o *LoneRestart) putBack(later []kernel.PastTurn) {
	last := o.c.Ancestry.Last()
	for _, t := range later {
		if t.Number == o.c.History.Executed+1 && t.Epoch == last.Number && epoch.ChainHash(o.c.History.Hash, o.c.World, t.Epoch, t.Number, last.Rules, t.Body) == t.Hash {
			o.c.History.Turns = append(o.c.History.Turns, t)
			o.c.History.Execute(t)
		}
	}
}

// RestartWithoutFile begins a recovery when this peer came back without its file, took the state of others,
// and finds that all of them wait only for itself.
func (o *LoneRestart) RestartWithoutFile() {
	if o.c.Options.Offer.PlayOnly || o.c.Epochs.Restart != nil || o.c.Joining.Fetching() || o.c.Epoch == nil || o.c.Epoch.Member() || o.c.Committee.Quits() || o.c.Journal.Pending != nil {
		return
	}
	r := o.c.Epoch.Record()
	if !r.Lone() || r.Leader().Key != o.c.Me || o.c.Abandon.LostEnd(r) || o.c.Now.Sub(o.c.History.OrderedAt) < loneRestartAfter {
		return
	}
	for _, k := range o.c.Peers.Keys() {
		if o.c.Peers.Get(k).Epoch > r.Number {
			return
		}
	}
	// time enough for peers that have more to say so
	o.c.Epochs.Restart = &kernel.LoneVoterRestart{Since: o.c.Now.Add(2*reportEvery - kernel.RecoverAfter)}
}
