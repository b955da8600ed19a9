package blueprint

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// A turn has room for a few hundred bytes, so a blueprint arrives in pieces. All peers put the pieces
// together in the state itself, so a peer that has the state never waits for a source. The version comes to
// hold in the turn of its last piece.

const (
	// MaxDrafts is the most blueprints that arrive at a time; for one more the oldest draft is given up.
	MaxDrafts = 4
	// MaxPiece is the most bytes of a piece.
	MaxPiece = 240
)

// Draft is a blueprint with missing pieces.
type Draft struct {
	Mark uint64 // the first eight bytes of its hash
	Size uint32 // of the whole
	Data []byte // what has arrived
}

// Piece is a part of the bytes of a blueprint, as turns bring it.
type Piece struct {
	Mark uint64
	Size uint32
	At   uint32 // the place of Data in the whole
	Data []byte
}

// MarkOf returns the mark of a hash.
func MarkOf(h Hash) uint64 { return binary.LittleEndian.Uint64(h[:]) }

// HashOf returns the hash of the bytes of a version.
func HashOf(data []byte) Hash { return sha256.Sum256(data) }

// Valid reports whether there can be such a piece.
func (p *Piece) Valid() bool {
	return p.Size > 0 && p.Size <= MaxBytes && len(p.Data) > 0 && len(p.Data) <= MaxPiece && uint64(p.At)+uint64(len(p.Data)) <= uint64(p.Size)
}

// AppendPiece appends a piece: u64 mark, uvarint size, uvarint place, its bytes with their length.
func AppendPiece(dst []byte, p *Piece) []byte {
	dst = codec.Uvarint(codec.U64(dst, p.Mark), uint64(p.Size))
	return codec.Blob(codec.Uvarint(dst, uint64(p.At)), p.Data)
}

// ReadPiece reads the bytes of AppendPiece. Data is a part of what is read.
func ReadPiece(c *codec.Cursor) (p Piece) {
	p.Mark = c.U64()
	size, at := c.Uvarint(), c.Uvarint()
	c.Require(size <= MaxBytes && at <= MaxBytes)
	p.Size, p.At, p.Data = uint32(size), uint32(at), c.Blob(MaxPiece)
	c.Require(p.Valid())
	return p
}

// Next returns the next piece of a blueprint's bytes, of at most room bytes of data. ok is false when the
// register has this version or a later one, or when there is no room.
func (r *Register) Next(b *Blueprint, data []byte, room int) (p Piece, ok bool) {
	hash := HashOf(data)
	if !Later(b.Version, hash, r.Find(b.ID())) || room <= 0 || len(data) == 0 {
		return p, false
	}
	p = Piece{Mark: MarkOf(hash), Size: uint32(len(data))}
	if k := r.draft(p.Mark); k >= 0 && r.drafts[k].Size == p.Size && bytes.HasPrefix(data, r.drafts[k].Data) {
		p.At = uint32(len(r.drafts[k].Data))
	}
	p.Data = data[p.At:min(int(p.At)+min(room, MaxPiece), len(data))]
	return p, true
}

func (r *Register) draft(mark uint64) int {
	return slices.IndexFunc(r.drafts, func(d Draft) bool { return d.Mark == mark })
}

// Wants reports whether a piece continues a draft, or begins one. A first piece takes the place of a draft
// that began otherwise, so that a leader that spoils a draft on purpose holds it up for its own turns only.
func (r *Register) Wants(p *Piece) bool {
	k := r.draft(p.Mark)
	if k < 0 || r.continues(k, p) {
		return k >= 0 || p.At == 0
	}
	d := &r.drafts[k]
	return p.At == 0 && (d.Size != p.Size || !bytes.HasPrefix(d.Data, p.Data))
}

// continues reports whether a piece is the next one of a draft.
func (r *Register) continues(k int, p *Piece) bool {
	return r.drafts[k].Size == p.Size && int(p.At) == len(r.drafts[k].Data)
}

// Take takes a piece; one that does not continue its draft is ignored. When the piece is the last one, whole
// is the blueprint, unless its bytes are none or another one's, or its seal is forged: then the draft is
// given up.
func (r *Register) Take(p *Piece, now game.Tick) (whole *Entry) {
	if !r.Wants(p) {
		return nil
	}
	drafts := slices.Clone(r.drafts)
	k := r.draft(p.Mark)
	if k < 0 {
		if len(drafts) >= MaxDrafts {
			drafts = slices.Delete(drafts, 0, 1)
		}
		k = len(drafts)
		drafts = append(drafts, Draft{Mark: p.Mark, Size: p.Size})
	} else if !r.continues(k, p) {
		drafts[k] = Draft{Mark: p.Mark, Size: p.Size}
	}
	d := drafts[k]
	d.Data = append(bytes.Clone(d.Data), p.Data...)
	if len(d.Data) < int(d.Size) {
		drafts[k] = d
		r.set(r.list, drafts)
		return nil
	}
	r.set(r.list, slices.Delete(drafts, k, k+1))
	hash := HashOf(d.Data)
	b, err := Decode(d.Data)
	if err != nil || MarkOf(hash) != d.Mark || !b.Sealed() {
		return nil
	}
	return &Entry{Blueprint: b, ID: b.ID(), Hash: hash, Bytes: d.Data, Since: now}
}

func (d *Draft) append(dst []byte) []byte {
	return codec.Blob(codec.Uvarint(codec.U64(dst, d.Mark), uint64(d.Size)), d.Data)
}

func readDraft(c *codec.Cursor) (d Draft) {
	d.Mark = c.U64()
	size := c.Uvarint()
	c.Require(size > 0 && size <= MaxBytes)
	d.Size, d.Data = uint32(size), bytes.Clone(c.Blob(MaxBytes))
	c.Must(len(d.Data) > 0 && len(d.Data) < int(d.Size), "a draft must lack something")
	return d
}
