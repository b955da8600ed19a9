package epoch

import (
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// An Agreed record ends an epoch whose group can never commit again, because too few of its voters' processes
// are left. All voters of that epoch sign it (a Seal each), restarted or not. Its encoding is the body, then
// uvarint count of seals and for each key (32 bytes) and signature (64), ascending by key. How the voters come
// to sign the same record, and never two of which both take effect, is net/host's: see recover.go there.

const recoveryDomain = "manyhold recovery"

// Seal is one voter's signature under an Agreed record's body.
type Seal struct {
	Key       key.ID
	Signature [key.SignatureSize]byte
}

// SealOf returns p's seal under r.
func (r *Record) SealOf(p key.Pair) Seal { return Seal{p.ID(), p.Sign(recoveryDomain, r.body(nil))} }

// SealedBy reports whether s is a good seal under r.
func (r *Record) SealedBy(s Seal) bool {
	return key.Verify(s.Key, recoveryDomain, r.body(nil), s.Signature)
}

// Sealed returns a copy of r with seals, which need not be sorted.
func (r *Record) Sealed(seals []Seal) *Record {
	s := *r
	s.Seals = slices.SortedFunc(slices.Values(seals), func(a, b Seal) int { return a.compare(b.Key) })
	return &s
}

// SealedByAll reports whether the seals are those of all voters of an epoch and of nobody else. That each is
// good, DecodeRecord has checked.
func (r *Record) SealedByAll(before *Record) bool {
	if len(r.Seals) != len(before.Voters) {
		return false
	}
	for _, s := range r.Seals {
		if !before.Votes(s.Key) {
			return false
		}
	}
	return true
}

func (r *Record) sealsGood() bool {
	return ascend(r.Seals) && !slices.ContainsFunc(r.Seals, func(s Seal) bool { return !r.SealedBy(s) })
}

// Proposes checks that r, yet without seals, would follow the epoch of before if all its voters signed, as
// Resumes does for a past of which nothing else is known. Errors wrap ErrSuccession.
func (r *Record) Proposes(before *Record) error { return r.Resumes(Past{Before: before}) }

// Resumes checks that r, yet without seals, would continue p if all voters signed that must: those of p.Before, or,
// when r makes a provisional line firm, those of its firm ancestor. It names the same voters, and nobody else. Errors
// wrap ErrSuccession.
func (r *Record) Resumes(p Past) error {
	before := p.Before
	if r.Firm && !before.Firm && p.Firm != nil {
		before = p.Firm
	}
	if r.Reason != Agreed || len(r.Voters) != len(before.Voters) {
		return fmt.Errorf("%w: not a recovery of the same voters", ErrSuccession)
	}
	s := *r
	s.Seals = nil
	for _, v := range before.Voters {
		if !r.Votes(v.Key) {
			return fmt.Errorf("%w: a voter is left out", ErrSuccession)
		}
		s.Seals = append(s.Seals, Seal{Key: v.Key})
	}
	return s.Continues(p)
}

func (s Seal) compare(k key.ID) int { return slices.Compare(s.Key[:], k[:]) }

// findSeal returns where a signer's seal is among those in ascending order of keys, or where it would be.
func findSeal(seals []Seal, k key.ID) (i int, had bool) {
	return slices.BinarySearchFunc(seals, k, Seal.compare)
}

// addSeal adds a seal to those in ascending order of keys, unless its signer's is there already or there cannot be more, and
// reports whether it did.
func addSeal(seals *[]Seal, s Seal) bool {
	i, had := findSeal(*seals, s.Key)
	if had || len(*seals) >= MaxVoters {
		return false
	}
	*seals = slices.Insert(*seals, i, s)
	return true
}

// ascend reports whether seals are in ascending order of keys, each signer's once.
func ascend(seals []Seal) bool {
	for i := 1; i < len(seals); i++ {
		if seals[i-1].compare(seals[i].Key) >= 0 {
			return false
		}
	}
	return true
}

func appendSeals(dst []byte, seals []Seal) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(seals)))
	for _, s := range seals {
		dst = append(dst, s.Key[:]...)
		dst = append(dst, s.Signature[:]...)
	}
	return dst
}

func readSeals(c *wire.Cursor) (seals []Seal) {
	for range c.Count(MaxVoters) {
		seals = append(seals, Seal{c.Hash(), c.Signature()})
	}
	return seals
}
