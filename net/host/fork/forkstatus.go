package fork

import (
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// AwaitsAbandon reports whether there is such a fork.
func (fork *Fork) AwaitsAbandon() bool {
	name := fork.c.Ancestry.Last().Hash()
	for _, k := range fork.c.Peers.Keys() {
		o := fork.Shared.Of(fork.c.Peers.Get(k)).Other
		if o != nil && len(o.tail) > 0 && o.tail[0].Reason == epoch.Provisional && o.tail[0].Previous == name && o.tail[0].FirstTurn-1 > fork.c.History.Executed {
			return true
		}
	}
	return false
}

// Helps reports whether a peer without a place in the log may have the state of another without one: it is
// the lone voter for which all wait, and its file holds less.
func (k *Fork) Helps(p *kernel.Peer) bool {
	if k.c.Epoch != nil || k.c.Machine == nil || len(k.c.Ancestry.Records) == 0 {
		return false
	}
	r := k.c.Ancestry.Last()
	return r.Lone() && r.Leader().Key == p.Key && p.Said.Epoch == r.Number && p.Said.Committed < k.c.History.Committed &&
		k.c.History.Executed == k.c.History.Committed
}

// GreetFork adds this peer's fork to a greeting.
func (k *Fork) GreetFork(g *message.Greeting) {
	last, firm := k.c.Ancestry.Last(), k.c.Ancestry.FirmOne()
	g.Name, g.Firm, g.Forked = last.Hash(), last.Firm, k.c.Ancestry.Forked
	g.Living, g.Lacks = k.Shared.Provisional.living(), k.Shared.Provisional.Lacks()
	if !k.Shared.Abandon.LostEnd(firm) { // else no peer should go back to it to end it with this one
		g.FirmName = firm.Hash()
	}
}

// LoadRecord takes a record of the file, with its blob.
func (k *Fork) LoadRecord(r *epoch.Record, blob []byte) {
	if len(blob) > 0 {
		switch r.Reason {
		case epoch.Begun:
			k.c.Ancestry.Ancestors = kernel.DecodeAncestry(blob)
		case epoch.Provisional:
			k.setBase(r.Number, blob)
		case epoch.Merged:
			k.Shared.Merger.HoldBlob(blob)
		default:
			k.c.History.KeepBlob(store.EpochRow{Number: r.Number, Blob: blob})
		}
	}
	if n := len(k.c.Ancestry.Records); n > 0 && r.Number != k.c.Ancestry.Records[n-1].Number+1 {
		k.Shared.Abandon.tornOff = append(k.Shared.Abandon.tornOff, r) // see broken
		return
	}
	k.c.Ancestry.AddRecord(r)
}

// QuietNow reports whether the window keeps the last picture and own commands wait, because this peer's
// branch is about to be merged.
func (k *Fork) QuietNow() bool { return !k.quiet.IsZero() && k.c.Now.Before(k.quiet) }

// ShowState tells of a state that was taken over.
func (k *Fork) ShowState(turn, number, digest uint64) {
	if k.QuietNow() {
		k.c.History.Rewound = true
		return
	}
	if k.c.Options.On.Turn != nil {
		k.c.Options.On.Turn(kernel.Executed{Machine: k.c.Machine, Island: k.c.ID, Turn: turn, Epoch: number, Digest: digest, Rewound: true})
	}
	k.c.History.Rewound = false
}

// busyWithForks reports whether other forks need work soon.
func (k *Fork) busyWithForks() bool {
	if k.Shared.Abandon.Running != nil || k.Shared.Merger.Merging != nil || k.Shared.Merger.pull != nil || k.Shared.Judge.trials.Busy() || k.Shared.Acceptance.wish != nil || len(k.Shared.Abandon.Pending) > 0 || k.Shared.Provisional.Lacks() {
		return true
	}
	if !k.Met {
		return false
	}
	for _, p := range k.c.Peers.Values() {
		if k.Shared.Of(p).Other != nil {
			return true
		}
	}
	k.Met = false
	return false
}

// mergingWords describes the merge in progress.
func (k *Fork) mergingWords() string {
	switch {
	case k.Shared.Abandon.Running != nil:
		return "this peer's offline changes are archived before the merge"
	case k.Shared.Merger.Merging != nil || len(k.Shared.Abandon.Pending) > 0:
		return "offline changes are being merged"
	}
	return ""
}
