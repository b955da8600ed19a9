// Package disk is the simulated disk of net/sim: the file of one node's world, with the promises of net/store
// and no more. A Disk takes a host's outputs, reports the ends of writes, and breaks as told: it loses
// unsynced data in a power cut, is full or slow, and rots. It is called with the time, and draws chance from
// its own source.
//
// File is the content of a world's file, with an Image of each island's log. A Disk has two of them: File as
// the operating system has it, which survives the process, and Platter, which survives a power cut.
package disk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/store"
)

// Disk is the file of one node's world on a disk that keeps the promises of net/store and no more. New data
// wait in the process. Written data survive the process, synced data survive a power cut. All islands share
// one order of writes.
type Disk struct {
	genesis store.Genesis
	File    File    // as the operating system has it
	Platter File    // as the disk has it
	wet     []filed // in File, not in Platter, in order
	marks   map[uint64]*Mark
	rng     *rand.Rand

	WriteTime, SyncTime time.Duration // how long they take
	limit               int           // turns that may wait
	Full                bool
	Rotten              Row // kind of the row with a flipped bit to be found; zero: none
	Damaged             bool

	// Of the process.
	Feeds   []*Feed // by island
	jobs    []filed
	since   time.Time // since when something waits
	urgent  bool
	Awaited bool    // a waiting or running write has a consequence
	batch   []filed // being written
	Busy    time.Time
	syncing bool
	retry   time.Time
	synced  time.Time
	Done    []Completion
}

// Completion is the reported end of a write: an epoch's record, or an archive, by its id.
type Completion struct {
	Island uint64
	Number uint64
	Branch *[32]byte
	Err    error
}

// New returns an empty disk; its speed is drawn from rng.
func New(g store.Genesis, rng *rand.Rand) *Disk {
	return &Disk{genesis: g, rng: rng, File: newFile(), Platter: newFile(), marks: map[uint64]*Mark{}, WriteTime: time.Duration(1+rng.IntN(8)) * time.Millisecond,
		SyncTime: time.Duration(2+rng.IntN(25)) * time.Millisecond, limit: 200 + rng.IntN(2000)}
}

// Give queues a core's output for writing.
func (d *Disk) Give(out kernel.Output) {
	f := d.feed(out.Island)
	for _, e := range out.Appends {
		d.append(f, e)
	}
	for _, r := range out.Records {
		r.Record = bytes.Clone(r.Record)
		d.queue(filed{out.Island, change{row: &r}}, true)
	}
	for _, c := range out.Saves {
		f.save(c)
		d.queue(filed{out.Island, change{save: &c}}, true) // as net/store does: a caller may wait for it
	}
	if out.End {
		d.queue(filed{out.Island, change{end: true}}, true)
	}
	for _, b := range out.Archives {
		b.Island = out.Island
		d.queue(filed{out.Island, change{away: &b}}, true)
		f.last, f.Written, f.away = min(f.last, b.Turn), min(f.Written, b.Turn), max(f.Written, f.away)
	}
}

// append gives a turn; beyond the limit, or with a gap before it, it is not kept.
func (d *Disk) append(f *Feed, e store.Entry) {
	if f.known && e.Turn <= f.last {
		f.last, f.Written = e.Turn-1, min(f.Written, e.Turn-1)
	}
	oldest := uint64(0)
	if l := d.File.Logs[f.Island]; l != nil && len(l.saves) > 0 {
		oldest = l.saves[0].Turn
	}
	if f.gap || f.known && (e.Turn != f.last+1 || e.Turn <= oldest) || len(d.jobs) >= d.limit {
		if !f.gap {
			f.gap, f.Err, f.News = true, store.ErrGap, true
		}
		return
	}
	quiet := bytes.Equal(e.Body, f.prev)
	f.prev, f.last, f.known = e.Body, e.Turn, true
	d.queue(filed{f.Island, change{turn: &e}}, !quiet)
}

// Writing reports whether a write waits or is running.
func (d *Disk) Writing() bool { return len(d.jobs)+len(d.batch) > 0 }

func (d *Disk) queue(c filed, urgent bool) {
	d.jobs = append(d.jobs, c)
	d.urgent = d.urgent || urgent
}

