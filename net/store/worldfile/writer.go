//go:build !js

package worldfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/format"
)

// writer owns the file. Its goroutine alone touches the connection.
type writer struct {
	queues *queues
	path   string
	conn   *sqlite3.Conn
	format.Packing
	tracks  []*track
	pins    []pin            // by blobs and archives; never changed in place
	refs    map[[32]byte]int // number of kept checkpoints, blobs and archives that use a part
	insert  *sqlite3.Stmt    // of a turn
	marking *sqlite3.Stmt    // of a mark

	players   map[key.ID]store.Player
	charter   map[[32]byte][]byte
	retryAt   time.Time // no attempt to write before; zero while the disk does its work
	synced    time.Time
	unsynced  bool // something was written since
	full      bool // look up whether the file has reached its limit
	dirSynced bool
}

// run works until Close. The connection is closed when it returns.
func (w *writer) run() error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-w.home().signals.wake:
		case <-timer.C:
		case <-w.home().signals.closing:
			return w.end()
		}
		timer.Reset(w.work(time.Now()))
	}
}

// home returns the queue of the home island. All logs share its channels.
func (w *writer) home() *queue { return w.tracks[0].q }

// addTracks adds tracks for the logs that were requested since.
func (w *writer) addTracks() {
	for _, q := range w.queues.list()[len(w.tracks):] {
		w.tracks = append(w.tracks, &track{writer: w, q: q, island: q.island})
	}
}

// work does the due work and returns the time until more is due.
func (w *writer) work(now time.Time) time.Duration {
	if wait := w.retryAt.Sub(now); wait > 0 {
		return wait
	}
	w.addTracks()
	w.full = w.full || w.queues.takeChanged()
	due, wait := w.due(now)
	err := w.writable()
	if due && err == nil {
		err = w.flush(now)
	}
	if err == nil {
		var more bool
		if more, err = w.step(); more {
			wait = 0
		}
	}
	if err == nil && w.unsynced {
		every := store.SyncEvery
		if w.syncWanted() {
			every = store.SyncGap
		}
		if left := every - now.Sub(w.synced); left > 0 && !w.mustSync() {
			wait = min(wait, left)
		} else {
			err = w.sync(now, false)
		}
	}
	w.outcome(err, now)
	if err != nil {
		w.failWaiting(w.fault(err))
		return store.RetryEvery
	}
	return wait
}

// due reports whether the queues are to be taken now, or after which time. One due queue takes all others
// along.
func (w *writer) due(now time.Time) (due bool, wait time.Duration) {
	wait, due = time.Hour, len(w.players)+len(w.charter) > 0
	for _, t := range w.tracks {
		is, left := t.q.due(now)
		due, wait = due || is || len(t.batch.list) > 0, min(wait, left)
	}
	return due, wait
}

// failWaiting tells waiting callers why their work will not be written.
func (w *writer) failWaiting(why error) {
	for _, t := range w.tracks {
		tell(t.q.failWaiting(), why)
	}
}

// due reports whether the queue is to be taken now, or after which time.
func (q *queue) due(now time.Time) (bool, time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	const idle = time.Hour
	switch {
	case q.since.IsZero():
		return false, idle
	case q.urgent:
		return true, idle
	}
	left := store.QuietDelay - now.Sub(q.since)
	return left <= 0, max(left, 0)
}

// outcome sets Err to the result of the last attempt.
func (w *writer) outcome(err error, now time.Time) {
	recovered := err == nil && !w.retryAt.IsZero()
	switch {
	case err != nil:
		w.retryAt, err = now.Add(store.RetryEvery), w.fault(err)
	case recovered:
		w.retryAt = time.Time{}
	default:
		return
	}
	for _, t := range w.tracks {
		t.q.mu.Lock()
		if err != nil || !t.q.extent.gap {
			t.q.setErr(err)
		}
		t.q.mu.Unlock()
	}
}

// fault puts an error into words. Damage that only writing met leaves a marker file, so that the next Open
// replaces the file although reading finds nothing wrong.
func (w *writer) fault(err error) error {
	if err == nil {
		return nil
	}
	size := saveStep
	for _, t := range w.tracks {
		size += t.batch.bytes()
	}
	err = format.ExplainWrite(w.path, err, size)
	if errors.Is(err, store.ErrDamaged) {
		os.WriteFile(format.MarkerPath(w.path), nil, 0o600)
		err = fmt.Errorf("%w: restart Manyhold, which then uses the intact part", err)
	}
	return err
}

