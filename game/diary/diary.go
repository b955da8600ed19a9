// Package diary notes the changes of players: tile, time, author, and the content before. Inspect shows it,
// and a revert undoes it (package revert).
//
// Each region has a diary of its own, of at most MaxEntries entries, none older than MaxAge. It is part of
// the state: it goes where its region goes, is in the region's part of a snapshot, and counts in the digest.
// Changes that follow by themselves (growth, fire that spreads, machines) are not noted.
//
// A Table is not safe for concurrent use. Entries are never changed in place: copies of a table share them.
package diary

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

const (
	// MaxEntries is the most entries of a region. Beyond it the oldest is forgotten.
	MaxEntries = 2048
	// MaxAge is how long an entry is kept, in ticks: a day.
	MaxAge game.Tick = 24 * 3600 * game.TicksPerSecond
	// MaxAuthors is the most players that a region's diary names. Beyond it the oldest entries are forgotten
	// until one of them is named no more.
	MaxAuthors = 256
)

// Kind is a kind of change. The numbers are stored: kinds are only appended.
type Kind uint8

// The kinds, and the fields of Entry that each uses.
const (
	NoKind  Kind = iota
	Tile         // a tile was changed: Before, After
	Put          // items were put into a chest: Stack
	Taken        // items were taken out of a chest: Stack, Slot
	SetDown      // a body was set down: Thing, Body
	PutAway      // a body was put away: Thing, Body
	KindCount
)

// Look is what stands on a tile.
type Look struct {
	Ground tile.Ground
	Block  tile.Block
	State  uint8
}

// Same reports whether two looks are the same work of hands: what machines, growth and a used door change in
// a state does not count.
func (a Look) Same(b Look) bool {
	return a.Ground == b.Ground && a.Block == b.Block && (a.State^b.State)&tile.Settings(a.Block) == 0
}

// Entry is one change.
type Entry struct {
	Tick     game.Tick
	Reverted game.Tick // 1 + the tick at which it was reverted; 0: it is in effect
	Body     game.EntityID
	K        grid.Index
	Author   uint16 // index into the diary's authors
	Reverter uint16 // likewise, of a reverted one
	Kind     Kind
	Final    bool // of a reverted one: the revert was undone, except here
	Before   Look
	After    Look
	Thing    entity.Kind
	Slot     uint8
	Stack    item.Stack
	Moved    uint8 // of a reverted Put or Taken: how many items the revert moved
	Made     uint8 // of a reverted Taken: how many of these it had to make, because the taker had them no more
}

// Author is a player that a diary names.
type Author struct {
	Key  game.PlayerID
	Seat entity.Seat
	Name entity.Name // when it last changed something here
}

// Diary is that of one region.
type Diary struct {
	At      grid.Region
	First   uint32 // the number of the first entry: entries are numbered for good
	Authors []Author
	Entries []Entry // in order of time
	sum     uint64  // of the hashes of all entries and authors
}

// Table holds the diaries of the active regions, in order.
type Table struct {
	List []*Diary
	// Hand is the seat of the player by whose command the state changes now; 0: it changes by itself. It is
	// no state.
	Hand entity.Seat
	// By is the author of changes by a thing of its: as Hand, of a player that may be away. Zero: none
	By Author
}

// Noting reports whether somebody is at work.
func (t *Table) Noting() bool { return t.Hand != 0 || t.By != Author{} }

// Of returns the diary of a region, nil if nothing was noted there. It is read-only.
func (t *Table) Of(at grid.Region) *Diary {
	if k, ok := t.find(at); ok {
		return t.List[k]
	}
	return nil
}

func (t *Table) find(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(t.List, at, func(d *Diary, at grid.Region) int { return d.At.Compare(at) })
}

// Note appends an entry to the diary of a region.
func (t *Table) Note(at grid.Region, who *Author, e Entry) {
	k, ok := t.find(at)
	if !ok {
		t.List = slices.Insert(t.List, k, &Diary{At: at})
	}
	d := t.List[k]
	e.Author = d.author(who)
	if len(d.Entries) >= MaxEntries {
		d.drop(len(d.Entries) - MaxEntries + 1)
	}
	d.Entries = append(d.Entries, e)
	d.sum += e.hash(d.First + uint32(len(d.Entries)-1))
}

// author returns the index of an author, which is added if it is new.
func (d *Diary) author(who *Author) uint16 {
	for k := range d.Authors {
		if d.Authors[k].Key != who.Key {
			continue
		}
		if d.Authors[k] != *who {
			d.Authors = slices.Clone(d.Authors)
			d.sum -= d.Authors[k].hash(k)
			d.Authors[k] = *who
			d.sum += who.hash(k)
		}
		return uint16(k)
	}
	for len(d.Authors) >= MaxAuthors {
		d.drop(max(1, len(d.Entries)/8))
		d.forgetAuthors()
	}
	d.Authors = append(d.Authors, *who)
	d.sum += who.hash(len(d.Authors) - 1)
	return uint16(len(d.Authors) - 1)
}

// drop forgets the first n entries.
func (d *Diary) drop(n int) {
	n = min(n, len(d.Entries))
	for k := range d.Entries[:n] {
		d.sum -= d.Entries[k].hash(d.First + uint32(k))
	}
	d.Entries, d.First = d.Entries[n:], d.First+uint32(n)
}

