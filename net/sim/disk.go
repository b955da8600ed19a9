package sim

import (
	"bytes"
	"math/rand/v2"
	"time"

	"manyhold/net/store"
)

// disk is the file of one node's world on a disk that keeps the promises of net/store and no more. What is
// given waits in the process; written, it survives the process; synced, it survives a power cut.
type disk struct {
	genesis store.Genesis
	file    image      // what the operating system has
	platter image      // what is on the disk
	wet     []change   // made to file, not to platter, in order
	most    uint64     // the greatest turn that may be told as written: the mark that is on the disk
	lacking *store.Cut // what the next process is told of a power cut
	rng     *rand.Rand

	write, sync time.Duration // how long they take
	limit       int           // turns that may wait
	full        bool
	rotten      bool // a bit is going to be found flipped

	// Of the process.
	jobs    []job
	since   time.Time // since when something waits
	urgent  bool
	batch   []job // being written
	busy    time.Time
	syncing bool
	retry   time.Time
	synced  time.Time
	last    uint64 // turn that was accepted
	known   bool
	gap     bool
	prev    []byte
	written uint64
	err     error
	news    bool // Written or Err changed
	done    []recorded
}

// job is what waits; with a row the core is told of its end.
type job struct {
	change
}

// recorded is the end of an epoch's record.
type recorded struct {
	number uint64
	branch *[32]byte // of an archive instead
	err    error
}

func newDisk(g store.Genesis, rng *rand.Rand) *disk {
	return &disk{genesis: g, rng: rng, write: time.Duration(1+rng.IntN(8)) * time.Millisecond,
		sync: time.Duration(2+rng.IntN(25)) * time.Millisecond, limit: 200 + rng.IntN(2000)}
}

// Append, Written, Notify, Epoch, Save and Err make a disk a host.Log.
func (d *disk) Append(e store.Entry) {
	if d.known && e.Turn <= d.last {
		d.last, d.written = e.Turn-1, min(d.written, e.Turn-1)
	}
	oldest := uint64(0)
	if len(d.file.saves) > 0 {
		oldest = d.file.saves[0].Turn
	}
	if d.gap || d.known && (e.Turn != d.last+1 || e.Turn <= oldest) || len(d.jobs) >= d.limit {
		if !d.gap {
			d.gap, d.err, d.news = true, store.ErrGap, true
		}
		return
	}
	e.Body = bytes.Clone(e.Body)
	quiet := bytes.Equal(e.Body, d.prev)
	d.prev, d.last, d.known = e.Body, e.Turn, true
	d.give(job{change{turn: &e}}, !quiet)
}

func (d *disk) give(j job, urgent bool) {
	d.jobs = append(d.jobs, j)
	d.urgent = d.urgent || urgent
}

// Written is the last turn that a killed process does not lose.
func (d *disk) Written() uint64 { return d.written }

// Notify is not used: the simulation asks.
func (d *disk) Notify() <-chan struct{} { return nil }

// Epoch gives a record; the end is told by ended.
func (d *disk) Epoch(r store.EpochRow, _ func(error)) {
	r.Record = bytes.Clone(r.Record)
	d.give(job{change{row: &r}}, true)
}

// Archive gives a branch to be moved out of the line; the end is told by done.
func (d *disk) Archive(b store.Branch, _ func(error)) {
	d.give(job{change{away: &b}}, true)
	d.last, d.written = min(d.last, b.Turn), min(d.written, b.Turn)
}

// Save gives a checkpoint.
func (d *disk) Save(c store.Checkpoint) {
	if !d.known || c.Turn > d.last || d.gap {
		d.last, d.known = max(c.Turn, d.last), true
		if c.Turn < d.last { // turns were refused since: they come again
			d.last = c.Turn
		}
	}
	if d.gap {
		d.gap, d.err, d.news = false, nil, true
	}
	d.give(job{change{save: &c}}, true)
}

// Err is what is wrong.
func (d *disk) Err() error { return d.err }

