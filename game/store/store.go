// Package store is what the scripts of an island keep beyond the state of single things: for each blueprint
// values by key, which all of its things share. A blueprint is its author's key and its title, so two
// authors' blueprints of one title have two stores.
//
// An erased value is kept as an entry without one, so that it stays erased when islands unite: of each key
// the later write holds then, of two in the same tick the one with the greater bytes. Where a store is full,
// an erased entry makes room, that of the earliest tick first. If a union is beyond the limits, entries go:
// erased ones first, and of either kind the earliest first.
//
// A Table may be copied by value: it is never changed in place.
package store

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
)

const (
	// MaxKeys is the most keys of a blueprint, MaxKey and MaxValue the most bytes of a key and of a value.
	MaxKeys, MaxKey, MaxValue = 64, 32, 256
	// MaxOf is the most bytes of keys and values of a blueprint, MaxAll that of an island.
	MaxOf, MaxAll = 4 << 10, 64 << 10
	// MaxOfAuthor is the most bytes of the blueprints of an author that scripts come to keep, MaxByStrangers
	// that of all authors together that are no members: so nobody crowds out the others.
	MaxOfAuthor, MaxByStrangers = MaxAll / 4, MaxAll / 2
)

// entry is a value, in canonical bytes of package state; none: it was erased.
type entry struct {
	key   string
	value []byte
	at    game.Tick
}

func (e *entry) bytes() int { return len(e.key) + len(e.value) }

// box is the store of a blueprint, in ascending keys.
type box struct {
	of   blueprint.ID
	list []entry
}

// Table holds the stores of an island, in ascending blueprint.
type Table struct {
	boxes []box
	sum   uint64 // of the hashes of all entries
	bytes int
}

// Sum is a hash of the table, 0 for an empty one.
func (t *Table) Sum() uint64 { return t.sum }

func (t *Table) find(of blueprint.ID) (int, bool) {
	return slices.BinarySearchFunc(t.boxes, of, func(b box, of blueprint.ID) int { return cmp.Compare(b.of, of) })
}

func (b *box) find(key string) (int, bool) {
	return slices.BinarySearchFunc(b.list, key, func(e entry, key string) int { return cmp.Compare(e.key, key) })
}

// Get returns the bytes of a value, nil for none. They are not to be changed.
func (t *Table) Get(of blueprint.ID, key string) []byte {
	k, ok := t.find(of)
	if !ok {
		return nil
	}
	if n, ok := t.boxes[k].find(key); ok {
		return t.boxes[k].list[n].value
	}
	return nil
}

// Bytes returns the bytes of all stores.
func (t *Table) Bytes() int { return t.bytes }

// Held returns the bytes of the stores of some blueprints.
func (t *Table) Held(of func(blueprint.ID) bool) (n int) {
	for k := range t.boxes {
		if of(t.boxes[k].of) {
			n += t.boxes[k].bytes()
		}
	}
	return n
}

// Put keeps a value; without bytes it erases it. It reports whether there was room.
func (t *Table) Put(of blueprint.ID, key string, value []byte, at game.Tick) bool {
	if key == "" || len(key) > MaxKey || len(value) > MaxValue {
		return false
	}
	k, ok := t.find(of)
	b := box{of: of}
	if ok {
		b = t.boxes[k]
	}
	n, had := b.find(key)
	if !had && len(value) == 0 {
		return true // it was not there
	}
	b.list = slices.Clone(b.list)
	if e := (entry{key, value, at}); had {
		b.list[n] = e
	} else {
		b.list = slices.Insert(b.list, n, e)
	}
	for b.beyond() {
		if !b.shed(key) {
			return false
		}
	}
	next := Table{boxes: slices.Clone(t.boxes)}
	if ok {
		next.boxes[k] = b
	} else {
		next.boxes = slices.Insert(next.boxes, k, b)
	}
	next.sum, next.bytes = t.sum+b.sum(), t.bytes+b.bytes()
	if ok {
		next.sum, next.bytes = next.sum-t.boxes[k].sum(), next.bytes-t.boxes[k].bytes()
	}
	if next.bytes > MaxAll && next.bytes > t.bytes {
		return false
	}
	*t = next
	return true
}

func (b *box) bytes() (n int) {
	for k := range b.list {
		n += b.list[k].bytes()
	}
	return n
}

func (b *box) beyond() bool { return len(b.list) > MaxKeys || b.bytes() > MaxOf }

// shed lets the earliest erased entry go, but not that of a key. It reports whether there was one.
func (b *box) shed(but string) bool {
	first := -1
	for k := range b.list {
		if e := &b.list[k]; len(e.value) == 0 && e.key != but && (first < 0 || e.at < b.list[first].at) {
			first = k
		}
	}
	if first < 0 {
		return false
	}
	b.list = slices.Delete(b.list, first, first+1)
	return true
}

// sum returns the share of a store in the sum of the table.
func (b *box) sum() (sum uint64) {
	var room [MaxKey + MaxValue + 32]byte
	for k := range b.list {
		sum += xxh3.Hash(b.list[k].append(codec.U64(room[:0], uint64(b.of))))
	}
	return sum
}

