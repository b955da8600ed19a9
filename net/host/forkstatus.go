package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// abandonedWithin is how long a restarted lone voter waits until a provisional fork with more committed turns
// than its file is abandoned, so that it can go on from there.
const abandonedWithin = 5 * time.Second

// awaitsAbandon reports whether there is such a fork.
func (fork *Fork) awaitsAbandon() bool {
	name := fork.c.ancestry.last().Hash()
	for _, k := range fork.c.peers.Keys() {
		o := fork.in.of(fork.c.peers.Get(k)).other
		if o != nil && len(o.tail) > 0 && o.tail[0].Reason == epoch.Provisional && o.tail[0].Previous == name && o.tail[0].FirstTurn-1 > fork.c.history.executed {
			return true
		}
	}
	return false
}

// helps reports whether a peer without a place in the log may have the state of another without one: it is
// the lone voter for which all wait, and its file holds less.
func (k *Fork) helps(p *peer) bool {
	if k.c.e != nil || k.c.machine == nil || len(k.c.ancestry.records) == 0 {
		return false
	}
	r := k.c.ancestry.last()
	return r.Lone() && r.Leader().Key == p.key && p.said.Epoch == r.Number && p.said.Committed < k.c.history.committed &&
		k.c.history.executed == k.c.history.committed
}

// greetFork adds this peer's fork to a greeting.
func (k *Fork) greetFork(g *message.Greeting) {
	last, firm := k.c.ancestry.last(), k.c.ancestry.firmOne()
	g.Name, g.Firm, g.Forked = last.Hash(), last.Firm, k.c.ancestry.forked
	g.Living, g.Lacks = k.in.separate.living(), k.in.separate.lacks()
	if !k.in.abandon.lostEnd(firm) { // else no peer should go back to it to end it with this one
		g.FirmName = firm.Hash()
	}
}

// loadRecord takes a record of the file, with its blob.
func (k *Fork) loadRecord(r *epoch.Record, blob []byte) {
	if len(blob) > 0 {
		switch r.Reason {
		case epoch.Begun:
			k.c.ancestry.ancestors = decodeAncestry(blob)
		case epoch.Provisional:
			k.setBase(r.Number, blob)
		case epoch.Merged:
			k.in.merger.holdBlob(blob)
		default:
			k.c.history.keepBlob(store.EpochRow{Number: r.Number, Blob: blob})
		}
	}
	if n := len(k.c.ancestry.records); n > 0 && r.Number != k.c.ancestry.records[n-1].Number+1 {
		k.in.abandon.tornOff = append(k.in.abandon.tornOff, r) // see broken
		return
	}
	k.c.ancestry.addRecord(r)
}

// quietNow reports whether the window keeps the last picture and own commands wait, because this peer's
// branch is about to be merged.
func (k *Fork) quietNow() bool { return !k.quiet.IsZero() && k.c.now.Before(k.quiet) }

// showState tells of a state that was taken over.
func (k *Fork) showState(turn, number, digest uint64) {
	if k.quietNow() {
		k.c.history.rewound = true
		return
	}
	if k.c.options.On.Turn != nil {
		k.c.options.On.Turn(Executed{Machine: k.c.machine, Island: k.c.island, Turn: turn, Epoch: number, Digest: digest, Rewound: true})
	}
	k.c.history.rewound = false
}

// busyWithForks reports whether other forks need work soon.
func (k *Fork) busyWithForks() bool {
	if k.in.abandon.running != nil || k.in.merger.merging != nil || k.in.merger.pull != nil || len(k.in.abandon.pending) > 0 || k.in.separate.lacks() {
		return true
	}
	if !k.met {
		return false
	}
	for _, p := range k.c.peers.Values() {
		if k.in.of(p).other != nil {
			return true
		}
	}
	k.met = false
	return false
}

// mergingWords describes the merge in progress.
func (k *Fork) mergingWords() string {
	switch {
	case k.in.abandon.running != nil:
		return "this peer's offline changes are archived before the merge"
	case k.in.merger.merging != nil || len(k.in.abandon.pending) > 0:
		return "offline changes are being merged"
	}
	return ""
}
