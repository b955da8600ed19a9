//go:build !js

package store

import (
	"bytes"
	"errors"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// mark is the last synced position of a log; see Cut.
type mark struct {
	island, turn, most uint64
	at                 time.Time
	clean              bool   // the file was closed
	boot               string // which start of the machine it was; "": the system does not tell
}

// currentBoot names the present start of the machine; tests replace it.
var currentBoot = bootID

func (m mark) sum() []byte {
	return rowSum("marks", []uint64{m.island, m.turn, m.most, uint64(milliseconds(m.at)), oneIf(m.clean)}, []byte(m.boot))
}

func oneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// cut returns the possible loss of a log that ends at a turn; nil: none.
func (m mark) cut(end uint64) *Cut {
	now := currentBoot()
	if m.clean || m.most <= end || now != "" && m.boot == now {
		return nil
	}
	return &Cut{Turn: end, Most: m.most, At: m.at, Sure: now != "" && m.boot != ""}
}

// cutRow is a Cut in the file: one for each island and time.
type cutRow struct {
	island uint64
	Cut
}

func (c cutRow) sum() []byte {
	return rowSum("cuts", []uint64{c.island, uint64(milliseconds(c.At)), c.Turn, c.Most, c.Seen, oneIf(c.Sure), uint64(c.Fate)})
}

// maxCuts is the number of cuts that a file keeps. The oldest are dropped first.
const maxCuts = 100

const (
	insertMark = `INSERT OR REPLACE INTO marks(island, turn, most, at, clean, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)`
	insertCut  = `INSERT OR REPLACE INTO cuts(island, at, turn, most, seen, sure, fate, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
)

func putMark(s *sqlite3.Stmt, m mark) error {
	err := errors.Join(ints(m.island, m.turn, m.most, uint64(milliseconds(m.at)), oneIf(m.clean))(s), s.BindText(6, m.boot), s.BindBlob(7, m.sum()))
	if err != nil {
		return err
	}
	return s.Exec()
}

func putCut(c *sqlite3.Conn, row cutRow) error {
	err := query(c, insertCut, func(s *sqlite3.Stmt) error {
		return errors.Join(ints(row.island, uint64(milliseconds(row.At)), row.Turn, row.Most, row.Seen, oneIf(row.Sure), uint64(row.Fate))(s), s.BindBlob(8, row.sum()))
	}, nil)
	if err != nil {
		return err
	}
	return query(c, `DELETE FROM cuts WHERE at < (SELECT min(at) FROM (SELECT at FROM cuts ORDER BY at DESC LIMIT ?))`, ints(maxCuts), nil)
}

// readMarks reads the marks with good sums, by island.
func (r *reader) readMarks() map[uint64]mark {
	marks := map[uint64]mark{}
	bad := 0
	err := query(r.conn, `SELECT island, turn, most, at, clean, boot, sum FROM marks ORDER BY island`, nil, func(s *sqlite3.Stmt) error {
		m := mark{island: uint64(s.ColumnInt64(0)), turn: uint64(s.ColumnInt64(1)), most: uint64(s.ColumnInt64(2)),
			at: fromMilliseconds(s.ColumnInt64(3)), clean: s.ColumnInt64(4) == 1, boot: s.ColumnText(5)}
		if bytes.Equal(s.ColumnRawBlob(6), m.sum()) && s.ColumnInt64(4)>>1 == 0 {
			marks[m.island] = m
		} else {
			bad++
		}
		return nil
	})
	if err != nil || bad > 0 {
		r.damaged("The mark of how the file was closed is damaged: nobody can tell whether a power cut took something.")
	}
	return marks
}

// readCuts reads the cuts with good sums, oldest first.
func (r *reader) readCuts() (cuts []cutRow) {
	bad := 0
	err := query(r.conn, `SELECT island, at, turn, most, seen, sure, fate, sum FROM cuts ORDER BY at, island`, nil, func(s *sqlite3.Stmt) error {
		c := cutRow{uint64(s.ColumnInt64(0)), Cut{At: fromMilliseconds(s.ColumnInt64(1)), Turn: uint64(s.ColumnInt64(2)), Most: uint64(s.ColumnInt64(3)),
			Seen: uint64(s.ColumnInt64(4)), Sure: s.ColumnInt64(5) == 1, Fate: Fate(s.ColumnInt64(6))}}
		if bytes.Equal(s.ColumnRawBlob(7), c.sum()) && s.ColumnInt64(5)>>1 == 0 && s.ColumnInt64(6)>>8 == 0 {
			cuts = append(cuts, c)
		} else {
			bad++
		}
		return nil
	})
	if err != nil || bad > 0 {
		r.damaged("The list of power cuts is damaged. The damaged entries were left out.")
	}
	return cuts
}

// cutOf returns the possible loss of a log that ends at a turn: since it was last closed, or since an earlier
// cut that is still undecided.
func (r *reader) cutOf(island, end uint64) *Cut {
	if m, ok := r.marks[island]; ok {
		if c := m.cut(end); c != nil {
			return c
		}
	}
	for i := len(r.cuts) - 1; i >= 0; i-- {
		if c := r.cuts[i]; c.island == island {
			if c.Fate == Undecided && c.Turn <= end && c.Most > end {
				return &c.Cut
			}
			break
		}
	}
	return nil
}

// copyCuts copies marks and cuts.
func (r *reader) copyCuts(to *sqlite3.Conn) error {
	s, _, err := to.Prepare(insertMark)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, m := range r.marks {
		err = errors.Join(err, putMark(s, m))
	}
	for _, c := range r.cuts {
		err = errors.Join(err, putCut(to, c))
	}
	return err
}

// Cuts returns the power cuts that may have taken turns of the home island in the file at path, oldest first.
// The file is only read and may be open in another process. Its errors are those of Inspect.
func Cuts(path string) (cuts []Cut, err error) {
	r, _, err := openToRead(path, nil)
	if err == nil {
		err = recoverPanic(func() error {
			for _, c := range r.readCuts() {
				if c.island == Home {
					cuts = append(cuts, c.Cut)
				}
			}
			return nil
		})
		recoverPanic(r.conn.Close)
	}
	return cuts, explain(path, err)
}

// Decide records the fate of a power cut of the log, replacing the file's entry.
func (l *Log) Decide(c Cut) { l.q.decide(c) }

func (q *queue) decide(c Cut) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.cutNews = &c
		q.schedule(true)
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
			if err := putMark(w.marking, mark{t.island, t.top, t.top + MaxUnsynced, now, clean, currentBoot()}); err != nil {
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
			t.marked, t.most = t.top, t.top+MaxUnsynced
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
