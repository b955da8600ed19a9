package kernel

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/store"
)

// batch is how long a lone voter without links may keep empty turns from its file.
const batch = time.Second

// Journal tracks the turns that this island's file has been given and has written.
type Journal struct {
	c *Core
	ObserverBase

	Log    Log
	Opened Opened

	LeaderSynced  uint64    // last turn that a leader of this epoch reported as synced
	syncRequested time.Time // when this peer asked for a sync last
	Given         uint64    // last turn handed to the file
	Written       uint64
	SyncedTo      uint64 // as the file says; see durable
	Err           error
	Saved         time.Time
	held          time.Time     // since when turns are kept back; zero: none are
	Pending       *epoch.Record // being synced
	Retry         time.Time
	owed          []uint64  // epochs whose records the file refused, though they are past
	Spoilt        bool      // its last checkpoint may be of a state that was found wrong
	gap           bool      // the file has refused turns, and needs a checkpoint to go on from
	repairedAt    time.Time // when it got one last
	Repairing     bool      // turns wait for the next Ready, behind that checkpoint
}

// EpochBegan forgets the word of the last epoch's leader.
func (n *Journal) EpochBegan() { n.LeaderSynced = 0 }

// RecordsCut drops the records that the file is still owed of a fork that was left.
func (n *Journal) RecordsCut(number uint64) {
	n.owed = slices.DeleteFunc(n.owed, func(epoch uint64) bool { return epoch > number })
}

// repairEvery is the least time between two checkpoints that the file gets because turns are missing in it.
const repairEvery = 3 * time.Second

// Archives reports whether the file can put branches away. A peer whose file cannot never leaves its fork: it
// waits for the others instead of going on without them.
func (n *Journal) Archives() bool { return n.Log != nil && n.Log.Abilities().Archive }

// OwnsLog reports whether this peer is the lone voter: its file decides what is committed.
func (n *Journal) OwnsLog() bool {
	return n.c.Epoch != nil && n.c.Epoch.Member() && n.c.Epoch.Record().Lone()
}

// appendOwn hands a lone voter's ordered turns to the file; nothing is committed before.
func (n *Journal) appendOwn() {
	if !n.OwnsLog() || len(n.c.History.Turns) == 0 {
		return
	}
	last := n.c.History.Turns[len(n.c.History.Turns)-1]
	if n.held.IsZero() {
		n.held = n.c.Now
	}
	idle := n.c.Peers.Len() == 0 && !n.c.Committee.Quits() && !n.c.Parcels.Mailing() && bytes.Equal(last.Body, n.c.Leader.empty)
	if idle && n.c.Now.Sub(n.held) < batch {
		return
	}
	n.AppendTo(last.Number)
}

// AppendTo hands the turns up to one to the file.
func (n *Journal) AppendTo(turn uint64) {
	n.held = time.Time{}
	if n.Repairing {
		return
	}
	first := len(n.c.History.Turns)
	for first > 0 && n.c.History.Turns[first-1].Number > n.Given {
		first--
	}
	for _, t := range n.c.History.Turns[first:] {
		if t.Number > n.Given && t.Number <= turn {
			n.c.Out.Appends = append(n.c.Out.Appends, n.entry(t))
			n.Given = t.Number
		}
	}
}

// entry is the file's form of a turn. Only a provisional epoch's command signatures are kept: others will ask
// for them, see package rerun.
func (n *Journal) entry(t PastTurn) store.Entry {
	e := store.Entry{Epoch: t.Epoch, Turn: t.Number, Hash: t.Hash, Body: t.Body}
	if k := t.Epoch - 1; k < uint64(len(n.c.Ancestry.Records)) && !n.c.Ancestry.Records[k].Firm {
		e.Signatures = t.Signatures
	}
	return e
}

// Persisted tells the last turn that the file has written, and its error.
func (n *Journal) Persisted(now time.Time, turn uint64, err error) {
	n.c.SetTime(now)
	n.Written = turn
	if err != nil && n.Err == nil {
		n.c.Event("cannot write the world file", "why", err.Error())
	}
	n.Err, n.gap = err, errors.Is(err, store.ErrGap)
	if n.OwnsLog() {
		n.c.Epoch.Persisted(min(turn, n.Given))
	}
	n.c.Epochs.Settle()
}

// Repair gives a file that refused turns the last committed state that is kept, and the turns since that it
// has not written once more: those that it has stay in it meanwhile, because a lone voter may have told of
// them. When that was not enough, all since.
func (n *Journal) Repair() {
	if !n.gap || n.c.Epoch == nil || n.c.History.Stale || n.c.History.Base.Snapshot == nil || n.Pending != nil ||
		!n.repairedAt.IsZero() && n.c.Now.Sub(n.repairedAt) < repairEvery {
		return
	}
	again := !n.repairedAt.IsZero() && n.c.Now.Sub(n.repairedAt) < 2*repairEvery
	n.repairedAt, n.Repairing = n.c.Now, true
	n.Save(n.c.History.Base)
	if n.Given = max(n.c.History.Base.Turn, min(n.Given, n.Written)); again {
		n.Given = n.c.History.Base.Turn
	}
	n.c.Event("repairing the world file", "turn", n.c.History.Base.Turn, "from", n.Given+1)
}

// Record has an epoch's founding record synced; it takes effect in Recorded.
func (n *Journal) Record(r *epoch.Record) {
	n.AppendTo(r.FirstTurn - 1)
	n.Pending, n.Retry = r, time.Time{}
	n.c.Out.Records = append(n.c.Out.Records, n.c.History.Row(r))
}

