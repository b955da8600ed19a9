package sim

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/store"
)

// isleDisk is the file of all islands of one process: what is written survives the process, what is synced a power
// cut. There is one order of all writes, as in one file.
type isleDisk struct {
	genesis store.Genesis
	delay   time.Duration // until something is written
	file    isleImage     // what the operating system has
	platter isleImage     // what is on the disk
	wet     []isleChange  // made to file, not to platter
	synced  time.Time
	todo    []isleJob
}

// isleImage is what the file has of each island.
type isleImage struct {
	lines map[uint64]*image
	ended map[uint64]bool
}

// isleChange is something that is written of an island; without a change its line ends.
type isleChange struct {
	island uint64
	change
}

// isleJob is a change that waits, and what is called when it is written.
type isleJob struct {
	isleChange
	at   time.Time
	done func(now time.Time)
}

func newIsleDisk(delay time.Duration) *isleDisk {
	return &isleDisk{delay: delay, file: newIsleImage(), platter: newIsleImage()}
}

func newIsleImage() isleImage { return isleImage{map[uint64]*image{}, map[uint64]bool{}} }

func (i *isleImage) apply(c isleChange) {
	if c.turn == nil && c.row == nil && c.save == nil {
		i.ended[c.island] = true
		return
	}
	if i.lines[c.island] == nil {
		i.lines[c.island] = &image{}
	}
	i.lines[c.island].apply(c.change)
}

func (i *isleImage) clone() isleImage {
	c := isleImage{map[uint64]*image{}, maps.Clone(i.ended)}
	for island, line := range i.lines {
		l := line.clone()
		c.lines[island] = &l
	}
	return c
}

// give has a change written after the disk's delay.
func (d *isleDisk) give(now time.Time, c isleChange, done func(now time.Time)) {
	d.todo = append(d.todo, isleJob{c, now.Add(d.delay), done})
}

// next is when something is to be written; zero: nothing is.
func (d *isleDisk) next() time.Time {
	if len(d.todo) == 0 {
		return time.Time{}
	}
	return d.todo[0].at
}

// write writes the first of what is due, and reports whether there was something. A record is synced with all before.
func (d *isleDisk) write(now time.Time) bool {
	if now.Sub(d.synced) >= store.SyncEvery {
		d.flush(now)
	}
	if len(d.todo) == 0 || d.todo[0].at.After(now) {
		return false
	}
	j := d.todo[0]
	d.todo = d.todo[1:]
	d.file.apply(j.isleChange)
	d.wet = append(d.wet, j.isleChange)
	if j.row != nil {
		d.flush(now)
	}
	if j.done != nil {
		j.done(now)
	}
	return true
}

func (d *isleDisk) flush(now time.Time) {
	for _, c := range d.wet {
		d.platter.apply(c)
	}
	d.wet, d.synced = nil, now
}

// cut is a power cut: a beginning of what was not synced may be there.
func (d *isleDisk) cut(kept int) {
	for _, c := range d.wet[:kept] {
		d.platter.apply(c)
	}
	d.wet, d.file = nil, d.platter.clone()
}

// top is the last turn written of an island.
func (d *isleDisk) top(island uint64) uint64 {
	if l := d.file.lines[island]; l != nil {
		return l.top()
	}
	return 0
}

// load is what a new process finds; what is found is synced.
func (d *isleDisk) load(now time.Time) (l store.Loaded) {
	d.flush(now)
	l.Genesis = d.genesis
	for _, island := range slices.Sorted(maps.Keys(d.file.lines)) {
		one := d.file.lines[island].load(d.genesis)
		switch {
		case d.file.ended[island]:
			l.Ended = append(l.Ended, island)
		case island == host.Home:
			l.Checkpoint, l.Epochs, l.Tail = one.Checkpoint, one.Epochs, one.Tail
		default:
			l.Lines = append(l.Lines, store.LoadedLine{Island: island, Checkpoint: one.Checkpoint, Epochs: one.Epochs, Tail: one.Tail})
		}
	}
	return l
}

// isleLog is what a world is told of its file. It cannot archive: nobody goes on without the others.
type isleLog struct{}

func (isleLog) Append(store.Entry)                {}
func (isleLog) Written() uint64                   { return 0 }
func (isleLog) Notify() <-chan struct{}           { return nil }
func (isleLog) Epoch(store.EpochRow, func(error)) {}
func (isleLog) Save(store.Checkpoint)             {}
func (isleLog) Err() error                        { return nil }

// turnOf, rowOf and saveOf are changes of an island's line.
func turnOf(island uint64, e store.Entry) isleChange {
	e.Body = bytes.Clone(e.Body)
	return isleChange{island, change{turn: &e}}
}

func rowOf(island uint64, r store.EpochRow) isleChange {
	r.Record = bytes.Clone(r.Record)
	return isleChange{island, change{row: &r}}
}

func saveOf(island uint64, c store.Checkpoint) isleChange {
	return isleChange{island, change{save: &c}}
}
