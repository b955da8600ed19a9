package cosign

import (
	"bytes"

	"manyhold/net/key"
)

// Collector gathers signatures of members of one committee under one statement at a time. It is not safe for
// concurrent use. The zero value has no statement, and refuses all signatures.
type Collector struct {
	Verifier Verifier // nil: key.Verify

	cosigned Cosigned
	of       Committee
}

// Outcome is the result of adding a signature.
type Outcome uint8

const (
	// Added: it is under the statement now.
	Added Outcome = iota
	// Known: its signer's was there already.
	Known
	// Other: it is of a statement of another number.
	Other
	// Differs: the member signed another statement of the same number. That is evidence: the signature
	// verifies.
	Differs
	// Refused: its signer is not a member, or the signature is not its signer's.
	Refused
)

// Begin replaces the statement. It has no signatures yet.
func (c *Collector) Begin(s Statement, t Threshold, of Committee) {
	c.cosigned, c.of = Cosigned{Statement: s, Threshold: t}, of
}

// Add takes a member's signature. Statements of another domain are refused.
func (c *Collector) Add(s Statement, x Signature) Outcome {
	now := &c.cosigned.Statement
	switch {
	case c.of == nil || s.Domain != now.Domain || !c.of.Votes(x.Key):
		return Refused
	case s.Number != now.Number:
		return Other
	case bytes.Equal(s.Message, now.Message) && c.cosigned.Has(x.Key):
		return Known
	case !s.SignedBy(x, c.Verifier):
		return Refused
	case !bytes.Equal(s.Message, now.Message):
		return Differs
	case !c.cosigned.Add(x):
		return Refused
	}
	return Added
}

// Missing returns which of some peers have not signed, in their order.
func (c *Collector) Missing(peers []key.ID) (missing []key.ID) {
	for _, k := range peers {
		if !c.cosigned.Has(k) {
			missing = append(missing, k)
		}
	}
	return missing
}

// Cosigned returns the statement with its signatures so far. The slices are the collector's until Begin.
func (c *Collector) Cosigned() Cosigned { return c.cosigned }

// Complete reports whether enough members signed.
func (c *Collector) Complete() bool { return c.of != nil && c.cosigned.Complete(c.of) }
