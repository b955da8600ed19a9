package fork

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
)

// # Meeting
//
// A peer in another fork is asked for the records that follow this peer's firm ancestor, or the newest one
// before it that it has. Only records that follow a shared one are believed, each signed by a peer that its
// predecessor allows. From the records after the last shared one, each side computes alone, with the same
// result, the greater fork: the one with more decrees of the founder; then the one with a firm record; of two
// provisional ones the one whose last record names more voters of the firm ancestor, then the one whose last
// record has the later first turn, then the one with the lesser hash. Of two firm forks neither is greater,
// whatever their lengths: a voter lied, and no peer leaves its own fork for the other.
//
// Each member of the lesser fork abandons it on its own. If both sides abandon theirs, because one changed
// its committee at that moment, both have archived their branches. They found a new fork when no other peer
// is there, and the pending branches are merged into that.
//
// A provisional fork is also abandoned when its firm ancestor's leader is heard closing turns, and when a
// quorum is there (see provisional.go).

const (
	// meetEvery is how often other forks are compared.
	meetEvery = 50 * time.Millisecond
	// GoesSteadily is how long the firm epoch's leader must have closed turns without a break before a fork
	// is abandoned for it, however often that was in vain before: its turns come this time.
	GoesSteadily = 3 * time.Second
	// strangerGreeting is how often peers in other forks are greeted.
	strangerGreeting = time.Second
)

// Meet compares the forks of others and abandons its own when one of them is greater.
func (k *Fork) Meet() {
	if k.c.Machine == nil || len(k.c.Ancestry.Records) == 0 || k.c.Now.Sub(k.looked) < meetEvery {
		return
	}
	k.looked = k.c.Now
	k.Shared.Abandon.stepAbandon()
	if k.Shared.Abandon.Running != nil || k.c.Journal.Pending != nil || k.c.Committee.Quits() {
		return
	}
	strangers := false
	var best *kernel.Peer
	peers := k.c.Peers.Values()
	if !k.Met {
		peers = nil // none is in another fork
	}
	for _, p := range peers {
		if k.Shared.Of(p).Other == nil {
			continue
		}
		strangers = true
		k.align(k.Shared.Of(p).Other)
		k.askRecords(p)
		if k.yieldsTo(p) && (best == nil || k.greater(k.Shared.Of(p).Other.tail, k.Shared.Of(best).Other.tail)) {
			best = p
		}
	}
	if strangers && k.c.Now.Sub(k.greeted) >= strangerGreeting {
		k.greeted = k.c.Now
		k.c.Peers.GreetAll()
	}
	switch {
	case k.Shared.Provisional.Between() && k.c.Joining.Asks():
		// all is put away, and the other fork's state on its way
	case best != nil:
		k.Shared.Abandon.AbandonFork(best, k.Shared.Of(best).Other.shared, "the fork of "+best.Name()+" is greater")
	case !k.c.Ancestry.Last().Firm:
		k.abandonForFirm()
	}
}

// align removes the records that this peer's own chain has by now from the tail of another.
func (k *Fork) align(o *OtherFork) {
	for len(o.tail) > 0 && k.c.Ancestry.Has(o.shared+1, o.tail[0].Hash()) {
		o.shared, o.tail = o.shared+1, o.tail[1:]
	}
}

// yieldsTo reports whether this peer's fork is abandoned for that of a peer.
func (k *Fork) yieldsTo(p *kernel.Peer) bool {
	o := k.Shared.Of(p).Other
	if len(o.tail) == 0 || !p.Greeted || o.shared > uint64(len(k.c.Ancestry.Records)) || k.Shared.Provisional.StillLacks(p) && !o.tail[len(o.tail)-1].Firm {
		return false
	}
	mine := k.c.Ancestry.Records[o.shared:]
	if k.outcast(o.tail) {
		return false
	}
	if len(mine) > 0 {
		return k.greater(o.tail, mine)
	}
	for i, r := range o.tail { // it goes on from the epoch that is the own one
		if r.Reason == epoch.Provisional {
			return i > 0 || o.tail[len(o.tail)-1].Firm // that is over for all, or was made firm since
		}
	}
	return false
}

// outcast reports whether a fork is that of a peer which the charter keeps out: no peer goes over to it. A
// provisional fork may be led by a peer without the right to vote, unless that is banned.
func (k *Fork) outcast(tail []*epoch.Record) bool {
	last := tail[len(tail)-1]
	if last.Firm {
		return k.c.Policy.Unfirm(last)
	}
	return len(last.Voters) > 0 && k.c.Standing.Outcast(last.Leader().Key, k.c.Now)
}