// flush writes the waiting work of all logs in one transaction. Failed work is tried again, except records of
// epochs and operations: those are refused, because their callers must know.
func (w *writer) flush(now time.Time) error {
	idle, waited := true, false
	stands := make([]progress, len(w.tracks))
	for i, t := range w.tracks {
		t.take()
		idle = idle && t.idle()
		waited = waited || len(t.epochs)+len(t.operations)+len(t.trials) > 0
		stands[i] = t.progress
	}
	if idle && len(w.players)+len(w.charter) == 0 {
		return nil
	}
	held := w.pins
	err := w.atomically(w.putAll)
	if err != nil {
		w.pins = held
		for i, t := range w.tracks {
			t.progress = stands[i]
		}
	} else {
		w.unsynced = true
		if waited { // blobs and archives name parts; turns do not
			w.refs = w.references()
		}
		clear(w.players)
		clear(w.charter)
		for _, t := range w.tracks {
			t.cut, t.certificate, t.trials = nil, nil, nil
			t.batch.clear()
			t.done()
			t.tellWritten()
		}
		if waited {
			err = w.sync(now, false)
		}
	}
	for _, t := range w.tracks {
		tell(t.waiting(), w.fault(err))
	}
	return err
}

// putAll writes the data taken by flush.
func (w *writer) putAll() error {
	deeds := false
	for _, t := range w.tracks {
		if err := t.put(); err != nil {
			return err
		}
		deeds = deeds || len(t.operations)+len(t.trials) > 0
	}
	for _, p := range w.players {
		if err := format.PutPlayer(w.conn, p); err != nil {
			return err
		}
	}
	for id, entry := range w.charter {
		if err := format.PutCharter(w.conn, id, entry); err != nil {
			return err
		}
	}
	if deeds {
		return w.dropParts(w.references())
	}
	return nil
}

// waiting returns the functions that report the results of the taken records and operations, and forgets
// them.
func (t *track) waiting() (told []func(error)) {
	for _, e := range t.epochs {
		told = append(told, e.done)
	}
	for _, d := range t.operations {
		d.why = t.fault(d.why)
		told = append(told, d.tell)
	}
	if n := len(t.operations); n > 0 {
		t.q.mu.Lock()
		t.q.rows.operations = append([]operation(nil), t.q.rows.operations[n:]...)
		t.q.mu.Unlock()
	}
	t.epochs, t.operations = nil, nil
	return told
}

func tell(waiting []func(error), err error) {
	for _, done := range waiting {
		if done != nil {
			done(err)
		}
	}
}

// atomically runs f in a transaction. After an error nothing of it is in the file.
func (w *writer) atomically(f func() error) error {
	return format.RecoverPanic(func() error {
		tx, err := w.conn.BeginImmediate()
		if err != nil {
			return err
		}
		if err = format.RecoverPanic(f); err == nil {
			err = tx.Commit()
		}
		if err != nil {
			w.insert.Reset()
			w.marking.Reset()
			if !w.conn.GetAutocommit() { // else SQLite has ended it itself
				tx.Rollback()
			}
		}
		return err
	})
}

// sync makes the written data survive a power cut. SQLite's WAL is a file of complete, checksummed
// transactions, so syncing it is enough. The marks are written with it; clean says that the file is being
// closed.
func (w *writer) sync(now time.Time, clean bool) error {
	marking := w.markLogs(now, clean) // even if the disk is full, written data are synced
	f, err := os.OpenFile(w.path+"-wal", os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // all is in the file itself, which SQLite has synced
	} else if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err == nil && !w.dirSynced {
		err = format.SyncDir(filepath.Dir(w.path))
		w.dirSynced = err == nil
	}
	if err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	if marking != nil {
		return marking
	}
	w.synced, w.unsynced = now, false
	w.noteMarks()
	for _, t := range w.tracks {
		t.q.noteSynced()
	}
	return nil
}

// end writes the waiting work a last time and closes the file.
func (w *writer) end() error {
	now := time.Now()
	w.addTracks()
	if err := w.writable(); err != nil { // the connection stays open, because closing it writes
		w.failWaiting(errors.Join(store.ErrClosed, err))
		return w.fault(err)
	}
	err := w.flush(now)
	for more := true; more && err == nil; {
		if more, err = w.step(); !more && err == nil && w.waits() {
			more, err = true, w.flush(now) // data that waited for a checkpoint, or the next one
		}
	}
	if err == nil {
		err = w.sync(now, true)
	}
	w.failWaiting(errors.Join(store.ErrClosed, err))
	w.insert.Close()
	w.marking.Close()
	if closing := format.RecoverPanic(w.conn.Close); err == nil {
		err = closing
	}
	return w.fault(err)
}

// waits reports whether any queue has work.
func (w *writer) waits() bool {
	for _, t := range w.tracks {
		t.q.mu.Lock()
		waits := !t.q.since.IsZero()
		t.q.mu.Unlock()
		if waits {
			return true
		}
	}
	return false
}
