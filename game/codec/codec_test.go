package codec

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c, d := rapid.Uint8().Draw(t, "a"), rapid.Uint16().Draw(t, "b"), rapid.Uint32().Draw(t, "c"), rapid.Uint64().Draw(t, "d")
		e, f, g := rapid.Int64().Draw(t, "e"), rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "f"), rapid.String().Draw(t, "g")
		out := Text(Blob(Varint(Uvarint(U64(U32(U16(U8(nil, a), b), c), d), d), e), f), g)
		cur := Read(out)
		if cur.U8() != a || cur.U16() != b || cur.U32() != c || cur.U64() != d || cur.Uvarint() != d || cur.Varint() != e ||
			!bytes.Equal(cur.Blob(40), f) || string(cur.Blob(1<<20)) != g || cur.Done() != nil {
			t.Fatalf("read something else: %v", cur.Err())
		}
		for n := range out { // every prefix is too short
			cur := Read(out[:n])
			cur.U8()
			cur.U16()
			cur.U32()
			cur.U64()
			cur.Uvarint()
			cur.Varint()
			cur.Blob(40)
			cur.Blob(1 << 20)
			if cur.Done() == nil {
				t.Fatalf("%d of %d bytes were enough", n, len(out))
			}
		}
	})
}

// TestErrorsSayWhere: an error names the field, the offset and the reason; only the first counts.
func TestErrorsSayWhere(t *testing.T) {
	for want, read := range map[string]func(c *Cursor){
		"codec: cut short (at byte 2)":                            func(c *Cursor) { c.U16(); c.U32() },
		"its head: codec: bytes follow the end (at byte 1)":       func(c *Cursor) { c.Within("its head", 0); c.U8() },
		"body ff: must be somewhere (at byte 1)":                  func(c *Cursor) { c.Within("body %x", 255); c.Must(c.U8() == 9, "must be somewhere"); c.U64() },
		"tile 7: codec: a value that is not allowed (at byte 3)":  func(c *Cursor) { c.Within("tile %d", 7); c.Bytes(3); c.Require(false); c.Within("tile %d", 8) },
		"chest 1: codec: a value that is not allowed (at byte 1)": func(c *Cursor) { c.Within("chest %d", 1); c.Count(2, 1) },
	} {
		c := Read([]byte{3, 0, 0})
		read(&c)
		err := c.Done()
		var e *Error
		if err == nil || err.Error() != want || !errors.As(err, &e) || c.Len() != 0 {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name string
		b    []byte
		read func(*Cursor)
		err  error
	}{
		{"a uvarint with a needless byte", []byte{0x81, 0x00}, func(c *Cursor) { c.Uvarint() }, ErrForm},
		{"a uvarint beyond 64 bits", bytes.Repeat([]byte{0xff}, 11), func(c *Cursor) { c.Uvarint() }, ErrForm},
		{"a uvarint that does not end", []byte{0x80}, func(c *Cursor) { c.Uvarint() }, ErrShort},
		{"a blob beyond its limit", []byte{5, 1, 2, 3, 4, 5}, func(c *Cursor) { c.Blob(4) }, ErrForm},
		{"a blob longer than what is left", []byte{5, 1}, func(c *Cursor) { c.Blob(9) }, ErrShort},
		{"a count of more than there can be", []byte{9, 0, 0}, func(c *Cursor) { c.Count(100, 1) }, ErrForm},
		{"bytes after the end", []byte{1, 2}, func(c *Cursor) { c.U8() }, ErrLong},
		{"a negative length", nil, func(c *Cursor) { c.Bytes(-1) }, ErrShort},
	} {
		cur := Read(c.b)
		c.read(&cur)
		if err := cur.Done(); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
	}
}
