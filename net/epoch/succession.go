package epoch

import (
	"fmt"
	"slices"

	"manyhold/net/key"
)

// Past is what a record is checked against.
type Past struct {
	Before  *Record // of the epoch right before
	Firm    *Record // the last firm one up to there, as FirmOf says; nil when that is not known
	Founder key.ID  // of the world; zero when that is not known
}

// PastOf returns the past of a record that would follow the last of records, which are consecutive and not empty.
func PastOf(records []*Record, founder key.ID) Past {
	return Past{Before: records[len(records)-1], Firm: FirmOf(records), Founder: founder}
}

// FirmOf returns the firm ancestor of a line: its last record that is firm, or nil.
func FirmOf(records []*Record) *Record {
	for _, r := range slices.Backward(records) {
		if r.Firm {
			return r
		}
	}
	return nil
}

// Follows checks that r founds the epoch right after that of before, as Continues does when neither the founder nor
// the firm ancestor of a provisional line is known. Errors wrap ErrSuccession.
func (r *Record) Follows(before *Record) error { return r.Continues(Past{Before: before}) }

// Continues checks that r founds the epoch right after that of p.Before. Errors wrap ErrSuccession.
//
// A record is signed by a voter of its predecessor and is as firm as that, with three exceptions: a Provisional one
// is signed by its own first voter, whoever that is, and is never firm; a Decreed one is signed by the world's
// founder and makes a provisional line firm; a Recovered or Agreed one makes a provisional line firm when it is
// signed by the lone voter, or sealed by all voters, of the line's firm ancestor. What another epoch ended with
// can only be continued by whom that epoch's own committee named. So of the honest successors of an epoch at most one
// is firm, a decree aside. Nothing follows an Ended record.
func (r *Record) Continues(p Past) error {
	before := p.Before
	var why string
	switch {
	case r.World != before.World:
		why = "another world"
	case r.Island != before.Island:
		why = "another island"
	case before.Reason == Ended:
		why = "its island has ended"
	case r.Number != before.Number+1:
		why = fmt.Sprintf("number %d after %d", r.Number, before.Number)
	case r.Previous != before.Hash():
		why = "another predecessor"
	case r.FirstTurn < before.FirstTurn:
		why = "turns would go back"
	case r.Rules < before.Rules:
		why = "rules would go back"
	default:
		why = r.unauthorized(p)
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrSuccession, why)
}

// unauthorized says why those who signed r cannot end the epoch before it so.
func (r *Record) unauthorized(p Past) string {
	before := p.Before
	switch r.Reason {
	case Founded, Begun:
		return "it is the first of an island"
	case Provisional:
		return "" // its form says that its first voter signed it, and that it is not firm
	case Decreed:
		switch {
		case before.Firm:
			return "a decree about what is firm already"
		case p.Founder.IsZero() || r.Signer != p.Founder:
			return "a decree by another than the founder"
		}
		return ""
	case Recovered, Agreed:
		if r.Firm && !before.Firm {
			if p.Firm == nil {
				return "firm after an epoch that is not"
			}
			before = p.Firm
		} else if r.Firm != before.Firm {
			return "no longer firm"
		}
	default:
		if r.Firm != before.Firm {
			return "not as firm as its predecessor"
		}
	}
	switch {
	case !before.Votes(r.Signer):
		return "signed by no voter of its predecessor"
	case r.Reason == Recovered && !before.Lone():
		return "a recovery of more than a lone voter"
	case r.Reason == Agreed && (before.Lone() || !r.SealedByAll(before)):
		return "a recovery that not all voters have signed"
	}
	return ""
}

// After returns an unsigned record, without voters, that continues the epoch of r after a place of its log. A
// Provisional one is not firm, a Decreed one is, all others are as r; a recovery of a provisional line by the voters
// of its firm ancestor is for the caller to make firm.
func (r *Record) After(reason Reason, at Position) *Record {
	return &Record{Reason: reason, World: r.World, Island: r.Island, Number: r.Number + 1, Previous: r.Hash(), FirstTurn: at.Turn + 1,
		Chain: at.Hash, Rules: r.Rules, Ticks: r.Ticks, Firm: r.Firm && reason != Provisional || reason == Decreed}
}

// Senior reports whether the provisional line that record a begins goes before that of b, when both branched from the
// epoch of firm and have come to turns aTurn and bTurn: the one with more voters of firm, then the one of the greater
// turn, then the one with the lesser hash.
func Senior(firm, a *Record, aTurn uint64, b *Record, bTurn uint64) bool {
	if na, nb := a.kin(firm), b.kin(firm); na != nb {
		return na > nb
	}
	if aTurn != bTurn {
		return aTurn > bTurn
	}
	ha, hb := a.Hash(), b.Hash()
	return slices.Compare(ha[:], hb[:]) < 0
}

// kin counts the voters of r that vote in firm, too.
func (r *Record) kin(firm *Record) (n int) {
	for _, v := range r.Voters {
		if firm.Votes(v.Key) {
			n++
		}
	}
	return n
}
