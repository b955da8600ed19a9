//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// AddCharter leaves an entry of the world's charter to be written, in place of any with its id. Any log of
// the world takes it. It is written at once, because people look at it, and synced with the next turns.
func (l *Log) AddCharter(id [32]byte, entry []byte) {
	if len(entry) > MaxCharterEntry {
		panic(fmt.Sprintf("store: an entry of the charter with %d bytes", len(entry)))
	}
	q := l.q
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, waits := q.charter[id]; !q.closed && (waits || len(q.charter) < MaxCharterWaiting) {
		q.charter[id] = bytes.Clone(entry)
		q.schedule(true)
	}
}

// Charter returns the charter of the world in the file at path, by id. The file is only read and may be open
// in another process. Its errors are those of Inspect.
func Charter(path string) (rows []CharterRow, err error) {
	r, _, err := openToRead(path, nil)
	if err == nil {
		err = recoverPanic(func() error { rows = r.readCharter(); return nil })
		recoverPanic(r.conn.Close)
	}
	return rows, explain(path, err)
}

func (c CharterRow) sum() []byte { return rowSum("charter", nil, c.ID[:], c.Entry) }

func putCharter(c *sqlite3.Conn, id [32]byte, entry []byte) error {
	row := CharterRow{id, entry}
	return query(c, `INSERT OR REPLACE INTO charter(id, entry, sum) VALUES (?, ?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(s.BindBlob(1, id[:]), bindBytes(s, 2, entry), s.BindBlob(3, row.sum()))
	}, nil)
}

func (r *reader) readCharter() (rows []CharterRow) {
	var which []byte
	bad := 0
	err := query(r.conn, `SELECT id, entry, sum FROM charter ORDER BY id`, nil, func(s *sqlite3.Stmt) error {
		row := CharterRow{Entry: bytes.Clone(s.ColumnRawBlob(1))}
		if id := s.ColumnRawBlob(0); len(id) == len(row.ID) {
			copy(row.ID[:], id)
		}
		if len(row.Entry) <= MaxCharterEntry && bytes.Equal(s.ColumnRawBlob(2), row.sum()) {
			rows = append(rows, row)
		} else if bad++; bad <= maxNamed {
			which = append(which, row.ID[:4]...)
		}
		return nil
	})
	if err != nil {
		r.damaged("The charter cannot be read after the first %d entries.", len(rows))
	} else if bad > 0 {
		r.damaged("%d entries of the charter are damaged and were left out; others have them: %s.", bad, keyList(which, bad))
	}
	return rows
}