func row(r *epoch.Record) store.EpochRow {
	return store.EpochRow{Number: r.Number, Rules: r.Rules, Record: r.Append(nil)}
}

// Recorded tells that an epoch's record is synced, or why not: then it is tried again.
func (n *Journal) Recorded(now time.Time, number uint64, err error) {
	n.c.SetTime(now)
	if number == AcceptorRow {
		n.c.Acceptor.PromisePersisted(err)
		n.c.Epochs.Settle()
		return
	}
	r := n.Pending
	if r == nil || r.Number != number {
		// of an epoch that began elsewhere: its turns are worth nothing without it
		if err != nil && !slices.Contains(n.owed, number) {
			n.owed, n.Retry = append(n.owed, number), n.c.Now.Add(time.Second)
		}
		return
	}
	if err != nil {
		n.Err = err
		n.Retry = n.c.Now.Add(time.Second)
		n.c.Event("cannot write an epoch record", "epoch", number, "why", err.Error())
		return
	}
	n.Pending = nil
	n.Written = max(n.Written, r.FirstTurn-1) // turns given before it are synced, too
	n.SyncedTo = max(n.SyncedTo, r.FirstTurn-1)
	if n.OwnsLog() {
		n.c.Epoch.Persisted(r.FirstTurn - 1)
	}
	switch {
	case n.c.Epochs.Restart != nil && n.c.Epochs.Restart.Record == r:
		n.c.Joining.Recovered(r)
	case n.c.Epochs.Adopting == r, n.c.Epochs.Founding == r:
		n.c.Epochs.Founding = nil
		n.c.Joining.Recovered(r)
	case n.c.Epoch != nil && n.c.Epoch.Record().Number+1 == number:
		n.c.Epoch.Synced()
	}
	n.c.Epochs.Settle()
}

// Again tries to write a record once more.
func (n *Journal) Again() {
	if n.Retry.IsZero() || n.c.Now.Before(n.Retry) || n.c.Abandon.Archiving() {
		return
	}
	n.Retry = time.Time{}
	for _, number := range n.owed {
		n.c.Out.Records = append(n.c.Out.Records, n.c.History.Row(n.c.Ancestry.Records[number-1]))
	}
	n.owed = nil
	if n.Pending != nil {
		n.c.Out.Records = append(n.c.Out.Records, n.c.History.Row(n.Pending))
	}
}

// Save hands a committed state to the file as a checkpoint.
func (n *Journal) Save(k KeptState) {
	if len(n.c.History.Births) > 0 || len(n.c.History.Unborn) > 0 {
		return // see checkpoint
	}
	n.Saved = n.c.Now
	n.c.Counters[counter.CheckpointsSet]++
	n.c.Out.Saves = append(n.c.Out.Saves, store.Checkpoint{Epoch: k.Epoch, Turn: k.Turn, Hash: k.Hash, Digest: k.Digest, Snapshot: k.Snapshot})
}

// Opened is the result of Options.Open for a joiner that has no verified state yet.
type Opened struct {
	Machine Machine
	Log     Log
}

// # Turns that may have effects elsewhere
//
// A parcel, or the acknowledgement of one, has effects in another log that stay when the turn behind it is
// lost. A committed turn is lost when too many of its holders lose it at once: when power fails at a
// majority. So parcels and acknowledgements count only from durable turns: committed, and synced by a voter
// of the epoch, which says so in its frames while it leads. A group with too few members left goes on only
// with the turns of all its voters (package recovery), and so with all durable ones. A record takes effect
// only when a voter has it synced with all turns before (Hooks.Proves), so all turns of earlier epochs are
// durable.
//
// Files are synced once a second. A leader whose island has parcels of turns that are not durable yet asks
// for a sync sooner.

// syncAgain is how long a leader waits for a sync that it asked for before it asks again.
const syncAgain = 250 * time.Millisecond

// Synced tells how far the file would be after a power cut. It is called after Persisted, or with it.
func (n *Journal) Synced(now time.Time, turn uint64) {
	n.c.SetTime(now)
	n.SyncedTo = turn
}

// synced is the last turn that this peer's file would still have after a power cut. While the file cannot be
// written it is the last committed turn: a full disk must not keep people from walking.
func (n *Journal) synced() uint64 {
	if n.Err != nil {
		return n.c.History.Committed
	}
	if n.Log == nil || !n.Log.Abilities().Sync { // written turns count as synced
		return min(n.Written, n.Given)
	}
	return min(n.SyncedTo, n.Given)
}

// Durable is the last turn that may have effects in other islands.
func (n *Journal) Durable() uint64 {
	if len(n.c.Ancestry.Records) == 0 {
		return 0
	}
	known := max(n.c.Ancestry.Last().FirstTurn-1, n.LeaderSynced)
	if n.c.Epoch != nil && n.c.Epoch.Member() {
		known = max(known, n.synced())
	}
	return min(known, n.c.History.Committed, n.c.History.Executed)
}

// RequestSync asks for a sync when something waits for it that other islands are to get.
func (n *Journal) RequestSync() {
	if n.c.Epoch == nil || !n.c.Epoch.Leading() || n.c.Islands == nil || n.c.Islands.Count() < 2 || n.c.Now.Sub(n.syncRequested) < syncAgain {
		return
	}
	durable := n.Durable()
	if n.Written > durable && n.c.Parcels.SentAfter(durable) {
		n.syncRequested, n.c.Out.Sync = n.c.Now, true
	}
}
