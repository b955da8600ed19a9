package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestCursorReadsWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint8().Draw(t, "u8")
		b := rapid.Uint16().Draw(t, "u16")
		c := rapid.Uint32().Draw(t, "u32")
		d := rapid.Uint64().Draw(t, "u64")
		e := rapid.Uint64().Draw(t, "uvarint")
		blob := rapid.SliceOfN(rapid.Byte(), 0, 50).Draw(t, "blob")
		text := rapid.StringN(0, 20, 50).Draw(t, "text")
		yes := rapid.Bool().Draw(t, "bool")
		m := AppendBool(AppendText(AppendBlob(AppendUvarint(AppendU64(AppendU32(AppendU16(AppendU8(nil, a), b), c), d), e), blob), text), yes)
		r := NewCursor(m)
		if r.U8() != a || r.U16() != b || r.U32() != c || r.U64() != d || r.Uvarint() != e ||
			!bytes.Equal(r.Blob(50), blob) || r.Text(50) != text || r.Bool() != yes || r.Done() != nil {
			t.Fatalf("read something else than was appended: %v", r.Err())
		}
		cut := rapid.IntRange(0, len(m)-1).Draw(t, "cut")
		r = NewCursor(m[:cut])
		r.U8()
		r.U16()
		r.U32()
		r.U64()
		r.Uvarint()
		r.Blob(50)
		r.Text(50)
		r.Bool()
		if err := r.Done(); !errors.Is(err, ErrShort) {
			t.Fatalf("cut at %d of %d: %v, want ErrShort", cut, len(m), err)
		}
	})
}

func TestCursorRefuses(t *testing.T) {
	cases := []struct {
		name  string
		bytes []byte
		read  func(*Cursor)
		want  error
	}{
		{"nothing to read", nil, func(c *Cursor) { c.U8() }, ErrShort},
		{"half a number", []byte{1, 2, 3}, func(c *Cursor) { c.U32() }, ErrShort},
		{"left over", []byte{1, 2}, func(c *Cursor) { c.U8() }, ErrLong},
		{"negative length", []byte{1}, func(c *Cursor) { c.Bytes(-1) }, ErrShort},
		{"varint without end", []byte{0x80}, func(c *Cursor) { c.Uvarint() }, ErrShort},
		{"varint too long", bytes.Repeat([]byte{0xff}, 11), func(c *Cursor) { c.Uvarint() }, ErrForm},
		{"varint not shortest", []byte{0x81, 0x00}, func(c *Cursor) { c.Uvarint() }, ErrForm},
		{"blob beyond its limit", []byte{5, 1, 2, 3, 4, 5}, func(c *Cursor) { c.Blob(4) }, ErrLimit},
		{"blob of 2^64 - 1", AppendUvarint(nil, math.MaxUint64), func(c *Cursor) { c.Blob(1 << 30) }, ErrLimit},
		{"blob longer than the message", []byte{5, 1}, func(c *Cursor) { c.Blob(9) }, ErrShort},
		{"text that is not UTF-8", []byte{1, 0xff}, func(c *Cursor) { c.Text(9) }, ErrForm},
		{"truth of two", []byte{2}, func(c *Cursor) { c.Bool() }, ErrForm},
	}
	for _, c := range cases {
		r := NewCursor(c.bytes)
		c.read(r)
		if err := r.Done(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if r.U64() != 0 || r.Len() != 0 || r.Rest() != nil {
			t.Errorf("%s: something was read after the error", c.name)
		}
	}
}

func TestFirstErrorStays(t *testing.T) {
	r := NewCursor([]byte{2})
	r.Bool()
	r.U64()
	if !errors.Is(r.Done(), ErrForm) {
		t.Fatalf("%v, want the first error", r.Err())
	}
}

func TestBytesCannotGrowIntoTheRest(t *testing.T) {
	m := []byte{1, 2, 3, 4}
	b := append(NewCursor(m).Bytes(2), 9)
	if m[2] != 3 || b[2] != 9 {
		t.Fatal("appending to a part wrote into the message")
	}
}

// FuzzCursor reads with a program taken from the same input; it looks for panics and for reads that
// give more than there was.
func FuzzCursor(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8}, AppendText(AppendBlob(AppendUvarint(make([]byte, 16), 1<<40), []byte("abc")), "abc"))
	f.Add([]byte{5}, bytes.Repeat([]byte{0xff}, 12))
	f.Add([]byte{4, 4, 4}, []byte{0x81, 0x00})
	f.Fuzz(func(t *testing.T, program, message []byte) {
		r := NewCursor(message)
		read := 0
		for _, p := range program {
			before := r.Len()
			switch p % 10 {
			case 0:
				r.U8()
			case 1:
				r.U16()
			case 2:
				r.U32()
			case 3:
				r.U64()
			case 4:
				v, left := r.Uvarint(), r.Len()
				if r.Err() == nil && len(AppendUvarint(nil, v)) != before-left {
					t.Fatalf("the varint %d was read from %d bytes", v, before-left)
				}
			case 5:
				read += len(r.Blob(int(p)))
			case 6:
				read += len(r.Text(int(p)))
			case 7:
				r.Hash()
			case 8:
				r.Signature()
			case 9:
				r.Bool()
			}
			if r.Len() > before {
				t.Fatal("the cursor went backwards")
			}
		}
		if read > len(message) {
			t.Fatalf("%d bytes read of %d", read, len(message))
		}
		if r.Done() == nil && r.Len() != 0 {
			t.Fatal("done with bytes left")
		}
	})
}

func TestKindsKeepTheirNumbers(t *testing.T) {
	want := map[Kind]string{1: "Hello", 2: "Proof", 3: "Ping", 4: "Pong", 5: "Bye", 6: "Signal", 16: "Frame", 17: "Join", 18: "Welcome",
		19: "Turns", 20: "WantTurns", 21: "Record", 22: "Digests", 23: "HandOver", 32: "Want", 33: "Block", 34: "Have"}
	have := map[Kind]string{Hello: "Hello", Proof: "Proof", Ping: "Ping", Pong: "Pong", Bye: "Bye", Signal: "Signal", Frame: "Frame", Join: "Join",
		Welcome: "Welcome", Turns: "Turns", WantTurns: "WantTurns", Record: "Record", Digests: "Digests", HandOver: "HandOver", Want: "Want", Block: "Block", Have: "Have"}
	for k, name := range want {
		if have[k] != name {
			t.Errorf("kind %d is %q, was %q: numbers are sent and never change", k, have[k], name)
		}
	}
}
