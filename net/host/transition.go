package host

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/store"
)

// # Changes of the state between two epochs
//
// Some records say that the state changes when their epoch begins: parts are carved out of it (Split, Room),
// another island's last state is taken in (Absorbed), or it goes on under other rules. A peer that executes
// the island makes the change after the last turn before, when the record is synced. A peer that resumes from
// its file makes it again at the same point. All inputs of a change beside the state are in the file together
// with the record.

// birth is an island that a change carved out here.
type birth struct {
	first *epoch.Record // unsigned
	state []byte
}

// cross makes the changes of all epochs after that of the state, up to an epoch, and reports whether it
// could. It is called with the state after the last turn before them.
func (hs *History) cross(number uint64) bool {
	for hs.epoch < number && hs.epoch < uint64(len(hs.c.ancestry.records)) {
		r := hs.c.ancestry.records[hs.epoch] // the next one: they are consecutive from 1
		if err := hs.change(r); err != nil {
			hs.c.event("cannot follow into an epoch", "epoch", r.Number, "reason", r.Reason.String(), "why", err.Error())
			return false
		}
		hs.epoch = r.Number
	}
	return true
}

// crossInto makes the changes up to an epoch that has begun. If it cannot, this peer takes the state of one
// that could.
func (hs *History) crossInto(number uint64) {
	if hs.stale || hs.cross(number) {
		return
	}
	hs.stale = true
	if hs.c.joining.fetch == nil && hs.c.e != nil {
		hs.c.joining.resync(hs.c.e.Leader(), "cannot make the change that the others have made")
	}
}

// ErrRules says that an epoch has newer rules than this version runs. Nothing is damaged, and nothing was
// changed.
var ErrRules = errors.New("host: the world goes on under newer rules")

// runs checks that this version runs the rules of epochs.
func (c *Core) runs(records []*epoch.Record) error {
	for _, r := range records {
		if r.Rules > c.options.Rules {
			return fmt.Errorf("%w (%d, from epoch %d on) than this version runs (%d): update Manyhold", ErrRules, r.Rules, r.Number, c.options.Rules)
		}
	}
	return nil
}

// adopt takes the state over to the rules of a record, and reports whether they are others than before.
func (hs *History) adopt(r *epoch.Record) (other bool, err error) {
	if r.Number == 1 || hs.c.ancestry.records[r.Number-2].Rules == r.Rules {
		return false, nil
	}
	if err := hs.c.runs([]*epoch.Record{r}); err != nil {
		return false, err
	}
	if hs.executed != r.FirstTurn-1 || hs.hash != r.Chain {
		return false, fmt.Errorf("the state is after turn %d, not %d", hs.executed, r.FirstTurn-1)
	}
	hs.c.event("goes on under other rules", "epoch", r.Number, "rules", r.Rules)
	return true, hs.c.machine.Adopt(r.Rules)
}

// change makes the change of one record, if it says that there is one.
func (hs *History) change(r *epoch.Record) error {
	other, err := hs.adopt(r)
	if err != nil {
		return err
	}
	switch r.Reason {
	case epoch.Split, epoch.Room, epoch.Absorbed, epoch.Ended, epoch.Merged:
	default:
		if other {
			hs.changed(r)
		}
		return nil
	}
	if hs.executed != r.FirstTurn-1 || hs.hash != r.Chain {
		return fmt.Errorf("the state is after turn %d, not %d", hs.executed, r.FirstTurn-1)
	}
	if r.Reason == epoch.Ended {
		hs.changed(r)
		return nil
	}
	if r.Reason == epoch.Merged {
		err := hs.c.merger.takeIn(r)
		if err == nil {
			hs.changed(r)
		}
		return err
	}
	if r.Reason == epoch.Absorbed {
		err = hs.absorb(r)
	} else {
		err = hs.c.seats.carve(r)
	}
	if err == nil {
		hs.changed(r)
	}
	return err
}

// absorb takes in the island of an Absorbed record.
func (hs *History) absorb(r *epoch.Record) error {
	b := hs.blob(r)
	if b == nil {
		return fmt.Errorf("the last state of island %s is not here", message.IslandName(r.From))
	}
	if err := hs.c.machine.Absorb(b); err != nil { // on every peer alike: the state stays as it is
		hs.c.counters[counter.Contradictions]++
		hs.c.event("the leader took in an island that cannot be", "from", message.IslandName(r.From), "why", err.Error())
	}
	return nil
}

// restore goes back to a snapshot of this machine's own.
func (hs *History) restore(snapshot []byte) {
	if err := hs.c.machine.Restore(snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
}

// blob returns the bytes that a record's change reads beside the state, or nil when they are not here.
func (hs *History) blob(r *epoch.Record) []byte {
	switch r.Reason {
	case epoch.Absorbed:
	case epoch.Begun:
		return recordlist.Append(nil, hs.c.ancestry.ancestors)
	case epoch.Provisional:
		return hs.c.abandon.bases[r.Number]
	case epoch.Merged:
		return hs.c.merger.heldBlob(r.Taken.Blob)
	default:
		return nil
	}
	if b := hs.blobs[r.Number]; b != nil {
		return b
	}
	if hs.c.islands == nil {
		return nil
	}
	return hs.c.islands.Final(r.From, r.Taken.Blob)
}

// changed goes on from a state that was just changed: it is never rewound.
func (hs *History) changed(r *epoch.Record) {
	delete(hs.blobs, r.Number)
	hs.epoch = r.Number
	hs.c.journal.appendTo(hs.executed)
	later := hs.turns
	for len(later) > 0 && later[0].Number <= hs.executed {
		later = later[1:]
	}
	hs.base, hs.next, hs.turns = hs.capture(), kept{}, append([]past(nil), later...)
	hs.c.own.take(hs.c.machine.Sequence(hs.c.me), hs.executed)
	hs.c.parcels.markOutbox()
	hs.altered = true
	for _, o := range hs.c.observers {
		o.stateChanged()
	}
	hs.checkpoint()
}

// checkpoint has the state at the last change saved, so that the change need not be made again. It waits
// until the islands that were carved out are in the file themselves.
func (hs *History) checkpoint() {
	if hs.replaying || len(hs.births) > 0 || len(hs.unborn) > 0 {
		return
	}
	hs.c.journal.save(hs.base)
}

// row returns the file's row of a record.
func (hs *History) row(r *epoch.Record) store.EpochRow {
	row := row(r)
	row.Blob = hs.blob(r)
	return row
}

// ending returns the island's last record and its last state, when both are here.
func (rt *Retirement) ending() (r *epoch.Record, final []byte) {
	if len(rt.c.ancestry.records) == 0 || rt.c.ancestry.last().Reason != epoch.Ended {
		return nil, nil
	}
	if r := rt.c.ancestry.last(); rt.c.history.epoch == r.Number && rt.c.history.executed == r.FirstTurn-1 && !rt.c.history.stale {
		return r, rt.c.history.base.snapshot
	}
	return nil, nil
}

// keepBlob keeps the blob of a record of the file, to make its change again.
func (hs *History) keepBlob(row store.EpochRow) {
	if hs.blobs == nil {
		hs.blobs = map[uint64][]byte{}
	}
	hs.blobs[row.Number] = row.Blob
}
