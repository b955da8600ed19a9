package epoch

import (
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// certificateDomain is the domain of the signatures of certificates.
const certificateDomain = "manyhold checkpoint"

// Certificate states an island's state after a turn, cosigned by voters of the epoch in which the turn was
// executed. Root is the root of the state's manifest (see net/transfer), so that it binds every byte of the
// state.
//
// Its encoding is: epoch and turn (uvarint), chain hash (32 bytes), root (32) and the signatures as package
// cosign encodes them. Signed are world (32), island (u64), the hash of the epoch's record (32), turn (u64),
// chain hash (32) and root (32).
type Certificate struct {
	Number     uint64   // of the epoch
	Turn       uint64   // the last turn executed
	Hash       [32]byte // chain hash after it
	Root       [32]byte
	Signatures []Cosignature
}

// MaxCertificate is the longest encoding in bytes.
const MaxCertificate = 10 + 10 + 32 + 32 + cosign.MaxEncoding

// Statement returns the message that the voters of the epoch named by at sign. Its number is the turn.
func (c *Certificate) Statement(at Where) cosign.Statement {
	b := append(make([]byte, 0, 144), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	b = append(b, at.Epoch[:]...)
	b = wire.AppendU64(b, c.Turn)
	b = append(b, c.Hash[:]...)
	return cosign.Statement{Domain: certificateDomain, Number: c.Turn, Message: append(b, c.Root[:]...)}
}

func (c *Certificate) cosigned(r *Record) *cosign.Cosigned {
	return &cosign.Cosigned{Statement: c.Statement(r.Where()), Signatures: c.Signatures, Threshold: cosign.TwoThirds}
}

// Cosign returns p's signature under c, which is of the epoch of r.
func (c *Certificate) Cosign(p key.Pair, r *Record) Cosignature {
	return c.Statement(r.Where()).Sign(p)
}

// CosignedBy reports whether s is the signature of a voter of the epoch of r.
func (c *Certificate) CosignedBy(s Cosignature, r *Record) bool { return c.CosignedAs(s, r, nil) }

// CosignedAs is CosignedBy with a verifier that may remember earlier results.
func (c *Certificate) CosignedAs(s Cosignature, r *Record, verify cosign.Verifier) bool {
	return c.Number == r.Number && r.Votes(s.Key) && c.Statement(r.Where()).SignedBy(s, verify)
}

// Add adds a signature unless its signer's is there already, and reports whether it did.
func (c *Certificate) Add(s Cosignature) bool {
	x := cosign.Cosigned{Signatures: c.Signatures}
	added := x.Add(s)
	c.Signatures = x.Signatures
	return added
}

// Good returns how many voters of the epoch of r signed, of how many.
func (c *Certificate) Good(r *Record) (good, of int) {
	if c.Number == r.Number {
		good = c.cosigned(r).Good(r, nil)
	}
	return good, r.Size()
}

// Enough reports whether so many signatures of so many voters certify a state: at least two thirds, that is
// one of one, two of three, four of five. A majority would do to commit a turn. But a certificate is verified
// years later, when lying voters can no longer be found.
func Enough(good, of int) bool { return cosign.TwoThirds.Met(good, of) }

// Append appends the encoding.
func (c *Certificate) Append(dst []byte) []byte {
	dst = wire.AppendUvarint(wire.AppendUvarint(dst, c.Number), c.Turn)
	return cosign.Append(append(append(dst, c.Hash[:]...), c.Root[:]...), c.Signatures)
}

// DecodeCertificate reads the bytes of Append. It verifies no signature.
func DecodeCertificate(b []byte) (*Certificate, error) {
	k := wire.NewCursor(b)
	c := &Certificate{Number: k.Uvarint(), Turn: k.Uvarint(), Hash: k.Hash(), Root: k.Hash(), Signatures: cosign.Read(k)}
	switch {
	case k.Err() != nil:
	case c.Number == 0 || c.Number >= maxNumber || c.Turn == 0 || c.Turn >= maxNumber:
		k.Fail(fmt.Errorf("epoch: a certificate of turn %d of epoch %d", c.Turn, c.Number))
	}
	return c, k.Done()
}
