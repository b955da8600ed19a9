//go:build !js

package store

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
	if !q.syncWanted && q.synced < max(q.written, q.last) {
		q.syncWanted = true
		signal(q.wake)
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
		signal(q.notify)
	}
}
