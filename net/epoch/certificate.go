package epoch

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// certificateDomain is what the signatures of certificates are for.
const certificateDomain = "manyhold checkpoint"

// Certificate says what the state of an island was after a turn, signed by voters of the epoch in which it was
// executed. Root is the root of the state's manifest, see net/transfer, so that it binds every byte of it.
//
// Its encoding is: epoch and turn (uvarint), chain hash (32 bytes), root (32), number of seals (u8), of each in ascending
// order of keys: key (32), signature (64). A seal signs world (32), island (u64), the hash of the epoch's record
// (32), turn (u64), chain hash (32) and root (32).
type Certificate struct {
	Number uint64   // of the epoch
	Turn   uint64   // the last that was executed
	Hash   [32]byte // chain hash after it
	Root   [32]byte
	Seals  []Seal
}

// MaxCertificate is the longest encoding in bytes.
const MaxCertificate = 10 + 10 + 32 + 32 + 1 + MaxVoters*(32+key.SignatureSize)

func (c *Certificate) statement(at Where) []byte {
	b := append(make([]byte, 0, 144), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	b = append(b, at.Epoch[:]...)
	b = wire.AppendU64(b, c.Turn)
	b = append(b, c.Hash[:]...)
	return append(b, c.Root[:]...)
}

// SealOf returns p's seal under c, which is of the epoch of r.
func (c *Certificate) SealOf(p key.Pair, r *Record) Seal {
	return Seal{p.ID(), p.Sign(certificateDomain, c.statement(r.Where()))}
}

// SealedBy reports whether s is the good seal of a voter of the epoch of r.
func (c *Certificate) SealedBy(s Seal, r *Record) bool { return c.SealedAs(s, r, key.Verify) }

// SealedAs is SealedBy with another way to look at a signature, for who remembers what was good.
func (c *Certificate) SealedAs(s Seal, r *Record, verify func(signer key.ID, domain string, words []byte, signature [key.SignatureSize]byte) bool) bool {
	return c.Number == r.Number && r.Votes(s.Key) && verify(s.Key, certificateDomain, c.statement(r.Where()), s.Signature)
}

// Add adds a seal unless its signer's is there already, and reports whether it did.
func (c *Certificate) Add(s Seal) bool { return addSeal(&c.Seals, s) }

// Good returns how many seals are good, of how many voters of the epoch of r.
func (c *Certificate) Good(r *Record) (good, of int) {
	for _, s := range c.Seals {
		if c.SealedBy(s, r) {
			good++
		}
	}
	return good, len(r.Voters)
}

// Enough reports whether so many good seals of so many voters certify a state: two thirds of them at least, one of one, two
// of three, four of five. Half of five and one more would do to commit a turn; but who looks at a certificate years later
// cannot ask who of them lied.
func Enough(good, of int) bool { return of > 0 && 3*good >= 2*of }

// Append appends the encoding.
func (c *Certificate) Append(dst []byte) []byte {
	dst = wire.AppendUvarint(wire.AppendUvarint(dst, c.Number), c.Turn)
	return appendSeals(append(append(dst, c.Hash[:]...), c.Root[:]...), c.Seals)
}

// DecodeCertificate reads what Append wrote. No signature is looked at.
func DecodeCertificate(b []byte) (*Certificate, error) {
	k := wire.NewCursor(b)
	c := &Certificate{Number: k.Uvarint(), Turn: k.Uvarint(), Hash: k.Hash(), Root: k.Hash(), Seals: readSeals(k)}
	switch {
	case k.Err() != nil:
	case c.Number == 0 || c.Number >= maxNumber || c.Turn == 0 || c.Turn >= maxNumber:
		k.Fail(fmt.Errorf("epoch: a certificate of turn %d of epoch %d", c.Turn, c.Number))
	case !ascend(c.Seals):
		k.Fail(fmt.Errorf("epoch: the seals of a certificate are not in order"))
	}
	return c, k.Done()
}
