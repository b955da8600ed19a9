//go:build !js

package store

import "github.com/ncruces/go-sqlite3"

// Epochs returns the records with good sums of all logs and archives in the file at path, without their
// blobs. The file is only read and may be open in another process. Its errors are those of Inspect.
func Epochs(path string) (rows []EpochRow, err error) {
	r, _, err := openToRead(path, nil)
	if err != nil {
		return nil, explain(path, err)
	}
	defer func() { recoverPanic(r.conn.Close) }()
	err = recoverPanic(func() error {
		var of []*logReader
		err := query(r.conn, `SELECT DISTINCT island, archive FROM epochs ORDER BY island, archive`, nil, func(s *sqlite3.Stmt) error {
			of = append(of, &logReader{reader: r, island: uint64(s.ColumnInt64(0)), archive: uint64(s.ColumnInt64(1))})
			return nil
		})
		for _, l := range of {
			for _, e := range l.readEpochs() {
				e.Blob = nil
				rows = append(rows, e)
			}
		}
		return err
	})
	return rows, explain(path, err)
}
