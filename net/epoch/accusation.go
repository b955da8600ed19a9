package epoch

import (
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	accusationVersion = 3 // 1 and 2 are the first bytes of the other entries kept with a world's charter
	accusationDomain  = "manyhold forger"
	// MaxAccusation is the longest encoding of an accusation in bytes.
	MaxAccusation = 1 + 32 + 8 + 32 + 32 + 1 + cosign.MaxEncoding
)

// Accusation accuses a leader of an epoch of a forged command: one that its author did not sign. The lack of
// a signature cannot be shown to others. So it convicts if most of the epoch's voters sign it, each of which
// saw the turn itself; the same voters could as well have ended the epoch. With fewer signatures it is one
// word against another.
//
// Its encoding is version 3 (u8), world (32 bytes), island (u64), epoch (32), accused (32), number of the
// epoch's voters (u8) and the signatures as package cosign encodes them. Signed is all that comes before the
// signatures.
type Accusation struct {
	Where
	Accused key.ID
	// of the epoch; zero: the one signer is an observer, and the accusation has no effect on other peers
	Voters     uint8
	Signatures []Cosignature
}

func (c *Accusation) body() []byte {
	b := append([]byte{accusationVersion}, c.World[:]...)
	b = wire.AppendU64(b, c.Island)
	b = append(append(b, c.Epoch[:]...), c.Accused[:]...)
	return append(b, c.Voters)
}

// Statement returns the message that the voters sign. Its number is zero.
func (c *Accusation) Statement() cosign.Statement {
	return cosign.Statement{Domain: accusationDomain, Message: c.body()}
}

func (c *Accusation) cosigned() *cosign.Cosigned {
	return &cosign.Cosigned{Statement: c.Statement(), Signatures: c.Signatures, Threshold: cosign.Majority}
}

// Sign adds p's signature.
func (c *Accusation) Sign(p key.Pair) {
	x := c.cosigned()
	x.Sign(p)
	c.Signatures = x.Signatures
}

// SignedBy reports whether k signed.
func (c *Accusation) SignedBy(k key.ID) bool { return c.cosigned().Has(k) }

// Same reports whether another accusation makes the same statement, with any signatures.
func (c *Accusation) Same(o *Accusation) bool {
	return c.Where == o.Where && c.Accused == o.Accused && c.Voters == o.Voters
}

// GatheredAccusation is an accusation that gathers signatures.
type GatheredAccusation struct {
	*Accusation
	gathered cosign.Collector
}

// accusers is the committee of an accusation, known by its size only, because the record of the epoch may not
// be known: Accusation.Of checks the signers.
type accusers uint8

func (a accusers) Votes(key.ID) bool { return true }
func (a accusers) Size() int         { return int(a) }

// Gather begins to gather signatures under the statement of c, without those of c.
func (c *Accusation) Gather() *GatheredAccusation {
	g := &GatheredAccusation{Accusation: &Accusation{Where: c.Where, Accused: c.Accused, Voters: c.Voters}}
	g.gathered.Begin(c.Statement(), cosign.Majority, accusers(c.Voters))
	return g
}

// Join adds the signatures of an accusation with the same statement, and reports whether there were new ones.
func (g *GatheredAccusation) Join(o *Accusation) (more bool) {
	for _, s := range o.Signatures {
		more = g.gathered.Add(o.Statement(), s) == cosign.Added || more
	}
	g.Signatures = g.gathered.Cosigned().Signatures
	return more
}

// Convicts reports whether most voters signed.
func (c *Accusation) Convicts() bool { return cosign.Majority.Met(len(c.Signatures), int(c.Voters)) }

// Of checks that an accusation is by voters of the epoch of r against another of them. Its errors wrap
// ErrEvidence.
func (c *Accusation) Of(r *Record) error {
	if c.Where != r.Where() || int(c.Voters) != len(r.Voters) || !r.Votes(c.Accused) {
		return fmt.Errorf("%w: an accusation of another epoch", ErrEvidence)
	}
	if err := c.cosigned().Members(r); err != nil {
		return fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	return nil
}

// Append appends the only encoding.
func (c *Accusation) Append(dst []byte) []byte {
	return cosign.Append(append(dst, c.body()...), c.Signatures)
}

// DecodeAccusation reads the bytes of Append and verifies the signatures. Of checks the signers. Its errors
// wrap ErrEvidence.
func DecodeAccusation(b []byte) (*Accusation, error) {
	k := wire.NewCursor(b)
	version := k.U8()
	c := &Accusation{Where: Where{World: k.Hash(), Island: k.U64(), Epoch: k.Hash()}, Accused: k.Hash(), Voters: k.U8(), Signatures: cosign.Read(k)}
	if err := k.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	n := len(c.Signatures)
	if version != accusationVersion || n == 0 || n > max(1, int(c.Voters)) || c.Voters > MaxVoters || c.SignedBy(c.Accused) {
		return nil, ErrEvidence
	}
	if err := c.cosigned().Verify(nil); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEvidence, err)
	}
	return c, nil
}
