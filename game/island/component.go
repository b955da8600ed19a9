package island

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
)

// A column holds a component of bodies that was declared later than package entity was written: a
// namespaced name, a size in bytes, and rows. Columns are part of the state, of snapshots and of digests;
// a row goes with its body, into dormant regions and out of the world.

// column is the rows of one component, in ascending ID.
type column struct {
	name string
	size uint16
	ids  []game.EntityID
	data []byte // size bytes for each of ids
}

// ErrComponent says that a component cannot be declared or set. It is wrapped with what is wrong.
var ErrComponent = errors.New("island: component")

// Declare adds a column. The name is a namespace, a colon and a name, of letters a-z, digits and hyphens,
// together at most 64 bytes; the size is 1 to MaxComponent bytes. To declare a column again that is there
// does nothing. It changes the state: every peer declares the same at the same tick.
func (i *State) Declare(name string, size uint16) error {
	if !validColumn(name) || size == 0 || size > MaxComponent {
		return fmt.Errorf("%w: %q of %d bytes cannot be declared", ErrComponent, name, size)
	}
	k, ok := i.findColumn(name)
	switch {
	case ok && i.columns[k].size == size:
		return nil
	case ok:
		return fmt.Errorf("%w: %q has %d bytes, not %d", ErrComponent, name, i.columns[k].size, size)
	case len(i.columns) >= MaxColumns:
		return fmt.Errorf("%w: there are %d already", ErrComponent, MaxColumns)
	}
	i.columns = slices.Insert(i.columns, k, column{name: name, size: size})
	return nil
}

// SetComponent gives a body a component; nil takes it away. The value is copied.
func (i *State) SetComponent(name string, id game.EntityID, value []byte) error {
	k, ok := i.findColumn(name)
	if !ok || i.Body(id) == nil {
		return fmt.Errorf("%w: there is no column %q or no body %x", ErrComponent, name, id)
	}
	c := &i.columns[k]
	if value == nil {
		c.remove(id)
		return nil
	}
	if len(value) != int(c.size) {
		return fmt.Errorf("%w: %q has %d bytes, not %d", ErrComponent, name, c.size, len(value))
	}
	c.set(id, value)
	return nil
}

// Component returns a component of a body, nil if it has none. It is read-only, and valid until the next
// step.
func (i *State) Component(name string, id game.EntityID) []byte {
	k, ok := i.findColumn(name)
	if !ok {
		return nil
	}
	c := &i.columns[k]
	if k, ok := slices.BinarySearch(c.ids, id); ok {
		return c.row(k)
	}
	return nil
}

func (c *column) row(k int) []byte { return c.data[k*int(c.size) : (k+1)*int(c.size)] }

func (c *column) set(id game.EntityID, value []byte) {
	k, ok := slices.BinarySearch(c.ids, id)
	if !ok {
		c.ids = slices.Insert(c.ids, k, id)
		c.data = slices.Insert(c.data, k*int(c.size), value...)
		return
	}
	copy(c.row(k), value)
}

func (c *column) remove(id game.EntityID) {
	if k, ok := slices.BinarySearch(c.ids, id); ok {
		c.ids = slices.Delete(c.ids, k, k+1)
		c.data = slices.Delete(c.data, k*int(c.size), (k+1)*int(c.size))
	}
}

func (i *State) findColumn(name string) (int, bool) {
	return slices.BinarySearchFunc(i.columns, name, func(c column, name string) int {
		switch {
		case c.name < name:
			return -1
		case c.name > name:
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

// dropComponent forgets the components of a body that is gone.
func (i *State) dropComponent(id game.EntityID) {
	for k := range i.columns {
		i.columns[k].remove(id)
	}
}

// dropComponents forgets those of all bodies of which gone is true.
func (i *State) dropComponents(gone func(*entity.Body) bool) {
	if len(i.columns) == 0 {
		return
	}
	list := i.space.Bodies()
	for k := range list {
		if gone(&list[k]) {
			i.dropComponent(list[k].ID)
		}
	}
}

// appendComponents appends all columns, for digests.
func (i *State) appendComponents(dst []byte) []byte {
	for k := range i.columns {
		c := &i.columns[k]
		dst = codec.U16(codec.Text(dst, c.name), c.size)
		for _, id := range c.ids {
			dst = codec.U64(dst, uint64(id))
		}
		dst = append(dst, c.data...)
	}
	return dst
}

// appendRows appends the rows of the bodies of which inside is true.
func (i *State) appendRows(dst []byte, inside func(*entity.Body) bool) []byte {
	type span struct{ rows []int }
	spans, used := make([]span, len(i.columns)), 0
	for k := range i.columns {
		for row, id := range i.columns[k].ids {
			if inside(i.Body(id)) {
				spans[k].rows = append(spans[k].rows, row)
			}
		}
		if spans[k].rows != nil {
			used++
		}
	}
	dst = codec.Uvarint(dst, uint64(used))
	for k := range i.columns {
		c := &i.columns[k]
		if spans[k].rows == nil {
			continue
		}
		dst = codec.U16(codec.Text(dst, c.name), c.size)
		dst = codec.Uvarint(dst, uint64(len(spans[k].rows)))
		for _, row := range spans[k].rows {
			dst = append(codec.U64(dst, uint64(c.ids[row])), c.row(row)...)
		}
	}
	return dst
}

// row is a component of a body as it was read.
type row struct {
	name  string
	size  uint16
	id    game.EntityID
	value []byte
}

// readRows reads what appendRows wrote.
func readRows(c *codec.Cursor) (rows []row) {
	before := ""
	for range c.Count(MaxColumns, 4) {
		name, size := string(c.Blob(64)), c.U16()
		c.Require(validColumn(name) && name > before && size > 0 && size <= MaxComponent)
		before = name
		last := game.EntityID(0)
		n := c.Count(1<<20, 8+int(size))
		c.Require(n > 0)
		for range n {
			r := row{name: name, size: size, id: game.EntityID(c.U64()), value: c.Bytes(int(size))}
			c.Require(r.id > last)
			last = r.id
			rows = append(rows, r)
			if c.Err() != nil {
				return nil
			}
		}
	}
	return rows
}

// inRegion reports whether a body is in a region.
func inRegion(b *entity.Body, at grid.Region) bool { return grid.TileAt(b.Pos).Region() == at }

// note keeps a component of a body, which is there, for a rule of the world, and declares its column.
func (i *State) note(column string, id game.EntityID, row []byte) event.Reason {
	if err := i.Declare(column, uint16(len(row))); err != nil {
		return event.NoRoom // others have declared all the columns that there can be
	}
	if err := i.SetComponent(column, id, row); err != nil {
		panic(err) // it was declared, and the body is there
	}
	return event.NoReason
}
