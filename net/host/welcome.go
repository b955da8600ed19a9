package host

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/net/host/message"
)

var errBehind = errors.New("host: welcome to a state that is older than the own")

// verify checks that a welcome is to this world, that its records follow one another from the founding on and
// continue the records known here, and that the position is in the last one's epoch.
func (j *Joining) verify(w *message.Welcome) error {
	if w.Genesis.ID() != j.c.world {
		return fmt.Errorf("host: welcome to another world")
	}
	if err := j.c.ancestry.checkRecords(w.Genesis, j.fetch.records); err != nil {
		return err
	}
	if err := j.c.runs(j.fetch.records); err != nil {
		return err
	}
	n := 0
	for n < len(j.fetch.records) && j.fetch.records[n].Number <= w.Epoch {
		n++
	}
	j.fetch.records = j.fetch.records[:n]
	if n == 0 || j.fetch.records[n-1].Number != w.Epoch || w.At.Turn+1 < j.fetch.records[n-1].FirstTurn {
		return fmt.Errorf("host: welcome to an epoch without its record")
	}
	if j.falls(w) {
		return errBehind
	}
	if j.fetch.firm && slices.ContainsFunc(j.fetch.records[min(n, len(j.c.ancestry.records)):], provisional) {
		return errBehind
	}
	return j.fits()
}

// fits checks that the records of a welcome are those that are known here.
func (j *Joining) fits() error {
	for _, r := range j.c.ancestry.records {
		if i := int(r.Number) - 1; i < len(j.fetch.records) && j.fetch.records[i].Hash() != r.Hash() {
			return fmt.Errorf("host: the records of epoch %d differ", r.Number)
		}
	}
	return nil
}

// falls reports whether a peer that is no member of a raft group would lose turns by a welcome: committed
// ones or, of the same epoch, those of the log that it holds for a recovery. They may be committed without
// its knowledge, and it may have signed for them (see recover.go). Peers that go on without that log get
// beyond its end, or to another epoch.
func (j *Joining) falls(w *message.Welcome) bool {
	switch {
	case j.c.e != nil || j.c.machine == nil || w.Epoch > j.c.ancestry.last().Number:
		return false
	case j.c.history.forgotten:
		// its own state says nothing; it knew a later epoch, which may be one that only begins where this
		// state is
		last := j.c.ancestry.last()
		return w.Epoch < last.Number && (w.At.Turn+1 != last.FirstTurn || w.At.Hash != last.Chain)
	case w.At.Turn < j.c.history.committed:
		return true
	case j.c.recovering.takesWhole():
		return false // a newer log, which may be shorter
	}
	return w.Epoch <= j.c.history.epoch && w.At.Turn < j.c.history.executed && j.c.epochs.end.Turn == j.c.history.executed && j.c.epochs.end.Hash == j.c.history.hash
}