// greater reports whether fork a is greater than b; both follow the same record, and neither is empty.
func (k *Fork) greater(a, b []*epoch.Record) bool {
	da, fa := k.firmness(a)
	db, fb := k.firmness(b)
	switch {
	case da != db:
		return da > db
	case fa != fb && (fa == 0 || fb == 0):
		return fa > fb
	case fa != 0:
		return false // two firm ones: a voter lied, and no peer follows
	}
	x, y := a[len(a)-1], b[len(b)-1]
	if x.Hash() == y.Hash() {
		return false
	}
	if ux, uy := k.c.Policy.Unfirm(x), k.c.Policy.Unfirm(y); ux != uy {
		return uy
	}
	return epoch.Senior(k.c.Ancestry.FirmOne(), x, x.FirstTurn, y, y.FirstTurn)
}

// firmness returns the number of decrees in a stretch of a chain, and the number of its last firm record,
// zero when it has none.
func (k *Fork) firmness(records []*epoch.Record) (decrees int, firm uint64) {
	for _, r := range records {
		if r.Reason == epoch.Decreed {
			decrees++
		}
		if k.c.Options.Hooks.Firm(r) && !k.c.Policy.Unfirm(r) {
			firm = r.Number
		}
	}
	return decrees, firm
}

// abandonForFirm abandons a provisional fork when its firm ancestor goes on, or could.
func (k *Fork) abandonForFirm() {
	firm := k.c.Ancestry.FirmOne()
	goes := false
	var from *kernel.Peer
	k.c.Peers.Each(func(p *kernel.Peer) {
		if k.leadsFirm(p, firm) {
			goes, from = true, p
		}
	})
	quorum := k.quorum()
	// without a state of it, this peer goes back only when another peer has one
	if quorum && !goes && !k.Shared.Provisional.returns() {
		from = k.waitsInFirm(firm)
		quorum = from != nil
	}
	if k.c.History.Firm.After(k.AbandonedAt) {
		k.Pause = 0 // something came of it
	}
	if !goes {
		k.goes = time.Time{}
	} else if k.goes.IsZero() {
		k.goes = k.c.Now
	}
	switch {
	case !goes && !quorum:
		return
	case k.c.Now.Sub(k.AbandonedAt) < k.Pause && !(quorum && k.awaited(firm)) && !(goes && k.c.Now.Sub(k.goes) >= GoesSteadily):
		return
	}
	k.Pause = min(max(2*k.Pause, abandonPause), AbandonPauseMost)
	k.AbandonedAt, k.goes = k.c.Now, time.Time{}
	if goes {
		k.Shared.Abandon.AbandonFork(from, firm.Number, from.Name()+" leads the firm fork")
	} else {
		k.Shared.Abandon.AbandonFork(from, firm.Number, "a quorum for the firm fork is online")
	}
	if k.Shared.Abandon.Running != nil {
		k.Shared.Abandon.Running.firm = true
	}
}

// leadsFirm reports whether a peer is heard closing turns of the firm epoch.
func (k *Fork) leadsFirm(p *kernel.Peer, firm *epoch.Record) bool {
	name := firm.Hash()
	return p.Greeted && !k.c.Standing.Refused(p.Key, k.c.Now) && p.Said.FirmName == name && p.Follower.Ran == firm.Number && k.c.Now.Sub(p.Follower.RanAt) < time.Second && p.Said.Name == name
}

// awaited reports whether a voter of the firm epoch has gone back to it and waits there: that is in vain
// unless the others do the same now.
func (k *Fork) awaited(firm *epoch.Record) (is bool) {
	k.c.Peers.Each(func(p *kernel.Peer) {
		is = is || p.Greeted && p.Said.Name == firm.Hash() && p.Said.Lacks && firm.Votes(p.Key) && k.c.Now.Sub(p.SaidAt) < 3*kernel.LackGreeting
	})
	return is
}

// waitsInFirm returns a peer that has gone back to the firm epoch, or nil.
func (k *Fork) waitsInFirm(firm *epoch.Record) (best *kernel.Peer) {
	k.c.Peers.Each(func(p *kernel.Peer) {
		if best == nil && p.Greeted && p.Said.Name == firm.Hash() && p.Said.Committed+1 >= firm.FirstTurn {
			best = p
		}
	})
	return best
}

// learns reports whether a peer in another fork was heard of a moment ago, with its records on their way. It
// may have founded a fork that this peer can join; two that are founded at once cost the peers that abandon
// theirs another second.
func (k *Fork) learns() bool {
	return slices.ContainsFunc(k.c.Peers.Values(), func(p *kernel.Peer) bool {
		return k.Shared.Of(p).Other != nil && k.Shared.Of(p).Other.tail == nil && p.Greeted && !k.Shared.Provisional.StillLacks(p) && k.c.Now.Sub(k.Shared.Of(p).Other.Since) < FoundGap
	})
}
