// Package component is a table of what is known of bodies beside what package entity says: columns that were
// declared later.
package component

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// Max is the most columns, MaxBytes the most bytes of one component.
const Max, MaxBytes = 64, 64

// Table holds the component columns, in ascending name.
type Table struct{ Columns []Column }

// AppendNames appends the names and sizes of all columns.
func (s *Table) AppendNames(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(s.Columns)))
	for k := range s.Columns {
		dst = codec.U16(codec.Text(dst, s.Columns[k].Name), s.Columns[k].Size)
	}
	return dst
}

// Read reads the bytes of AppendNames.
func (s *Table) Read(c *codec.Cursor) {
	c.Within("its columns", 0)
	before := ""
	for range c.Count(Max, 3) {
		col := Column{Name: string(c.Blob(64)), Size: c.U16()}
		c.Must(validColumn(col.Name) && col.Name > before && fits(col.Name, col.Size), "a column must have a name, behind the last one's, and its size")
		before = col.Name
		s.Columns = append(s.Columns, col)
	}
}

// A column holds a component of bodies that was declared later than package entity was written: a
// namespaced name, a size in bytes, and rows. Columns are part of the state, of snapshots and of digests;
// a row goes with its body, into dormant regions and out of the world.

// Column is the rows of one component, in ascending ID.
type Column struct {
	Name string
	Size uint16
	Ids  []game.EntityID
	Data []byte // size bytes for each of ids
}

// ErrComponent says that a component cannot be declared or set. It is wrapped with the cause.
var ErrComponent = errors.New("island: component")

// own are the sizes of the columns of the rules themselves: whatever a peer sends, these are no others.
var own = [...]struct {
	name string
	size uint16
}{
	{"manyhold:call", 24}, {"manyhold:carry", 11}, {"manyhold:effect", 6}, {"manyhold:glide", 18}, {"manyhold:knock", 16}, {"manyhold:press", 1}, {"manyhold:rope", 12}, {"manyhold:torch", 1}, {"manyhold:wedge", 9},
}

// mostOthers is how many columns others may declare: those of the rules always have room.
const mostOthers = Max - len(own)

// others returns how many columns are not those of the rules.
func (s *Table) others() (n int) {
	for k := range s.Columns {
		if !isOwn(s.Columns[k].Name) {
			n++
		}
	}
	return n
}

// isOwn reports whether a column is one of the rules themselves.
func isOwn(name string) bool { return sizeOf(name) > 0 }

// sizeOf returns the size of a column of the rules themselves, 0 for others.
func sizeOf(name string) uint16 {
	for k := range own {
		if own[k].name == name {
			return own[k].size
		}
	}
	return 0
}

// fits reports whether the rows of a column may have a size.
func fits(name string, size uint16) bool {
	if is := sizeOf(name); is > 0 {
		return size == is
	}
	return size > 0 && size <= MaxBytes
}

// Declare adds a column. The name is a namespace, a colon and a name, of letters a-z, digits and hyphens,
// together at most 64 bytes; the size is 1 to MaxBytes bytes. Columns of the rules find room however many
// others there are. To declare a column again that is there does nothing. It changes the state: every peer
// declares the same at the same tick.
func (s *Table) Declare(name string, size uint16) error {
	if !validColumn(name) || !fits(name, size) {
		return fmt.Errorf("%w: %q of %d bytes cannot be declared", ErrComponent, name, size)
	}
	k, ok := s.Find(name)
	switch {
	case ok && s.Columns[k].Size == size:
		return nil
	case ok:
		return fmt.Errorf("%w: %q has %d bytes, not %d", ErrComponent, name, s.Columns[k].Size, size)
	case len(s.Columns) >= Max || !isOwn(name) && s.others() >= mostOthers:
		return fmt.Errorf("%w: there are %d already", ErrComponent, len(s.Columns))
	}
	s.Columns = slices.Insert(s.Columns, k, Column{Name: name, Size: size})
	return nil
}

