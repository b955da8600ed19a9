package sim

import (
	"maps"
	"slices"

	"manyhold/net/host/message"
	"manyhold/net/store"
)

// file is the content of a world's file: the log of each island, and the archives.
type file struct {
	lines    map[uint64]*image
	ended    map[uint64]bool
	archives []store.Branch // in the order of archiving
}

// filed is something that is written of an island.
type filed struct {
	island uint64
	change
}

func newFile() file { return file{lines: map[uint64]*image{}, ended: map[uint64]bool{}} }

func (f *file) apply(c filed) {
	switch {
	case c.end:
		f.ended[c.island] = true
		return
	case c.away != nil:
		f.archives = append(f.archives, *c.away)
	}
	f.line(c.island).apply(c.change)
}

// line returns the log of an island, which begins with its first write.
func (f *file) line(island uint64) *image {
	l := f.lines[island]
	if l == nil {
		l = &image{}
		f.lines[island] = l
	}
	return l
}

// islands returns the islands in the file, ascending.
func (f *file) islands() []uint64 { return slices.Sorted(maps.Keys(f.lines)) }

// clone copies a file; the bytes in it are never changed and stay shared.
func (f *file) clone() file {
	c := file{lines: map[uint64]*image{}, ended: maps.Clone(f.ended), archives: slices.Clone(f.archives)}
	for island, l := range f.lines {
		copied := l.clone()
		c.lines[island] = &copied
	}
	return c
}

// empty reports whether a process that finds the file has no part in a world yet.
func (f *file) empty() bool {
	return f.lines[message.Home] == nil || len(f.lines[message.Home].epochs) == 0
}

// top returns the last turn of an island's log.
func (f *file) top(island uint64) uint64 {
	if l := f.lines[island]; l != nil {
		return l.top()
	}
	return 0
}

// loaded returns the last turn of an island that a process finds when it opens the file.
func (f *file) loaded(island uint64) uint64 {
	l := f.lines[island]
	if l == nil {
		return 0
	}
	line := l.load(island)
	if n := len(line.Tail); n > 0 {
		return line.Tail[n-1].Turn
	}
	return line.Checkpoint.Turn
}

// holds reports whether a turn of an island with that hash can be had.
func (f *file) holds(island, turn uint64, hash [32]byte) bool {
	l := f.lines[island]
	return l != nil && l.holds(turn, hash)
}

// row returns the record of a number in an island's log, or nil.
func (f *file) row(island, number uint64) []byte {
	if l := f.lines[island]; l != nil {
		return l.row(number)
	}
	return nil
}

// open is an archive with its states.
func (f *file) open(id [32]byte) (b store.Branch, err error) {
	i := slices.IndexFunc(f.archives, func(b store.Branch) bool { return b.ID == id })
	if i < 0 {
		return b, store.ErrNotFound
	}
	return f.archives[i], nil
}

// load returns the result of opening the file.
func (f *file) load(g store.Genesis) (l store.Loaded) {
	l.Genesis = g
	for _, island := range f.islands() {
		line := f.lines[island].load(island)
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
		b.Base, b.Tip.Snapshot = nil, nil
		l.Archives = append(l.Archives, store.Archive{Branch: b, Bytes: size})
	}
	return l
}
