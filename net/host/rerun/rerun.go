// Package rerun executes turns again that others say they have lived, on a machine of its own: those of a
// branch, to see whether they lead to the state that it claims.
//
// A Run is at a state and takes the following turns one by one. It checks what the peers of a live epoch
// check:
//
//   - the chain: each turn has the number after the last, and each record begins where its chain hash says;
//   - the author of each command: the turn has the aggregated signatures of its commands (see net/epoch),
//     each by its player, for the epoch of the turn. So nobody can add a command of a player who was not
//     there, or take one from another epoch;
//   - the rules: the machine executes the turn. Its result is what the turns bring.
//
// Some turns may be true and cannot be checked: they have no signatures, they deliver parcels of other
// islands, or an epoch begins with a change whose inputs are not here. These are ErrUnproven. Turns that
// cannot be true are ErrForged. Both are wrapped in a notice's error; see Error.
//
// A Run is deterministic, has no clock and no goroutine: its caller decides how many turns it takes at a
// time.
package rerun

import (
	"errors"
	"strconv"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/machine"
	"manyhold/net/host/notice"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/store"
)

// Errors of a run. See Error for the words.
var (
	// ErrUnproven says that the turns may be true, and cannot be checked here.
	ErrUnproven = errors.New("rerun: not proven")
	// ErrForged says that the turns are not those of the players and rules.
	ErrForged = errors.New("rerun: forged")
)

// Error is what a run has found.
type Error struct {
	Kind  error         // ErrUnproven or ErrForged
	Words notice.Notice // the reason
}

func (e *Error) Error() string { return e.Words.String() }
func (e *Error) Unwrap() error { return e.Kind }

// As gives the words to package notice.
func (e *Error) As(target any) bool {
	n, ok := target.(*notice.Notice)
	if ok {
		*n = e.Words
	}
	return ok
}

// Unproven and Forged return errors of their kind.
func Unproven(code string, parameters ...string) error {
	return &Error{ErrUnproven, notice.New(code, parameters...)}
}

func Forged(code string, parameters ...string) error {
	return &Error{ErrForged, notice.New(code, parameters...)}
}

// Chain is what a run knows beside the turns.
type Chain struct {
	World  [32]byte
	Island uint64
	// Record returns the record of a number in the chain that the turns belong to; nil: there is none.
	Record func(number uint64) *epoch.Record
	// Merge makes the change of a Merged record to a machine. Its error is this package's. Nil: no such
	// change can be made.
	Merge func(m machine.Machine, r *epoch.Record) error
	// Signed says that commands must be signed. It is false for turns of this peer's own firm log, which were
	// checked when they came.
	Signed bool
	// Cache is that of the process.
	Cache *verify.Cache
}

// Run executes turns from a state on.
type Run struct {
	Chain
	Machine machine.Machine
	Turn    uint64 // last one executed
	Epoch   uint64
	Hash    [32]byte // chain hash after it

	claims []key.Statement
	sums   []byte
	rest   []byte
	place  int
	fault  bool // a command without an author or a signature
}

// Begin returns a run at a checkpoint, on a machine of its own.
func Begin(chain Chain, m machine.Machine, at store.Checkpoint) (*Run, error) {
	if err := m.Restore(at.Snapshot); err != nil {
		return nil, Unproven("branch_no_base")
	}
	return &Run{Chain: chain, Machine: m, Turn: at.Turn, Epoch: at.Epoch, Hash: at.Hash}, nil
}

// Place is where the run is, with the state.
func (r *Run) Place() store.Checkpoint {
	return store.Checkpoint{Epoch: r.Epoch, Turn: r.Turn, Hash: r.Hash, Digest: r.Machine.Digest(), Snapshot: r.Machine.Snapshot(nil)}
}

// Step executes the turn after the last one.
func (r *Run) Step(e store.Entry) error {
	if e.Turn != r.Turn+1 || e.Epoch < r.Epoch {
		return Forged("branch_broken_chain", "turn", number(e.Turn))
	}
	if err := r.Cross(e.Epoch); err != nil {
		return err
	}
	at := r.Record(e.Epoch)
	if at == nil {
		return Forged("branch_broken_chain", "turn", number(e.Turn))
	}
	turn, err := r.Machine.Parse(e.Body)
	if err == nil && r.Signed {
		if err := r.signed(at, turn, e); err != nil {
			return err
		}
	}
	if err == nil { // else no peer executed it: Parse depends on the bytes only
		r.Machine.Step(turn)
	}
	r.Turn, r.Hash = e.Turn, epoch.ChainHash(r.Hash, r.World, e.Epoch, e.Turn, at.Rules, e.Body)
	return nil
}

// Cross makes the changes at the beginnings of the epochs up to a number, at the present turn.
func (r *Run) Cross(to uint64) error {
	for r.Epoch < to {
		next, before := r.Record(r.Epoch+1), r.Record(r.Epoch)
		if r.Epoch == 0 {
			before = next // the state that the first epoch begins with
		}
		if next == nil || before == nil || next.FirstTurn != r.Turn+1 || next.Chain != r.Hash {
			return Forged("branch_broken_chain", "turn", number(r.Turn+1))
		}
		if next.Rules != before.Rules && r.Machine.Adopt(next.Rules) != nil {
			return Unproven("branch_other_rules", "rules", number(uint64(next.Rules)))
		}
		switch next.Reason {
		case epoch.Merged:
			if r.Merge == nil {
				return Unproven("branch_merged_within", "turn", number(r.Turn))
			}
			if err := r.Merge(r.Machine, next); err != nil {
				return err
			}
		case epoch.Split, epoch.Room, epoch.Absorbed, epoch.Ended:
			return Unproven("branch_islands_within", "turn", number(r.Turn))
		}
		r.Epoch++
	}
	return nil
}

// signed checks the signatures of the commands of a turn that follows the present state.
func (r *Run) signed(at *epoch.Record, turn machine.Turn, e store.Entry) error {
	if r.Machine.Delivers(turn) {
		return Unproven("branch_parcels", "turn", number(e.Turn))
	}
	r.claims, r.sums, r.rest, r.place, r.fault = r.claims[:0], r.sums[:0], e.Signatures, 0, false
	where := at.Where()
	r.Machine.Commands(turn, func(author [32]byte, seq uint64, body []byte) {
		here, nonce, after, has := epoch.ReadCommandSignature(r.rest)
		if r.place++; !has || here != r.place-1 || author == [32]byte{} {
			r.fault = true
			return
		}
		r.rest = after
		sum := kernel.CommandSum(where, seq, body)
		r.sums = append(r.sums, sum[:]...)
		r.claims = append(r.claims, key.Statement{Signer: author, Message: r.sums[len(r.sums)-len(sum):], Nonce: nonce})
	})
	switch {
	case r.place > 0 && len(e.Signatures) == 0:
		return Unproven("branch_unsigned", "turn", number(e.Turn))
	case r.place == 0 && len(e.Signatures) == 0:
		return nil
	case r.fault || len(r.rest) != key.HalfSize || !r.Cache.AllCommandsSigned(r.claims, epoch.ReadAggregate(r.rest)):
		return Forged("branch_forged_command", "turn", number(e.Turn))
	}
	return nil
}

func number(n uint64) string { return strconv.FormatUint(n, 10) }
