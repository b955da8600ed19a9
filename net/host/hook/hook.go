// Package hook holds rules of the host that tests break, to show that checkers and other peers notice.
package hook

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/machine"
	"manyhold/net/key"
)

// Hooks are rules of the protocol that tests break, one at a time, to show that checkers and other peers
// notice. Nobody else sets them: a hook that is nil is the rule itself.
type Hooks struct {
	Leader
	// MayClose reports whether a leader may close a turn now.
	MayClose func(e *epoch.Epoch, now time.Time) bool
	// Proves reports whether this process alone proves that the record which ends an epoch takes effect.
	Proves func(e *epoch.Epoch) bool
	// Same reports whether two digests of one turn are equal.
	Same func(a, b uint64) bool
	// Sequence is the number of an author's last command that was ordered.
	Sequence func(m machine.Machine, author [32]byte) uint64
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

// Leader are rules of a leader. Modified leaders of tests break them; see net/host/fairness.
type Leader struct {
	// Every is the time from one turn to the next, where a turn lasts so long.
	Every func(turn time.Duration) time.Duration
	// Ticks is how many ticks a turn has, where the epoch's record says so many.
	Ticks func(record uint8) uint8
	// Takes reports whether commands of an author are taken.
	Takes func(author key.ID) bool
	// Gone reports whether a player is put to sleep in the next turn, for no reason.
	Gone func(player key.ID) bool
	// Sends reports whether turns are sent to a peer.
	Sends func(to key.ID) bool
	// Proclaims reports whether the charter's word goes into turns.
	Proclaims func() bool
}

// Filled returns the hooks with the rules where none is set.
func (h Leader) Filled() Leader {
	if h.Every == nil {
		h.Every = func(turn time.Duration) time.Duration { return turn }
	}
	if h.Ticks == nil {
		h.Ticks = func(record uint8) uint8 { return record }
	}
	if h.Takes == nil {
		h.Takes = func(key.ID) bool { return true }
	}
	if h.Gone == nil {
		h.Gone = func(key.ID) bool { return false }
	}
	if h.Sends == nil {
		h.Sends = func(key.ID) bool { return true }
	}
	if h.Proclaims == nil {
		h.Proclaims = func() bool { return true }
	}
	return h
}

// Filled returns the hooks with the rules where none is set.
func (h Hooks) Filled() Hooks {
	h.Leader = h.Leader.Filled()
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
		h.Sequence = machine.Machine.Sequence
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
