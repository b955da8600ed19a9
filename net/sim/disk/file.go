package disk

import (
	"maps"
	"slices"

	"manyhold/net/host/message"
	"manyhold/net/store"
)

// File is the content of a world's file: the log of each island, and the archives.
type File struct {
	Logs     map[uint64]*Image
	ended    map[uint64]bool
	archives []store.Branch // in the order of archiving
	trials   []store.Trial
}

// filed is something that is written of an island.
type filed struct {
	island uint64
	change
}

func newFile() File { return File{Logs: map[uint64]*Image{}, ended: map[uint64]bool{}} }

func (f *File) apply(c filed) {
	switch {
	case c.end:
		f.ended[c.island] = true
		return
	case c.away != nil:
		b := *c.away
		b.Turns = f.log(c.island).between(b.Turn, b.Tip.Turn)
		f.archives = append(f.archives, b)
	}
	f.log(c.island).apply(c.change)
}

// log returns the log of an island, which begins with its first write.
func (f *File) log(island uint64) *Image {
	l := f.Logs[island]
	if l == nil {
		l = &Image{}
		f.Logs[island] = l
	}
	return l
}

// Islands returns the islands in the file, ascending.
func (f *File) Islands() []uint64 { return slices.Sorted(maps.Keys(f.Logs)) }

// clone copies a file; the bytes in it are never changed and stay shared.
func (f *File) clone() File {
	c := File{Logs: map[uint64]*Image{}, ended: maps.Clone(f.ended), archives: slices.Clone(f.archives), trials: slices.Clone(f.trials)}
	for island, l := range f.Logs {
		copied := l.clone()
		c.Logs[island] = &copied
	}
	return c
}

// Empty reports whether a process that finds the file has no part in a world yet.
func (f *File) Empty() bool {
	return f.Logs[message.Home] == nil || len(f.Logs[message.Home].Epochs) == 0
}

// Top returns the last turn of an island's log.
func (f *File) Top(island uint64) uint64 {
	if l := f.Logs[island]; l != nil {
		return l.top()
	}
	return 0
}

// Loaded returns the last turn of an island that a process finds when it opens the file.
func (f *File) Loaded(island uint64) uint64 {
	l := f.Logs[island]
	if l == nil {
		return 0
	}
	line := l.load(island)
	if n := len(line.Tail); n > 0 {
		return line.Tail[n-1].Turn
	}
	return line.Checkpoint.Turn
}

// Holds reports whether a turn of an island with that hash is available.
func (f *File) Holds(island, turn uint64, hash [32]byte) bool {
	l := f.Logs[island]
	return l != nil && l.holds(turn, hash)
}

// Row returns the record of a number in an island's log, or nil.
func (f *File) Row(island, number uint64) []byte {
	if l := f.Logs[island]; l != nil {
		return l.row(number)
	}
	return nil
}

// Open is an archive with its states.
func (f *File) Open(id [32]byte) (b store.Branch, err error) {
	i := slices.IndexFunc(f.archives, func(b store.Branch) bool { return b.ID == id })
	if i < 0 {
		return b, store.ErrNotFound
	}
	return f.archives[i], nil
}

// KeepTrial keeps the place of an execution, or forgets it.
func (f *File) KeepTrial(t store.Trial) {
	f.trials = slices.DeleteFunc(slices.Clone(f.trials), func(o store.Trial) bool { return o.Name == t.Name })
	if t.At.Snapshot != nil {
		f.trials = append(f.trials, t)
		f.trials = f.trials[max(0, len(f.trials)-store.MaxTrials):]
	}
}

// Read is what net/store's Read finds.
func (f *File) Read(island uint64, what store.Reading) (store.Stretch, error) {
	for _, t := range f.trials {
		if t.Name == what.Trial {
			return store.Stretch{From: t.At}, nil
		}
	}
	if what.Trial != [32]byte{} {
		return store.Stretch{}, store.ErrNotFound
	}
	return f.log(island).stretch(what.Turn, what.Epoch)
}

// load returns the result of opening the file.
func (f *File) load(g store.Genesis) (l store.Loaded) {
	l.Genesis = g
	for _, island := range f.Islands() {
		line := f.Logs[island].load(island)
		switch {
		case f.ended[island]:
			l.Ended = append(l.Ended, island)
		case island == message.Home:
			l.LoadedLog = line
		default:
			l.Logs = append(l.Logs, line)
		}
	}
	for _, b := range f.archives {
		size := uint64(len(b.Base) + len(b.Tip.Snapshot))
		b.Base, b.Tip.Snapshot, b.Turns = nil, nil, nil
		l.Archives = append(l.Archives, store.Archive{Branch: b, Bytes: size})
	}
	return l
}
