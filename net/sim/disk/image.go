package disk

import (
	"bytes"
	"cmp"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// Image is the log of one island in a world's file, as a process finds it when it opens the file.
type Image struct {
	// since the oldest checkpoint, consecutive; entries never change, so that images share them
	turns  []*store.Entry
	Epochs []store.EpochRow
	lost   uint64             // the number of a record after those that was damaged; zero: none was
	saves  []store.Checkpoint // the last store.Kept ones, ascending
	folded []stretch          // of turns that were folded, ascending
	old    []*store.Entry     // these turns
	miles  []store.Checkpoint // the last store.MaxMilestones before saves, ascending
}

// stretch is turns of one epoch that follow each other.
type stretch struct{ epoch, first, last uint64 }

// fold drops old turns that are no longer needed to continue.
func (f *Image) fold(turns []*store.Entry) {
	f.old = append(f.old, turns...)
	for _, e := range turns {
		if n := len(f.folded); n > 0 && f.folded[n-1].epoch == e.Epoch && f.folded[n-1].last+1 == e.Turn {
			f.folded[n-1].last = e.Turn
		} else {
			f.folded = append(f.folded, stretch{e.Epoch, e.Turn, e.Turn})
		}
	}
}

// takes reports whether a branch can be archived: net/store cannot divide folded turns without the hash
// there.
func (f *Image) takes(b *store.Branch) bool {
	return b.Root != [32]byte{} || !slices.ContainsFunc(f.folded, func(s stretch) bool { return s.first <= b.Turn && b.Turn < s.last })
}

// change is one write. One of its fields is set.
type change struct {
	turn *store.Entry
	row  *store.EpochRow
	save *store.Checkpoint
	away *store.Branch
	end  bool // the log ends: the island was absorbed by another
}

// synced reports whether the writer waits until the change is on the disk.
func (c change) synced() bool { return c.row != nil || c.away != nil }

// apply makes a change as net/store does. A turn removes those after it. A checkpoint that is not among the
// turns begins a new stretch of them.
func (f *Image) apply(c change) {
	switch {
	case c.turn != nil:
		for n := len(f.turns); n > 0 && f.turns[n-1].Turn >= c.turn.Turn; n-- {
			f.turns = f.turns[:n-1]
		}
		f.turns = append(f.turns, c.turn)
		if n := len(f.saves); n > 0 && f.saves[n-1].Turn >= c.turn.Turn {
			f.saves = slices.DeleteFunc(f.saves, func(s store.Checkpoint) bool { return s.Turn >= c.turn.Turn })
		}
	case c.row != nil:
		i, has := slices.BinarySearchFunc(f.Epochs, c.row.Number, func(r store.EpochRow, n uint64) int { return cmp.Compare(r.Number, n) })
		if has {
			f.Epochs[i] = *c.row
		} else {
			f.Epochs = slices.Insert(f.Epochs, i, *c.row)
		}
		if c.row.Number >= f.lost {
			f.lost = 0
		}
	case c.save != nil:
		f.save(*c.save)
	case c.away != nil:
		f.archive(*c.away)
	}
}

// archive moves a branch out of the log.
func (f *Image) archive(b store.Branch) {
	first := ^uint64(0)
	at := store.Checkpoint{Turn: b.Turn, Snapshot: b.Base}
	if len(b.Records) > 0 {
		if r, err := epoch.DecodeRecord(b.Records[0]); err == nil {
			first, at.Hash, at.Epoch = r.Number, r.Chain, r.Number-1
		}
	}
	f.Epochs = slices.DeleteFunc(f.Epochs, func(r store.EpochRow) bool { return r.Number >= first })
	if f.lost >= first {
		f.lost = 0
	}
	f.turns = slices.DeleteFunc(f.turns, func(e *store.Entry) bool { return e.Turn > b.Turn })
	f.old = slices.DeleteFunc(f.old, func(e *store.Entry) bool { return e.Turn > b.Turn })
	f.miles = slices.DeleteFunc(f.miles, func(s store.Checkpoint) bool { return s.Turn > b.Turn || s.Epoch >= first })
	f.folded = slices.DeleteFunc(f.folded, func(s stretch) bool { return s.first > b.Turn })
	if n := len(f.folded); n > 0 {
		f.folded[n-1].last = min(f.folded[n-1].last, b.Turn)
	}
	f.saves = slices.DeleteFunc(f.saves, func(s store.Checkpoint) bool { return s.Turn > b.Turn || s.Epoch >= first })
	if len(f.saves) == 0 {
		f.turns = nil
		if b.Base != nil {
			f.saves = append(f.saves, at)
		}
	}
}

func (f *Image) save(c store.Checkpoint) {
	f.saves = slices.DeleteFunc(f.saves, func(s store.Checkpoint) bool { return s.Turn >= c.Turn })
	f.saves = append(f.saves, c)
	f.miles = slices.DeleteFunc(f.miles, func(s store.Checkpoint) bool { return s.Turn >= c.Turn })
	if n := len(f.saves) - store.Kept; n > 0 {
		f.miles = append(f.miles, f.saves[:n]...)
		f.miles = slices.Clone(f.miles[max(0, len(f.miles)-store.MaxMilestones):])
		f.saves = f.saves[len(f.saves)-store.Kept:]
	}
	n := len(f.turns)
	if n > 0 && c.Turn+1 >= f.turns[0].Turn && c.Turn <= f.turns[n-1].Turn {
		oldest := f.saves[0].Turn
		i := 0
		for i < n && f.turns[i].Turn <= oldest {
			i++
		}
		f.fold(f.turns[:i])
		f.turns = slices.Clone(f.turns[i:])
		return
	}
	f.turns = nil
}

// clone copies an image; the bytes in it are never changed and stay shared.
func (f *Image) clone() Image {
	return Image{turns: slices.Clone(f.turns), Epochs: slices.Clone(f.Epochs), lost: f.lost, saves: slices.Clone(f.saves), folded: slices.Clone(f.folded),
		old: slices.Clone(f.old), miles: slices.Clone(f.miles)}
}

// between returns the turns after one up to another as segments; nil: some are missing.
func (f *Image) between(after, to uint64) [][]byte {
	var entries []store.Entry
	for _, list := range [...][]*store.Entry{f.old, f.turns} {
		for _, e := range list {
			entries = append(entries, *e)
		}
	}
	return segment.Between(entries, after, to)
}

// stretch is what net/store's Read finds.
func (f *Image) stretch(turn, epoch uint64) (s store.Stretch, err error) {
	for _, list := range [...][]store.Checkpoint{f.miles, f.saves} {
		for _, c := range list {
			if c.Turn <= turn && c.Epoch <= epoch && c.Snapshot != nil {
				s.From = c
			}
		}
	}
	if s.From.Snapshot != nil {
		s.Turns = f.between(s.From.Turn, turn)
	}
	if s.Turns == nil {
		return store.Stretch{}, store.ErrNotFound
	}
	return s, nil
}

// top is the last turn of the image.
func (f *Image) top() uint64 {
	top := uint64(0)
	if n := len(f.turns); n > 0 {
		top = f.turns[n-1].Turn
	}
	if n := len(f.saves); n > 0 {
		top = max(top, f.saves[n-1].Turn)
	}
	return top
}

// holds reports whether the image has a turn with that hash, as far as it still knows hashes.
func (f *Image) holds(turn uint64, hash [32]byte) bool {
	for i := range f.saves {
		if f.saves[i].Turn == turn {
			return f.saves[i].Hash == hash
		}
	}
	if n := len(f.turns); n > 0 && turn >= f.turns[0].Turn && turn <= f.turns[n-1].Turn {
		return f.turns[turn-f.turns[0].Turn].Hash == hash
	}
	return false
}

// row returns the record of a number, or nil.
func (f *Image) row(number uint64) []byte {
	i, has := slices.BinarySearchFunc(f.Epochs, number, func(r store.EpochRow, n uint64) int { return cmp.Compare(r.Number, n) })
	if !has {
		return nil
	}
	return f.Epochs[i].Record
}

// load returns the island's part of an opened file: the last checkpoint and the turns since.
func (f *Image) load(island uint64) store.LoadedLog {
	l := store.LoadedLog{Island: island, Epochs: slices.Clone(f.Epochs), LostEpoch: f.lost}
	if n := len(f.saves); n > 0 {
		l.Checkpoint = f.saves[n-1]
	}
	last := l.Checkpoint.Turn
	for _, e := range f.turns {
		if e.Turn == last+1 {
			l.Tail = append(l.Tail, store.Entry{Epoch: e.Epoch, Turn: e.Turn, Hash: e.Hash, Body: bytes.Clone(e.Body)})
			last = e.Turn
		}
	}
	return l
}
