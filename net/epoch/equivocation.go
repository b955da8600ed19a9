package epoch

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	equivocationVersion = 1
	// MaxEquivocation is the longest encoding of a proof in bytes.
	MaxEquivocation = 320
)

// ErrEvidence reports that bytes prove no misbehaviour.
var ErrEvidence = errors.New("epoch: not a proof of misbehaviour")

// Equivocation is two heads of one signer that cannot both be honest: proof of equivocation. It needs no
// other evidence. Its encoding is version 1 (u8), world (32 bytes), island (u64), epoch (32), signer (32) and
// both heads, the one with the lesser hash first.
type Equivocation struct {
	Where
	Signer key.ID
	Heads  [2]Head
}

// NewEquivocation makes a proof of two heads. ok is false when they prove no equivocation.
func NewEquivocation(at Where, signer key.ID, a, b Head) (p *Equivocation, ok bool) {
	if slices.Compare(a.Hash[:], b.Hash[:]) > 0 {
		a, b = b, a
	}
	p = &Equivocation{Where: at, Signer: signer, Heads: [2]Head{a, b}}
	return p, p.good()
}

func (p *Equivocation) good() bool {
	a, b := p.Heads[0], p.Heads[1]
	return a.Term == b.Term && a.Turn == b.Turn && slices.Compare(a.Hash[:], b.Hash[:]) < 0 &&
		a.SignedBy(p.Signer, p.Where) && b.SignedBy(p.Signer, p.Where)
}

// Append appends the only encoding.
func (p *Equivocation) Append(dst []byte) []byte {
	dst = append(dst, equivocationVersion)
	dst = append(dst, p.World[:]...)
	dst = wire.AppendU64(dst, p.Island)
	dst = append(dst, p.Epoch[:]...)
	dst = append(dst, p.Signer[:]...)
	return p.Heads[1].Append(p.Heads[0].Append(dst))
}

// Accused returns the accused peer of an encoded proof, without verifying the proof.
func Accused(b []byte) (signer key.ID, ok bool) {
	const at = 1 + 32 + 8 + 32
	if len(b) < at+len(signer) {
		return signer, false
	}
	copy(signer[:], b[at:])
	return signer, true
}

// DecodeEquivocation reads what Append wrote and verifies it. Its errors wrap ErrEvidence.
func DecodeEquivocation(b []byte) (*Equivocation, error) {
	c := wire.NewCursor(b)
	version := c.U8()
	p := &Equivocation{Where: Where{World: c.Hash(), Island: c.U64(), Epoch: c.Hash()}, Signer: c.Hash(), Heads: [2]Head{ReadHead(c), ReadHead(c)}}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	if version != equivocationVersion || !p.good() {
		return nil, ErrEvidence
	}
	return p, nil
}
