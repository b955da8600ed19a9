package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

var (
	// ErrShort reports that a message ends before its last field.
	ErrShort = errors.New("wire: the message is cut short")
	// ErrLong reports that bytes follow the last field.
	ErrLong = errors.New("wire: bytes follow the message")
	// ErrLimit reports that a length in the message exceeds its limit.
	ErrLimit = errors.New("wire: a length beyond its limit")
	// ErrForm reports that a value is not in its only allowed form: a number that is not in its shortest
	// form, a text that is not UTF-8, a bool that is not 0 or 1.
	ErrForm = errors.New("wire: a value in a form that is not allowed")
)

// Cursor reads the fields of one message and cannot overrun it. After the first error every read returns
// zero and the error stays. So a decoder reads all fields and checks once, with Done. Byte slices that it
// returns are parts of the message, not copies.
type Cursor struct {
	rest []byte
	err  error
}

// NewCursor returns a cursor at the start of b.
func NewCursor(b []byte) *Cursor { return &Cursor{rest: b} }

// Err returns the first error.
func (c *Cursor) Err() error { return c.err }

// Done returns the first error, or ErrLong when bytes are left.
func (c *Cursor) Done() error {
	if c.err == nil && len(c.rest) > 0 {
		c.Fail(fmt.Errorf("%w: %d", ErrLong, len(c.rest)))
	}
	return c.err
}

// Len returns how many bytes are left; zero after an error.
func (c *Cursor) Len() int { return len(c.rest) }

// Rest returns all remaining bytes and moves to the end.
func (c *Cursor) Rest() []byte { return c.Bytes(len(c.rest)) }

// Fail sets the cursor's error unless it has one. Decoders use it for rules of their own.
func (c *Cursor) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.rest = nil
}

// Bytes returns the next n bytes; the slice's capacity ends with them.
func (c *Cursor) Bytes(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n < 0 || n > len(c.rest) {
		c.Fail(ErrShort)
		return nil
	}
	b := c.rest[:n:n]
	c.rest = c.rest[n:]
	return b
}

// U8 reads one byte.
func (c *Cursor) U8() uint8 {
	if b := c.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Bool reads one byte that must be 0 or 1.
func (c *Cursor) Bool() bool {
	v := c.U8()
	if v > 1 {
		c.Fail(ErrForm)
	}
	return v == 1
}

// U16 reads two bytes, little endian.
func (c *Cursor) U16() uint16 {
	if b := c.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// U32 reads four bytes, little endian.
func (c *Cursor) U32() uint32 {
	if b := c.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// U64 reads eight bytes, little endian.
func (c *Cursor) U64() uint64 {
	if b := c.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Uvarint reads a number of one to ten bytes, seven bits in each, low ones first. Only the shortest form
// is allowed.
func (c *Cursor) Uvarint() uint64 {
	if c.err != nil {
		return 0
	}
	v, n := binary.Uvarint(c.rest)
	switch {
	case n == 0:
		c.Fail(ErrShort)
		return 0
	case n < 0, n > 1 && c.rest[n-1] == 0:
		c.Fail(ErrForm)
		return 0
	}
	c.rest = c.rest[n:]
	return v
}

// Count reads a Uvarint that must not exceed max: the length of a list that follows.
func (c *Cursor) Count(max int) int {
	v := c.Uvarint()
	if v > uint64(max) {
		c.Fail(fmt.Errorf("%w: %d of at most %d", ErrLimit, v, max))
		return 0
	}
	return int(v)
}

// Blob reads a Uvarint length of at most max and that many bytes.
func (c *Cursor) Blob(max int) []byte { return c.Bytes(c.Count(max)) }

// Text reads a Blob of at most max bytes that must be UTF-8.
func (c *Cursor) Text(max int) string {
	b := c.Blob(max)
	if !utf8.Valid(b) {
		c.Fail(ErrForm)
		return ""
	}
	return string(b)
}

// Hash reads 32 bytes: an id, a hash, a nonce.
func (c *Cursor) Hash() (h [32]byte) {
	copy(h[:], c.Bytes(len(h)))
	return h
}

// Signature reads 64 bytes.
func (c *Cursor) Signature() (s [64]byte) {
	copy(s[:], c.Bytes(len(s)))
	return s
}
