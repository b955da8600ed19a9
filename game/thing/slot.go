package thing

import (
	"github.com/zeebo/xxh3"

	"manyhold/game/codec"
)

// Slot is the place of a thing in a table. It holds as long as the table's Cast is the same.
type Slot struct{ room, at int32 }

// loose is the room of slots of bodies.
const loose = -1

// At returns the thing in a slot, nil if there is none.
func (t *Table) At(s Slot) *Thing {
	if place := t.place(s); place != nil {
		return *place
	}
	return nil
}

// place returns where the thing in a slot stands, nil if there is none.
func (t *Table) place(s Slot) **Thing {
	list := t.loose
	if s.room != loose {
		if int(s.room) >= len(t.rooms) {
			return nil
		}
		list = t.rooms[s.room].list
	}
	if int(s.at) >= len(list) {
		return nil
	}
	return &list[s.at]
}

// Slots calls f for all things, in the order of All, with the slot of each.
func (t *Table) Slots(f func(Slot, *Thing)) {
	for r := range t.rooms {
		for k, x := range t.rooms[r].list {
			f(Slot{int32(r), int32(k)}, x)
		}
	}
	for k, x := range t.loose {
		f(Slot{loose, int32(k)}, x)
	}
}

// Sealed is a thing that will be changed no more: its hashes are known. Any goroutine may seal things of its
// own, and a table takes them in a moment.
type Sealed struct{ x *Thing }

// Seal seals a thing that is to take the place of old, which has been in a table; nil: of none.
func Seal(old, x *Thing) Sealed {
	sum, cast := x.hash(), uint64(0)
	if old != nil && old.Of == x.Of && old.Health.Stopped == x.Health.Stopped && old.Owner == x.Owner && old.Shape == x.Shape && old.At == x.At && old.Body == x.Body && old.Parent == x.Parent {
		cast = old.cast
	} else {
		cast = x.role()
	}
	if x.sum != sum || x.cast != cast { // one that tables have already is only read
		x.sum, x.cast = sum, cast
	}
	return Sealed{x}
}

// Thing returns what was sealed. It is read-only.
func (s Sealed) Thing() *Thing { return s.x }

// Replace puts a sealed thing in the place of the one of its ID, which is in a slot: it reports whether it
// is.
func (t *Table) Replace(at Slot, s Sealed) bool {
	place := t.place(at)
	if place == nil || (*place).ID != s.x.ID {
		return false
	}
	t.replace(place, s)
	return true
}

// role returns the share of a thing in Table.Cast.
func (t *Thing) role() uint64 {
	var room [128]byte
	b := codec.U64(codec.U64(codec.U64(room[:0], uint64(t.ID)), uint64(t.Of)), uint64(uint32(t.At.X))<<32|uint64(uint32(t.At.Y)))
	b = append(append(codec.U64(b, uint64(t.Parent)), t.Owner[:]...), uint8(t.Shape.Form), t.Shape.Width, t.Shape.Height, uint8(t.Shape.Make))
	for _, is := range [...]bool{t.Shape.Solid, t.Health.Stopped} {
		if is {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return xxh3.Hash(codec.U32(codec.U32(b, uint32(t.Shape.Mass)), uint32(t.Shape.Bounce)))
}
