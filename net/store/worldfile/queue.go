//go:build !js

package worldfile

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/format"
)

// entryOverhead is the size of a waiting turn without its body, in bytes.
const entryOverhead = 96

// waiting is a turn in the queue. Its body is in the queue's arena.
type waiting struct {
	epoch, turn uint64
	hash        [32]byte
	from, to    int // the body
	end         int // of the signatures after it
}

// turns is a list of turns with their bodies in one piece of memory, so that a quiet world makes no garbage.
type turns struct {
	list  []waiting
	arena []byte
}

func (t *turns) add(e store.Entry) {
	from := len(t.arena)
	t.arena = append(t.arena, e.Body...)
	to := len(t.arena)
	t.arena = append(t.arena, e.Signatures...)
	t.list = append(t.list, waiting{e.Epoch, e.Turn, e.Hash, from, to, len(t.arena)})
}

func (t *turns) at(i int) store.Entry {
	w := t.list[i]
	return store.Entry{Epoch: w.epoch, Turn: w.turn, Hash: w.hash, Body: t.arena[w.from:w.to:w.to], Signatures: t.arena[w.to:w.end]}
}

func (t *turns) addAll(o *turns) {
	for i := range o.list {
		t.add(o.at(i))
	}
}

func (t *turns) clear() { t.list, t.arena = t.list[:0], t.arena[:0] }

func (t *turns) bytes() int { return len(t.arena) + len(t.list)*entryOverhead }

// epochJob is an epoch's record and the function to call when it is on the disk.
type epochJob struct {
	row  store.EpochRow
	done func(error)
}

// operation changes a whole log: it archives a branch or ends the log. done is called when that is on the
// disk.
type operation struct {
	branch *store.Branch // to be archived; nil: the log ends
	done   func(error)
	why    error // why it alone was refused; set by the writer
}

// tell reports the result of the operation when its transaction ended with err.
func (d operation) tell(err error) {
	if err == nil {
		err = d.why
	}
	if d.done != nil {
		d.done(err)
	}
}

// queue holds the work that callers left for the writer, for one log. It is the only value that both touch.
type queue struct {
	island uint64
	mu     sync.Mutex
	turns  turns
	after  turns // those after a checkpoint that lies ahead, until it is in the file
	ahead  bool  // there is such a checkpoint
	rows   rows
	// not yet begun: at most one that is ahead, and one after it; later ones take their places
	saves  []*saveJob
	saving *saveJob // begun

	extent     extent
	prev       []byte // body of the turn before
	urgent     bool   // some work does not wait for company
	since      time.Time
	inBatch    int // bytes of turns that the writer has taken and not written
	written    uint64
	synced     uint64 // greatest turn that survives a power cut
	syncWanted bool   // a caller waits for a sync
	err        error
	closed     bool
	signals    signals
}

// extent says which turns the file has, or will have when the queue is written.
type extent struct {
	last   uint64 // greatest turn that was accepted, or that of a checkpoint ahead of it
	oldest uint64 // turn of the oldest checkpoint that the file keeps
	base   uint64 // the turns from here to last follow each other, in the file or on the way there
	// lowest turn that a refused turn went back to: the file's turns from there on are dead; zero: none
	cut    uint64
	known  bool   // last is valid
	gap    bool   // turns were refused: until the next Save
	rewind uint64 // lowest turn that was appended again since the writer took turns; zero none
}

// rows are the writes that wait besides turns and checkpoints.
type rows struct {
	epochs      []epochJob
	operations  []operation             // run when no turn waits
	players     map[key.ID]store.Player // seen since the writer took them
	charter     map[[32]byte][]byte
	cut         *store.Cut
	certificate *format.Certificate // to be written
	trials      []trialJob
}

func newRows() rows {
	return rows{players: map[key.ID]store.Player{}, charter: map[[32]byte][]byte{}}
}

// signals connect callers and writer.
type signals struct {
	closing chan struct{} // closed by Close: flush and end; shared by all logs, like wake
	wake    chan struct{} // capacity 1
	notify  chan struct{} // capacity 1
}

func newQueue() *queue {
	return &queue{island: store.Home, rows: newRows(),
		signals: signals{closing: make(chan struct{}), wake: make(chan struct{}, 1), notify: make(chan struct{}, 1)}}
}

