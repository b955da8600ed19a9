// Package abroad is what an island knows of the people of other islands: their names and looks, the pins that
// they share, and who needs help. Each island tells home what its own people show, home tells all islands
// that hold land, and a newer list of an island replaces the older one. So maps and the notice board show
// everybody, wherever a world is divided.
package abroad

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
)

const (
	// MostNotes is how many people a list has at most: those who need help come first, then those with pins.
	MostNotes = 192
	// MostLists is from how many islands home keeps lists.
	MostLists = 64
)

// Need is the help that a player needs.
type Need uint8

// The needs. They are sent: numbers are only appended.
const (
	NoNeed Need = iota
	Out         // it is knocked out
	Lost        // its things lie where it fell
	needCount
)

// Note is what is known of a player of another island.
type Note struct {
	Seat  entity.Seat
	Name  entity.Name
	Look  entity.Look
	Pins  [entity.MostPins]entity.Pin // those without a sign come last
	Need  Need
	At    grid.Tile // where it lies, or its things do
	Until game.Tick // when its things are gone, 0 unless they lie there
}

// List is what one island told of its people, in ascending seat.
type List struct {
	From  uint64
	Notes []Note
}

// Table holds the lists of other islands, in ascending island. The zero value is that of an undivided world.
// It is copied by assignment: lists are replaced, never changed.
type Table struct {
	lists []List
	told  uint64 // a hash of what this island told last
}

// All calls f for each note, in the order of islands and seats.
func (t *Table) All(f func(n *Note)) {
	for k := range t.lists {
		for j := range t.lists[k].Notes {
			f(&t.lists[k].Notes[j])
		}
	}
}

// Hear replaces the list of an island. Beyond MostLists nothing is taken in.
func (t *Table) Hear(from uint64, notes []Note) {
	k, found := slices.BinarySearchFunc(t.lists, from, func(l List, from uint64) int { return cmp.Compare(l.From, from) })
	next := slices.Clone(t.lists)
	switch {
	case len(notes) == 0 && found:
		next = slices.Delete(next, k, k+1)
	case found:
		next[k].Notes = notes
	case len(notes) > 0 && len(next) < MostLists:
		next = slices.Insert(next, k, List{from, notes})
	}
	t.lists = next
}

// Keep forgets the lists of the islands for which f does not hold.
func (t *Table) Keep(f func(island uint64) bool) {
	if slices.ContainsFunc(t.lists, func(l List) bool { return !f(l.From) }) {
		t.lists = slices.DeleteFunc(slices.Clone(t.lists), func(l List) bool { return !f(l.From) })
	}
}

// Tell notes what this island is about to tell, and reports whether that is news.
func (t *Table) Tell(what uint64) bool {
	news := t.told != what
	t.told = what
	return news
}

// Retell lets the next Tell be news.
func (t *Table) Retell() { t.told = 0 }

// Shift moves all times later by some ticks.
func (t *Table) Shift(by game.Tick) {
	next := slices.Clone(t.lists)
	for k := range next {
		next[k].Notes = slices.Clone(next[k].Notes)
		for j := range next[k].Notes {
			if n := &next[k].Notes[j]; n.Until != 0 {
				n.Until = n.Until.Later(by)
			}
		}
	}
	t.lists = next
}

// Empty reports whether nothing is known, and nothing was told.
func (t *Table) Empty() bool { return len(t.lists) == 0 && t.told == 0 }

// Append appends
//
//	u64 a hash of what was told last; uvarint lists
//	of each u64 island, and its notes as AppendNotes has them
func (t *Table) Append(dst []byte) []byte {
	dst = codec.Uvarint(codec.U64(dst, t.told), uint64(len(t.lists)))
	for k := range t.lists {
		dst = AppendNotes(codec.U64(dst, t.lists[k].From), t.lists[k].Notes)
	}
	return dst
}

// Read reads the bytes of Append, of a table that is not empty.
func (t *Table) Read(data []byte) error { return codec.Whole(data, t, readTable) }

func readTable(c *codec.Cursor) (t Table) {
	t.told = c.U64()
	for range c.Count(MostLists, 9) {
		l := List{From: c.U64()}
		l.Notes = ReadNotes(c)
		n := len(t.lists)
		c.Must(len(l.Notes) > 0 && (n == 0 || t.lists[n-1].From < l.From), "islands are in ascending order, and each told something")
		t.lists = append(t.lists, l)
	}
	c.Must(c.Err() != nil || !t.Empty(), "an empty table is left out")
	return t
}

// AppendNotes appends
//
//	uvarint notes; of each u16 seat, text name, 6 bytes of its look, u8 pins, of each u32 X, u32 Y, u8 sign;
//	u8 need; unless that is 0 u32 X, u32 Y; if its things lie there u64 until when
func AppendNotes(dst []byte, notes []Note) []byte {
	dst = codec.Uvarint(dst, uint64(len(notes)))
	for k := range notes {
		n := &notes[k]
		dst = codec.Text(codec.U16(dst, uint16(n.Seat)), n.Name.String())
		dst = encoding.AppendPins(encoding.AppendLook(dst, n.Look), &n.Pins)
		if dst = codec.U8(dst, uint8(n.Need)); n.Need != NoNeed {
			dst = encoding.AppendTile(dst, n.At)
		}
		if n.Need == Lost {
			dst = codec.U64(dst, uint64(n.Until))
		}
	}
	return dst
}

// ReadNotes reads the bytes of AppendNotes. Places are anywhere: a caller that does not trust the bytes looks
// at them.
func ReadNotes(c *codec.Cursor) (notes []Note) {
	for range c.Count(MostNotes, 11) {
		n := Note{Seat: entity.Seat(c.U16()), Name: encoding.ReadName(c), Look: encoding.ReadLook(c)}
		pins := int(c.U8())
		c.Must(pins <= entity.MostPins, "nobody shares so many pins")
		for k := range min(pins, entity.MostPins) {
			n.Pins[k] = entity.Pin{Tile: encoding.ReadTile(c), Sign: c.U8()}
			c.Must(n.Pins[k].Sign > 0 && n.Pins[k].Sign <= entity.PinSigns, "there is no such pin")
		}
		if n.Need = Need(c.U8()); n.Need != NoNeed {
			n.At = encoding.ReadTile(c)
		}
		if n.Need == Lost {
			n.Until = game.Tick(c.U64())
		}
		c.Must(n.Need < needCount && n.Until < game.MaxTick && (n.Need != Lost || n.Until > 0), "there is no such need")
		c.Must(n.Seat > 0 && (len(notes) == 0 || notes[len(notes)-1].Seat < n.Seat), "seats are in ascending order")
		notes = append(notes, n)
	}
	return notes
}

// Diff names the first difference of two tables, "" if there is none.
func (t *Table) Diff(o *Table) string {
	if t.told != o.told {
		return "people of other islands: what was told last"
	}
	if !slices.EqualFunc(t.lists, o.lists, func(a, b List) bool { return a.From == b.From && slices.Equal(a.Notes, b.Notes) }) {
		return "people of other islands: what is known"
	}
	return ""
}
