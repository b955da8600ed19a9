// Package state is the encoding of what scripts remember and send: none, booleans, numbers, strings, lists,
// tuples, dicts and things. A value has exactly one encoding, because the encoding is hashed, and Decode
// refuses every other one. A value is a tag and its contents:
//
//	0 None
//	1 False
//	2 True
//	3 a whole number: a varint
//	4 a string: uvarint length, bytes
//	5 a list: uvarint count, values
//	6 a tuple: the same
//	7 a dict: uvarint count, then keys and values in ascending order of the bytes of the keys
//	8 a thing: its id in eight bytes
//	9 a number with a fraction: a varint of units of 1/65,536
//
// A key is None, a boolean, a number, a string, a thing or a tuple of these. Values are nested at most
// MaxDepth deep. Tags are appended only.
//
// Two names of one list become two lists, because the bytes do not tell them apart. The same holds on each
// peer, as state is decoded anew for each run.
package state

import (
	"bytes"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

const (
	// Max is the most bytes of the state of a thing.
	Max = 4096
	// MaxDepth is how deeply values may be nested.
	MaxDepth = 8
	// keyDepth is how deeply tuples of a key may be nested.
	keyDepth = 4
)

// The tags of values.
const (
	tagNone = iota
	tagFalse
	tagTrue
	tagWhole
	tagString
	tagList
	tagTuple
	tagDict
	tagThing
	tagNumber
)

// Encoder appends values. Its zero value is ready; it keeps buffers for the next value. It is not safe for
// concurrent use.
type Encoder struct {
	m     *value.Meter
	most  int
	limit int // the length of all bytes, from most
	keys  []byte
	pairs []pair
}

// pair is an entry of a dict that is being encoded: the bytes of its key in Encoder.keys, and its value.
type pair struct {
	from, to int
	value    value.Value
}

// Encode appends the encoding of v to b. A value that has none, or one beyond most bytes, is a fault of kind
// State.
func Encode(m *value.Meter, b []byte, v value.Value, most int) []byte {
	var e Encoder
	return e.Encode(m, b, v, most)
}

// Encode is the function Encode with the buffers of e.
func (e *Encoder) Encode(m *value.Meter, b []byte, v value.Value, most int) []byte {
	e.m, e.most, e.limit, e.keys, e.pairs = m, most, len(b)+most, e.keys[:0], e.pairs[:0]
	b = e.value(b, v, MaxDepth)
	e.bound(len(b))
	return b
}

func (e *Encoder) bound(n int) {
	if n > e.limit {
		e.m.Fail(value.State, "this takes more than its %d bytes", e.most)
	}
}

func (e *Encoder) value(b []byte, v value.Value, depth int) []byte {
	e.m.Charge(1)
	e.bound(len(b))
	if depth == 0 {
		e.m.Fail(value.State, "values are nested more than %d deep, or a list holds itself", MaxDepth)
	}
	switch v.Kind() {
	case value.KindNone:
		return codec.U8(b, tagNone)
	case value.KindBool:
		if v.Truth() {
			return codec.U8(b, tagTrue)
		}
		return codec.U8(b, tagFalse)
	case value.KindNumber:
		if i, ok := v.AsInt(); ok {
			return codec.Varint(codec.U8(b, tagWhole), i)
		}
		return codec.Varint(codec.U8(b, tagNumber), v.Units())
	case value.KindString:
		s, _ := v.AsText()
		e.bound(len(b) + len(s))
		e.m.Charge(int64(len(s)) / 32)
		return codec.Text(codec.U8(b, tagString), s)
	case value.KindList:
		return e.all(codec.U8(b, tagList), v, depth)
	case value.KindTuple:
		return e.all(codec.U8(b, tagTuple), v, depth)
	case value.KindDict:
		return e.dict(b, v.Ref().(*value.Dict), depth)
	case value.KindThing:
		id, _ := v.AsThing()
		return codec.U64(codec.U8(b, tagThing), id)
	}
	e.m.Fail(value.State, "%s cannot be stored", value.Article(v))
	return nil
}

func (e *Encoder) all(b []byte, v value.Value, depth int) []byte {
	l, _ := value.Elements(v)
	b = codec.Uvarint(b, uint64(len(l)))
	for _, x := range l {
		b = e.value(b, x, depth-1)
	}
	return b
}

// dict appends a dict. Its keys wait in the buffers of e until they are sorted; those of an inner dict follow
// them.
func (e *Encoder) dict(b []byte, d *value.Dict, depth int) []byte {
	n, first, keys := d.Len(), len(e.pairs), len(e.keys)
	e.bound(len(b) + n)
	e.m.Alloc(64 * int64(n))
	d.Each(func(k, v value.Value) bool {
		from := len(e.keys)
		e.keys = e.key(e.keys, k)
		e.m.Alloc(int64(len(e.keys) - from))
		e.pairs = append(e.pairs, pair{from, len(e.keys), v})
		return true
	})
	slices.SortStableFunc(e.pairs[first:], func(x, y pair) int {
		return bytes.Compare(e.keys[x.from:x.to], e.keys[y.from:y.to])
	})
	b = codec.Uvarint(codec.U8(b, tagDict), uint64(n))
	for i := range n {
		p := e.pairs[first+i]
		b = e.value(append(b, e.keys[p.from:p.to]...), p.value, depth-1)
	}
	clear(e.pairs[first:]) // the buffer keeps no values
	e.pairs, e.keys = e.pairs[:first], e.keys[:keys]
	return b
}

// key appends a key. It is bounded by itself: the place that it takes is not known before all keys are
// sorted.
func (e *Encoder) key(b []byte, k value.Value) []byte {
	limit := e.limit
	e.limit = len(b) + e.most
	b = e.value(b, k, keyDepth)
	e.limit = limit
	return b
}

// Names are strings that are in memory already, by their bytes. A decoder uses them instead of copies; the
// price of a run is the same with and without them.
type Names map[string]value.Value

// Decoder reads values. Its zero value is ready. It is not safe for concurrent use.
type Decoder struct {
	m     *value.Meter
	b     []byte       // all of them
	c     codec.Cursor // what is left
	names Names
	room  *value.Dict // for the next dict, nil: a new one
}

// Decode returns the value of an encoding. Bytes that Encode does not write are an error of package codec.
// The meter is charged for the value.
func Decode(m *value.Meter, b []byte, most int, names Names) (value.Value, error) {
	var d Decoder
	return d.decode(m, b, most, names)
}

func (d *Decoder) decode(m *value.Meter, b []byte, most int, names Names) (value.Value, error) {
	if len(b) > most {
		return value.None, codec.ErrLong
	}
	d.m, d.b, d.c, d.names = m, b, codec.Read(b), names
	v := d.value(MaxDepth, false)
	err := d.c.Done()
	d.b, d.c, d.names = nil, codec.Cursor{}, nil // it keeps nothing
	return v, err
}

// value reads a value; on an error it returns None.
func (d *Decoder) value(depth int, key bool) value.Value {
	d.m.Charge(1)
	if depth == 0 {
		d.c.Must(false, "values must not be nested so deeply")
		return value.None
	}
	switch tag := d.c.U8(); tag {
	case tagNone:
		return value.None
	case tagFalse, tagTrue:
		return value.Bool(tag == tagTrue)
	case tagWhole:
		i := d.c.Varint()
		d.c.Must(-value.MaxInt-1 <= i && i <= value.MaxInt, "a number must be within its limits")
		return value.Int(i)
	case tagNumber:
		n := d.c.Varint()
		d.c.Must(n&(fixed.One-1) != 0, "a whole number must have the other tag")
		return value.Number(fixed.Q(n))
	case tagString:
		s := d.c.Blob(d.c.Len())
		d.m.NewString(int64(len(s)))
		if v, ok := d.names[string(s)]; ok {
			return v
		}
		return value.String(string(s))
	case tagTuple, tagList:
		d.c.Must(tag == tagTuple || !key, "a list must not be a key")
		l := d.all(depth, key)
		if tag == tagTuple {
			return value.TupleOf(l)
		}
		return value.ListOf(l)
	case tagDict:
		d.c.Must(!key, "a dict must not be a key")
		return d.dict(depth)
	case tagThing:
		return value.Thing(d.c.U64())
	}
	d.c.Must(false, "the tag must be known")
	return value.None
}

func (d *Decoder) all(depth int, key bool) []value.Value {
	n := d.c.Count(value.MaxList, 1)
	d.m.NewList(int64(n))
	l := make([]value.Value, 0, n)
	for range n {
		l = append(l, d.value(depth-1, key))
		if d.c.Err() != nil {
			return nil
		}
	}
	return l
}

func (d *Decoder) dict(depth int) value.Value {
	n := d.c.Count(value.MaxDict, 2)
	out := d.newDict()
	out.Reserve(n)
	var last []byte
	for k := range n {
		from := len(d.b) - d.c.Len()
		key := d.value(keyDepth, true)
		enc := d.b[from : len(d.b)-d.c.Len()]
		d.c.Must(k == 0 || bytes.Compare(last, enc) < 0, "keys must ascend")
		last = enc
		v := d.value(depth-1, false)
		if d.c.Err() != nil {
			return value.None
		}
		out.Add(d.m, key, v)
	}
	return value.Of(out)
}

func (d *Decoder) newDict() *value.Dict {
	if out := d.room; out != nil {
		d.room = nil
		return out.Renew(d.m)
	}
	return value.NewDict(d.m)
}

// EncodeDict appends the state of a thing to b: the encoding of d, and nothing at all for an empty dict.
func (e *Encoder) EncodeDict(m *value.Meter, b []byte, d *value.Dict) []byte {
	if d.Len() == 0 {
		return b
	}
	return e.Encode(m, b, value.Of(d), Max)
}

// DecodeDict returns the dict of a state that EncodeDict wrote. Other bytes are an error.
func DecodeDict(m *value.Meter, b []byte, names Names) (*value.Dict, error) {
	var d Decoder
	return d.Dict(m, nil, b, names)
}

// Dict is DecodeDict with the memory of an unused dict, nil: with none.
func (d *Decoder) Dict(m *value.Meter, room *value.Dict, b []byte, names Names) (*value.Dict, error) {
	d.m, d.room = m, room
	if len(b) == 0 {
		return d.newDict(), nil
	}
	v, err := d.decode(m, b, Max, names)
	if err != nil {
		return nil, err
	}
	if out, ok := v.Ref().(*value.Dict); ok && out.Len() > 0 {
		return out, nil
	}
	return nil, codec.ErrForm
}

// Read returns the value of an encoding, frozen: a message is read once for all that receive it, and none of
// them can change it for the others. Bytes that Encode does not write are an error of package codec. It is
// for the host, and no run pays for it.
func Read(b []byte, most int) (v value.Value, err error) {
	var m value.Meter
	m.Begin(value.Limits{Steps: 1 << 40, Bytes: 1 << 40})
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(*value.Fault); !ok {
				panic(r)
			}
			v, err = value.None, codec.ErrForm
		}
	}()
	if v, err = Decode(&m, b, most, nil); err != nil {
		return value.None, err
	}
	value.Freeze(v)
	return v, nil
}

// Check reports whether b is a state that EncodeDict returns: nil, or an error of package codec. It is for
// the edge, where bytes come from outside.
func Check(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	v, err := Read(b, Max)
	if d, ok := v.Ref().(*value.Dict); err == nil && (!ok || d.Len() == 0) {
		return codec.ErrForm
	}
	return err
}