// next returns when something ends or begins; zero: never.
func (d *disk) next() time.Time {
	switch {
	case d.news || len(d.done) > 0:
		return d.synced
	case !d.busy.IsZero():
		return d.busy
	case len(d.jobs) > 0 && d.since.IsZero():
		return d.synced
	case len(d.jobs) > 0:
		at := d.since
		if !d.urgent {
			at = at.Add(store.QuietDelay)
		}
		return latest(at, d.retry)
	case len(d.wet) > 0:
		return latest(d.synced.Add(store.SyncEvery), d.retry)
	}
	return time.Time{}
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// tick does what is due.
func (d *disk) tick(now time.Time) {
	if d.synced.IsZero() {
		d.synced = now
	}
	if len(d.jobs) > 0 && d.since.IsZero() {
		d.since = now
	}
	if !d.busy.IsZero() && !now.Before(d.busy) {
		d.busy = time.Time{}
		d.finish(now)
	}
	if !d.busy.IsZero() || now.Before(d.retry) {
		return
	}
	switch {
	case len(d.jobs) > 0 && (d.urgent || now.Sub(d.since) >= store.QuietDelay):
		d.batch, d.jobs, d.urgent, d.since = d.jobs, nil, false, time.Time{}
		cost := d.write
		for _, j := range d.batch {
			if j.row != nil || j.away != nil {
				d.syncing = true
			}
		}
		if d.syncing = d.syncing || d.beyond(); d.syncing {
			cost += d.sync
		}
		d.busy = now.Add(cost)
	case len(d.wet) > 0 && now.Sub(d.synced) >= store.SyncEvery:
		d.syncing = true
		d.busy = now.Add(d.sync)
	}
}

// finish ends the write or sync that was going on.
func (d *disk) finish(now time.Time) {
	syncing := d.syncing
	d.syncing = false
	if d.full && len(d.batch) > 0 {
		d.refuse(now)
		return
	}
	if d.err != nil && !d.gap {
		d.err, d.news = nil, true
	}
	d.commit()
	if syncing {
		d.flush(now)
	}
}

// refuse has the disk take nothing: records are told so, everything else waits for space.
func (d *disk) refuse(now time.Time) {
	if !d.gap {
		d.err, d.news = store.ErrNoSpace, true
	}
	d.retry = now.Add(store.RetryEvery)
	var again []job
	for _, j := range d.batch {
		if j.row != nil {
			d.done = append(d.done, recorded{number: j.row.Number, err: store.ErrNoSpace})
		} else if j.away != nil {
			d.done = append(d.done, recorded{branch: &j.away.ID, err: store.ErrNoSpace})
		} else {
			again = append(again, j)
		}
	}
	d.jobs, d.batch = append(again, d.jobs...), nil
	if d.since.IsZero() {
		d.since = now
	}
}

// commit makes the batch part of the file.
func (d *disk) commit() {
	for _, j := range d.batch {
		d.file.apply(j.change)
		d.wet = append(d.wet, j.change)
		if j.row != nil {
			d.done = append(d.done, recorded{number: j.row.Number})
		}
		if j.away != nil {
			d.done = append(d.done, recorded{branch: &j.away.ID})
		}
	}
	d.batch = nil
	d.tell()
}

// tell says what is written, as far as the mark goes.
func (d *disk) tell() {
	if w := min(d.file.top(), d.last, d.most); w != d.written {
		d.written, d.news = w, true
	}
}

// beyond reports whether the batch goes beyond the mark: it is synced before it is told.
func (d *disk) beyond() bool {
	top := d.file.top()
	for _, j := range d.batch {
		if j.turn != nil {
			top = j.turn.Turn
		} else if j.save != nil {
			top = max(top, j.save.Turn)
		}
	}
	return top > d.most
}

// flush makes everything in the file safe from power cuts.
func (d *disk) flush(now time.Time) {
	for _, c := range d.wet {
		d.platter.apply(c)
	}
	d.wet, d.synced, d.most = d.wet[:0], now, d.file.top()+store.MaxUnsynced
	d.tell()
}

// close writes and syncs what waits, as a polite end does; a full disk takes nothing.
func (d *disk) close(now time.Time) {
	if !d.full {
		d.batch = append(d.batch, d.jobs...)
		d.commit()
		d.flush(now)
	}
	d.kill()
}

// kill ends the process: what it had not written is gone, and what it was writing is in the file whole or not.
func (d *disk) kill() {
	if len(d.batch) > 0 && !d.full && d.rng.IntN(2) == 0 {
		d.commit()
	}
	d.jobs, d.batch, d.done, d.busy, d.since, d.retry = nil, nil, nil, time.Time{}, time.Time{}, time.Time{}
	d.urgent, d.syncing, d.gap, d.err, d.news, d.prev = false, false, false, nil, false, nil
	d.last, d.known = d.file.top(), d.file.top() > 0
	d.written = d.last
}

// cut is a power cut: of what was not synced the beginning may be there, as far as the disk happened to be.
func (d *disk) cut() {
	d.kill()
	for _, c := range d.wet[:d.rng.IntN(len(d.wet)+1)] {
		d.platter.apply(c)
	}
	d.wet, d.file = d.wet[:0], d.platter.clone()
	if top := d.file.top(); d.most > top {
		d.lacking = &store.Cut{Turn: top, Most: d.most, At: d.synced, Sure: true}
	}
	d.last, d.known = d.file.top(), d.file.top() > 0
	d.written = d.last
}

// open returns what a new process finds.
func (d *disk) open(now time.Time) store.Loaded {
	if d.rotten {
		d.rotten = false
		d.flush(now)
		d.file.rot(d.rng.Uint64())
		d.platter = d.file.clone()
	}
	d.flush(now) // as the store does: what is found is acted upon
	l := d.file.load(d.genesis)
	if end := l.Checkpoint.Turn + uint64(len(l.Tail)); d.lacking != nil && d.lacking.Most > end {
		l.Cut = d.lacking
	}
	top := l.Checkpoint.Turn
	if n := len(l.Tail); n > 0 {
		top = l.Tail[n-1].Turn
	}
	d.last, d.known, d.written = top, top > 0, top
	return l
}
