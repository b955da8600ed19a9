package epoch

import (
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
)

// An Agreed record ends an epoch whose group can never commit again, because too few of its voters' processes
// are left. All voters of that epoch cosign it, restarted or not. Its encoding is the body, then the signatures as
// package cosign encodes them. How the voters come to sign the same record, and never two records that both take
// effect, is specified in net/host.

const recoveryDomain = "manyhold recovery"

// Seal is one voter's signature under a certificate, a charge or an Agreed record.
type Seal = cosign.Signature

// Size returns the number of voters: a Record is a cosign.Committee.
func (r *Record) Size() int { return len(r.Voters) }

// statement is the statement of an Agreed record.
func (r *Record) statement() cosign.Statement {
	return cosign.Statement{Domain: recoveryDomain, Message: r.body(nil)}
}

func (r *Record) cosigned() *cosign.Cosigned {
	return &cosign.Cosigned{Statement: r.statement(), Signatures: r.Seals, Threshold: cosign.All}
}

// SealOf returns p's signature under r.
func (r *Record) SealOf(p key.Pair) Seal { return r.statement().Sign(p) }

// SealedBy reports whether s is its signer's signature under r.
func (r *Record) SealedBy(s Seal) bool { return r.statement().SignedBy(s, nil) }

// Sealed returns a copy of r with signatures, which need not be sorted.
func (r *Record) Sealed(seals []Seal) *Record {
	s, c := *r, cosign.Cosigned{}
	c.Merge(seals)
	s.Seals = c.Signatures
	return &s
}

// SealedByAll reports whether all voters of an epoch signed, and nobody else. DecodeRecord has verified the signatures.
func (r *Record) SealedByAll(before *Record) bool { return r.cosigned().Complete(before) }

// Proposes checks that r, still unsigned, would follow the epoch of before if all its voters signed. It is Resumes for
// a past of which nothing else is known. Errors wrap ErrSuccession.
func (r *Record) Proposes(before *Record) error { return r.Resumes(Past{Before: before}) }

// Resumes checks that r, still unsigned, would continue p if all voters signed that must. These are the voters of
// p.Before or, when r makes a provisional line firm, those of its firm ancestor. r names the same voters, and no others.
// Errors wrap ErrSuccession.
func (r *Record) Resumes(p Past) error {
	before := p.Before
	if r.Firm && !before.Firm && p.Firm != nil {
		before = p.Firm
	}
	if r.Reason != Agreed || len(r.Voters) != len(before.Voters) {
		return fmt.Errorf("%w: not a recovery of the same voters", ErrSuccession)
	}
	var all []Seal
	for _, v := range before.Voters {
		if !r.Votes(v.Key) {
			return fmt.Errorf("%w: a voter is left out", ErrSuccession)
		}
		all = append(all, Seal{Key: v.Key})
	}
	return r.Sealed(all).Continues(p)
}
