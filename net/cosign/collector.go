package cosign

import (
	"bytes"

	"manyhold/net/key"
)

// MaxEarly is the longest message in bytes of a statement that waits to be begun.
const MaxEarly = 1024

// Collector gathers signatures of members of one committee under one statement at a time. It is not safe for
// concurrent use. The zero value has no statement: all that comes waits for the first.
type Collector struct {
	Verifier Verifier // nil: key.Verify

	cosigned Cosigned
	of       Committee
	early    []early // of later statements, at most one of each signer
}

// early is a signature under a statement that was not begun here yet.
type early struct {
	statement Statement
	signature Signature
}

// Outcome is the result of adding a signature.
type Outcome uint8

const (
	// Added: it is under the statement now.
	Added Outcome = iota
	// Known: its signer's was there already.
	Known
	// Waits: it is of a later statement. It is added, or found to differ, when that statement begins.
	Waits
	// Stale: it is of an earlier statement.
	Stale
	// Differs: the member signed another statement of the same number. That is evidence: the signature
	// verifies.
	Differs
	// Refused: its signer is not a member, or the signature is not its signer's.
	Refused
)

// Begin replaces the statement, without signatures, and adds those that waited for it. Returned are the
// members that signed another statement of the same number. Signatures of earlier statements are dropped.
func (c *Collector) Begin(s Statement, t Threshold, of Committee) (differ []key.ID) {
	c.cosigned, c.of = Cosigned{Statement: s, Threshold: t}, of
	waited := c.early
	c.early = nil
	for _, e := range waited {
		if c.Add(e.statement, e.signature) == Differs {
			differ = append(differ, e.signature.Key)
		}
	}
	return differ
}

// Add takes the signature reported by a peer. Statements of another domain are refused.
func (c *Collector) Add(s Statement, x Signature) Outcome {
	now := &c.cosigned.Statement
	if c.of == nil || s.Domain == now.Domain && s.Number > now.Number {
		return c.wait(s, x)
	}
	switch {
	case s.Domain != now.Domain || !c.of.Votes(x.Key):
		return Refused
	case s.Number < now.Number:
		return Stale
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

// wait keeps a signature, in place of an older one of the same signer.
func (c *Collector) wait(s Statement, x Signature) Outcome {
	if len(s.Message) > MaxEarly || c.of != nil && !c.of.Votes(x.Key) {
		return Refused
	}
	for i := range c.early {
		if e := &c.early[i]; e.signature.Key == x.Key {
			if s.Number < e.statement.Number {
				return Stale
			}
			*e = early{s, x}
			return Waits
		}
	}
	if len(c.early) >= 2*MaxSigners { // a committee changes: members of the next one sign, too
		return Refused
	}
	c.early = append(c.early, early{s, x})
	return Waits
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
