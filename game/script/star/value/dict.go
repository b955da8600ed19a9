package value

import (
	"encoding/binary"
	"slices"
)

// Dict is the contents of a dict: entries in the order in which their keys came. A Go map is an index of
// larger ones; it is never visited.
type Dict struct {
	entries []entry
	index   map[key]int32 // nil up to smallDict entries, gaps included
	live    int32         // entries that are no gaps
	loops   int32         // that visit it
	frozen  bool
}

// entry is a gap if its key is no value.
type entry struct{ key, value Value }

// key is what makes keys equal. A tuple is its encoding.
type key struct {
	kind Kind
	n    int64
	s    string
}

// indexSteps is charged for a new key in the index, which takes as long as several steps.
const indexSteps = 4

// smallDict is up to how many entries a key is searched one by one.
const smallDict = 8

// Kind implements Ref.
func (*Dict) Kind() Kind { return KindDict }

// NewDict returns an empty dict.
func NewDict(m *Meter) *Dict {
	m.Alloc(dictBytes)
	return &Dict{}
}

// Reserve makes room for n entries, for a reader that knows how many come. It charges nothing: each entry is
// charged when it is put.
func (d *Dict) Reserve(n int) {
	if cap(d.entries) < n && n <= smallDict && len(d.entries) == 0 {
		d.entries = make([]entry, 0, n)
	}
}

// Renew makes an unused dict a new one, and charges as NewDict does.
func (d *Dict) Renew(m *Meter) *Dict {
	m.Alloc(dictBytes)
	return d
}

// Recycle makes a dict unused: nothing refers to it any more. It keeps a little memory.
func (d *Dict) Recycle() *Dict {
	entries := d.entries
	if clear(entries); cap(entries) > smallDict {
		entries = nil
	}
	*d = Dict{entries: entries[:0]}
	return d
}

// Add is Put for a key that the dict does not have, at the same price.
func (d *Dict) Add(m *Meter, k, v Value) {
	r, text := k.r.(*Text)
	if len(d.entries) >= smallDict || !text && !k.IsNumber() {
		d.Put(m, k, v)
		return
	}
	if text {
		m.Charge(int64(len(r.s)) / 16)
	}
	m.Alloc(entryBytes)
	d.entries = append(d.entries, entry{k, v})
	d.live++
}

// Len returns the number of entries.
func (d *Dict) Len() int { return int(d.live) }

// keyOf returns what makes v, as a key, equal to others.
func keyOf(m *Meter, v Value) key {
	switch r := v.r.(type) {
	case *noneRef, *boolRef, *numberRef, *thingRef:
		return key{kind: v.Kind(), n: v.n}
	case *Text:
		m.Charge(int64(len(r.s)) / 64)
		return key{kind: KindString, s: r.s}
	case *Tuple:
		m.Alloc(textBytes)
		b := appendKey(m, nil, r, 4)
		m.Charge(int64(len(b)) / 64)
		return key{kind: KindTuple, s: string(b)}
	}
	m.Fail(Type, "%s cannot be a key; a string, a number, a thing or a tuple of these can", Article(v))
	return key{}
}

// appendKey encodes a tuple so that equal tuples, and no others, have equal bytes.
func appendKey(m *Meter, b []byte, t *Tuple, depth int) []byte {
	if depth == 0 {
		m.Fail(Depth, "the tuples of a key are nested too deeply")
	}
	b = binary.AppendUvarint(append(b, byte(KindTuple)), uint64(len(t.v)))
	for _, e := range t.v {
		m.Charge(1)
		if len(b) > MaxString {
			m.Fail(Size, "a key of more than %d bytes", MaxString)
		}
		switch r := e.r.(type) {
		case *noneRef, *boolRef, *numberRef, *thingRef:
			b = binary.AppendVarint(append(b, byte(e.Kind())), e.n)
		case *Text:
			m.Alloc(2 * int64(len(r.s)))
			b = binary.AppendUvarint(append(b, byte(KindString)), uint64(len(r.s)))
			b = append(b, r.s...)
		case *Tuple:
			b = appendKey(m, b, r, depth-1)
		default:
			m.Fail(Type, "%s cannot be in a key; strings, numbers, things and tuples can", Article(e))
		}
	}
	return b
}

