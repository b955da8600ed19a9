package transfer

import (
	"fmt"

	"manyhold/net/wire"
)

// Space says in which of a transfer's two byte sequences an offset counts.
type Space uint8

// The spaces. The numbers are sent.
const (
	ManifestSpace Space = 0
	ContentSpace  Space = 1
)

// Short is the first eight bytes of a transfer's name, enough to tell a peer's transfers apart.
type Short [8]byte

func shortOf(root [32]byte) Short { return Short(root[:8]) }

// Have announces a snapshot.
type Have struct {
	Turn     uint64
	Root     [32]byte // SHA-256 of the manifest
	Manifest int      // its size in bytes
	Parts    int
	Total    int // bytes of all parts
}

// Range is a run of bytes of a space.
type Range struct{ Offset, Length int }

// End is the offset after the last byte.
func (r Range) End() int { return r.Offset + r.Length }

// Want requests ranges.
type Want struct {
	Transfer Short
	Space    Space
	Ranges   []Range
}

// Block is a piece of a range.
type Block struct {
	Transfer Short
	Space    Space
	Packed   bool // Payload is a zstd frame
	Offset   int
	Length   int // before packing
	Payload  []byte
}

// Encode returns the message.
func (h Have) Encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Have)}, h.Turn)
	b = append(b, h.Root[:]...)
	b = wire.AppendUvarint(b, uint64(h.Manifest))
	b = wire.AppendUvarint(b, uint64(h.Parts))
	return wire.AppendUvarint(b, uint64(h.Total))
}

// DecodeHave reads a Have with its kind. Its error is ErrMalformed.
func DecodeHave(message []byte) (Have, error) {
	c := open(message, wire.Have)
	h := Have{Turn: c.U64(), Root: c.Hash(), Manifest: c.Count(MaxManifest), Parts: c.Count(MaxParts), Total: c.Count(MaxTotal)}
	return h, closed(c, "have")
}

// Encode returns the message.
func (w Want) Encode() []byte {
	b := append([]byte{byte(wire.Want)}, w.Transfer[:]...)
	b = append(b, byte(w.Space))
	b = wire.AppendUvarint(b, uint64(len(w.Ranges)))
	for _, r := range w.Ranges {
		b = wire.AppendUvarint(b, uint64(r.Offset))
		b = wire.AppendUvarint(b, uint64(r.Length))
	}
	return b
}

// DecodeWant reads a Want with its kind. Its error is ErrMalformed.
func DecodeWant(message []byte) (Want, error) {
	c := open(message, wire.Want)
	w := Want{Transfer: short(c), Space: space(c)}
	n := c.Count(MaxRanges)
	if c.Err() == nil && n == 0 {
		c.Fail(fmt.Errorf("no range"))
	}
	w.Ranges = make([]Range, 0, n)
	end := -1
	for range n {
		r := Range{Offset: c.Count(MaxTotal), Length: c.Count(MaxTotal)}
		if c.Err() == nil && (r.Length == 0 || r.Offset <= end || r.End() > MaxTotal) {
			c.Fail(fmt.Errorf("range %d+%d after %d", r.Offset, r.Length, end))
		}
		w.Ranges, end = append(w.Ranges, r), r.End()
	}
	return w, closed(c, "want")
}

// Encode returns the message.
func (p Block) Encode() []byte {
	b := append(make([]byte, 0, 24+len(p.Payload)), byte(wire.Block))
	b = append(b, p.Transfer[:]...)
	b = append(b, byte(p.Space))
	b = wire.AppendBool(b, p.Packed)
	b = wire.AppendUvarint(b, uint64(p.Offset))
	b = wire.AppendUvarint(b, uint64(p.Length))
	return append(b, p.Payload...)
}

// DecodeBlock reads a Block with its kind; the payload is a part of message and still packed. Its error is
// ErrMalformed.
func DecodeBlock(message []byte) (Block, error) {
	c := open(message, wire.Block)
	b := Block{Transfer: short(c), Space: space(c), Packed: c.Bool(), Offset: c.Count(MaxTotal), Length: c.Count(MaxPiece)}
	b.Payload = c.Rest()
	switch {
	case c.Err() != nil:
	case b.Length == 0 || b.Offset+b.Length > MaxTotal:
		c.Fail(fmt.Errorf("piece %d+%d", b.Offset, b.Length))
	case !b.Packed && len(b.Payload) != b.Length:
		c.Fail(fmt.Errorf("%d bytes of %d", len(b.Payload), b.Length))
	case len(b.Payload) > MaxPayload || b.Packed && len(b.Payload) >= b.Length:
		c.Fail(fmt.Errorf("a payload of %d bytes", len(b.Payload)))
	}
	return b, closed(c, "block")
}

func open(message []byte, kind wire.Kind) *wire.Cursor {
	c := wire.NewCursor(message)
	if k := wire.Kind(c.U8()); c.Err() == nil && k != kind {
		c.Fail(fmt.Errorf("kind %d", k))
	}
	return c
}

func closed(c *wire.Cursor, what string) error {
	if err := c.Done(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrMalformed, what, err)
	}
	return nil
}

func short(c *wire.Cursor) (s Short) {
	copy(s[:], c.Bytes(len(s)))
	return s
}

func space(c *wire.Cursor) Space {
	s := Space(c.U8())
	if s > ContentSpace {
		c.Fail(fmt.Errorf("space %d", s))
	}
	return s
}
