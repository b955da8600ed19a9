package epoch

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	chargeVersion = 3 // 1 and 2 begin what else is kept with a world's charter
	chargeDomain  = "manyhold forger"
	// MaxCharge is the longest encoding of a charge in bytes.
	MaxCharge = 1 + 32 + 8 + 32 + 32 + 2 + MaxVoters*(32+key.SignatureSize)
)

// Charge says that a voter ordered, as leader of an epoch, what nobody asked for: a command that its author did not sign. That
// somebody did not sign cannot be shown, so that what convicts is that most of the epoch's voters say so, of whom each saw it
// itself; they could as well have ended the epoch. One that fewer signed is a word against a word.
//
// Its encoding is version 3 (u8), world (32 bytes), island (u64), epoch (32), accused (32), number of the epoch's voters (u8),
// number of seals (u8), of each in ascending order of keys: key (32), signature (64). A seal signs all that comes before the
// number of seals.
type Charge struct {
	Where
	Accused key.ID
	Voters  uint8 // of the epoch; zero: the one seal is of somebody who does not vote in it, and convinces nobody else
	Seals   []Seal
}

func (c *Charge) statement() []byte {
	b := append([]byte{chargeVersion}, c.World[:]...)
	b = wire.AppendU64(b, c.Island)
	b = append(append(b, c.Epoch[:]...), c.Accused[:]...)
	return append(b, c.Voters)
}

// Sign adds p's seal.
func (c *Charge) Sign(p key.Pair) {
	addSeal(&c.Seals, Seal{p.ID(), p.Sign(chargeDomain, c.statement())})
}

// SignedBy reports whether a seal of k is there.
func (c *Charge) SignedBy(k key.ID) bool { _, had := findSeal(c.Seals, k); return had }

// Same reports whether another charge says the same, whoever signed it.
func (c *Charge) Same(o *Charge) bool {
	return c.Where == o.Where && c.Accused == o.Accused && c.Voters == o.Voters
}

// Join adds the seals of a charge that says the same, and reports whether there were new ones.
func (c *Charge) Join(o *Charge) (more bool) {
	for _, s := range o.Seals {
		more = addSeal(&c.Seals, s) || more
	}
	return more
}

// Convicts reports whether most voters signed.
func (c *Charge) Convicts() bool { return 2*len(c.Seals) > int(c.Voters) && c.Voters > 0 }

// Of checks that a charge is by voters of the epoch of r against another of them. Its errors wrap ErrProof.
func (c *Charge) Of(r *Record) error {
	if c.Where != r.Where() || int(c.Voters) != len(r.Voters) || !r.Votes(c.Accused) {
		return fmt.Errorf("%w: a charge of another epoch", ErrProof)
	}
	for _, s := range c.Seals {
		if !r.Votes(s.Key) {
			return fmt.Errorf("%w: a charge by who does not vote", ErrProof)
		}
	}
	return nil
}

// Append appends the only encoding.
func (c *Charge) Append(dst []byte) []byte {
	return appendSeals(append(dst, c.statement()...), c.Seals)
}

// DecodeCharge reads what Append wrote and verifies the signatures. Who may have signed Of says. Its errors wrap ErrProof.
func DecodeCharge(b []byte) (*Charge, error) {
	k := wire.NewCursor(b)
	version := k.U8()
	c := &Charge{Where: Where{World: k.Hash(), Island: k.U64(), Epoch: k.Hash()}, Accused: k.Hash(), Voters: k.U8(), Seals: readSeals(k)}
	if err := k.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProof, err)
	}
	n := len(c.Seals)
	if version != chargeVersion || n == 0 || n > max(1, int(c.Voters)) || c.Voters > MaxVoters || !ascend(c.Seals) || c.SignedBy(c.Accused) {
		return nil, ErrProof
	}
	words := c.statement()
	for _, s := range c.Seals {
		if !key.Verify(s.Key, chargeDomain, words, s.Signature) {
			return nil, ErrProof
		}
	}
	return c, nil
}