// find returns the index of the entry with a key, −1 if there is none.
func (d *Dict) find(m *Meter, v Value) int {
	if d.index != nil {
		if i, ok := d.index[keyOf(m, v)]; ok {
			return int(i)
		}
		return -1
	}
	if t, ok := v.r.(*Text); ok { // the most frequent
		m.Charge(int64(len(t.s)) / 16)
		for i := range d.entries {
			if u, ok := d.entries[i].key.r.(*Text); ok && u.s == t.s {
				return i
			}
		}
		return -1
	}
	k := keyOf(m, v)
	for i := range d.entries {
		if e := d.entries[i].key; e.IsSet() && (k.kind != KindTuple && e == v || k.kind == KindTuple && equal(m, e, v, maxDepth)) {
			return i
		}
	}
	return -1
}

// Get returns the value of a key, and whether there is one.
func (d *Dict) Get(m *Meter, k Value) (Value, bool) {
	if i := d.find(m, k); i >= 0 {
		return d.entries[i].value, true
	}
	return None, false
}

func (d *Dict) change(m *Meter) {
	if d.frozen {
		m.Fail(Frozen, "a dict of the top level or of a message cannot be changed; change a copy, or keep it in me.state")
	}
}

func (d *Dict) resize(m *Meter) {
	d.change(m)
	if d.loops > 0 {
		m.Fail(Changed, "a dict cannot get or lose keys while a loop visits it; loop over d.keys()")
	}
}

// Put sets the value of a key.
func (d *Dict) Put(m *Meter, k, v Value) {
	d.change(m)
	if i := d.find(m, k); i >= 0 {
		d.entries[i].value = v
		return
	}
	d.resize(m)
	if d.live >= MaxDict {
		m.Fail(Size, "a dict of more than %d entries", MaxDict)
	}
	m.Alloc(entryBytes)
	if d.index == nil && len(d.entries) == smallDict {
		d.pack(m)
		if len(d.entries) == smallDict {
			d.index = make(map[key]int32, 2*smallDict)
			for i, e := range d.entries {
				d.index[keyOf(m, e.key)] = int32(i)
			}
		}
	}
	if d.index != nil {
		m.Charge(indexSteps)
		d.index[keyOf(m, k)] = int32(len(d.entries))
	}
	d.entries = append(d.entries, entry{k, v})
	d.live++
}

// pack removes the gaps.
func (d *Dict) pack(m *Meter) {
	m.Charge(int64(len(d.entries)) / 4)
	d.entries = slices.DeleteFunc(d.entries, func(e entry) bool { return !e.key.IsSet() })
	if d.index != nil {
		for i, e := range d.entries {
			d.index[keyOf(m, e.key)] = int32(i)
		}
	}
}

// Drop removes a key and returns its value, and whether there was one.
func (d *Dict) Drop(m *Meter, k Value) (Value, bool) {
	d.resize(m)
	i := d.find(m, k)
	if i < 0 {
		return None, false
	}
	v := d.entries[i].value
	if d.index != nil {
		delete(d.index, keyOf(m, k))
	}
	d.entries[i] = entry{}
	d.live--
	if d.live == 0 {
		d.entries, d.index = nil, nil
	} else if len(d.entries) > 2*smallDict && int(d.live) < len(d.entries)/2 {
		d.pack(m)
	}
	return v, true
}

// Clear removes all keys.
func (d *Dict) Clear(m *Meter) {
	d.resize(m)
	d.entries, d.index, d.live = nil, nil, 0
}

// Keys returns a new list of the keys, Values of the values, Items of pairs of both.
func (d *Dict) Keys(m *Meter) []Value { return Copy(m, Of(d)) }

// Values returns a new list of the values.
func (d *Dict) Values(m *Meter) []Value {
	m.NewList(int64(d.live))
	l := make([]Value, 0, d.live)
	for _, e := range d.entries {
		if e.key.IsSet() {
			l = append(l, e.value)
		}
	}
	return l
}

// Items returns a new list of pairs of keys and values.
func (d *Dict) Items(m *Meter) []Value {
	m.NewList(int64(d.live))
	m.Alloc(int64(d.live) * (listBytes + 2*elementBytes))
	l := make([]Value, 0, d.live)
	for _, e := range d.entries {
		if e.key.IsSet() {
			l = append(l, TupleOf([]Value{e.key, e.value}))
		}
	}
	return l
}

// Each calls f with the entries in order until it returns false.
func (d *Dict) Each(f func(k, v Value) bool) {
	for _, e := range d.entries {
		if e.key.IsSet() && !f(e.key, e.value) {
			return
		}
	}
}
