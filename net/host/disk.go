package host

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/mutant"
	"manyhold/net/store"
)

// batch is how long a lone voter that nobody is linked to may keep empty turns from its file.
const batch = time.Second

// disk is what is known of the world's file.
type disk struct {
	given   uint64 // last turn handed to the file
	written uint64
	synced  uint64 // as the file says; see durable
	err     error
	saved   time.Time
	held    time.Time     // since when turns are kept back; zero: none are
	pending *epoch.Record // being synced
	retry   time.Time
	owed    []uint64 // epochs whose records the file refused, though they are past

	spoilt  bool      // its last checkpoint may be of a state that was found wrong
	gap     bool      // the file has refused turns, and needs a checkpoint to go on from
	mended  time.Time // when it got one last
	mending bool      // turns wait for the next Ready, behind that checkpoint
}

// mendEvery is the least time between two checkpoints that the file gets because turns are missing in it.
const mendEvery = 3 * time.Second

// ownsLog reports whether this peer is the lone voter: its file decides what is committed.
func (c *Core) ownsLog() bool { return c.e != nil && c.e.Member() && c.e.Record().Lone() }

// appendOwn hands a lone voter's ordered turns to the file; nothing is committed before.
func (c *Core) appendOwn() {
	if !c.ownsLog() || len(c.state.history) == 0 {
		return
	}
	last := c.state.history[len(c.state.history)-1]
	if mutant.Is(mutant.EarlyAck) {
		c.e.Persisted(last.Number)
	}
	if c.disk.held.IsZero() {
		c.disk.held = c.now
	}
	idle := c.peers.Len() == 0 && c.quit == nil && !c.mailing() && bytes.Equal(last.Body, c.turn.empty)
	if idle && c.now.Sub(c.disk.held) < batch {
		return
	}
	c.appendTo(last.Number)
}

// appendTo hands the turns up to one to the file.
func (c *Core) appendTo(turn uint64) {
	c.disk.held = time.Time{}
	if c.disk.mending {
		return
	}
	first := len(c.state.history)
	for first > 0 && c.state.history[first-1].Number > c.disk.given {
		first--
	}
	for _, t := range c.state.history[first:] {
		if t.Number > c.disk.given && t.Number <= turn {
			c.out.Appends = append(c.out.Appends, store.Entry{Epoch: t.epoch, Turn: t.Number, Hash: t.Hash, Body: t.Body})
			c.disk.given = t.Number
		}
	}
}

// Persisted tells how far the file has come, and what is wrong with it.
func (c *Core) Persisted(now time.Time, turn uint64, err error) {
	c.at(now)
	c.disk.written = turn
	if err != nil && c.disk.err == nil {
		c.event("the world's file cannot be written", "why", err.Error())
	}
	c.disk.err, c.disk.gap = err, errors.Is(err, store.ErrGap)
	if c.ownsLog() {
		c.e.Persisted(min(turn, c.disk.given))
	}
	c.settle()
}

// mend gives a file that refused turns the last committed state that is kept, and the turns since that it has not written once
// more: those that it has stay in it meanwhile, because a lone voter may have told of them. When that was not enough, all since.
func (c *Core) mend() {
	if !c.disk.gap || c.e == nil || c.state.frozen || c.state.base.snapshot == nil || c.disk.pending != nil ||
		!c.disk.mended.IsZero() && c.now.Sub(c.disk.mended) < mendEvery {
		return
	}
	again := !c.disk.mended.IsZero() && c.now.Sub(c.disk.mended) < 2*mendEvery
	c.disk.mended, c.disk.mending = c.now, true
	c.save(c.state.base)
	if c.disk.given = max(c.state.base.turn, min(c.disk.given, c.disk.written)); again {
		c.disk.given = c.state.base.turn
	}
	c.event("mends the world's file", "turn", c.state.base.turn, "from", c.disk.given+1)
}

// record has an epoch's founding record synced; it takes effect in Recorded.
func (c *Core) record(r *epoch.Record) {
	c.appendTo(r.FirstTurn - 1)
	c.disk.pending, c.disk.retry = r, time.Time{}
	c.out.Records = append(c.out.Records, c.row(r))
	if mutant.Is(mutant.UnsyncedRecord) {
		c.disk.pending = nil
		c.e.Synced()
	}
}

func row(r *epoch.Record) store.EpochRow {
	return store.EpochRow{Number: r.Number, Rules: r.Rules, Record: r.Append(nil)}
}

// Recorded tells that an epoch's record is synced, or why not: then it is tried again.
func (c *Core) Recorded(now time.Time, number uint64, err error) {
	c.at(now)
	if number == vowRow {
		c.vowed(err)
		c.settle()
		return
	}
	r := c.disk.pending
	if r == nil || r.Number != number {
		if err != nil && !slices.Contains(c.disk.owed, number) { // of an epoch that began elsewhere: its turns are worth nothing without it
			c.disk.owed, c.disk.retry = append(c.disk.owed, number), c.now.Add(time.Second)
		}
		return
	}
	if err != nil {
		c.disk.err = err
		c.disk.retry = c.now.Add(time.Second)
		c.event("an epoch's record cannot be written", "epoch", number, "why", err.Error())
		return
	}
	c.disk.pending = nil
	c.disk.written = max(c.disk.written, r.FirstTurn-1) // what was given before it is synced, too
	c.disk.synced = max(c.disk.synced, r.FirstTurn-1)
	if c.ownsLog() {
		c.e.Persisted(r.FirstTurn - 1)
	}
	switch {
	case c.recovery != nil && c.recovery.record == r:
		c.recovered(r)
	case c.adopted == r, c.line.founding == r:
		c.line.founding = nil
		c.recovered(r)
	case c.e != nil && c.e.Record().Number+1 == number:
		c.e.Synced()
	}
	c.settle()
}

// again tries to write a record once more.
func (c *Core) again() {
	if c.disk.retry.IsZero() || c.now.Before(c.disk.retry) || c.archiving() {
		return
	}
	c.disk.retry = time.Time{}
	for _, number := range c.disk.owed {
		c.out.Records = append(c.out.Records, c.row(c.records[number-1]))
	}
	c.disk.owed = nil
	if c.disk.pending != nil {
		c.out.Records = append(c.out.Records, c.row(c.disk.pending))
	}
}

// save hands a committed state to the file as a checkpoint.
func (c *Core) save(k kept) {
	if len(c.births) > 0 || len(c.unborn) > 0 {
		return // see checkpoint
	}
	c.disk.saved = c.now
	c.counters[counter.CheckpointsSet]++
	c.out.Saves = append(c.out.Saves, store.Checkpoint{Epoch: k.epoch, Turn: k.turn, Hash: k.hash, Digest: k.digest, Snapshot: k.snapshot})
}
