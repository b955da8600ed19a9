package charter

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	loginDomain = "manyhold login"
	sealDomain  = "manyhold login seal"
)

// maxTime bounds dates, in Unix seconds: the year 10,000.
const maxTime = MaxDay * 86400

// Login tells when a player was first and last in the world.
type Login struct {
	Player      key.ID
	First, Last uint64 // Unix seconds
	Signature   [key.SignatureSize]byte
	Epoch       [32]byte // name of the epoch whose voters countersigned it
	Signatures  []epoch.Cosignature
}

func (l *Login) statement(world [32]byte) []byte {
	b := wire.AppendU64(slices.Clone(world[:]), l.First)
	return wire.AppendU64(b, l.Last)
}

func (l *Login) sealStatement(world, record [32]byte) []byte {
	b := append(slices.Clone(world[:]), record[:]...)
	b = append(b, l.Player[:]...)
	b = wire.AppendU64(b, l.First)
	return wire.AppendU64(b, l.Last)
}

// Sign makes p the player.
func (l *Login) Sign(p key.Pair, world [32]byte) {
	l.Player = p.ID()
	l.Signature = p.Sign(loginDomain, l.statement(world))
}

// Signed reports whether the signature is the player's, for this world.
func (l *Login) Signed(world [32]byte) bool {
	return key.Verify(l.Player, loginDomain, l.statement(world), l.Signature)
}

// Cosign returns the countersignature of p as a voter of the epoch with this name.
func (l *Login) Cosign(p key.Pair, world, record [32]byte) epoch.Cosignature {
	return epoch.Cosignature{Key: p.ID(), Signature: p.Sign(sealDomain, l.sealStatement(world, record))}
}

// CosignedBy reports whether s is a good countersignature of a voter of the epoch of r.
func (l *Login) CosignedBy(s epoch.Cosignature, r *epoch.Record) bool {
	return r.Votes(s.Key) && key.Verify(s.Key, sealDomain, l.sealStatement(r.World, r.Hash()), s.Signature)
}

// WithSignatures returns a copy of l with the countersignatures of voters of the epoch of r.
func (l *Login) WithSignatures(r *epoch.Record, signatures []epoch.Cosignature) *Login {
	s := *l
	s.Epoch = r.Hash()
	s.Signatures = inKeyOrder(signatures)
	return &s
}

// Countersigned checks that a majority of the voters of the epoch of r has signed. Errors wrap ErrEpoch.
func (l *Login) Countersigned(r *epoch.Record) error {
	return countersigned(r, l.Epoch, l.Signatures, l.CosignedBy)
}

// Append appends the only encoding.
func (l *Login) Append(dst []byte) []byte {
	dst = append(dst, loginKind)
	dst = append(dst, l.Player[:]...)
	dst = wire.AppendU64(dst, l.First)
	dst = wire.AppendU64(dst, l.Last)
	return appendSeals(append(dst, l.Signature[:]...), l.Epoch, l.Signatures)
}

// Hash is the SHA-256 of the encoding.
func (l *Login) Hash() [32]byte { return sha256.Sum256(l.Append(nil)) }

// DecodeLogin reads the bytes of Append and checks the form, but no signatures. Its errors wrap ErrEntry.
func DecodeLogin(b []byte) (*Login, error) {
	c := wire.NewCursor(b)
	if c.U8() != loginKind {
		return nil, fmt.Errorf("%w: of another kind", ErrEntry)
	}
	l := &Login{Player: c.Hash(), First: c.U64(), Last: c.U64(), Signature: c.Signature()}
	l.Epoch, l.Signatures = readSeals(c)
	if c.Err() == nil && (l.Player.IsZero() || l.First == 0 || l.First > l.Last || l.Last > maxTime) {
		c.Fail(fmt.Errorf("dates out of range"))
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return l, nil
}

// newer is the order in which logins win: the later one; of one date, the one with the lesser hash.
func (l *Login) newer(o *Login) bool {
	if l.Last != o.Last {
		return l.Last > o.Last
	}
	a, b := l.Hash(), o.Hash()
	return slices.Compare(a[:], b[:]) < 0
}
