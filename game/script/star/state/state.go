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

// encoder appends values, at most most bytes of them.
type encoder struct {
	m    *value.Meter
	most int
}

// Encode appends the encoding of v to b. A value that has none, or one beyond most bytes, is a fault of kind
// State.
func Encode(m *value.Meter, b []byte, v value.Value, most int) []byte {
	e := encoder{m, len(b) + most}
	b = e.value(b, v, MaxDepth)
	e.bound(len(b))
	return b
}

func (e *encoder) bound(n int) {
	if n > e.most {
		e.m.Fail(value.State, "this takes more than its %d bytes", e.most)
	}
}

func (e *encoder) value(b []byte, v value.Value, depth int) []byte {
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

func (e *encoder) all(b []byte, v value.Value, depth int) []byte {
	l, _ := value.Elements(v)
	b = codec.Uvarint(b, uint64(len(l)))
	for _, x := range l {
		b = e.value(b, x, depth-1)
	}
	return b
}

func (e *encoder) dict(b []byte, d *value.Dict, depth int) []byte {
	type pair struct {
		key   []byte
		value value.Value
	}
	if d.Len() > e.most {
		e.bound(e.most + 1)
	}
	e.m.Alloc(64 * int64(d.Len()))
	pairs := make([]pair, 0, d.Len())
	d.Each(func(k, v value.Value) bool {
		key := e.value(nil, k, keyDepth)
		e.m.Alloc(int64(len(key)))
		pairs = append(pairs, pair{key, v})
		return true
	})
	slices.SortStableFunc(pairs, func(x, y pair) int { return bytes.Compare(x.key, y.key) })
	b = codec.Uvarint(codec.U8(b, tagDict), uint64(len(pairs)))
	for _, p := range pairs {
		b = e.value(append(b, p.key...), p.value, depth-1)
	}
	return b
}

// Decode returns the value of an encoding. Bytes that Encode does not write are an error of package codec.
// The meter is charged for the value.
func Decode(m *value.Meter, b []byte, most int) (value.Value, error) {
	if len(b) > most {
		return value.None, codec.ErrLong
	}
	c := codec.Read(b)
	v := decode(m, &c, MaxDepth, false)
	return v, c.Done()
}

// decode reads a value; on an error it returns None.
func decode(m *value.Meter, c *codec.Cursor, depth int, key bool) value.Value {
	m.Charge(1)
	if depth == 0 {
		c.Must(false, "values must not be nested so deeply")
		return value.None
	}
	switch tag := c.U8(); tag {
	case tagNone:
		return value.None
	case tagFalse, tagTrue:
		return value.Bool(tag == tagTrue)
	case tagWhole:
		i := c.Varint()
		c.Must(-value.MaxInt-1 <= i && i <= value.MaxInt, "a number must be within its limits")
		return value.Int(i)
	case tagNumber:
		n := c.Varint()
		c.Must(n&(fixed.One-1) != 0, "a whole number must have the other tag")
		return value.Number(fixed.Q(n))
	case tagString:
		s := c.Blob(c.Len())
		m.NewString(int64(len(s)))
		return value.String(string(s))
	case tagTuple, tagList:
		c.Must(tag == tagTuple || !key, "a list must not be a key")
		l := decodeAll(m, c, depth, key)
		if tag == tagTuple {
			return value.TupleOf(l)
		}
		return value.ListOf(l)
	case tagDict:
		c.Must(!key, "a dict must not be a key")
		return decodeDict(m, c, depth)
	case tagThing:
		return value.Thing(c.U64())
	}
	c.Must(false, "the tag must be known")
	return value.None
}

func decodeAll(m *value.Meter, c *codec.Cursor, depth int, key bool) []value.Value {
	n := c.Count(value.MaxList, 1)
	m.NewList(int64(n))
	l := make([]value.Value, 0, n)
	for range n {
		l = append(l, decode(m, c, depth-1, key))
		if c.Err() != nil {
			return nil
		}
	}
	return l
}

func decodeDict(m *value.Meter, c *codec.Cursor, depth int) value.Value {
	d := value.NewDict(m)
	n := c.Count(value.MaxDict, 2)
	var last []byte
	for k := range n {
		before := *c // a copy, to find the bytes of the key
		key := decode(m, c, keyDepth, true)
		enc := before.Bytes(before.Len() - c.Len())
		c.Must(k == 0 || bytes.Compare(last, enc) < 0, "keys must ascend")
		last = enc
		v := decode(m, c, depth-1, false)
		if c.Err() != nil {
			return value.None
		}
		d.Put(m, key, v)
	}
	return value.Of(d)
}

// EncodeDict returns the state of a thing: the encoding of d, and no bytes at all for an empty dict.
func EncodeDict(m *value.Meter, d *value.Dict) []byte {
	if d.Len() == 0 {
		return nil
	}
	return Encode(m, nil, value.Of(d), Max)
}

// DecodeDict returns the dict of a state that EncodeDict returned. Other bytes are an error.
func DecodeDict(m *value.Meter, b []byte) (*value.Dict, error) {
	if len(b) == 0 {
		return value.NewDict(m), nil
	}
	v, err := Decode(m, b, Max)
	if err != nil {
		return nil, err
	}
	if d, ok := v.Ref().(*value.Dict); ok && d.Len() > 0 {
		return d, nil
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
	if v, err = Decode(&m, b, most); err != nil {
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
