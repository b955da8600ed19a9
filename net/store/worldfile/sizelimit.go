//go:build !js

package worldfile

import (
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store/format"
)

// trimStep is the number of segments that are dropped in one transaction.
const trimStep = 16

// Limit bounds the space of the world in its file, in bytes; zero means no bound. Beyond it the oldest folded
// turns are dropped: first those that no log needs (replaced turns, logs of ended islands), then those of the
// logs. A note in the file says so. States, archives and the turns since the oldest kept checkpoint are never
// dropped. The space is reused, so the file stops growing. Limit takes effect at once and is safe for
// concurrent use.
func (w *World) Limit(bytes int64) {
	w.queues.mu.Lock()
	defer w.queues.mu.Unlock()
	if bytes != w.queues.limit {
		w.queues.limit, w.queues.changed = bytes, true
		signal(w.queues.all[0].signals.wake)
	}
}

// takeChanged reports whether the limit has changed since the last call.
func (l *queues) takeChanged() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	changed := l.changed
	l.changed = false
	return changed
}

// trim drops one portion of old turns if the file exceeds its limit. It is called after a checkpoint.
func (w *writer) trim() (more bool, err error) {
	w.queues.mu.Lock()
	limit := w.queues.limit
	w.queues.mu.Unlock()
	if limit == 0 {
		return false, nil
	}
	used, err := format.Number(w.conn, `SELECT (p.page_count - f.freelist_count) * s.page_size
		FROM pragma_page_count() p, pragma_freelist_count() f, pragma_page_size() s`)
	if err != nil || used <= limit {
		return false, err
	}
	n := 0
	err = w.atomically(func() error {
		n, err = w.dropOldest(limit)
		return err
	})
	w.unsynced = w.unsynced || n > 0
	return n > 0, err
}

// dropOldest removes the least needed segments and notes it.
func (w *writer) dropOldest(limit int64) (n int, err error) {
	const oldest = `SELECT s.id, s.first, s.last, s.island, s.branch FROM segments s LEFT JOIN islands l ON l.island = s.island WHERE s.branch <= 1
		ORDER BY s.branch = 0 AND coalesce(l.ended, 1) = 0, s.last LIMIT ?`
	var ids []uint64
	useless := map[uint64]uint64{} // milestones, by island: no turns lead on from those before
	first, last := uint64(0), uint64(0)
	err = format.Query(w.conn, oldest, format.Ints(trimStep), func(s *sqlite3.Stmt) error {
		from, to := uint64(s.ColumnInt64(1)), uint64(s.ColumnInt64(2))
		if len(ids) == 0 || from < first {
			first = from
		}
		if uint64(s.ColumnInt64(4)) == 0 {
			island := uint64(s.ColumnInt64(3))
			useless[island] = max(useless[island], to)
		}
		ids, last = append(ids, uint64(s.ColumnInt64(0))), max(last, to)
		return nil
	})
	for _, id := range ids {
		if err == nil {
			err = format.Query(w.conn, `DELETE FROM segments WHERE id = ?`, format.Ints(id), nil)
		}
	}
	for _, t := range w.tracks {
		if to := useless[t.island]; to > 0 && err == nil {
			err = t.dropMilestonesBefore(to)
		}
	}
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	words := fmt.Sprintf("Turns between %d and %d, which only the world's history needs, were dropped: the file has reached its limit of %d bytes.", first, last, limit)
	return len(ids), format.PutNote(w.conn, format.Milliseconds(time.Now()), words)
}
