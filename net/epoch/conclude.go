package epoch

import (
	"fmt"

	"manyhold/net/key"
)

// Conclude takes from anybody how the epoch ended: a run of committed entries with the successor record among them, which a
// voter has signed and whose chain hash vouches for all turns before it. That it took effect is the sender's word, as
// it is to whoever joins; it is asked for when no voter can be asked. Errors wrap ErrInvalid, ErrStranger and ErrConflict.
func (e *Epoch) Conclude(r *Run) error {
	if e.Leading() {
		return ErrStranger // it ends its epoch itself, and whoever ended it against its will votes in it
	}
	for _, x := range r.Entries[:max(min(r.Commit, r.Last()), r.Previous)-r.Previous] {
		if len(x.Data) == 0 || x.Data[0] != entrySuccessor {
			continue
		}
		s, err := DecodeRecord(x.Data[1:])
		if err != nil {
			return fmt.Errorf("%w: successor: %w", ErrInvalid, err)
		}
		if !s.Reason.ordered() || s.Continues(e.past()) != nil || e.renounced[s.Signer] {
			break
		}
		r.Term = max(e.term, x.Term) // whatever it says of terms to come
		e.concluding = true          // what a successor's chain vouches for needs no warrants
		defer func() { e.concluding = false }()
		return e.Accept(e.another(), r, true)
	}
	return ErrStranger
}

// another is a voter that is not this process, in whose name raft gets the entries; zero when there is none.
func (e *Epoch) another() (k key.ID) {
	for _, v := range e.config.Record.Voters {
		if e.idOf(v.Key) != e.id && !e.renounced[v.Key] {
			return v.Key
		}
	}
	return k
}
