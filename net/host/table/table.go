// Package table keeps values by key in ascending order of their keys: linked peers by their public keys,
// islands by their numbers. It replaces a map with a sorted list of its keys and a list of its values beside
// it.
//
// A search compares the first eight bytes of keys, which lie in one list of integers: a few hundred bytes in
// a row, where a map or a list of structs scatters its accesses over memory. Keys of peers are random, so two
// rarely begin alike; a peer that makes some that do costs others a comparison each.
//
// A change makes new lists. A caller that goes through a list while the table changes sees the list as it
// was. Changes are rare (a link comes or goes, an island begins or ends), searches and walks happen with
// every message.
package table

import (
	"iter"
	"slices"
)

// Key is a key of a table. Keys ascend by Prefix, and among equal prefixes by Compare; the two must agree: a
// key with a lesser prefix is the lesser one.
type Key[K any] interface {
	comparable
	Prefix() uint64
	Compare(other K) int
}

// Table is values by key, in ascending order of the keys. The zero value is empty. It is not safe for
// concurrent use.
type Table[K Key[K], V any] struct {
	prefixes []uint64
	keys     []K
	values   []V
	version  uint64
}

// place is where a key is, or where it would be inserted.
func (t *Table[K, V]) place(k K) (place int, found bool) {
	prefix, i, end := k.Prefix(), 0, len(t.prefixes)
	for i < end {
		if middle := int(uint(i+end) / 2); t.prefixes[middle] < prefix {
			i = middle + 1
		} else {
			end = middle
		}
	}
	for ; i < len(t.prefixes) && t.prefixes[i] == prefix; i++ {
		if t.keys[i] == k {
			return i, true
		}
		if t.keys[i].Compare(k) > 0 {
			break
		}
	}
	return i, false
}

// Get returns the value of a key; the zero value when there is none.
func (t *Table[K, V]) Get(k K) V {
	v, _ := t.Find(k)
	return v
}

// Find returns the value of a key, and whether there is one.
func (t *Table[K, V]) Find(k K) (v V, found bool) {
	if i, ok := t.place(k); ok {
		return t.values[i], true
	}
	return v, false
}

// Has reports whether there is a value of a key.
func (t *Table[K, V]) Has(k K) bool {
	_, ok := t.place(k)
	return ok
}

// Set gives a key a value, in place of the one that it may have.
func (t *Table[K, V]) Set(k K, v V) {
	t.version++
	i, ok := t.place(k)
	if ok {
		t.values = slices.Clone(t.values)
		t.values[i] = v
		return
	}
	t.prefixes = insert(t.prefixes, i, k.Prefix())
	t.keys = insert(t.keys, i, k)
	t.values = insert(t.values, i, v)
}

// Delete removes a key with its value, and reports whether there was one.
func (t *Table[K, V]) Delete(k K) bool {
	i, ok := t.place(k)
	if !ok {
		return false
	}
	t.version++
	t.prefixes = remove(t.prefixes, i)
	t.keys = remove(t.keys, i)
	t.values = remove(t.values, i)
	return true
}

// Len returns how many keys there are.
func (t *Table[K, V]) Len() int { return len(t.keys) }

// Version counts the changes: two calls return the same number only if the table did not change between them.
func (t *Table[K, V]) Version() uint64 { return t.version }

// Keys returns the keys, ascending. The list is the table's: callers must not change it. It stays as it is
// when the table changes.
func (t *Table[K, V]) Keys() []K { return t.keys }

// Values returns the values in ascending order of their keys. The list is the table's: callers must not
// change it. It stays as it is when the table changes.
func (t *Table[K, V]) Values() []V { return t.values }

// All goes through the keys and values as they are when it is called.
func (t *Table[K, V]) All() iter.Seq2[K, V] {
	keys, values := t.keys, t.values
	return func(yield func(K, V) bool) {
		for i, k := range keys {
			if !yield(k, values[i]) {
				return
			}
		}
	}
}

// insert returns a new list with a value at a place.
func insert[T any](list []T, place int, v T) []T {
	longer := make([]T, 0, len(list)+1)
	return append(append(append(longer, list[:place]...), v), list[place:]...)
}

// remove returns a new list without the value at a place.
func remove[T any](list []T, place int) []T {
	return slices.Concat(list[:place], list[place+1:])
}
