package diary

import (
	"slices"

	"manyhold/game"
)

// Join returns the diary of a region in which two branches of a world meet: the entries of both in order of
// time, those of the first side before those of the other, and an entry that both have once. An entry that
// one of them has reverted is reverted. Either may be nil. The result's number of the first entry is the
// first side's, if it has one.
func Join(a, b *Diary) *Diary {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c := &Diary{At: a.At, First: a.First, Authors: slices.Clone(a.Authors)}
	to := make([]uint16, len(b.Authors))
	lost := make([]bool, len(b.Authors)) // there is no room for its name
	for k, who := range b.Authors {
		n := slices.IndexFunc(c.Authors, func(x Author) bool { return x.Key == who.Key })
		if n < 0 && len(c.Authors) >= MaxAuthors {
			lost[k] = true
			continue
		}
		if n < 0 {
			n = len(c.Authors)
			c.Authors = append(c.Authors, who)
		}
		to[k] = uint16(n)
	}
	c.Entries = slices.Clone(a.Entries)
	var more []Entry
	for _, e := range b.Entries {
		if lost[e.Author] || e.Reverted != 0 && lost[e.Reverter] {
			continue
		}
		e.Author = to[e.Author]
		if e.Reverted != 0 {
			e.Reverter = to[e.Reverter]
		}
		n := slices.IndexFunc(c.Entries, func(x Entry) bool { return x.sameChange(&e) })
		switch {
		case n < 0:
			more = append(more, e)
		case c.Entries[n].Reverted == 0:
			c.Entries[n] = e
		}
	}
	c.Entries = append(c.Entries, more...)
	slices.SortStableFunc(c.Entries, func(x, y Entry) int { return compareTicks(x.Tick, y.Tick) })
	if n := len(c.Entries) - MaxEntries; n > 0 {
		c.Entries = c.Entries[n:]
	}
	c.forgetAuthors()
	return c
}

// sameChange reports whether two entries are the same change, reverted or not.
func (e *Entry) sameChange(o *Entry) bool {
	x, y := *e, *o
	x.Reverted, x.Reverter, x.Final, x.Moved, x.Made = y.Reverted, y.Reverter, y.Final, y.Moved, y.Made
	return x == y
}

func compareTicks(a, b game.Tick) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
