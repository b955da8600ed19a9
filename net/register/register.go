// Package register holds the blueprints of a world as peers pass them on: signed bytes with an envelope that
// this package reads. The contents are those of package game/blueprint.
//
// The envelope: u8 format (1), author and editor (32 bytes each), uvarint version, the author's name and the
// title (texts of at most 32 bytes). The last 64 bytes are the editor's signature of all before, in the
// domain "manyhold blueprint". No world is named in it: a blueprint may be taken from world to world.
//
// A blueprint's ID is the first eight bytes, as a little-endian number, of the SHA-256 of "manyhold
// blueprint\x00", the author's key and the title; 0 counts as 1. Of two versions the higher one holds, and of
// two equal ones that with the greater SHA-256 of its bytes.
//
// A Book is not safe for concurrent use.
package register

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// MaxBytes is the most bytes of a blueprint; that of game/blueprint.
	MaxBytes = 48 << 10
	// MaxBlueprints is the most blueprints of a book, MaxOfAuthor the most of one author, and MaxStored the
	// most bytes of all. One more is refused. Those that were withdrawn count, so that their last versions
	// reach every island; islands have limits of their own for the others. A summary fits into a message.
	MaxBlueprints, MaxOfAuthor, MaxStored = 768, 96, 4 << 20

	format  = 1
	domain  = "manyhold blueprint"
	maxText = 32
)

var (
	// ErrMalformed says that bytes have no envelope.
	ErrMalformed = errors.New("register: no blueprint")
	// ErrForged says that the signature is not the editor's.
	ErrForged = errors.New("register: the signature of a blueprint is forged")
	// ErrFull says that there are as many blueprints as there may be, of the world or of the author.
	ErrFull = errors.New("register: as many blueprints as there may be")
)

// Entry is a blueprint with the contents of its envelope. It does not change.
type Entry struct {
	ID             uint64
	Author, Editor key.ID
	Version        uint32
	Name           string // the author's name, a slash, and the title
	Hash           [32]byte
	Bytes          []byte
}

// Parse reads a blueprint and checks its signature. The errors are ErrMalformed and ErrForged. The bytes
// belong to the entry from then on.
func Parse(b []byte) (*Entry, error) {
	if len(b) > MaxBytes || len(b) < key.SignatureSize {
		return nil, fmt.Errorf("%w: %d bytes", ErrMalformed, len(b))
	}
	inner := b[:len(b)-key.SignatureSize]
	c := wire.NewCursor(inner)
	known := c.U8() == format
	e := &Entry{Author: c.Hash(), Editor: c.Hash()}
	version := c.Uvarint()
	by, title := c.Text(maxText), c.Text(maxText)
	if c.Err() != nil || !known || version == 0 || version >= 1<<32 || by == "" || title == "" {
		return nil, ErrMalformed
	}
	if !key.Verify(e.Editor, domain, inner, [key.SignatureSize]byte(b[len(inner):])) {
		return nil, ErrForged
	}
	e.ID, e.Version, e.Name, e.Hash, e.Bytes = idOf(e.Author, title), uint32(version), by+"/"+title, sha256.Sum256(b), b
	return e, nil
}

// Seal returns the editor's signature of the bytes of a blueprint without one.
func Seal(editor key.Pair, unsealed []byte) [key.SignatureSize]byte {
	return editor.Sign(domain, unsealed)
}

func idOf(author key.ID, title string) uint64 {
	h := sha256.New()
	h.Write([]byte("manyhold blueprint\x00"))
	h.Write(author[:])
	h.Write([]byte(title))
	return max(binary.LittleEndian.Uint64(h.Sum(nil)), 1)
}

// HashOf returns the hash of the bytes of a version.
func HashOf(b []byte) [32]byte { return sha256.Sum256(b) }

// Later reports whether a version takes the place of another one of the same blueprint.
func (e *Entry) Later(than *Entry) bool {
	return than == nil || cmp.Or(cmp.Compare(e.Version, than.Version), bytes.Compare(e.Hash[:], than.Hash[:])) > 0
}