// another makes the queue of another log with the same writer.
func (q *queue) another(island uint64) *queue {
	return &queue{island: island, rows: newRows(), signals: signals{closing: q.signals.closing, wake: q.signals.wake, notify: make(chan struct{}, 1)}}
}

// writtenTurn returns the greatest turn that is written.
func (q *queue) writtenTurn() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.written
}

// lastErr returns the value of Log.Err.
func (q *queue) lastErr() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

// signal leaves a mark in a channel of capacity 1.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// schedule notes that work waits since now. Urgent work does not wait for company. The caller holds mu.
func (q *queue) schedule(urgent bool) {
	if q.since.IsZero() {
		q.since = time.Now()
		signal(q.signals.wake)
	}
	if urgent && !q.urgent {
		q.urgent = true
		signal(q.signals.wake)
	}
}

// append takes a turn. Three cases: it is the next one; it replaces one that was there and ends the turns
// after it; or it lies beyond a gap and is refused.
func (q *queue) append(e store.Entry) {
	if checkEntry(e); e.Turn == 0 {
		panic("store: the first turn is 1")
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if len(q.rows.operations) > 0 {
		q.refuse(e.Turn)
		return
	}
	if q.extent.known && e.Turn <= q.extent.last {
		q.goBack(e.Turn)
	}
	switch {
	case q.extent.known && e.Turn <= q.extent.base:
		q.extent.cut = lowestTurn(q.extent.cut, e.Turn)
		q.refuse(e.Turn)
	case q.extent.cut != 0 && e.Turn > q.extent.cut: // it follows turns that the file lacks
		q.refuse(e.Turn)
	case !q.extent.gap:
		q.extent.cut = 0
	}
	if !q.extent.known {
		q.extent.base = max(e.Turn, 1) - 1
	}
	if q.extent.gap || q.extent.known && e.Turn != q.extent.last+1 || q.waiting()+len(e.Body)+len(e.Signatures) > store.MaxQueued {
		q.refuse(e.Turn)
		return
	}
	quiet := bytes.Equal(e.Body, q.prev)
	q.prev = append(q.prev[:0], e.Body...)
	q.extent.last, q.extent.known = e.Turn, true
	if q.ahead {
		q.after.add(e)
		return
	}
	q.turns.add(e)
	q.schedule(!quiet)
}

// waiting returns the size of the waiting turns in bytes.
func (q *queue) waiting() int { return q.turns.bytes() + q.after.bytes() + q.inBatch }

// goBack prepares for a turn that replaces one of the log: neither the reported turn nor a checkpoint may lie
// on the branch that ends.
func (q *queue) goBack(turn uint64) {
	for _, s := range slices.Backward(q.jobs()) {
		if s.c.Turn < turn {
			if s.ahead {
				break // the waiting turns follow this stretch; earlier ones belong to other stretches
			}
			continue
		}
		s.cancelled = true
		if s.ahead {
			q.extent.last, q.extent.base = s.before, max(s.baseBefore, q.extent.oldest)
			q.extent.cut = lowestTurn(q.extent.cut, s.cut)
			q.after.clear()
		}
	}
	q.saves = slices.DeleteFunc(q.saves, func(s *saveJob) bool { return s.cancelled })
	q.ahead = slices.ContainsFunc(q.jobs(), func(s *saveJob) bool { return s.ahead })
	q.extent.last = min(q.extent.last, turn-1)
	q.written, q.synced = min(q.written, turn-1), min(q.synced, turn-1)
	q.extent.rewind = lowestTurn(q.extent.rewind, turn)
}

// jobs returns the checkpoints on their way into the file, in order. The caller holds mu.
func (q *queue) jobs() (jobs []*saveJob) {
	if q.saving != nil && !q.saving.cancelled {
		jobs = append(jobs, q.saving)
	}
	return append(jobs, q.saves...)
}

// refuse notes that a turn is not kept.
func (q *queue) refuse(turn uint64) {
	if q.extent.gap {
		return
	}
	q.extent.gap = true
	why := fmt.Sprintf("turn %d does not follow turns %d to %d", turn, q.extent.base, q.extent.last)
	if q.waiting() > store.MaxQueued/2 {
		why = fmt.Sprintf("%d bytes of turns wait for the disk", q.waiting())
	}
	q.setErr(fmt.Errorf("%w (%s)", store.ErrGap, why))
}

// saveCheckpoint takes a checkpoint in place of one that still waits. A checkpoint beyond the appended turns,
// or before all turns that follow each other, begins a new stretch of turns. Those wait until it is in the
// file.
func (q *queue) saveCheckpoint(c store.Checkpoint) {
	checkEntry(store.Entry{Epoch: c.Epoch, Turn: c.Turn})
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.rows.operations) > 0 {
		return
	}
	job := &saveJob{c: c, before: q.extent.last, baseBefore: q.extent.base, ahead: !q.extent.known || c.Turn > q.extent.last || c.Turn < q.extent.base || q.extent.cut != 0}
	switch n := len(q.saves); {
	case job.ahead:
		q.begin(job)
		q.saves = append(q.saves[:0], job)
	case n > 0 && !q.saves[n-1].ahead:
		q.saves[n-1] = job
	default:
		q.saves = append(q.saves, job)
	}
	if q.extent.gap {
		q.extent.gap = false
		q.setErr(nil)
	}
	q.schedule(true)
}

