// Package codec is the encoding of the world: little-endian integers of fixed width, uvarints in their
// shortest form, and byte strings with their length before them. Every value has exactly one encoding,
// because the encoding is hashed.
//
// Append functions write; a Cursor reads bytes from outside. A cursor never reads beyond its end, never
// panics, and remembers the first error, with the field, its offset and the reason. A decoder reads all
// fields and checks once, with Done.
//
// net/wire has a cursor and append functions much like these. They are not shared on purpose: game imports
// nothing of net, and net nothing of game.
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrShort reports that the bytes end before the last field.
	ErrShort = errors.New("codec: cut short")
	// ErrLong reports that bytes follow the last field.
	ErrLong = errors.New("codec: bytes follow the end")
	// ErrForm reports that a value is not in its only allowed form or beyond its limit.
	ErrForm = errors.New("codec: a value that is not allowed")
)

// U8 appends v.
func U8(dst []byte, v uint8) []byte { return append(dst, v) }

// U16 appends v in two bytes.
func U16(dst []byte, v uint16) []byte { return binary.LittleEndian.AppendUint16(dst, v) }

// U32 appends v in four bytes.
func U32(dst []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(dst, v) }

// U64 appends v in eight bytes.
func U64(dst []byte, v uint64) []byte { return binary.LittleEndian.AppendUint64(dst, v) }

// Uvarint appends v in one to ten bytes of seven bits, least first.
func Uvarint(dst []byte, v uint64) []byte { return binary.AppendUvarint(dst, v) }

// Varint appends v zigzag-encoded so that small magnitudes of either sign are short (0, −1, 1, −2, …).
func Varint(dst []byte, v int64) []byte { return Uvarint(dst, uint64(v)<<1^uint64(v>>63)) }

// Blob appends the length of b and b.
func Blob(dst, b []byte) []byte { return append(Uvarint(dst, uint64(len(b))), b...) }

// Text appends the length of s and s.
func Text(dst []byte, s string) []byte { return append(Uvarint(dst, uint64(len(s))), s...) }

// Error is the reason why bytes are refused.
type Error struct {
	What   string // the field with its number, as given to Within; "" if not given
	Offset int    // of the first byte that was not read
	Why    string // the rule that is broken; "" if Err says all
	Err    error  // ErrShort, ErrLong, ErrForm or the error given to Fail
}

func (e *Error) Error() string {
	what, why := "", e.Err.Error()
	if e.What != "" {
		what = e.What + ": "
	}
	if e.Why != "" {
		why = e.Why
	}
	return fmt.Sprintf("%s%s (at byte %d)", what, why, e.Offset)
}

func (e *Error) Unwrap() error { return e.Err }

// Cursor reads bytes from outside. Slices that it returns are parts of them, not copies.
type Cursor struct {
	rest   []byte
	size   int // of all input
	err    error
	what   string // the field being read: see Within
	number uint64
}

// Read returns a cursor at the start of b.
func Read(b []byte) Cursor { return Cursor{rest: b, size: len(b)} }

// Within names the field that is read from here on, for errors: words, or a format of number, such as "body
// %x".
func (c *Cursor) Within(what string, number uint64) { c.what, c.number = what, number }

// Err returns the first error: an *Error.
func (c *Cursor) Err() error { return c.err }

// Len returns how many bytes are left; none after an error.
func (c *Cursor) Len() int { return len(c.rest) }

// Done returns the first error, or ErrLong when bytes are left.
func (c *Cursor) Done() error {
	if c.err == nil && len(c.rest) > 0 {
		c.Fail(ErrLong)
	}
	return c.err
}

// Bit is 1 for true and 0 for false.
func Bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Bit reads what Bit returns.
func (c *Cursor) Bit() bool {
	v := c.U8()
	c.Require(v <= 1)
	return v == 1
}

// Whole reads a value that takes all of the data. If they are another one, the value stays as it is.
func Whole[T any](data []byte, into *T, read func(*Cursor) T) error {
	c := Read(data)
	v := read(&c)
	if err := c.Done(); err != nil {
		return err
	}
	*into = v
	return nil
}

// Fail sets the cursor's error unless it has one. Decoders add rules of their own with it.
func (c *Cursor) Fail(err error) { c.fail(err, "") }

func (c *Cursor) fail(err error, why string) {
	if c.err == nil {
		e := &Error{Offset: c.size - len(c.rest), Why: why, Err: err}
		if e.What = c.what; strings.Contains(c.what, "%") {
			e.What = fmt.Sprintf(c.what, c.number)
		}
		c.err = e
	}
	c.rest = nil
}

// Require fails with ErrForm unless ok.
func (c *Cursor) Require(ok bool) {
	if !ok {
		c.Fail(ErrForm)
	}
}

// Must fails with ErrForm unless ok; must names the condition in the error.
func (c *Cursor) Must(ok bool, be string) {
	if !ok {
		c.fail(ErrForm, be)
	}
}

// Bytes returns the next n bytes, nil after an error.
func (c *Cursor) Bytes(n int) []byte {
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
	if len(c.rest) == 0 {
		c.Fail(ErrShort)
		return 0
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return b
}

// U16 reads two bytes.
func (c *Cursor) U16() uint16 {
	if b := c.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// U32 reads four bytes.
func (c *Cursor) U32() uint32 {
	if b := c.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// U64 reads eight bytes.
func (c *Cursor) U64() uint64 {
	if b := c.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Uvarint reads a uvarint; one that is not in its shortest form fails.
func (c *Cursor) Uvarint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 { // the most frequent
		v := c.rest[0]
		c.rest = c.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(c.rest)
	switch {
	case n == 0:
		c.Fail(ErrShort)
		return 0
	case n < 0 || n > 1 && c.rest[n-1] == 0:
		c.Fail(ErrForm)
		return 0
	}
	c.rest = c.rest[n:]
	return v
}

// Varint reads a number written by Varint.
func (c *Cursor) Varint() int64 {
	v := c.Uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// Count reads the length of a list: at most most elements, each of at least least bytes. It fails if fewer
// bytes are left, so that a forged count reserves no memory.
func (c *Cursor) Count(most, least int) int {
	v := c.Uvarint()
	if v > uint64(most) || v*uint64(max(least, 0)) > uint64(len(c.rest)) {
		c.Fail(ErrForm)
		return 0
	}
	return int(v)
}

// Blob reads a byte string of at most most bytes.
func (c *Cursor) Blob(most int) []byte {
	v := c.Uvarint()
	if v > uint64(max(most, 0)) {
		c.Fail(ErrForm)
		return nil
	}
	return c.Bytes(int(v))
}
