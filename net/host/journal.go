package host

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
	observerBase

	log    Log
	opened opened

	leaderStable  uint64    // last turn that a leader of this epoch reported as synced
	syncRequested time.Time // when this peer asked for a sync last
	given         uint64    // last turn handed to the file
	written       uint64
	syncedTo      uint64 // as the file says; see durable
	err           error
	saved         time.Time
	held          time.Time     // since when turns are kept back; zero: none are
	pending       *epoch.Record // being synced
	retry         time.Time
	owed          []uint64  // epochs whose records the file refused, though they are past
	spoilt        bool      // its last checkpoint may be of a state that was found wrong
	gap           bool      // the file has refused turns, and needs a checkpoint to go on from
	repairedAt    time.Time // when it got one last
	repairing     bool      // turns wait for the next Ready, behind that checkpoint
}

func (n *Journal) epochBegan() { n.leaderStable = 0 }

func (n *Journal) recordsCut(number uint64) {
	n.owed = slices.DeleteFunc(n.owed, func(epoch uint64) bool { return epoch > number })
}

// repairEvery is the least time between two checkpoints that the file gets because turns are missing in it.
const repairEvery = 3 * time.Second

// archives reports whether the file can put branches away. A peer whose file cannot never leaves its fork: it
// waits for the others instead of going on without them.
func (n *Journal) archives() bool { return n.log != nil && n.log.Abilities().Archive }

// ownsLog reports whether this peer is the lone voter: its file decides what is committed.
func (n *Journal) ownsLog() bool { return n.c.e != nil && n.c.e.Member() && n.c.e.Record().Lone() }

// appendOwn hands a lone voter's ordered turns to the file; nothing is committed before.
func (n *Journal) appendOwn() {
	if !n.ownsLog() || len(n.c.history.turns) == 0 {
		return
	}
	last := n.c.history.turns[len(n.c.history.turns)-1]
	if n.held.IsZero() {
		n.held = n.c.now
	}
	idle := n.c.peers.Len() == 0 && !n.c.seats.quits() && !n.c.parcels.mailing() && bytes.Equal(last.Body, n.c.leader.empty)
	if idle && n.c.now.Sub(n.held) < batch {
		return
	}
	n.appendTo(last.Number)
}

// appendTo hands the turns up to one to the file.
func (n *Journal) appendTo(turn uint64) {
	n.held = time.Time{}
	if n.repairing {
		return
	}
	first := len(n.c.history.turns)
	for first > 0 && n.c.history.turns[first-1].Number > n.given {
		first--
	}
	for _, t := range n.c.history.turns[first:] {
		if t.Number > n.given && t.Number <= turn {
			n.c.out.Appends = append(n.c.out.Appends, store.Entry{Epoch: t.epoch, Turn: t.Number, Hash: t.Hash, Body: t.Body})
			n.given = t.Number
		}
	}
}

// Persisted tells the last turn that the file has written, and its error.
func (n *Journal) Persisted(now time.Time, turn uint64, err error) {
	n.c.at(now)
	n.written = turn
	if err != nil && n.err == nil {
		n.c.event("the world's file cannot be written", "why", err.Error())
	}
	n.err, n.gap = err, errors.Is(err, store.ErrGap)
	if n.ownsLog() {
		n.c.e.Persisted(min(turn, n.given))
	}
	n.c.epochs.settle()
}

// repair gives a file that refused turns the last committed state that is kept, and the turns since that it
// has not written once more: those that it has stay in it meanwhile, because a lone voter may have told of
// them. When that was not enough, all since.
func (n *Journal) repair() {
	if !n.gap || n.c.e == nil || n.c.history.stale || n.c.history.base.snapshot == nil || n.pending != nil ||
		!n.repairedAt.IsZero() && n.c.now.Sub(n.repairedAt) < repairEvery {
		return
	}
	again := !n.repairedAt.IsZero() && n.c.now.Sub(n.repairedAt) < 2*repairEvery
	n.repairedAt, n.repairing = n.c.now, true
	n.save(n.c.history.base)
	if n.given = max(n.c.history.base.turn, min(n.given, n.written)); again {
		n.given = n.c.history.base.turn
	}
	n.c.event("repairs the world's file", "turn", n.c.history.base.turn, "from", n.given+1)
}

// record has an epoch's founding record synced; it takes effect in Recorded.
func (n *Journal) record(r *epoch.Record) {
	n.appendTo(r.FirstTurn - 1)
	n.pending, n.retry = r, time.Time{}
	n.c.out.Records = append(n.c.out.Records, n.c.history.row(r))
}

func row(r *epoch.Record) store.EpochRow {
	return store.EpochRow{Number: r.Number, Rules: r.Rules, Record: r.Append(nil)}
}

// Recorded tells that an epoch's record is synced, or why not: then it is tried again.
func (n *Journal) Recorded(now time.Time, number uint64, err error) {
	n.c.at(now)
	if number == acceptorRow {
		n.c.acceptor.promisePersisted(err)
		n.c.epochs.settle()
		return
	}
	r := n.pending
	if r == nil || r.Number != number {
		// of an epoch that began elsewhere: its turns are worth nothing without it
		if err != nil && !slices.Contains(n.owed, number) {
			n.owed, n.retry = append(n.owed, number), n.c.now.Add(time.Second)
		}
		return
	}
	if err != nil {
		n.err = err
		n.retry = n.c.now.Add(time.Second)
		n.c.event("an epoch's record cannot be written", "epoch", number, "why", err.Error())
		return
	}
	n.pending = nil
	n.written = max(n.written, r.FirstTurn-1) // turns given before it are synced, too
	n.syncedTo = max(n.syncedTo, r.FirstTurn-1)
	if n.ownsLog() {
		n.c.e.Persisted(r.FirstTurn - 1)
	}
	switch {
	case n.c.epochs.restart != nil && n.c.epochs.restart.record == r:
		n.c.joining.recovered(r)
	case n.c.epochs.adopting == r, n.c.epochs.founding == r:
		n.c.epochs.founding = nil
		n.c.joining.recovered(r)
	case n.c.e != nil && n.c.e.Record().Number+1 == number:
		n.c.e.Synced()
	}
	n.c.epochs.settle()
}

// again tries to write a record once more.
func (n *Journal) again() {
	if n.retry.IsZero() || n.c.now.Before(n.retry) || n.c.abandon.archiving() {
		return
	}
	n.retry = time.Time{}
	for _, number := range n.owed {
		n.c.out.Records = append(n.c.out.Records, n.c.history.row(n.c.ancestry.records[number-1]))
	}
	n.owed = nil
	if n.pending != nil {
		n.c.out.Records = append(n.c.out.Records, n.c.history.row(n.pending))
	}
}

// save hands a committed state to the file as a checkpoint.
func (n *Journal) save(k kept) {
	if len(n.c.history.births) > 0 || len(n.c.history.unborn) > 0 {
		return // see checkpoint
	}
	n.saved = n.c.now
	n.c.counters[counter.CheckpointsSet]++
	n.c.out.Saves = append(n.c.out.Saves, store.Checkpoint{Epoch: k.epoch, Turn: k.turn, Hash: k.hash, Digest: k.digest, Snapshot: k.snapshot})
}

// opened is the result of Options.Open for a joiner that has no verified state yet.
type opened struct {
	machine Machine
	log     Log
}
