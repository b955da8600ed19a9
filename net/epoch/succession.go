package epoch

import (
	"fmt"
	"slices"

	"manyhold/net/key"
)

// Past is the context that a record is checked against.
type Past struct {
	Before  *Record // of the epoch right before
	Firm    *Record // the last firm record up to there, see FirmOf; nil if unknown
	Founder key.ID  // of the world; zero when that is not known
}

// PastOf returns the past of a record that would follow records, which are consecutive and not empty.
func PastOf(records []*Record, founder key.ID) Past {
	return Past{Before: records[len(records)-1], Firm: FirmOf(records), Founder: founder}
}

// FirmOf returns the firm ancestor of a fork: its last firm record, or nil.
func FirmOf(records []*Record) *Record {
	for _, r := range slices.Backward(records) {
		if r.Firm {
			return r
		}
	}
	return nil
}

// Follows checks that r founds the epoch right after that of before. It is Continues without a known
// founder or firm ancestor. Errors wrap ErrSuccession.
func (r *Record) Follows(before *Record) error { return r.Continues(Past{Before: before}) }

// Continues checks that r founds the epoch right after that of p.Before. Errors wrap ErrSuccession.
//
// A record is signed by a voter of its predecessor and is as firm as that, with three exceptions. A
// Provisional record is signed by its own first voter, which may be any peer, and is never firm. A Decreed
// record is signed by the world's founder and makes a provisional fork firm. A Recovered or Agreed record
// makes a provisional fork firm when the lone voter or all voters of its firm ancestor sign it. The last
// record of another epoch can only be continued by the voters that its own committee named. So at most one
// of the honest successors of an epoch is firm, a decree aside. No record follows an Ended one.
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
	case r.Rules > before.Rules && !r.restarts():
		why = "rules would change where no process was restarted"
	default:
		why = r.unauthorized(p)
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrSuccession, why)
}

// restarts reports whether processes that were restarted, perhaps as another version, begin the epoch. Only
// then may it have newer rules than the one before: all others are led by a process of that one.
func (r *Record) restarts() bool {
	return r.Reason == Recovered || r.Reason == Agreed || r.Reason == Provisional
}

// unauthorized returns why the signers of r cannot end the epoch before it like this, or "".
func (r *Record) unauthorized(p Past) string {
	before := p.Before
	switch r.Reason {
	case Founded, Begun:
		return "it is the first record of an island"
	case Provisional:
		return "" // by its form, its first voter signed it and it is not firm
	case Decreed:
		switch {
		case before.Firm:
			return "a decree about an epoch that is firm already"
		case p.Founder.IsZero() || r.Signer != p.Founder:
			return "a decree that the founder did not sign"
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
		return "not signed by a voter of its predecessor"
	case r.Reason == Recovered && !before.Lone():
		return "a recovery of more than a lone voter"
	case r.Reason == Agreed && (before.Lone() || !r.CosignedByAll(before)):
		return "a recovery that not all voters have signed"
	}
	return ""
}

// After returns an unsigned record, without voters, that continues the epoch of r after a place of its log.
// A Provisional record is not firm, a Decreed one is, all others are as r. When the voters of a provisional
// fork's firm ancestor recover it, the caller must make the record firm.
func (r *Record) After(reason Reason, at Position) *Record {
	return &Record{Reason: reason, World: r.World, Island: r.Island, Number: r.Number + 1, Previous: r.Hash(), FirstTurn: at.Turn + 1,
		Chain: at.Hash, Rules: r.Rules, Ticks: r.Ticks, Firm: r.Firm && reason != Provisional || reason == Decreed}
}

// Senior reports whether the provisional fork that record a begins goes before that of b. Both branched
// from the epoch of firm and have reached turns aTurn and bTurn. First is the fork with more voters of
// firm, then the one with the greater turn, then the one with the lesser hash.
func Senior(firm, a *Record, aTurn uint64, b *Record, bTurn uint64) bool {
	if na, nb := a.votersIn(firm), b.votersIn(firm); na != nb {
		return na > nb
	}
	if aTurn != bTurn {
		return aTurn > bTurn
	}
	ha, hb := a.Hash(), b.Hash()
	return slices.Compare(ha[:], hb[:]) < 0
}

// votersIn returns how many voters of r also vote in firm.
func (r *Record) votersIn(firm *Record) (n int) {
	for _, v := range r.Voters {
		if firm.Votes(v.Key) {
			n++
		}
	}
	return n
}

// CheckTail checks records that follow others. The error is that of the first record that does not.
func CheckTail(before, tail []*Record, founder key.ID) error {
	past := PastOf(before, founder)
	for _, r := range tail {
		if err := r.Continues(past); err != nil {
			return err
		}
		if past.Before = r; r.Firm {
			past.Firm = r
		}
	}
	return nil
}
