package epoch

import (
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	chargeVersion = 3 // 1 and 2 are the first bytes of the other entries kept with a world's charter
	chargeDomain  = "manyhold forger"
	// MaxCharge is the longest encoding of a charge in bytes.
	MaxCharge = 1 + 32 + 8 + 32 + 32 + 1 + cosign.MaxEncoding
)

// Charge accuses a leader of an epoch of a forged command: one that its author did not sign. The lack of a signature
// cannot be shown to others. So a charge convicts if most of the epoch's voters sign it, each of which saw the turn
// itself; the same voters could as well have ended the epoch. With fewer signatures it is one word against another.
//
// Its encoding is version 3 (u8), world (32 bytes), island (u64), epoch (32), accused (32), number of the epoch's
// voters (u8) and the signatures as package cosign encodes them. Signed is all that comes before the signatures.
type Charge struct {
	Where
	Accused key.ID
	Voters  uint8 // of the epoch; zero: the one signer is an observer, and convinces nobody else
	Seals   []Seal
}

func (c *Charge) body() []byte {
	b := append([]byte{chargeVersion}, c.World[:]...)
	b = wire.AppendU64(b, c.Island)
	b = append(append(b, c.Epoch[:]...), c.Accused[:]...)
	return append(b, c.Voters)
}

// Statement returns what the voters sign. Its number is zero.
func (c *Charge) Statement() cosign.Statement {
	return cosign.Statement{Domain: chargeDomain, Message: c.body()}
}

func (c *Charge) cosigned() *cosign.Cosigned {
	return &cosign.Cosigned{Statement: c.Statement(), Signatures: c.Seals, Threshold: cosign.Majority}
}

// Sign adds p's signature.
func (c *Charge) Sign(p key.Pair) { c.merge([]Seal{c.Statement().Sign(p)}) }

// SignedBy reports whether k signed.
func (c *Charge) SignedBy(k key.ID) bool { return c.cosigned().Has(k) }

// Same reports whether another charge makes the same statement, whoever signed it.
func (c *Charge) Same(o *Charge) bool {
	return c.Where == o.Where && c.Accused == o.Accused && c.Voters == o.Voters
}

// Join adds the signatures of a charge with the same statement, and reports whether there were new ones.
func (c *Charge) Join(o *Charge) (more bool) { return c.merge(o.Seals) }

func (c *Charge) merge(seals []Seal) (more bool) {
	x := c.cosigned()
	more = x.Merge(seals)
	c.Seals = x.Signatures
	return more
}

// Convicts reports whether most voters signed.
func (c *Charge) Convicts() bool { return cosign.Majority.Met(len(c.Seals), int(c.Voters)) }

// Of checks that a charge is by voters of the epoch of r against another of them. Its errors wrap ErrProof.
func (c *Charge) Of(r *Record) error {
	if c.Where != r.Where() || int(c.Voters) != len(r.Voters) || !r.Votes(c.Accused) {
		return fmt.Errorf("%w: a charge of another epoch", ErrProof)
	}
	if err := c.cosigned().Members(r); err != nil {
		return fmt.Errorf("%w: %w", ErrProof, err)
	}
	return nil
}

// Append appends the only encoding.
func (c *Charge) Append(dst []byte) []byte {
	return cosign.Append(append(dst, c.body()...), c.Seals)
}

// DecodeCharge reads what Append wrote and verifies the signatures. Of checks who signed. Its errors wrap ErrProof.
func DecodeCharge(b []byte) (*Charge, error) {
	k := wire.NewCursor(b)
	version := k.U8()
	c := &Charge{Where: Where{World: k.Hash(), Island: k.U64(), Epoch: k.Hash()}, Accused: k.Hash(), Voters: k.U8(), Seals: cosign.Read(k)}
	if err := k.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProof, err)
	}
	n := len(c.Seals)
	if version != chargeVersion || n == 0 || n > max(1, int(c.Voters)) || c.Voters > MaxVoters || c.SignedBy(c.Accused) {
		return nil, ErrProof
	}
	if err := c.cosigned().Verify(nil); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProof, err)
	}
	return c, nil
}