// Get returns a component of a body, nil if it has none. It is read-only, and valid until the next
// step.
func (s *Table) Get(name string, id game.EntityID) []byte {
	k, ok := s.Find(name)
	if !ok {
		return nil
	}
	c := &s.Columns[k]
	if k, ok := slices.BinarySearch(c.Ids, id); ok {
		return c.Row(k)
	}
	return nil
}

func (c *Column) Row(k int) []byte { return c.Data[k*int(c.Size) : (k+1)*int(c.Size)] }

func (c *Column) Set(id game.EntityID, value []byte) {
	k, ok := slices.BinarySearch(c.Ids, id)
	if !ok {
		c.Ids = slices.Insert(c.Ids, k, id)
		c.Data = slices.Insert(c.Data, k*int(c.Size), value...)
		return
	}
	copy(c.Row(k), value)
}

func (c *Column) Remove(id game.EntityID) {
	if k, ok := slices.BinarySearch(c.Ids, id); ok {
		c.Ids = slices.Delete(c.Ids, k, k+1)
		c.Data = slices.Delete(c.Data, k*int(c.Size), (k+1)*int(c.Size))
	}
}

func (s *Table) Find(name string) (int, bool) {
	if len(s.Columns) == 0 { // as in most islands, and this is asked in every tick
		return 0, false
	}
	return s.search(name)
}

func (s *Table) search(name string) (int, bool) {
	return slices.BinarySearchFunc(s.Columns, name, func(c Column, name string) int {
		switch {
		case c.Name < name:
			return -1
		case c.Name > name:
			return 1
		}
		return 0
	})
}

// validColumn reports whether a name is as Declare wants it.
func validColumn(name string) bool {
	colons := 0
	for k, r := range name {
		switch {
		case r == ':':
			colons++
			if k == 0 || k == len(name)-1 {
				return false
			}
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
		default:
			return false
		}
	}
	return colons == 1 && len(name) <= 64
}

// Remove takes a component from a body, if it has it.
func (s *Table) Remove(name string, id game.EntityID) {
	if k, ok := s.Find(name); ok {
		s.Columns[k].Remove(id)
	}
}

// Drop forgets the components of a body that is gone.
func (s *Table) Drop(id game.EntityID) {
	for k := range s.Columns {
		s.Columns[k].Remove(id)
	}
}

// Append appends all columns, for digests.
func (s *Table) Append(dst []byte) []byte {
	for k := range s.Columns {
		c := &s.Columns[k]
		dst = codec.U16(codec.Text(dst, c.Name), c.Size)
		for _, id := range c.Ids {
			dst = codec.U64(dst, uint64(id))
		}
		dst = append(dst, c.Data...)
	}
	return dst
}

// Row is a component of a body as it was read.
type Row struct {
	Name  string
	Size  uint16
	Id    game.EntityID
	Value []byte
}

// ReadRows reads the rows of bodies, as the part of a region has them.
func ReadRows(c *codec.Cursor) (rows []Row) {
	before := ""
	for range c.Count(Max, 4) {
		name, size := string(c.Blob(64)), c.U16()
		c.Require(validColumn(name) && name > before && fits(name, size))
		before = name
		last := game.EntityID(0)
		n := c.Count(1<<20, 8+int(size))
		c.Require(n > 0)
		for range n {
			r := Row{Name: name, Size: size, Id: game.EntityID(c.U64()), Value: c.Bytes(int(size))}
			c.Require(r.Id > last)
			last = r.Id
			rows = append(rows, r)
			if c.Err() != nil {
				return nil
			}
		}
	}
	return rows
}

// CopyFrom takes over the rows of the bodies that are here.
func (s *Table) CopyFrom(from *Table, here func(game.EntityID) bool) {
	s.Columns = slices.Grow(s.Columns[:0], len(from.Columns))[:len(from.Columns)]
	for k := range from.Columns {
		c, d := &from.Columns[k], &s.Columns[k]
		d.Name, d.Size, d.Ids, d.Data = c.Name, c.Size, d.Ids[:0], d.Data[:0]
		for row, id := range c.Ids {
			if here(id) {
				d.Ids = append(d.Ids, id)
				d.Data = append(d.Data, c.Row(row)...)
			}
		}
	}
}
