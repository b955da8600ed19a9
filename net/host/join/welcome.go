package join

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
)

var errBehind = errors.New("host: welcome to a state that is older than the own")

// verify checks that a welcome is to this world, that its records follow one another from the founding on and
// continue the records known here, and that the position is in the last one's epoch.
func (j *Joining) verify(w *message.Welcome) error {
	if w.Genesis.ID() != j.c.World {
		return fmt.Errorf("host: welcome to another world")
	}
	if err := j.c.Ancestry.CheckRecords(w.Genesis, j.Fetch.records); err != nil {
		return err
	}
	if err := j.c.Runs(j.Fetch.records); err != nil {
		return err
	}
	n := 0
	for n < len(j.Fetch.records) && j.Fetch.records[n].Number <= w.Epoch {
		n++
	}
	j.Fetch.records = j.Fetch.records[:n]
	if n == 0 || j.Fetch.records[n-1].Number != w.Epoch || w.At.Turn+1 < j.Fetch.records[n-1].FirstTurn {
		return fmt.Errorf("host: welcome to an epoch without its record")
	}
	if j.Falls(w) {
		return errBehind
	}
	if j.Fetch.firm && slices.ContainsFunc(j.Fetch.records[min(n, len(j.c.Ancestry.Records)):], func(r *epoch.Record) bool { return r.Reason == epoch.Provisional }) {
		return errBehind
	}
	return j.fits()
}

// fits checks that the records of a welcome are those that are known here.
func (j *Joining) fits() error {
	for _, r := range j.c.Ancestry.Records {
		if i := int(r.Number) - 1; i < len(j.Fetch.records) && j.Fetch.records[i].Hash() != r.Hash() {
			return fmt.Errorf("host: the records of epoch %d differ", r.Number)
		}
	}
	return nil
}

// Falls reports whether a peer that is no member of a raft group would lose turns by a welcome: committed
// ones or, of the same epoch, those of the log that it holds for a recovery. They may be committed without
// its knowledge, and it may have signed for them (see package recovery). Peers that go on without that log
// get beyond its end, or to another epoch.
func (j *Joining) Falls(w *message.Welcome) bool {
	switch {
	case j.c.Epoch != nil || j.c.Machine == nil || w.Epoch > j.c.Ancestry.Last().Number:
		return false
	case j.c.History.Forgotten:
		// its own state says nothing; it knew a later epoch, which may be one that only begins where this
		// state is
		last := j.c.Ancestry.Last()
		return w.Epoch < last.Number && (w.At.Turn+1 != last.FirstTurn || w.At.Hash != last.Chain)
	case w.At.Turn < j.c.History.Committed:
		return true
	case j.c.Recovery.TakesWhole():
		return false // a newer log, which may be shorter
	}
	return w.Epoch <= j.c.History.Epoch && w.At.Turn < j.c.History.Executed && j.c.Epochs.End.Turn == j.c.History.Executed && j.c.Epochs.End.Hash == j.c.History.Hash
}
