package host

import (
	"slices"
	"testing"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// archive moves a branch out of the line, as the store does.
func (f *testFile) archive(t testing.TB, b store.Branch) {
	b.Turns = segment.Between(f.entries, b.Turn, b.Tip.Turn)
	f.archives = append(f.archives, b)
	for len(f.entries) > 0 && f.entries[len(f.entries)-1].Turn > b.Turn {
		f.entries = f.entries[:len(f.entries)-1]
	}
	first := ^uint64(0)
	if len(b.Records) > 0 {
		r, err := epoch.DecodeRecord(b.Records[0])
		must(t, err)
		first = r.Number
	}
	f.epochs = slices.DeleteFunc(f.epochs, func(r store.EpochRow) bool { return r.Number >= first })
	for f.checkpoint.Turn > b.Turn || f.checkpoint.Epoch >= first {
		n := len(f.older)
		if n == 0 {
			f.checkpoint = store.Checkpoint{Turn: b.Turn, Snapshot: b.Base}
			if b.Base == nil {
				f.checkpoint = store.Checkpoint{}
			}
			if len(b.Records) > 0 {
				r, err := epoch.DecodeRecord(b.Records[0])
				must(t, err)
				f.checkpoint.Hash, f.checkpoint.Epoch = r.Chain, r.Number-1
			}
			f.entries = nil
			break
		}
		f.checkpoint, f.older = f.older[n-1], f.older[:n-1]
	}
	f.writtenTurn = f.checkpoint.Turn
	if n := len(f.entries); n > 0 {
		f.writtenTurn = f.entries[n-1].Turn
	}
}

// firmTurn is the last turn that a file has of the line before it forked.
func (f *testFile) firmTurn(t testing.TB) uint64 {
	held := f.checkpoint.Turn
	if k := len(f.entries); k > 0 {
		held = max(held, f.entries[k-1].Turn)
	}
	for _, row := range f.epochs {
		if row.Number == kernel.AcceptorRow {
			continue
		}
		r, err := epoch.DecodeRecord(row.Record)
		must(t, err)
		if r.Reason == epoch.Provisional {
			return min(held, r.FirstTurn-1)
		}
	}
	return held
}

// firmTurn is the last turn that a process knows to be committed of the line before it forked.
func (n *testNode) firmTurn() uint64 {
	for _, r := range n.core.Ancestry.Records {
		if r.Reason == epoch.Provisional {
			return min(n.core.History.Committed, r.FirstTurn-1)
		}
	}
	return n.core.History.Committed
}

// archiveList are the archives as Open gives them.
func (f *testFile) archiveList() (list []store.Archive) {
	for _, b := range f.archives {
		size := uint64(len(b.Base) + len(b.Tip.Snapshot))
		b.Base, b.Later, b.Tip.Snapshot = nil, nil, nil
		list = append(list, store.Archive{Branch: b, Bytes: size})
	}
	return list
}

// open is an archive with its states.
// read is what net/store's Read finds.
func (f *testFile) read(what store.Reading) (s store.Stretch, err error) {
	if what.Trial != [32]byte{} {
		at, ok := f.trials[what.Trial]
		if !ok {
			err = store.ErrNotFound
		}
		return store.Stretch{From: at}, err
	}
	for _, c := range append(slices.Clone(f.older), f.checkpoint) {
		if c.Snapshot != nil && c.Turn <= what.Turn && c.Epoch <= what.Epoch {
			s.From = c
		}
	}
	if s.From.Snapshot != nil {
		s.Turns = segment.Between(f.entries, s.From.Turn, what.Turn)
	}
	if s.Turns == nil {
		return store.Stretch{}, store.ErrNotFound
	}
	return s, nil
}

// keep keeps the places of executions.
func (f *testFile) keep(trials []store.Trial) {
	for _, t := range trials {
		if f.trials == nil {
			f.trials = map[[32]byte]store.Checkpoint{}
		}
		if f.trials[t.Name] = t.At; t.At.Snapshot == nil {
			delete(f.trials, t.Name)
		}
	}
}

func (f *testFile) open(id [32]byte) store.Branch {
	b := f.archives[slices.IndexFunc(f.archives, func(b store.Branch) bool { return b.ID == id })]
	if f.edit != nil {
		f.edit(&b)
	}
	return b
}
