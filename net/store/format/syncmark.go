//go:build !js

package format

import (
	"bytes"
	"errors"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

// Mark is the last synced position of a log; see Cut.
type Mark struct {
	Island, Turn, Most uint64
	At                 time.Time
	Clean              bool   // the file was closed
	Boot               string // which start of the machine it was; "": the system does not tell
}

// CurrentBoot names the present start of the machine; tests replace it.
var CurrentBoot = bootID

func (m Mark) Sum() []byte {
	return rowSum("marks", []uint64{m.Island, m.Turn, m.Most, uint64(Milliseconds(m.At)), oneIf(m.Clean)}, []byte(m.Boot))
}

func oneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// cut returns the possible loss of a log that ends at a turn; nil: none.
func (m Mark) cut(end uint64) *store.Cut {
	now := CurrentBoot()
	if m.Clean || m.Most <= end || now != "" && m.Boot == now {
		return nil
	}
	return &store.Cut{Turn: end, Most: m.Most, At: m.At, Sure: now != "" && m.Boot != ""}
}

// CutRow is a Cut in the file: one for each island and time.
type CutRow struct {
	Island uint64
	store.Cut
}

func (c CutRow) Sum() []byte {
	return rowSum("cuts", []uint64{c.Island, uint64(Milliseconds(c.At)), c.Turn, c.Most, c.Seen, oneIf(c.Sure), uint64(c.Fate)})
}

// maxCuts is the number of cuts that a file keeps. The oldest are dropped first.
const maxCuts = 100

const (
	InsertMark = `INSERT OR REPLACE INTO marks(island, turn, most, at, clean, boot, sum) VALUES (?, ?, ?, ?, ?, ?, ?)`
	insertCut  = `INSERT OR REPLACE INTO cuts(island, at, turn, most, seen, sure, fate, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
)

func PutMark(s *sqlite3.Stmt, m Mark) error {
	err := errors.Join(Ints(m.Island, m.Turn, m.Most, uint64(Milliseconds(m.At)), oneIf(m.Clean))(s), s.BindText(6, m.Boot), s.BindBlob(7, m.Sum()))
	if err != nil {
		return err
	}
	return s.Exec()
}

func PutCut(c *sqlite3.Conn, row CutRow) error {
	err := Query(c, insertCut, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(row.Island, uint64(Milliseconds(row.At)), row.Turn, row.Most, row.Seen, oneIf(row.Sure), uint64(row.Fate))(s), s.BindBlob(8, row.Sum()))
	}, nil)
	if err != nil {
		return err
	}
	return Query(c, `DELETE FROM cuts WHERE at < (SELECT min(at) FROM (SELECT at FROM cuts ORDER BY at DESC LIMIT ?))`, Ints(maxCuts), nil)
}

// ReadMarks reads the marks with good sums, by island.
func (r *Reader) ReadMarks() map[uint64]Mark {
	marks := map[uint64]Mark{}
	bad := 0
	err := Query(r.Conn, `SELECT island, turn, most, at, clean, boot, sum FROM marks ORDER BY island`, nil, func(s *sqlite3.Stmt) error {
		m := Mark{Island: uint64(s.ColumnInt64(0)), Turn: uint64(s.ColumnInt64(1)), Most: uint64(s.ColumnInt64(2)),
			At: FromMilliseconds(s.ColumnInt64(3)), Clean: s.ColumnInt64(4) == 1, Boot: s.ColumnText(5)}
		if bytes.Equal(s.ColumnRawBlob(6), m.Sum()) && s.ColumnInt64(4)>>1 == 0 {
			marks[m.Island] = m
		} else {
			bad++
		}
		return nil
	})
	if err != nil || bad > 0 {
		r.Damaged("The mark of how the file was closed is damaged: nobody can tell whether a power cut took something.")
	}
	return marks
}

// ReadCuts reads the cuts with good sums, oldest first.
func (r *Reader) ReadCuts() (cuts []CutRow) {
	bad := 0
	err := Query(r.Conn, `SELECT island, at, turn, most, seen, sure, fate, sum FROM cuts ORDER BY at, island`, nil, func(s *sqlite3.Stmt) error {
		c := CutRow{uint64(s.ColumnInt64(0)), store.Cut{At: FromMilliseconds(s.ColumnInt64(1)), Turn: uint64(s.ColumnInt64(2)), Most: uint64(s.ColumnInt64(3)),
			Seen: uint64(s.ColumnInt64(4)), Sure: s.ColumnInt64(5) == 1, Fate: store.Fate(s.ColumnInt64(6))}}
		if bytes.Equal(s.ColumnRawBlob(7), c.Sum()) && s.ColumnInt64(5)>>1 == 0 && s.ColumnInt64(6)>>8 == 0 {
			cuts = append(cuts, c)
		} else {
			bad++
		}
		return nil
	})
	if err != nil || bad > 0 {
		r.Damaged("The list of power cuts is damaged. The damaged entries were left out.")
	}
	return cuts
}

// cutOf returns the possible loss of a log that ends at a turn: since it was last closed, or since an earlier
// cut that is still undecided.
func (r *Reader) cutOf(island, end uint64) *store.Cut {
	if m, ok := r.Marks[island]; ok {
		if c := m.cut(end); c != nil {
			return c
		}
	}
	for i := len(r.Cuts) - 1; i >= 0; i-- {
		if c := r.Cuts[i]; c.Island == island {
			if c.Fate == store.Undecided && c.Turn <= end && c.Most > end {
				return &c.Cut
			}
			break
		}
	}
	return nil
}
