//go:build !js

package store

import (
	"errors"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// salvage puts what can be read of a damaged file of an older schema into a new one, which takes its place and is
// brought to the present schema. Rows are not judged: that is for those who read the present schema. why is what the
// migration of the file itself met; it is returned when that is no damage. The connection is closed in any case.
func salvage(path string, conn *sqlite3.Conn, version int, why error) (*sqlite3.Conn, error) {
	if !errors.Is(fault(path, why), ErrDamaged) {
		return conn, why
	}
	err := buildAs(path, version, func(to *sqlite3.Conn) error {
		tables, err := tableNames(to)
		for _, t := range tables {
			if err == nil {
				err = copyTable(conn, to, t)
			}
		}
		return err
	})
	trap(conn.Close)
	if err == nil {
		err = install(path)
	}
	if err != nil {
		return nil, err
	}
	if conn, err = connect(path, sqlite3.OPEN_READWRITE); err != nil {
		return nil, err
	}
	return conn, migrate(conn, version, len(migrations))
}

func tableNames(c *sqlite3.Conn) (names []string, err error) {
	err = query(c, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`, nil, func(s *sqlite3.Stmt) error {
		names = append(names, s.ColumnText(0))
		return nil
	})
	return names, err
}

// copyTable copies the rows of a table from both ends up to where they cannot be read. Its error is the new file's.
func copyTable(from, to *sqlite3.Conn, table string) error {
	columns, err := number(to, `SELECT count(*) FROM pragma_table_info('`+table+`')`)
	if err != nil {
		return err
	}
	put, _, err := to.Prepare(`INSERT OR IGNORE INTO ` + table + ` VALUES (?` + strings.Repeat(`, ?`, int(columns)-1) + `)`)
	if err != nil {
		return err
	}
	defer put.Close()
	var failed error
	row := func(s *sqlite3.Stmt) error {
		if s.ColumnCount() != int(columns) {
			return errStop
		}
		for i := range int(columns) {
			if failed = copyColumn(put, s, i); failed != nil {
				return failed
			}
		}
		if err := put.Exec(); err != nil && !errors.Is(err, sqlite3.CONSTRAINT) {
			failed = err
		}
		return failed
	}
	for _, order := range []string{``, ` ORDER BY 1 DESC`} {
		if trap(func() error { return query(from, `SELECT * FROM `+table+order, nil, row) }) == nil {
			break
		}
		if failed != nil {
			return failed
		}
	}
	return failed
}

func copyColumn(to, from *sqlite3.Stmt, i int) error {
	switch from.ColumnType(i) {
	case sqlite3.INTEGER:
		return to.BindInt64(i+1, from.ColumnInt64(i))
	case sqlite3.TEXT:
		return to.BindText(i+1, from.ColumnText(i))
	case sqlite3.BLOB:
		return bindBytes(to, i+1, from.ColumnRawBlob(i))
	}
	return to.BindNull(i + 1) // no column of ours is: the row is refused
}
