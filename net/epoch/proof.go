package epoch

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	proofVersion = 1
	// MaxProof is the longest encoding of a proof in bytes.
	MaxProof = 320
)

// ErrProof reports that bytes prove no misbehaviour.
var ErrProof = errors.New("epoch: not a proof of misbehaviour")

// Proof is two heads of one signer that cannot both be honest: proof of equivocation. It needs no other
// evidence. Its encoding is version 1 (u8), world (32 bytes), island (u64), epoch (32), signer (32) and
// both heads, the one with the lesser hash first.
type Proof struct {
	Where
	Signer key.ID
	Heads  [2]Head
}

// Prove makes a proof of two heads. ok is false when they prove no equivocation.
func Prove(at Where, signer key.ID, a, b Head) (p *Proof, ok bool) {
	if slices.Compare(a.Hash[:], b.Hash[:]) > 0 {
		a, b = b, a
	}
	p = &Proof{Where: at, Signer: signer, Heads: [2]Head{a, b}}
	return p, p.good()
}

func (p *Proof) good() bool {
	a, b := p.Heads[0], p.Heads[1]
	return a.Term == b.Term && a.Turn == b.Turn && slices.Compare(a.Hash[:], b.Hash[:]) < 0 &&
		a.SignedBy(p.Signer, p.Where) && b.SignedBy(p.Signer, p.Where)
}

// Append appends the only encoding.
func (p *Proof) Append(dst []byte) []byte {
	dst = append(dst, proofVersion)
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

// DecodeProof reads what Append wrote and verifies it. Its errors wrap ErrProof.
func DecodeProof(b []byte) (*Proof, error) {
	c := wire.NewCursor(b)
	version := c.U8()
	p := &Proof{Where: Where{World: c.Hash(), Island: c.U64(), Epoch: c.Hash()}, Signer: c.Hash(), Heads: [2]Head{ReadHead(c), ReadHead(c)}}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProof, err)
	}
	if version != proofVersion || !p.good() {
		return nil, ErrProof
	}
	return p, nil
}
