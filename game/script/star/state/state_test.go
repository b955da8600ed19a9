package state

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

func meter() *value.Meter {
	var m value.Meter
	m.Begin(value.Limits{Steps: 1 << 40, Bytes: 1 << 40})
	return &m
}

// fault calls f and returns the fault by which it ends.
func fault(f func()) (fault *value.Fault) {
	defer func() {
		if r := recover(); r != nil {
			fault = r.(*value.Fault)
		}
	}()
	f()
	return nil
}

// scalar draws a value that can be a key.
func scalar(t *rapid.T) value.Value {
	switch rapid.IntRange(0, 5).Draw(t, "scalar") {
	case 0:
		return value.None
	case 1:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		return value.Number(fixed.Q(rapid.Int64().Draw(t, "number")))
	case 3:
		return value.Int(rapid.Int64Range(-100, 100).Draw(t, "int"))
	case 4:
		return value.Thing(rapid.Uint64().Draw(t, "thing"))
	}
	return value.String(rapid.StringN(0, 9, 20).Draw(t, "string"))
}

// draw draws a value that can be stored.
func draw(t *rapid.T, m *value.Meter, depth int) value.Value {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 4).Draw(t, "kind")
	}
	n := rapid.IntRange(0, 4).Draw(t, "size")
	switch kind {
	case 1, 2:
		var l []value.Value
		for range n {
			l = append(l, draw(t, m, depth-1))
		}
		if kind == 1 {
			return value.ListOf(l)
		}
		return value.TupleOf(l)
	case 3:
		d := value.NewDict(m)
		for range n {
			k := scalar(t)
			if rapid.Bool().Draw(t, "tuple") {
				k = value.TupleOf([]value.Value{k, scalar(t)})
			}
			d.Put(m, k, draw(t, m, depth-1))
		}
		return value.Of(d)
	}
	return scalar(t)
}

// TestRoundTrip: a value has the same bytes after it was read from them, and is equal to what was written.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := meter()
		v := draw(t, m, 4)
		b := Encode(m, nil, v, Max)
		w, err := Decode(m, b, Max, nil)
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		if !value.Equal(m, v, w) {
			t.Fatalf("%x is another value", b)
		}
		if again := Encode(m, nil, w, Max); !bytes.Equal(b, again) {
			t.Fatalf("%x became %x", b, again)
		}
	})
}

// TestOrderOfKeysIsNotStored: dicts with equal entries have equal bytes, whatever was put first.
func TestOrderOfKeysIsNotStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := meter()
		var e Encoder
		a, b := value.NewDict(m), value.NewDict(m)
		keys := rapid.SliceOfNDistinct(rapid.Int64Range(-50, 50), 0, 30, rapid.ID).Draw(t, "keys")
		for _, k := range keys {
			a.Put(m, value.Int(k), value.Int(k+1))
		}
		for i := range keys {
			k := keys[len(keys)-1-i]
			b.Put(m, value.Int(k), value.None)
			b.Put(m, value.Int(k), value.Int(k+1))
		}
		if x, y := e.EncodeDict(m, nil, a), e.EncodeDict(m, nil, b); !bytes.Equal(x, y) {
			t.Fatalf("%x and %x", x, y)
		}
	})
}

// TestRefused: bytes that Encode does not write are refused.
func TestRefused(t *testing.T) {
	for name, b := range map[string][]byte{
		"nothing":                           {},
		"an unknown tag":                    {10},
		"bytes after the end":               {0, 0},
		"a number cut short":                {3},
		"a number of a needless byte":       {3, 0x80, 0},
		"a whole number beyond 2^47":        codec.Varint([]byte{3}, 1<<47),
		"a whole number with the wrong tag": codec.Varint([]byte{9}, fixed.One),
		"a string longer than its bytes":    {4, 5, 'a'},
		"a list longer than its bytes":      {5, 9, 0},
		"a huge count":                      {5, 0xff, 0xff, 0xff, 0xff, 0x0f},
		"keys that descend":                 {7, 2, 3, 4, 0, 3, 2, 0},
		"keys that are equal":               {7, 2, 3, 4, 0, 3, 4, 0},
		"a list as a key":                   {7, 1, 5, 0, 0},
		"a list in a key":                   {7, 1, 6, 1, 5, 0, 0},
		"a dict as a key":                   {7, 1, 7, 0, 0},
		"a thing cut short":                 {8, 1, 2, 3},
		"nested too deeply":                 {5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 0},
		"too many bytes":                    append(codec.Uvarint([]byte{4}, Max), strings.Repeat("x", Max)...),
	} {
		if v, err := Decode(meter(), b, Max, nil); err == nil {
			t.Errorf("%s: %v", name, v)
		}
	}
	for name, b := range map[string][]byte{"an empty dict": {7, 0}, "no dict": {3, 2}} {
		if err := Check(b); !errors.Is(err, codec.ErrForm) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Check(nil); err != nil {
		t.Error(err)
	}
}

// TestLimits: what does not fit is a fault of kind State.
func TestLimits(t *testing.T) {
	m := meter()
	deep := func(n int) value.Value {
		v := value.None
		for range n {
			v = value.ListOf([]value.Value{v})
		}
		return v
	}
	for _, c := range []struct {
		name string
		v    value.Value
		ok   bool
	}{
		{"seven lists", deep(MaxDepth - 1), true},
		{"eight lists", deep(MaxDepth), false},
		{"a string that fits", value.String(strings.Repeat("x", Max-3)), true},
		{"a string that does not", value.String(strings.Repeat("x", Max-2)), false},
		{"a range", value.NewRange(m, 0, 3, 1), false},
	} {
		f := fault(func() {
			if b := Encode(m, nil, c.v, Max); len(b) > Max {
				t.Errorf("%s: %d bytes", c.name, len(b))
			}
		})
		if c.ok != (f == nil) || f != nil && f.Kind != value.State {
			t.Errorf("%s: %v", c.name, f)
		}
	}
}

// FuzzState: bytes are refused, or are those of the value that they give.
func FuzzState(f *testing.F) {
	f.Add([]byte{7, 1, 4, 1, 'n', 3, 2})
	f.Add([]byte{5, 2, 9, 1, 8, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Add([]byte{7, 2, 3, 2, 0, 6, 2, 3, 2, 3, 4, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		m := meter()
		v, err := Decode(m, b, Max, nil)
		if err != nil {
			return
		}
		if again := Encode(m, nil, v, Max); !bytes.Equal(b, again) {
			t.Fatalf("%x became %x", b, again)
		}
		_ = Check(b)
	})
}
