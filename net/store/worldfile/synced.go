//go:build !js

package worldfile

import (
	"time"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// syncedTurn returns the greatest turn that is synced.
func (q *queue) syncedTurn() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.synced
}

// requestSync asks for a sync before its time.
func (q *queue) requestSync() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.syncWanted && q.synced < max(q.written, q.extent.last) {
		q.syncWanted = true
		signal(q.signals.wake)
	}
}

// syncWanted reports whether a caller waits for a sync.
func (w *writer) syncWanted() bool {
	for _, t := range w.tracks {
		t.q.mu.Lock()
		hurry := t.q.syncWanted
		t.q.mu.Unlock()
		if hurry {
			return true
		}
	}
	return false
}

// noteSynced notes that all written turns are synced.
func (q *queue) noteSynced() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.syncWanted = false
	if q.synced != q.written {
		q.synced = q.written
		signal(q.signals.notify)
	}
}

// markLogs writes the marks of the logs that changed since the last ones.
func (w *writer) markLogs(now time.Time, clean bool) error {
	due := clean
	for _, t := range w.tracks {
		due = due || t.begun && t.top != t.marked
	}
	if !due {
		return nil
	}
	return w.atomically(func() error {
		for _, t := range w.tracks {
			if !t.begun || t.top == t.marked && !clean {
				continue
			}
			if err := format.PutMark(w.marking, format.Mark{Island: t.island, Turn: t.top, Most: t.top + store.MaxUnsynced, At: now, Clean: clean, Boot: format.CurrentBoot()}); err != nil {
				return err
			}
		}
		return nil
	})
}

// noteMarks allows the turns up to the synced marks to be reported.
func (w *writer) noteMarks() {
	for _, t := range w.tracks {
		if t.begun {
			t.marked, t.most = t.top, t.top+store.MaxUnsynced
			t.tellWritten()
		}
	}
}

// mustSync reports whether turns wait for a sync before they may be reported.
func (w *writer) mustSync() bool {
	for _, t := range w.tracks {
		if t.begun && t.top > t.most {
			return true
		}
	}
	return false
}