// settle derives what follows from the boxes.
func (t *Table) settle() {
	t.sum, t.bytes = 0, 0
	for k := range t.boxes {
		t.sum, t.bytes = t.sum+t.boxes[k].sum(), t.bytes+t.boxes[k].bytes()
	}
}

// Shift moves all times later, those of a peer that lies at most to the end of time.
func (t *Table) Shift(by game.Tick) {
	if by == 0 || len(t.boxes) == 0 {
		return
	}
	next := Table{boxes: slices.Clone(t.boxes)}
	for k := range next.boxes {
		b := &next.boxes[k]
		b.list = slices.Clone(b.list)
		for n := range b.list {
			b.list[n].at = b.list[n].at.Later(by)
		}
	}
	next.settle()
	*t = next
}

// later reports whether a write holds against another one of its key.
func later(a, b *entry) bool {
	return a.at > b.at || a.at == b.at && bytes.Compare(a.value, b.value) > 0
}

// Join unites two tables.
func (t *Table) Join(o *Table) {
	if len(o.boxes) == 0 {
		return
	}
	next := Table{boxes: slices.Clone(t.boxes)}
	for k := range o.boxes {
		other := &o.boxes[k]
		n, ok := next.find(other.of)
		if !ok {
			next.boxes = slices.Insert(next.boxes, n, box{of: other.of})
		}
		next.boxes[n].join(other)
	}
	next.settle()
	next.trim()
	*t = next
}

func (b *box) join(o *box) {
	b.list = slices.Clone(b.list)
	for k := range o.list {
		e := o.list[k]
		if n, ok := b.find(e.key); !ok {
			b.list = slices.Insert(b.list, n, e)
		} else if later(&e, &b.list[n]) {
			b.list[n] = e
		}
	}
	for b.beyond() {
		b.list = slices.Delete(b.list, b.first(), b.first()+1)
	}
}

// first returns the entry that goes first.
func (b *box) first() (first int) {
	for k := range b.list {
		if sooner(&b.list[k], &b.list[first]) {
			first = k
		}
	}
	return first
}

// sooner reports whether one entry goes before another that goes before those behind it.
func sooner(a, b *entry) bool {
	if (len(a.value) == 0) != (len(b.value) == 0) {
		return len(a.value) == 0
	}
	return a.at < b.at
}

// trim keeps the limit of an island.
func (t *Table) trim() {
	for t.bytes > MaxAll {
		at := 0
		for k := range t.boxes {
			b, c := &t.boxes[k], &t.boxes[at]
			if sooner(&b.list[b.first()], &c.list[c.first()]) {
				at = k
			}
		}
		b := &t.boxes[at]
		if b.list = slices.Delete(b.list, b.first(), b.first()+1); len(b.list) == 0 {
			t.boxes = slices.Delete(t.boxes, at, at+1)
		}
		t.settle()
	}
}

// Append appends the bytes of a table:
//
//	uvarint stores; of each, by ascending blueprint: u64 blueprint
//	uvarint entries; of each, by ascending key:
//	        text key, uvarint tick, blob value
func (t *Table) Append(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(t.boxes)))
	for k := range t.boxes {
		b := &t.boxes[k]
		dst = codec.Uvarint(codec.U64(dst, uint64(b.of)), uint64(len(b.list)))
		for n := range b.list {
			dst = b.list[n].append(dst)
		}
	}
	return dst
}

func (e *entry) append(dst []byte) []byte {
	return codec.Blob(codec.Uvarint(codec.Text(dst, e.key), uint64(e.at)), e.value)
}

// Read reads the bytes of Append.
func (t *Table) Read(data []byte) error {
	c := codec.Read(data)
	var next Table
	for range c.Count(MaxAll, 11) {
		b := box{of: blueprint.ID(c.U64())}
		c.Must(b.of != 0 && (len(next.boxes) == 0 || next.boxes[len(next.boxes)-1].of < b.of), "stores must ascend")
		for range c.Count(MaxKeys, 3) {
			e := entry{key: string(c.Blob(MaxKey)), at: game.Tick(c.Uvarint())}
			e.value = append([]byte(nil), c.Blob(MaxValue)...)
			c.Must(e.key != "" && e.at < game.MaxTick && (len(b.list) == 0 || b.list[len(b.list)-1].key < e.key), "keys must ascend, and no world is as old")
			b.list = append(b.list, e)
		}
		c.Must(len(b.list) > 0 && !b.beyond(), "a store must hold something, and not too much")
		next.boxes = append(next.boxes, b)
		if c.Err() != nil {
			return c.Err()
		}
	}
	next.settle()
	c.Must(next.bytes <= MaxAll, "an island does not keep as much")
	if err := c.Done(); err != nil {
		return err
	}
	*t = next
	return nil
}

// Diff returns the first key under which two tables hold other values, with both: nothing where there is
// none.
func Diff(a, b *Table) (key string, x, y []byte, differ bool) {
	for _, side := range [2][2]*Table{{a, b}, {b, a}} {
		for k := range side[0].boxes {
			box := &side[0].boxes[k]
			for _, e := range box.list {
				if x, y := a.Get(box.of, e.key), b.Get(box.of, e.key); string(x) != string(y) {
					return e.key, x, y, true
				}
			}
		}
	}
	return "", nil, nil, false
}
