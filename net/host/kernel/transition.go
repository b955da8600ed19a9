package kernel

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/store"
)

// # Changes of the state between two epochs
//
// Some records say that the state changes when their epoch begins: parts are carved out of it (Split, Room),
// another island's last state is taken in (Absorbed), or it goes on under other rules. A peer that executes
// the island makes the change after the last turn before, when the record is synced. A peer that resumes from
// its file makes it again at the same point. All inputs of a change beside the state are in the file together
// with the record.

// Birth is an island that a change carved out here.
type Birth struct {
	First *epoch.Record // unsigned
	State []byte
}

// Cross makes the changes of all epochs after that of the state, up to an epoch, and reports whether it
// could. It is called with the state after the last turn before them.
func (hs *History) Cross(number uint64) bool {
	for hs.Epoch < number && hs.Epoch < uint64(len(hs.c.Ancestry.Records)) {
		r := hs.c.Ancestry.Records[hs.Epoch] // the next one: they are consecutive from 1
		if err := hs.change(r); err != nil {
			hs.c.Event("cannot enter an epoch", "epoch", r.Number, "reason", r.Reason.String(), "why", err.Error())
			return false
		}
		hs.Epoch = r.Number
	}
	return true
}

// CrossInto makes the changes up to an epoch that has begun. If it cannot, this peer takes the state of one
// that could.
func (hs *History) CrossInto(number uint64) {
	if hs.Stale || hs.Cross(number) {
		return
	}
	hs.Stale = true
	if !hs.c.Joining.Fetching() && hs.c.Epoch != nil {
		hs.c.Joining.Resync(hs.c.Epoch.Leader(), "cannot make the transition that the others have made")
	}
}

// ErrRules says that an epoch has newer rules than this version runs. Nothing is damaged, and nothing was
// changed.
var ErrRules = errors.New("host: the world goes on under newer rules")

// Runs checks that this version runs the rules of epochs.
func (c *Core) Runs(records []*epoch.Record) error {
	for _, r := range records {
		if r.Rules > c.Options.Rules {
			return fmt.Errorf("%w (%d, from epoch %d on) than this version runs (%d): update Manyhold", ErrRules, r.Rules, r.Number, c.Options.Rules)
		}
	}
	return nil
}

