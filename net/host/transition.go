package host

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

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
	if !hs.c.joining.fetching() && hs.c.e != nil {
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
		err = hs.carve(r)
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

// carved takes parts out that must be those of a record. An error leaves the state unchanged.
func (hs *History) carved(r *epoch.Record, parts [][]byte) (births []birth, err error) {
	if len(parts) < len(r.Parts) {
		return nil, fmt.Errorf("divides into %d parts, not %d", len(parts), len(r.Parts))
	}
	before := hs.c.machine.Snapshot(nil)
	for i, p := range r.Parts {
		child, err := hs.c.machine.Carve(parts[i], p.Island)
		if err == nil && sha256.Sum256(child) != p.State {
			err = fmt.Errorf("part %d has another state", i)
		}
		if err != nil {
			hs.restore(before)
			return nil, err
		}
		births = append(births, birth{r.Begin(i), child})
	}
	return births, nil
}

// carve takes the parts of a record out of the state.
func (hs *History) carve(r *epoch.Record) error {
	births, err := hs.carved(r, hs.c.machine.Divide())
	if err != nil {
		births, err = hs.carved(r, hs.c.machine.Disperse())
	}
	hs.births = append(hs.births, births...)
	return err
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
		return hs.c.abandon.base(r.Number)
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

// keepBlob keeps the blob of a record of the file, to make its change again.
func (hs *History) keepBlob(row store.EpochRow) {
	if hs.blobs == nil {
		hs.blobs = map[uint64][]byte{}
	}
	hs.blobs[row.Number] = row.Blob
}

// bear puts a core at the beginning of an island that was carved out here.
func (c *Core) bear(now time.Time, g store.Genesis, b birth, ancestors []*epoch.Record, m Machine, l Log) error {
	c.at(now)
	if err := m.Restore(b.state); err != nil {
		return err
	}
	r := b.first
	r.Sign(c.options.Key)
	c.genesis, c.world, c.machine, c.journal.log = g, g.ID(), m, l
	c.ancestry.ancestors = ancestors
	c.history.executed, c.history.hash, c.history.epoch, c.history.committed = r.FirstTurn-1, r.Chain, r.Number, r.FirstTurn-1
	c.history.orderedAt = c.now
	c.history.base = c.history.capture()
	c.parcels.markOutbox()
	c.journal.given, c.journal.written = c.history.executed, c.history.executed
	c.out.Log = l
	c.journal.save(c.history.base)
	c.epochs.restart = &loneVoterRestart{since: c.now, record: r}
	c.journal.pending, c.journal.retry = r, c.now
	return nil
}
