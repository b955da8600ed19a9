package kernel

import (
	"time"

	"manyhold/net/epoch"
)

// Hooks are rules of the protocol that tests of the simulator break, one at a time, to show that its checkers
// notice. Nobody else sets them: a hook that is nil is the rule itself.
type Hooks struct {
	// MayClose reports whether a leader may close a turn now.
	MayClose func(e *epoch.Epoch, now time.Time) bool
	// Proves reports whether this process alone proves that the record which ends an epoch takes effect.
	Proves func(e *epoch.Epoch) bool
	// Same reports whether two digests of one turn are equal.
	Same func(a, b uint64) bool
	// Sequence is the number of an author's last command that was ordered.
	Sequence func(m Machine, author [32]byte) uint64
	// Firm reports whether a record counts as firm where forks are compared.
	Firm func(r *epoch.Record) bool
	// Remembers reports whether it counts that a branch of an epoch was merged before.
	Remembers func(epoch [32]byte) bool
	// Executes reports whether a branch's turns are executed before it is merged.
	Executes func() bool
	// Trial is how many turns of a branch are executed in one tick; zero: as many as time allows.
	Trial int
	// Resends reports whether own commands are sent again whose turn was dropped.
	Resends func() bool
}

// filled returns the hooks with the rules where none is set.
func (h Hooks) filled() Hooks {
	if h.MayClose == nil {
		h.MayClose = (*epoch.Epoch).Closes
	}
	if h.Proves == nil {
		h.Proves = func(e *epoch.Epoch) bool { return e.Member() || e.Record().Lone() }
	}
	if h.Same == nil {
		h.Same = func(a, b uint64) bool { return a == b }
	}
	if h.Sequence == nil {
		h.Sequence = Machine.Sequence
	}
	if h.Firm == nil {
		h.Firm = func(r *epoch.Record) bool { return r.Firm }
	}
	if h.Remembers == nil {
		h.Remembers = func([32]byte) bool { return true }
	}
	if h.Executes == nil {
		h.Executes = func() bool { return true }
	}
	if h.Resends == nil {
		h.Resends = func() bool { return true }
	}
	return h
}
