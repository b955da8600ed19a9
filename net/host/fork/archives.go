package fork

import (
	"maps"
	"slices"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/notice"
	"manyhold/net/store"
)

// # Archives
//
// A branch is offered until this peer's records say that it was taken in, or until the leader says why it
// will not be. A restarted process goes on offering. Open tells which archives the file holds. The newest
// maxArchives of those in which this peer was a voter wait in the file; from there at most maxPending at a
// time are offered, like branches that were just abandoned. A branch that another archive has taken in is
// offered with that archive. States stay in the file until the leader wants them. A refusal is remembered as
// long as the process lives: the next process asks once more, because another peer may lead by then.

const (
	// maxArchives is how many archives of the file are offered again.
	maxArchives = 64
	// openPatience is how long a file may take to give an archive's states before it is asked again.
	openPatience = 5 * time.Second
	// Around the names, in an archive's words.
	wordsBefore, wordsAfter = "Offline changes by ", ""
)

// LoadArchived takes the archives of the file.
func (abandon *Abandon) LoadArchived(archives []store.Archive) {
	var offered []*branch
	for i := range archives {
		if a := &archives[i]; a.Island == abandon.c.ID || a.Island == 0 {
			if b := abandon.branchOf(a); b != nil {
				offered = append(offered, b)
			}
		}
	}
	all := slices.Clone(offered)
	offered = slices.DeleteFunc(offered, func(b *branch) bool {
		p, err := abandon.in.Merger.planFor(b.offer())
		return err == nil && p.done || slices.ContainsFunc(all, b.within)
	})
	abandon.Shelved = offered[max(0, len(offered)-maxArchives):]
	if n := len(abandon.Shelved); n > 0 {
		abandon.c.Event("archived branches wait to be merged", "archives", n)
	}
}

// branchOf makes a branch of an archive; nil: it is not for this peer to offer, or cannot be.
func (abandon *Abandon) branchOf(a *store.Archive) *branch {
	b := &branch{id: a.ID, turn: a.Turn, size: a.Bytes, stored: true, told: true, bases: map[uint64][]byte{}, abandonedAt: abandon.c.Now,
		tip: kernel.KeptState{Turn: a.Tip.Turn, Epoch: a.Tip.Epoch, Hash: a.Tip.Hash, Digest: a.Tip.Digest},
		who: strings.TrimSuffix(strings.TrimPrefix(a.Words, wordsBefore), wordsAfter)}
	for _, e := range a.Records {
		r, err := epoch.DecodeRecord(e)
		if err != nil {
			return nil
		}
		b.records = append(b.records, r)
		b.voter = b.voter || r.Votes(abandon.c.Me)
	}
	switch n := len(b.records); {
	case n > 0:
		b.shared, b.led = b.records[0].Previous, b.records[n-1].Leader().Key == abandon.c.Me
	case a.Tip.Epoch > 0 && a.Tip.Epoch <= uint64(len(abandon.c.Ancestry.Records)):
		r := abandon.c.Ancestry.Records[a.Tip.Epoch-1]
		b.shared, b.voter, b.led = r.Hash(), r.Votes(abandon.c.Me), r.Leader().Key == abandon.c.Me
	}
	if !b.voter || b.tip.Turn <= b.turn || b.offer().ID() != b.id {
		return nil
	}
	return b
}

// within reports whether another branch has taken this one in.
func (b *branch) within(other *branch) bool {
	last := b.shared
	if n := len(b.records); n > 0 {
		last = b.records[n-1].Hash()
	}
	return slices.ContainsFunc(other.records, func(r *epoch.Record) bool {
		return r.Reason == epoch.Merged && r.Taken.Record == last && r.Taken.Turn >= b.tip.Turn
	})
}

// refill keeps maxPending branches waiting, if there are as many.
func (abandon *Abandon) refill() {
	for len(abandon.Pending) > maxPending { // its states are in the file
		b := abandon.Pending[0]
		b.stored, b.opened, b.bases, b.tip.Snapshot, b.turns, b.told = true, false, map[uint64][]byte{}, nil, nil, true
		abandon.Pending, abandon.Shelved = slices.Delete(abandon.Pending, 0, 1), append(abandon.Shelved, b)
		abandon.Shelved = abandon.Shelved[max(0, len(abandon.Shelved)-maxArchives):]
	}
	for n := len(abandon.Shelved); n > 0 && len(abandon.Pending) < maxPending; n-- {
		b := abandon.Shelved[n-1]
		abandon.Shelved, b.abandonedAt = abandon.Shelved[:n-1], abandon.c.Now
		abandon.Pending = append(abandon.Pending, b)
	}
}

// inMemory reports whether a branch's states are in memory; if not, they are read.
func (abandon *Abandon) inMemory(b *branch) bool {
	if !b.stored || b.opened {
		return true
	}
	if b.asked.IsZero() || abandon.c.Now.Sub(b.asked) >= openPatience {
		b.asked = abandon.c.Now
		abandon.c.Out.Opens = append(abandon.c.Out.Opens, b.id)
	}
	return false
}

// Opened gives the states of an archive that Output.Opens named, or why they cannot be read: then the branch
// stays an archive.
func (abandon *Abandon) Opened(now time.Time, id [32]byte, a store.Branch, err error) {
	abandon.c.SetTime(now)
	if d := abandon.FirmState; d != nil && d.id == id {
		abandon.takeFirmState(a, err)
	}
	for _, b := range slices.Clone(abandon.Pending) {
		if b.id != id || !b.stored || b.opened {
			continue
		}
		if err != nil {
			abandon.in.Merger.settleBranch(b, notice.New("branch_unreadable", "why", err.Error()))
			break
		}
		b.opened, b.tip.Snapshot, b.turns = true, a.Tip.Snapshot, a.Turns
		if len(b.records) > 0 && len(a.Base) > 0 {
			b.bases[b.records[0].Number] = a.Base
		}
		maps.Copy(b.bases, a.Later)
		if t := b.wanted; t != nil && abandon.c.Epoch != nil && abandon.c.Peers.Get(abandon.c.Epoch.Leader()) != nil {
			_ = abandon.in.Merger.taken(abandon.c.Peers.Get(abandon.c.Epoch.Leader()), *t)
		}
		abandon.in.Merger.Merges()
	}
	abandon.c.Epochs.Settle()
}
