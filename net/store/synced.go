//go:build !js

package store

// durable returns the greatest turn that is synced.
func (q *queue) durable() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.synced
}

// hasten has what is written synced before its time.
func (q *queue) hasten() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.hurry && q.synced < max(q.written, q.last) {
		q.hurry = true
		signal(q.wake)
	}
}

// hurried reports whether somebody waits for a sync.
func (w *writer) hurried() bool {
	for _, t := range w.tracks {
		t.q.mu.Lock()
		hurry := t.q.hurry
		t.q.mu.Unlock()
		if hurry {
			return true
		}
	}
	return false
}

// settled notes that all that was written is synced.
func (q *queue) settled() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.hurry = false
	if q.synced != q.written {
		q.synced = q.written
		signal(q.notify)
	}
}
