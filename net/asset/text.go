package asset

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"manyhold/net/wire"
)

// checkText accepts UTF-8 without control characters other than tabs and ends of lines. The meaning of a
// script is checked by those who run it.
func checkText(b []byte) error {
	if !utf8.Valid(b) {
		return errors.New("not UTF-8")
	}
	line := 1
	for _, c := range b {
		if c == '\n' {
			line++
		}
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7f {
			return fmt.Errorf("a control character in line %d", line)
		}
	}
	return nil
}

// checkModule walks the sections of a WebAssembly module: their order and sizes. Instructions are checked by
// those who run it.
func checkModule(b []byte) error {
	if len(b) < 8 || string(b[:8]) != "\x00asm\x01\x00\x00\x00" {
		return errors.New("not a WebAssembly module of version 1")
	}
	c, last := wire.NewCursor(b[8:]), 0
	for c.Len() > 0 {
		id := c.U8()
		size, err := leb(c)
		if err != nil || size > c.Len() {
			return errors.New("a section is longer than the module")
		}
		c.Bytes(size)
		place := sectionPlace(id)
		if place < 0 || id != 0 && place <= last {
			return fmt.Errorf("section %d is unknown, or not in its place", id)
		}
		if id != 0 {
			last = place
		}
	}
	return nil
}

// sectionPlace returns the place of a section among the others; -1: unknown. The count of
// data segments (12) came later than code (10) and data (11), and stands before them.
func sectionPlace(id uint8) int {
	switch {
	case id == 0 || id <= 9:
		return int(id)
	case id == 12:
		return 10
	case id <= 11:
		return int(id) + 1
	}
	return -1
}

// leb reads an unsigned number of at most five bytes. Unlike those of net/wire, it may be longer than
// necessary: compilers leave room.
func leb(c *wire.Cursor) (int, error) {
	n := 0
	for shift := 0; shift < 35; shift += 7 {
		b := c.U8()
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			if n > MaxModule {
				return 0, ErrSize
			}
			return n, c.Err()
		}
	}
	return 0, errors.New("a number of more than five bytes")
}