// forgetAuthors forgets the authors that no entry names.
func (d *Diary) forgetAuthors() {
	named := make([]bool, len(d.Authors))
	for k := range d.Entries {
		named[d.Entries[k].Author] = true
		if d.Entries[k].Reverted != 0 {
			named[d.Entries[k].Reverter] = true
		}
	}
	to := make([]uint16, len(d.Authors))
	var kept []Author
	for k, a := range d.Authors {
		if named[k] {
			to[k] = uint16(len(kept))
			kept = append(kept, a)
		}
	}
	entries := slices.Clone(d.Entries)
	for k := range entries {
		e := &entries[k]
		e.Author = to[e.Author]
		if e.Reverted != 0 {
			e.Reverter = to[e.Reverter]
		}
	}
	d.Authors, d.Entries = kept, entries
	d.resum()
}

// Prune forgets the entries that are too old.
func (t *Table) Prune(now game.Tick) {
	if now < MaxAge {
		return
	}
	for k := len(t.List) - 1; k >= 0; k-- {
		d := t.List[k]
		n := 0
		for n < len(d.Entries) && d.Entries[n].Tick < now-MaxAge {
			n++
		}
		switch {
		case n == len(d.Entries):
			t.List = slices.Delete(t.List, k, k+1)
		case n > 0:
			d.drop(n)
			d.forgetAuthors()
		}
	}
}

// Change is an entry that has become another, for Rewrite.
type Change struct {
	N     int // its index in the diary
	Entry Entry
}

// Rewrite changes entries of a region's diary. by, which may be nil, is the author that takes the place of
// each Reverter.
func (t *Table) Rewrite(at grid.Region, by *Author, list []Change) {
	k, ok := t.find(at)
	if !ok || len(list) == 0 {
		return
	}
	d := t.List[k]
	before := d.First
	var reverter uint16
	if by != nil {
		reverter = d.author(by)
	}
	gone := int(d.First - before) // if there was no room for one more author
	d.Entries = slices.Clone(d.Entries)
	for _, c := range list {
		if c.N < gone {
			continue
		}
		e := c.Entry
		e.Author = d.Entries[c.N-gone].Author
		if by != nil {
			e.Reverter = reverter
		}
		d.Entries[c.N-gone] = e
	}
	d.resum()
}

// Ahead reports whether an entry is of a later tick.
func (d *Diary) Ahead(now game.Tick) bool {
	return d != nil && slices.ContainsFunc(d.Entries, func(e Entry) bool { return e.Tick > now || e.Reverted > now+1 })
}

// RemoveIn removes the diary of a region.
func (t *Table) RemoveIn(at grid.Region) {
	if k, ok := t.find(at); ok {
		t.List = slices.Delete(t.List, k, k+1)
	}
}

// Settle takes in the diary of a region that becomes active at a tick. Its entries are not later than that:
// it may come from an island whose clock is ahead.
func (t *Table) Settle(at grid.Region, d *Diary, now game.Tick) {
	if d == nil || len(d.Entries) == 0 {
		return
	}
	c := *d
	c.At, c.Entries, c.Authors = at, slices.Clip(d.Entries), slices.Clip(d.Authors)
	if d.Ahead(now) {
		c.Entries = slices.Clone(c.Entries)
		for k := range c.Entries {
			e := &c.Entries[k]
			e.Tick, e.Reverted = min(e.Tick, now), min(e.Reverted, now+1)
		}
	}
	c.resum()
	k, ok := t.find(at)
	if !ok {
		t.List = slices.Insert(t.List, k, nil)
	}
	t.List[k] = &c
}

// Shift moves the times of all entries later.
func (t *Table) Shift(by game.Tick) {
	for _, d := range t.List {
		d.Entries = slices.Clone(d.Entries)
		for k := range d.Entries {
			e := &d.Entries[k]
			e.Tick += by
			if e.Reverted != 0 {
				e.Reverted += by
			}
		}
		d.resum()
	}
}

// Split moves the diaries of the regions that go to another table.
func (t *Table) Split(to *Table, goes func(grid.Region) bool) {
	var stay []*Diary
	for _, d := range t.List {
		if goes(d.At) {
			to.List = append(to.List, d)
		} else {
			stay = append(stay, d)
		}
	}
	t.List = stay
}

// Absorb takes over the diaries of another table, which are of other regions.
func (t *Table) Absorb(from *Table) {
	for _, d := range from.List {
		if k, ok := t.find(d.At); !ok {
			t.List = slices.Insert(t.List, k, d)
		}
	}
}

// CopyFrom takes over the diaries of the regions that are near. The entries are shared.
func (t *Table) CopyFrom(from *Table, near func(grid.Region) bool) {
	n := 0
	for _, d := range from.List {
		if !near(d.At) {
			continue
		}
		if n == len(t.List) {
			t.List = append(t.List, new(Diary))
		}
		c := t.List[n]
		*c = *d
		c.Entries, c.Authors = slices.Clip(d.Entries), slices.Clip(d.Authors)
		n++
	}
	t.List = t.List[:n]
}