// Book holds the latest version of each blueprint, by ascending ID.
type Book struct {
	list   []*Entry
	stored int
	digest [32]byte
}

// List returns the entries. The list is not changed later.
func (b *Book) List() []*Entry { return b.list }

// Digest is a hash of all entries; zero when there are none.
func (b *Book) Digest() [32]byte { return b.digest }

// Find returns the entry of an ID, nil if there is none.
func (b *Book) Find(id uint64) *Entry {
	if k, ok := b.at(id); ok {
		return b.list[k]
	}
	return nil
}

func (b *Book) at(id uint64) (int, bool) {
	return slices.BinarySearchFunc(b.list, id, func(e *Entry, id uint64) int { return cmp.Compare(e.ID, id) })
}

// Add adds an entry. added is false when a later version is there, or this one. The error is ErrFull.
func (b *Book) Add(e *Entry) (added bool, err error) {
	k, there := b.at(e.ID)
	stored := b.stored + len(e.Bytes)
	if there {
		if !e.Later(b.list[k]) {
			return false, nil
		}
		stored -= len(b.list[k].Bytes)
	}
	if stored > MaxStored || !there && (len(b.list) >= MaxBlueprints || b.of(e.Author) >= MaxOfAuthor) {
		return false, ErrFull
	}
	list := append(make([]*Entry, 0, len(b.list)+1), b.list[:k]...)
	list = append(list, e)
	if there {
		k++
	}
	b.list, b.stored = append(list, b.list[k:]...), stored
	h := sha256.New()
	for _, e := range b.list {
		h.Write(e.Hash[:])
	}
	b.digest = [32]byte(h.Sum(nil))
	return true, nil
}

func (b *Book) of(author key.ID) (n int) {
	for _, e := range b.list {
		if e.Author == author {
			n++
		}
	}
	return n
}

// Line is what a summary says of a blueprint.
type Line struct {
	ID      uint64
	Version uint32
	Mark    uint64 // the first eight bytes of the hash, big-endian: marks of one version are ordered as hashes are
}

func (e *Entry) line() Line { return Line{e.ID, e.Version, binary.BigEndian.Uint64(e.Hash[:])} }

// AppendSummary appends a summary: the digest, and of each blueprint u64 ID, uvarint version and u64 mark. It
// has at most 20 bytes a blueprint.
func (b *Book) AppendSummary(dst []byte) []byte {
	dst = append(dst, b.digest[:]...)
	for _, e := range b.list {
		l := e.line()
		dst = wire.AppendU64(wire.AppendUvarint(wire.AppendU64(dst, l.ID), uint64(l.Version)), l.Mark)
	}
	return dst
}

// ReadSummary reads the bytes of AppendSummary: lines of ascending IDs.
func ReadSummary(c *wire.Cursor) (digest [32]byte, lines []Line, err error) {
	digest = c.Hash()
	for c.Err() == nil && c.Len() > 0 && len(lines) < MaxBlueprints {
		l := Line{ID: c.U64()}
		v := c.Uvarint()
		l.Version, l.Mark = uint32(v), c.U64()
		if c.Err() == nil && (v == 0 || v >= 1<<32 || len(lines) > 0 && lines[len(lines)-1].ID >= l.ID) {
			return digest, nil, ErrMalformed
		}
		lines = append(lines, l)
	}
	return digest, lines, c.Done()
}

// Compare returns the entries that the author of a summary lacks, and whether this book lacks some of its.
func (b *Book) Compare(theirs []Line) (missing []*Entry, lacks bool) {
	k := 0
	for _, l := range theirs {
		for ; k < len(b.list) && b.list[k].ID < l.ID; k++ {
			missing = append(missing, b.list[k])
		}
		if k == len(b.list) || b.list[k].ID != l.ID {
			lacks = true
			continue
		}
		switch mine := b.list[k].line(); cmp.Or(cmp.Compare(mine.Version, l.Version), cmp.Compare(mine.Mark, l.Mark)) {
		case 1:
			missing = append(missing, b.list[k])
		case -1:
			lacks = true
		}
		k++
	}
	return append(missing, b.list[k:]...), lacks
}