// begin starts a new stretch of turns with a checkpoint. Turns that wait for another checkpoint are dropped
// with it. The caller holds mu.
func (q *queue) begin(job *saveJob) {
	for _, s := range slices.Backward(q.jobs()) {
		if !s.ahead {
			continue
		}
		if s == q.saving {
			job.before, job.baseBefore = s.c.Turn, s.c.Turn
		} else {
			job.before, job.baseBefore, job.cut = s.before, s.baseBefore, s.cut
		}
		break
	}
	job.cut, q.extent.cut = lowestTurn(job.cut, q.extent.cut), 0
	if q.extent.known && job.c.Turn < q.extent.base {
		job.cut = lowestTurn(job.cut, job.c.Turn+1)
	}
	q.extent.last, q.extent.base, q.extent.known, q.ahead = job.c.Turn, job.c.Turn, true, true
	q.after.clear()
}

// failWaiting removes the records and operations that wait behind a failed write, and returns the functions
// that must be told.
func (q *queue) failWaiting() (told []func(error)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, e := range q.rows.epochs {
		told = append(told, e.done)
	}
	for _, d := range q.rows.operations {
		told = append(told, d.tell)
	}
	q.rows.epochs, q.rows.operations = nil, nil
	return told
}

// setErr changes the value of Err. The caller holds mu.
func (q *queue) setErr(err error) {
	if (err == nil) != (q.err == nil) || err != nil && err.Error() != q.err.Error() {
		q.err = err
		signal(q.signals.notify)
	}
}

// epoch takes a record, or reports that the world is closed.
func (q *queue) epoch(row store.EpochRow, done func(error)) {
	if row.Number > store.MaxTurn || len(row.Record) > store.MaxBody || len(row.Blob) > store.MaxBlob {
		panic(fmt.Sprintf("store: the record of epoch %d has %d bytes, its blob %d", row.Number, len(row.Record), len(row.Blob)))
	}
	row.Record = bytes.Clone(row.Record)
	q.leave(done, func() { q.rows.epochs = append(q.rows.epochs, epochJob{row, done}) })
}

// operate takes an operation on the whole log, or reports that the world is closed.
func (q *queue) operate(d operation) {
	q.leave(d.done, func() { q.rows.operations = append(q.rows.operations, d) })
}

// leave puts urgent work into the queue, or tells done that the world is closed.
func (q *queue) leave(done func(error), put func()) {
	q.mu.Lock()
	closed := q.closed
	if !closed {
		put()
		q.schedule(true)
	}
	q.mu.Unlock()
	if closed && done != nil {
		done(store.ErrClosed)
	}
}

func (q *queue) seen(p store.Player) {
	q.mu.Lock()
	defer q.mu.Unlock()
	old, waits := q.rows.players[p.Key]
	if q.closed || !waits && len(q.rows.players) == store.MaxSeen {
		return
	}
	q.rows.players[p.Key] = format.MergePlayer(old, p)
	q.schedule(false)
}

func (q *queue) decide(c store.Cut) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.rows.cut = &c
		q.schedule(true)
	}
}
