// Package bond is the component of a player that is carried, or asked to be: it names the other player
// (package carry has the rules). The two cross a line between islands as one, and stay together where a merge
// gives their bodies other IDs.
package bond

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/component"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// Column is the component of a player that is carried, or asked: the body of the other one (u64), for how
// many ticks the question still holds (u16), and whether it is carried (u8).
const Column = "manyhold:carry"

// Leash is how far apart a carrier and its load may be, in tiles: as much as two come over a line.
const Leash fixed.Q = 3 * fixed.One

// Bond is a row of the column.
type Bond struct {
	Other game.EntityID
	Left  uint16
	Held  bool // it is carried; else it was asked
}

// Read reads a row of the column.
func Read(row []byte) Bond {
	return Bond{game.EntityID(binary.LittleEndian.Uint64(row)), binary.LittleEndian.Uint16(row[8:]), row[10] != 0}
}

// Row is the bytes that Read reads.
func (b Bond) Row() []byte {
	return codec.U8(codec.U16(codec.U64(nil, uint64(b.Other)), b.Left), codec.Bit(b.Held))
}

// Of returns the bond of a body, if it has one.
func Of(i *world.State, id game.EntityID) (b Bond, ok bool) {
	row := i.Components.Get(Column, id)
	if row == nil {
		return b, false
	}
	return Read(row), true
}

// Carrier returns the body of the player that carries a body, 0 if nobody does.
func Carrier(i *world.State, id game.EntityID) game.EntityID {
	if b, ok := Of(i, id); ok && b.Held {
		return b.Other
	}
	return 0
}

// Load returns the body of the player that a body carries, 0 if it carries none.
func Load(i *world.State, carrier game.EntityID) game.EntityID {
	k, any := i.Components.Find(Column)
	if !any {
		return 0
	}
	c := &i.Components.Columns[k]
	for n, id := range c.Ids {
		if b := Read(c.Row(n)); b.Held && b.Other == carrier {
			return id
		}
	}
	return 0
}

// Asked returns the body of the player that wants to carry the one of a body, 0 if none does.
func Asked(i *world.State, id game.EntityID) game.EntityID {
	if b, ok := Of(i, id); ok && !b.Held {
		return b.Other
	}
	return 0
}

// Tie gives a body, which is there, a bond.
func Tie(i *world.State, id game.EntityID, b Bond) event.Reason { return i.Note(Column, id, b.Row()) }

// Cut takes the bond of a body away, if it has one.
func Cut(i *world.State, id game.EntityID) { i.Components.Remove(Column, id) }

// Rename brings bonds to the new IDs of the bodies that they name.
func Rename(t *component.Table, names map[game.EntityID]game.EntityID) {
	k, ok := t.Find(Column)
	if !ok {
		return
	}
	c := &t.Columns[k]
	for n := range c.Ids {
		b := Read(c.Row(n))
		if id, ok := names[b.Other]; ok {
			b.Other = id
			copy(c.Row(n), b.Row())
		}
	}
}
