//go:build !js

package format

import (
	"bytes"
	"errors"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

func CharterSum(c store.CharterRow) []byte { return rowSum("charter", nil, c.ID[:], c.Entry) }

func PutCharter(c *sqlite3.Conn, id [32]byte, entry []byte) error {
	row := store.CharterRow{ID: id, Entry: entry}
	return Query(c, `INSERT OR REPLACE INTO charter(id, entry, sum) VALUES (?, ?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(s.BindBlob(1, id[:]), BindBytes(s, 2, entry), s.BindBlob(3, CharterSum(row)))
	}, nil)
}

func (r *Reader) ReadCharter() (rows []store.CharterRow) {
	var which []byte
	bad := 0
	err := Query(r.Conn, `SELECT id, entry, sum FROM charter ORDER BY id`, nil, func(s *sqlite3.Stmt) error {
		row := store.CharterRow{Entry: bytes.Clone(s.ColumnRawBlob(1))}
		if id := s.ColumnRawBlob(0); len(id) == len(row.ID) {
			copy(row.ID[:], id)
		}
		if len(row.Entry) <= store.MaxCharterEntry && bytes.Equal(s.ColumnRawBlob(2), CharterSum(row)) {
			rows = append(rows, row)
		} else if bad++; bad <= maxNamed {
			which = append(which, row.ID[:4]...)
		}
		return nil
	})
	if err != nil {
		r.Damaged("The charter cannot be read after the first %d entries.", len(rows))
	} else if bad > 0 {
		r.Damaged("%d entries of the charter are damaged and were left out; others have them: %s.", bad, keyList(which, bad))
	}
	return rows
}
