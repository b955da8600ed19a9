package epoch

import "fmt"

// Conclude takes the end of the epoch from any peer: a run of committed entries with the successor record
// among them. A voter has signed this record, and its chain hash vouches for all turns before it. That the
// record took effect is the sender's word, as for every joiner; Conclude is for cases in which no voter can
// be asked. Errors wrap ErrInvalid, ErrStranger and ErrConflict.
func (e *Epoch) Conclude(r *Run) error {
	if e.Leading() {
		return ErrStranger // a lone voter ends its epoch itself; an end against its will is not possible
	}
	for _, x := range r.Entries[:max(min(r.Commit, r.Last()), r.Previous)-r.Previous] {
		if len(x.Data) == 0 || x.Data[0] != entrySuccessor {
			continue
		}
		s, err := DecodeRecord(x.Data[1:])
		if err != nil {
			return fmt.Errorf("%w: successor: %w", ErrInvalid, err)
		}
		if !s.Reason.ordered() || s.Continues(e.past) != nil || e.renounced[s.Signer] || len(s.Voters) > 0 && e.shunned[s.Leader().Key] {
			break
		}
		r.Term = max(e.term, x.Term) // the run cannot raise the term
		// the successor's chain hash vouches for the turns, without command signatures
		e.intake.proven = true
		defer func() { e.intake.proven = false }()
		return e.Accept(e.another(), r, true)
	}
	return ErrStranger
}