// Next returns when something ends or begins; zero: never.
func (d *Disk) Next() time.Time {
	switch {
	case len(d.Done) > 0 || slices.ContainsFunc(d.Feeds, func(f *Feed) bool { return f.News }):
		return d.synced
	case !d.Busy.IsZero():
		return d.Busy
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

// Begin starts to write new data, if no write is running.
func (d *Disk) Begin(now time.Time) {
	if len(d.jobs) > 0 && !now.Before(d.Busy) {
		d.Tick(now)
	}
}

// Tick does the due work.
func (d *Disk) Tick(now time.Time) {
	if d.synced.IsZero() {
		d.synced = now
	}
	if len(d.jobs) > 0 && d.since.IsZero() {
		d.since = now
	}
	if !d.Busy.IsZero() && !now.Before(d.Busy) {
		d.Busy = time.Time{}
		d.finish(now)
	}
	if !d.Busy.IsZero() || now.Before(d.retry) {
		return
	}
	switch {
	case len(d.jobs) > 0 && (d.urgent || now.Sub(d.since) >= store.QuietDelay):
		d.batch, d.jobs, d.urgent, d.since = d.jobs, d.batch[:0], false, time.Time{}
		cost := d.WriteTime
		for _, c := range d.batch {
			if c.synced() {
				d.syncing = true
			}
		}
		if d.syncing = d.syncing || d.beyond(); d.syncing {
			cost += d.SyncTime
		}
		d.Busy = now.Add(cost)
	case len(d.wet) > 0 && now.Sub(d.synced) >= store.SyncEvery:
		d.syncing = true
		d.Busy = now.Add(d.SyncTime)
	}
}

// finish ends the write or sync that was going on.
func (d *Disk) finish(now time.Time) {
	syncing := d.syncing
	d.syncing = false
	if d.Full && len(d.batch) > 0 {
		d.refuse(now)
		return
	}
	for _, f := range d.Feeds {
		if f.Err != nil && !f.gap {
			f.Err, f.News = nil, true
		}
	}
	d.commit()
	if syncing {
		d.flush(now)
	}
}

// refuse fails all writes: records are reported, everything else waits for space.
func (d *Disk) refuse(now time.Time) {
	for _, f := range d.Feeds {
		if !f.gap {
			f.Err, f.News = store.ErrNoSpace, true
		}
	}
	d.retry = now.Add(store.RetryEvery)
	var again []filed
	for _, c := range d.batch {
		switch {
		case c.row != nil:
			d.Done = append(d.Done, Completion{Island: c.island, Number: c.row.Number, Err: store.ErrNoSpace})
		case c.away != nil:
			d.Done = append(d.Done, Completion{Island: c.island, Branch: &c.away.ID, Err: store.ErrNoSpace})
		default:
			again = append(again, c)
		}
	}
	d.jobs, d.batch = append(again, d.jobs...), nil
	if d.since.IsZero() {
		d.since = now
	}
}

// commit makes the batch part of the file.
func (d *Disk) commit() {
	for _, c := range d.batch {
		if c.away != nil && !d.File.log(c.island).takes(c.away) {
			d.Done = append(d.Done, Completion{Island: c.island, Branch: &c.away.ID, Err: store.ErrGap})
			continue
		}
		d.File.apply(c)
		d.wet = append(d.wet, c)
		switch {
		case c.row != nil:
			d.Done = append(d.Done, Completion{Island: c.island, Number: c.row.Number})
		case c.away != nil:
			d.Done = append(d.Done, Completion{Island: c.island, Branch: &c.away.ID})
		}
		d.feed(c.island).wrote = true
	}
	clear(d.batch)
	d.batch = d.batch[:0]
	for _, f := range d.Feeds {
		if f.wrote {
			f.wrote = false
			d.tell(f)
		}
	}
}

// flush makes everything in the file safe from power cuts.
func (d *Disk) flush(now time.Time) {
	for _, c := range d.wet {
		d.Platter.apply(c)
	}
	clear(d.wet)
	d.wet, d.synced = d.wet[:0], now
	d.move()
}

// Close writes and syncs waiting data, as a clean end does. A full disk takes nothing.
func (d *Disk) Close(now time.Time) {
	if !d.Full {
		d.batch = append(d.batch, d.jobs...)
		d.commit()
		d.flush(now)
	}
	d.Kill()
}

// Kill ends the process. Waiting data are lost; a running write is in the file completely or not at all.
func (d *Disk) Kill() {
	if len(d.batch) > 0 && !d.Full && d.rng.IntN(2) == 0 {
		d.commit()
	}
	d.jobs, d.batch, d.Done, d.Busy, d.since, d.retry = nil, nil, nil, time.Time{}, time.Time{}, time.Time{}
	d.urgent, d.Awaited, d.syncing, d.Feeds = false, false, false, nil
}

// CutPower is a power cut: a random beginning of the unsynced data is on the disk.
func (d *Disk) CutPower() {
	d.Kill()
	for _, island := range d.File.Islands() {
		d.Mark(island).Had = d.File.Loaded(island)
	}
	for _, c := range d.wet[:d.rng.IntN(len(d.wet)+1)] {
		d.Platter.apply(c)
	}
	d.wet, d.File = d.wet[:0], d.Platter.clone()
	d.lacks()
}

// Open returns the file as a new process finds it.
func (d *Disk) Open(now time.Time) store.Loaded {
	d.Damaged = false
	if d.Rotten != 0 {
		d.flush(now)
		for k := range RowCount {
			if kind := (d.Rotten-1+k)%(RowCount-1) + 1; d.File.rot(kind, d.rng.Uint64()) {
				d.Damaged = true
				break
			}
		}
		d.Rotten, d.Platter = 0, d.File.clone()
	}
	d.flush(now) // as the store does: the process acts upon it
	l := d.File.load(d.genesis)
	d.cuts(&l)
	return l
}
