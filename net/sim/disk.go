package sim

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/store"
)

// disk is the file of one node's world on a disk that keeps the promises of net/store and no more. New data
// wait in the process. Written data survive the process, synced data survive a power cut. All islands share
// one order of writes.
type disk struct {
	genesis store.Genesis
	file    file    // as the operating system has it
	platter file    // as the disk has it
	wet     []filed // made to file, not to platter, in order
	marks   map[uint64]*mark
	rng     *rand.Rand

	write, sync time.Duration // how long they take
	limit       int           // turns that may wait
	full        bool
	rotten      Row // kind of the row whose bit will be found flipped; zero: none
	damaged     bool

	// Of the process.
	feeds   []*feed // by island
	jobs    []filed
	since   time.Time // since when something waits
	urgent  bool
	awaited bool    // a waiting or running write has a consequence
	batch   []filed // being written
	busy    time.Time
	syncing bool
	retry   time.Time
	synced  time.Time
	done    []deed
}

// deed is the reported end of a write: an epoch's record, or an archive, by its id.
type deed struct {
	island uint64
	number uint64
	branch *[32]byte
	err    error
}

func newDisk(g store.Genesis, rng *rand.Rand) *disk {
	return &disk{genesis: g, rng: rng, file: newFile(), platter: newFile(), marks: map[uint64]*mark{}, write: time.Duration(1+rng.IntN(8)) * time.Millisecond,
		sync: time.Duration(2+rng.IntN(25)) * time.Millisecond, limit: 200 + rng.IntN(2000)}
}

// give queues a core's output for writing.
func (d *disk) give(out host.Output) {
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
		f.last, f.written = min(f.last, b.Turn), min(f.written, b.Turn)
	}
}

// append gives a turn; beyond the limit, or with a gap before it, it is not kept.
func (d *disk) append(f *feed, e store.Entry) {
	if f.known && e.Turn <= f.last {
		f.last, f.written = e.Turn-1, min(f.written, e.Turn-1)
	}
	oldest := uint64(0)
	if l := d.file.lines[f.island]; l != nil && len(l.saves) > 0 {
		oldest = l.saves[0].Turn
	}
	if f.gap || f.known && (e.Turn != f.last+1 || e.Turn <= oldest) || len(d.jobs) >= d.limit {
		if !f.gap {
			f.gap, f.err, f.news = true, store.ErrGap, true
		}
		return
	}
	quiet := bytes.Equal(e.Body, f.prev)
	f.prev, f.last, f.known = e.Body, e.Turn, true
	d.queue(filed{f.island, change{turn: &e}}, !quiet)
}

func (d *disk) queue(c filed, urgent bool) {
	d.jobs = append(d.jobs, c)
	d.urgent = d.urgent || urgent
}

// next returns when something ends or begins; zero: never.
func (d *disk) next() time.Time {
	switch {
	case len(d.done) > 0 || slices.ContainsFunc(d.feeds, func(f *feed) bool { return f.news }):
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

// begin starts to write new data, if no write is running.
func (d *disk) begin(now time.Time) {
	if len(d.jobs) > 0 && !now.Before(d.busy) {
		d.tick(now)
	}
}

// tick does the due work.
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
		d.batch, d.jobs, d.urgent, d.since = d.jobs, d.batch[:0], false, time.Time{}
		cost := d.write
		for _, c := range d.batch {
			if c.synced() {
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
	for _, f := range d.feeds {
		if f.err != nil && !f.gap {
			f.err, f.news = nil, true
		}
	}
	d.commit()
	if syncing {
		d.flush(now)
	}
}

// refuse fails all writes: records are reported, everything else waits for space.
func (d *disk) refuse(now time.Time) {
	for _, f := range d.feeds {
		if !f.gap {
			f.err, f.news = store.ErrNoSpace, true
		}
	}
	d.retry = now.Add(store.RetryEvery)
	var again []filed
	for _, c := range d.batch {
		switch {
		case c.row != nil:
			d.done = append(d.done, deed{island: c.island, number: c.row.Number, err: store.ErrNoSpace})
		case c.away != nil:
			d.done = append(d.done, deed{island: c.island, branch: &c.away.ID, err: store.ErrNoSpace})
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
func (d *disk) commit() {
	for _, c := range d.batch {
		if c.away != nil && !d.file.line(c.island).takes(c.away) {
			d.done = append(d.done, deed{island: c.island, branch: &c.away.ID, err: store.ErrGap})
			continue
		}
		d.file.apply(c)
		d.wet = append(d.wet, c)
		switch {
		case c.row != nil:
			d.done = append(d.done, deed{island: c.island, number: c.row.Number})
		case c.away != nil:
			d.done = append(d.done, deed{island: c.island, branch: &c.away.ID})
		}
		d.feed(c.island).wrote = true
	}
	clear(d.batch)
	d.batch = d.batch[:0]
	for _, f := range d.feeds {
		if f.wrote {
			f.wrote = false
			d.tell(f)
		}
	}
}

// flush makes everything in the file safe from power cuts.
func (d *disk) flush(now time.Time) {
	for _, c := range d.wet {
		d.platter.apply(c)
	}
	clear(d.wet)
	d.wet, d.synced = d.wet[:0], now
	d.move()
}

// close writes and syncs waiting data, as a clean end does. A full disk takes nothing.
func (d *disk) close(now time.Time) {
	if !d.full {
		d.batch = append(d.batch, d.jobs...)
		d.commit()
		d.flush(now)
	}
	d.kill()
}

// kill ends the process. Waiting data are lost; a running write is in the file completely or not at all.
func (d *disk) kill() {
	if len(d.batch) > 0 && !d.full && d.rng.IntN(2) == 0 {
		d.commit()
	}
	d.jobs, d.batch, d.done, d.busy, d.since, d.retry = nil, nil, nil, time.Time{}, time.Time{}, time.Time{}
	d.urgent, d.awaited, d.syncing, d.feeds = false, false, false, nil
}

// cut is a power cut: a random beginning of the unsynced data is on the disk.
func (d *disk) cut() {
	d.kill()
	for _, island := range d.file.islands() {
		d.mark(island).had = d.file.loaded(island)
	}
	for _, c := range d.wet[:d.rng.IntN(len(d.wet)+1)] {
		d.platter.apply(c)
	}
	d.wet, d.file = d.wet[:0], d.platter.clone()
	d.lacks()
}

// open returns the file as a new process finds it.
func (d *disk) open(now time.Time) store.Loaded {
	d.damaged = false
	if d.rotten != 0 {
		d.flush(now)
		for k := range rowCount {
			if kind := (d.rotten-1+k)%(rowCount-1) + 1; d.file.rot(kind, d.rng.Uint64()) {
				d.damaged = true
				break
			}
		}
		d.rotten, d.platter = 0, d.file.clone()
	}
	d.flush(now) // as the store does: the process acts upon it
	l := d.file.load(d.genesis)
	d.cuts(&l)
	return l
}
