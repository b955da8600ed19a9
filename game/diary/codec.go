package diary

import (
	"encoding/binary"
	"fmt"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// The bytes of a diary, in the part of its region:
//
//	uvarint entries, u32 number of the first
//	uvarint authors; of each: 32 bytes key, u16 seat, text name
//	of each entry: uvarint tick, from the second one on less that of the one before
//	        u16 index of the tile, uvarint author
//	        u8 kind; plus 64 if it was reverted for good, plus 128 if it was reverted; in both cases:
//	                uvarint 1 + the tick of the revert, uvarint the author of the revert
//	        of a tile: u8 ground, u8 block, u8 state before, and the same after
//	        of a put or taken stack: u8 item, u8 count, u8 slot; if it was reverted: u8 moved, u8 made
//	        of a body: u8 kind, u64 ID

const (
	reverted = 0x80
	final    = 0x40
	// leastEntry is the length of the shortest entry.
	leastEntry = 8
)

// hash returns the share of the entry of a number in its diary's sum.
func (e *Entry) hash(number uint32) uint64 {
	var b [52]byte
	le := binary.LittleEndian
	le.PutUint32(b[0:], number)
	le.PutUint64(b[4:], uint64(e.Tick))
	le.PutUint64(b[12:], uint64(e.Reverted))
	le.PutUint64(b[20:], uint64(e.Body))
	le.PutUint16(b[28:], uint16(e.K))
	le.PutUint16(b[30:], e.Author)
	le.PutUint16(b[32:], e.Reverter)
	b[34] = uint8(e.Kind)
	if e.Final {
		b[35] = 1
	}
	b[36], b[37], b[38] = uint8(e.Before.Ground), uint8(e.Before.Block), e.Before.State
	b[39], b[40], b[41] = uint8(e.After.Ground), uint8(e.After.Block), e.After.State
	b[42], b[43], b[44], b[45] = uint8(e.Thing), e.Slot, uint8(e.Stack.Kind), e.Stack.Count
	b[46], b[47] = e.Moved, e.Made
	return xxh3.Hash(b[:])
}

// hash returns the share of the k-th author in its diary's sum.
func (a *Author) hash(k int) uint64 {
	var b [36 + len(a.Key) + len(a.Name)]byte
	binary.LittleEndian.PutUint32(b[:], uint32(k))
	binary.LittleEndian.PutUint16(b[4:], uint16(a.Seat))
	copy(b[6:], a.Key[:])
	copy(b[6+len(a.Key):], a.Name[:])
	return xxh3.Hash(b[:])
}

// resum computes the sum anew.
func (d *Diary) resum() {
	d.sum = 0
	for k := range d.Entries {
		d.sum += d.Entries[k].hash(d.First + uint32(k))
	}
	for k := range d.Authors {
		d.sum += d.Authors[k].hash(k)
	}
}

// AppendSums appends the place and the sum of each diary, for digests.
func (t *Table) AppendSums(dst []byte) []byte {
	for _, d := range t.List {
		dst = codec.U32(codec.U32(dst, uint32(d.At.X)), uint32(d.At.Y))
		dst = codec.U64(codec.U32(dst, d.First), d.sum)
	}
	return dst
}

// Append appends a diary with entries.
func Append(dst []byte, d *Diary) []byte {
	dst = codec.U32(codec.Uvarint(dst, uint64(len(d.Entries))), d.First)
	dst = codec.Uvarint(dst, uint64(len(d.Authors)))
	for k := range d.Authors {
		a := &d.Authors[k]
		dst = codec.Text(codec.U16(append(dst, a.Key[:]...), uint16(a.Seat)), a.Name.String())
	}
	last := game.Tick(0)
	for k := range d.Entries {
		e := &d.Entries[k]
		dst = codec.Uvarint(dst, uint64(e.Tick-last))
		last = e.Tick
		dst = codec.Uvarint(codec.U16(dst, uint16(e.K)), uint64(e.Author))
		dst = e.append(dst)
	}
	return dst
}

// append appends an entry from its kind on.
func (e *Entry) append(dst []byte) []byte {
	kind := uint8(e.Kind)
	if e.Final {
		kind |= final
	}
	if e.Reverted != 0 {
		dst = codec.Uvarint(codec.U8(dst, kind|reverted), uint64(e.Reverted))
		dst = codec.Uvarint(dst, uint64(e.Reverter))
	} else {
		dst = codec.U8(dst, kind)
	}
	switch e.Kind {
	case Tile:
		dst = append(dst, uint8(e.Before.Ground), uint8(e.Before.Block), e.Before.State)
		dst = append(dst, uint8(e.After.Ground), uint8(e.After.Block), e.After.State)
	case Put, Taken:
		dst = append(dst, uint8(e.Stack.Kind), e.Stack.Count, e.Slot)
		if e.Reverted != 0 {
			dst = append(dst, e.Moved, e.Made)
		}
	case SetDown, PutAway:
		dst = codec.U64(codec.U8(dst, uint8(e.Thing)), uint64(e.Body))
	}
	return dst
}

// Read reads the bytes of Append; nil after an error.
func Read(c *codec.Cursor) *Diary {
	c.Within("its diary", 0)
	n := c.Count(MaxEntries, leastEntry)
	if c.Must(n > 0, "an empty diary is left out"); c.Err() != nil {
		return nil
	}
	d := &Diary{First: c.U32()}
	for range c.Count(MaxAuthors, len(Author{}.Key)+3) {
		var a Author
		copy(a.Key[:], c.Bytes(len(a.Key)))
		a.Seat = entity.Seat(c.U16())
		name := c.Blob(len(a.Name))
		copy(a.Name[:], name)
		c.Must(a.Name.String() == string(name) && a.Key != game.PlayerID{} && a.Seat != 0, "an author must have a key, a seat and a name")
		for k := range d.Authors {
			c.Must(d.Authors[k].Key != a.Key, "an author is named twice")
		}
		d.Authors = append(d.Authors, a)
	}
	last := game.Tick(0)
	for k := range n {
		c.Within("entry %d of its diary", uint64(k))
		later := game.Tick(c.Uvarint())
		c.Must(later < game.MaxTick && last+later < game.MaxTick, "no world is as old")
		last += later
		e := Entry{Tick: last, K: grid.Index(c.U16()), Author: d.readAuthor(c)}
		c.Must(e.K < grid.RegionTiles, "there is no such tile")
		d.readRest(c, &e)
		if c.Err() != nil {
			return nil
		}
		d.Entries = append(d.Entries, e)
	}
	d.resum()
	return d
}

func (d *Diary) readAuthor(c *codec.Cursor) uint16 {
	n := c.Uvarint()
	c.Must(n < uint64(len(d.Authors)), "there is no such author")
	return uint16(n)
}

// readRest reads an entry from its kind on.
func (d *Diary) readRest(c *codec.Cursor, e *Entry) {
	kind := c.U8()
	e.Kind, e.Final = Kind(kind&^(reverted|final)), kind&final != 0
	if kind&reverted != 0 {
		e.Reverted = game.Tick(c.Uvarint())
		c.Must(e.Reverted > e.Tick && e.Reverted < game.MaxTick, "nothing is reverted before it happens")
		e.Reverter = d.readAuthor(c)
	}
	c.Must(!e.Final || e.Reverted != 0, "it must be reverted for that")
	switch e.Kind {
	case Tile:
		e.Before, e.After = readLook(c), readLook(c)
	case Put, Taken:
		e.Stack = item.Stack{Kind: item.Kind(c.U8()), Count: c.U8()}
		e.Slot = c.U8()
		c.Must(e.Stack.Valid() && e.Stack.Count > 0 && e.Slot < item.ChestSlots, "there is no such stack of items")
		if e.Reverted != 0 {
			e.Moved, e.Made = c.U8(), c.U8()
			c.Must(e.Moved <= e.Stack.Count && e.Made <= e.Moved, "no more can be moved than there were")
		}
	case SetDown, PutAway:
		e.Thing, e.Body = entity.Kind(c.U8()), game.EntityID(c.U64())
		c.Must(e.Thing > entity.NoKind && e.Thing < entity.KindCount && (e.Thing.Item() != item.None || e.Thing.Made()) && e.Body != 0, "nobody sets that down")
	default:
		c.Must(false, "no change is of that kind")
	}
}

func readLook(c *codec.Cursor) Look {
	l := Look{tile.Ground(c.U8()), tile.Block(c.U8()), c.U8()}
	c.Must(l.Ground < tile.GroundCount && l.Block < tile.BlockCount, "there is no such ground or block")
	return l
}

// Diff names the first difference of two tables, "" if there is none.
func Diff(a, b *Table) string {
	for k := range min(len(a.List), len(b.List)) {
		d, o := a.List[k], b.List[k]
		if d.At != o.At || d.First != o.First || len(d.Entries) != len(o.Entries) || len(d.Authors) != len(o.Authors) {
			return fmt.Sprintf("diary[%d]: region %v from %d on, %d entries, %d authors, and %v, %d, %d, %d",
				k, d.At, d.First, len(d.Entries), len(d.Authors), o.At, o.First, len(o.Entries), len(o.Authors))
		}
		for n := range d.Entries {
			if d.Entries[n] != o.Entries[n] {
				return fmt.Sprintf("diary[%d], region %v, entry %d: %+v and %+v", k, d.At, n, d.Entries[n], o.Entries[n])
			}
		}
		for n := range d.Authors {
			if d.Authors[n] != o.Authors[n] {
				return fmt.Sprintf("diary[%d], region %v, author %d: %+v and %+v", k, d.At, n, d.Authors[n], o.Authors[n])
			}
		}
	}
	if len(a.List) != len(b.List) {
		return fmt.Sprintf("number of diaries: %d and %d", len(a.List), len(b.List))
	}
	return ""
}