// adopt takes the state over to the rules of a record, and reports whether they are others than before.
func (hs *History) adopt(r *epoch.Record) (other bool, err error) {
	if r.Number == 1 || hs.c.Ancestry.Records[r.Number-2].Rules == r.Rules {
		return false, nil
	}
	if err := hs.c.Runs([]*epoch.Record{r}); err != nil {
		return false, err
	}
	if hs.Executed != r.FirstTurn-1 || hs.Hash != r.Chain {
		return false, fmt.Errorf("the state is after turn %d, not %d", hs.Executed, r.FirstTurn-1)
	}
	hs.c.Event("adopted other rules", "epoch", r.Number, "rules", r.Rules)
	return true, hs.c.Machine.Adopt(r.Rules)
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
	if hs.Executed != r.FirstTurn-1 || hs.Hash != r.Chain {
		return fmt.Errorf("the state is after turn %d, not %d", hs.Executed, r.FirstTurn-1)
	}
	if r.Reason == epoch.Ended {
		hs.changed(r)
		return nil
	}
	if r.Reason == epoch.Merged {
		err := hs.c.Merger.TakeIn(r)
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
	if err := hs.c.Machine.Absorb(b); err != nil { // on every peer alike: the state stays as it is
		hs.c.Counters[counter.Contradictions]++
		hs.c.Event("the leader merged an island that cannot be absorbed", "from", message.IslandName(r.From), "why", err.Error())
	}
	return nil
}

// carved takes parts out that must be those of a record. An error leaves the state unchanged.
func (hs *History) carved(r *epoch.Record, parts [][]byte) (births []Birth, err error) {
	if len(parts) < len(r.Parts) {
		return nil, fmt.Errorf("divides into %d parts, not %d", len(parts), len(r.Parts))
	}
	before := hs.c.Machine.Snapshot(nil)
	for i, p := range r.Parts {
		child, err := hs.c.Machine.Carve(parts[i], p.Island)
		if err == nil && sha256.Sum256(child) != p.State {
			err = fmt.Errorf("part %d has another state", i)
		}
		if err != nil {
			hs.Restore(before)
			return nil, err
		}
		births = append(births, Birth{r.Begin(i), child})
	}
	return births, nil
}

// carve takes the parts of a record out of the state.
func (hs *History) carve(r *epoch.Record) error {
	births, err := hs.carved(r, hs.c.Machine.Divide())
	if err != nil {
		births, err = hs.carved(r, hs.c.Machine.Disperse())
	}
	hs.Births = append(hs.Births, births...)
	return err
}

// Restore goes back to a snapshot of this machine's own.
func (hs *History) Restore(snapshot []byte) {
	if err := hs.c.Machine.Restore(snapshot); err != nil {
		panic(fmt.Sprintf("host: own snapshot: %v", err))
	}
}

// blob returns the bytes that a record's change reads beside the state, or nil when they are not here.
func (hs *History) blob(r *epoch.Record) []byte {
	switch r.Reason {
	case epoch.Absorbed:
	case epoch.Begun:
		return recordlist.Append(nil, hs.c.Ancestry.Ancestors)
	case epoch.Provisional:
		return hs.c.Abandon.Base(r.Number)
	case epoch.Merged:
		return hs.c.Merger.HeldBlob(r.Taken.Blob)
	default:
		return nil
	}
	if b := hs.blobs[r.Number]; b != nil {
		return b
	}
	if hs.c.Islands == nil {
		return nil
	}
	return hs.c.Islands.Final(r.From, r.Taken.Blob)
}

// changed goes on from a state that was just changed: it is never rewound.
func (hs *History) changed(r *epoch.Record) {
	delete(hs.blobs, r.Number)
	hs.Epoch = r.Number
	hs.c.Journal.AppendTo(hs.Executed)
	later := hs.Turns
	for len(later) > 0 && later[0].Number <= hs.Executed {
		later = later[1:]
	}
	hs.Base, hs.Next, hs.Turns = hs.Capture(), KeptState{}, append([]PastTurn(nil), later...)
	hs.c.Own.Take(hs.c.Machine.Sequence(hs.c.Me), hs.Executed)
	hs.c.Parcels.MarkOutbox()
	hs.altered = true
	for _, o := range hs.c.Observers {
		o.StateChanged()
	}
	hs.Checkpoint()
}

// Checkpoint has the state at the last change saved, so that the change need not be made again. It waits
// until the islands that were carved out are in the file themselves.
func (hs *History) Checkpoint() {
	if hs.Replaying || len(hs.Births) > 0 || len(hs.Unborn) > 0 {
		return
	}
	hs.c.Journal.Save(hs.Base)
}

// Row returns the file's row of a record.
func (hs *History) Row(r *epoch.Record) store.EpochRow {
	row := row(r)
	row.Blob = hs.blob(r)
	return row
}

// KeepBlob keeps the blob of a record of the file, to make its change again.
func (hs *History) KeepBlob(row store.EpochRow) {
	if hs.blobs == nil {
		hs.blobs = map[uint64][]byte{}
	}
	hs.blobs[row.Number] = row.Blob
}

// Bear puts a core at the beginning of an island that was carved out here.
func (c *Core) Bear(now time.Time, g store.Genesis, b Birth, ancestors []*epoch.Record, m Machine, l Log) error {
	c.SetTime(now)
	if err := m.Restore(b.State); err != nil {
		return err
	}
	r := b.First
	r.Sign(c.Options.Key)
	c.Genesis, c.World, c.Machine, c.Journal.Log = g, g.ID(), m, l
	c.Ancestry.Ancestors = ancestors
	c.History.Executed, c.History.Hash, c.History.Epoch, c.History.Committed = r.FirstTurn-1, r.Chain, r.Number, r.FirstTurn-1
	c.History.OrderedAt = c.Now
	c.History.Base = c.History.Capture()
	c.Parcels.MarkOutbox()
	c.Journal.Given, c.Journal.Written = c.History.Executed, c.History.Executed
	c.Out.Log = l
	c.Journal.Save(c.History.Base)
	c.Epochs.Restart = &LoneVoterRestart{Since: c.Now, Record: r}
	c.Journal.Pending, c.Journal.Retry = r, c.Now
	return nil
}

// Merger merges branches of abandoned forks into the island.
type Merger interface {
	// Give sends pieces of a blob that a peer asked for.
	Give(p *Peer, budget int) (gives, sends bool)
	// HeldBlob returns a blob that is kept here, or nil.
	HeldBlob(hash [32]byte) []byte
	// PullBlob fetches a blob from a peer, one at a time.
	PullBlob(from key.ID, hash [32]byte)
	// TakeIn makes the change of a Merged record.
	TakeIn(r *epoch.Record) error
}

// Judge executes the turns of branches before they are merged.
type Judge interface {
	// Read gives what Output.Reads named, or why it cannot be read.
	Read(what store.Reading, s store.Stretch, err error)
	// MayFollow says why this voter does not acknowledge a Merged record: it has found the branch's turns
	// wrong, or, with epoch.ErrUncertain, not executed them yet.
	MayFollow(r *epoch.Record) error
	// AcceptBranch has the rest of a branch taken in whose land came in, on this player's word. An id of
	// zeros means the newest that waits.
	AcceptBranch(now time.Time, id [32]byte) error
	// Waiting lists the branches that wait for that, oldest first.
	Waiting() [][32]byte
}
