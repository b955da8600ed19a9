package epoch

import (
	"fmt"

	"manyhold/net/cosign"
	"manyhold/net/key"
)

// An Agreed record ends an epoch whose group can never commit again, because too few of its voters' processes
// are left. All voters of that epoch cosign it, restarted or not. Its encoding is the body, then the
// signatures as package cosign encodes them. How the voters come to sign the same record, and never two
// records that both take effect, is specified in net/host.

const recoveryDomain = "manyhold recovery"

// Cosignature is one voter's signature under a certificate, an accusation or an Agreed record.
type Cosignature = cosign.Signature

// Size returns the number of voters: a Record is a cosign.Committee.
func (r *Record) Size() int { return len(r.Voters) }

// Statement returns the statement that the voters sign under an Agreed record. Its number is zero: the
// message has the round.
func (r *Record) Statement() cosign.Statement {
	return cosign.Statement{Domain: recoveryDomain, Message: r.body(nil)}
}

func (r *Record) cosigned() *cosign.Cosigned {
	return &cosign.Cosigned{Statement: r.Statement(), Signatures: r.Signatures, Threshold: cosign.All}
}

// Cosign returns p's signature under r.
func (r *Record) Cosign(p key.Pair) Cosignature { return r.Statement().Sign(p) }

// CosignedBy reports whether s is its signer's signature under r.
func (r *Record) CosignedBy(s Cosignature) bool { return r.Statement().SignedBy(s, nil) }

// WithSignatures returns a copy of r with signatures, which need not be sorted.
func (r *Record) WithSignatures(signatures []Cosignature) *Record {
	s, c := *r, cosign.Cosigned{}
	c.Merge(signatures)
	s.Signatures = c.Signatures
	return &s
}

// CosignedByAll reports whether all voters of an epoch signed, and only they. DecodeRecord has verified the
// signatures.
func (r *Record) CosignedByAll(before *Record) bool { return r.cosigned().Complete(before) }

// Proposes checks that r, still unsigned, would follow the epoch of before if all its voters signed. It is
// Resumes for an otherwise unknown past. Errors wrap ErrSuccession.
func (r *Record) Proposes(before *Record) error { return r.Resumes(Past{Before: before}) }

// Resumes checks that r, still unsigned, would continue p if all voters signed that must. These are the
// voters of p.Before or, when r makes a provisional fork firm, those of its firm ancestor. r names the same
// voters, and no others. Errors wrap ErrSuccession.
func (r *Record) Resumes(p Past) error {
	before := p.Before
	if r.Firm && !before.Firm && p.Firm != nil {
		before = p.Firm
	}
	if r.Reason != Agreed || len(r.Voters) != len(before.Voters) {
		return fmt.Errorf("%w: not a recovery of the same voters", ErrSuccession)
	}
	var all []Cosignature
	for _, v := range before.Voters {
		if !r.Votes(v.Key) {
			return fmt.Errorf("%w: a voter is left out", ErrSuccession)
		}
		all = append(all, Cosignature{Key: v.Key})
	}
	return r.WithSignatures(all).Continues(p)
}
