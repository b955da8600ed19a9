//go:build !js

package store

import (
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// applicationID marks our files among SQLite's: "MHLD".
const applicationID = 0x4d484c44

// migrations lead from an empty file to the present schema; the n-th makes version n (from 1). Files in
// people's hands have gone through them: they are only ever appended to, which a test watches.
var migrations = []string{
	`CREATE TABLE genesis(id INTEGER PRIMARY KEY CHECK(id = 1), encoding BLOB NOT NULL) STRICT;
	CREATE TABLE epochs(number INTEGER PRIMARY KEY, rules INTEGER NOT NULL, record BLOB NOT NULL, sum BLOB NOT NULL) STRICT;
	CREATE TABLE turns(turn INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL) STRICT;
	CREATE TABLE segments(id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, branch INTEGER NOT NULL,
		before BLOB NOT NULL, after BLOB NOT NULL, data BLOB NOT NULL) STRICT;
	CREATE INDEX segments_by_turn ON segments(branch, first);
	CREATE TABLE parts(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
	CREATE TABLE checkpoints(turn INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, hash BLOB NOT NULL, digest INTEGER NOT NULL,
		parts BLOB NOT NULL, sum BLOB NOT NULL) STRICT;
	CREATE TABLE players(key BLOB PRIMARY KEY, name TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
		sum BLOB NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE notes(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, words TEXT NOT NULL) STRICT;`,

	`ALTER TABLE epochs RENAME TO epochs1;
	CREATE TABLE epochs(id INTEGER PRIMARY KEY, line INTEGER NOT NULL, archive INTEGER NOT NULL, number INTEGER NOT NULL,
		rules INTEGER NOT NULL, record BLOB NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL, UNIQUE(line, archive, number)) STRICT;
	INSERT INTO epochs(line, archive, number, rules, record, parts, sum) SELECT 1, 0, number, rules, record, x'', sum FROM epochs1;
	DROP TABLE epochs1;
	ALTER TABLE turns RENAME TO turns1;
	CREATE TABLE turns(line INTEGER NOT NULL, turn INTEGER NOT NULL, epoch INTEGER NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL,
		PRIMARY KEY(line, turn)) STRICT, WITHOUT ROWID;
	INSERT INTO turns SELECT 1, turn, epoch, hash, body FROM turns1;
	DROP TABLE turns1;
	DROP INDEX segments_by_turn;
	ALTER TABLE segments ADD COLUMN line INTEGER NOT NULL DEFAULT 1;
	CREATE INDEX segments_by_turn ON segments(line, branch, first);
	ALTER TABLE checkpoints RENAME TO checkpoints1;
	CREATE TABLE checkpoints(id INTEGER PRIMARY KEY, line INTEGER NOT NULL, turn INTEGER NOT NULL, epoch INTEGER NOT NULL,
		hash BLOB NOT NULL, digest INTEGER NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL, UNIQUE(line, turn)) STRICT;
	INSERT INTO checkpoints(line, turn, epoch, hash, digest, parts, sum) SELECT 1, turn, epoch, hash, digest, parts, sum FROM checkpoints1;
	DROP TABLE checkpoints1;
	CREATE TABLE lines(line INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
	INSERT INTO lines(line, ended) VALUES (1, 0);
	CREATE TABLE archives(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, line INTEGER NOT NULL, turn INTEGER NOT NULL,
		base BLOB NOT NULL, epoch INTEGER NOT NULL, tip INTEGER NOT NULL, hash BLOB NOT NULL, digest INTEGER NOT NULL,
		parts BLOB NOT NULL, records BLOB NOT NULL, words TEXT NOT NULL, at INTEGER NOT NULL, sum BLOB NOT NULL) STRICT;`,

	`CREATE TABLE charter(id BLOB PRIMARY KEY, entry BLOB NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID;`,

	`CREATE TABLE marks(line INTEGER PRIMARY KEY, turn INTEGER NOT NULL, most INTEGER NOT NULL, at INTEGER NOT NULL, clean INTEGER NOT NULL,
		boot TEXT NOT NULL, sum BLOB NOT NULL) STRICT;
	CREATE TABLE cuts(line INTEGER NOT NULL, at INTEGER NOT NULL, turn INTEGER NOT NULL, most INTEGER NOT NULL, seen INTEGER NOT NULL,
		sure INTEGER NOT NULL, fate INTEGER NOT NULL, sum BLOB NOT NULL, PRIMARY KEY(line, at)) STRICT, WITHOUT ROWID;`,

	`CREATE TABLE certificates(line INTEGER NOT NULL, turn INTEGER NOT NULL, bytes BLOB NOT NULL, sum BLOB NOT NULL,
		PRIMARY KEY(line, turn)) STRICT, WITHOUT ROWID;`,
}

// asOf2 lets a file of the first schema be read, without changing it, as one of the second: views of this
// connection that hide the tables.
const asOf2 = `CREATE TEMP VIEW epochs AS SELECT 1 AS line, 0 AS archive, number, rules, record, x'' AS parts, sum FROM main.epochs;
	CREATE TEMP VIEW turns AS SELECT 1 AS line, turn, epoch, hash, body FROM main.turns;
	CREATE TEMP VIEW segments AS SELECT id, first, last, branch, before, after, data, 1 AS line FROM main.segments;
	CREATE TEMP VIEW checkpoints AS SELECT 1 AS line, turn, epoch, hash, digest, parts, sum FROM main.checkpoints;
	CREATE TEMP TABLE lines(line INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
	INSERT INTO lines(line, ended) VALUES (1, 0);
	CREATE TEMP TABLE archives(id INTEGER PRIMARY KEY, name BLOB, line INTEGER, turn INTEGER, base BLOB, epoch INTEGER, tip INTEGER,
		hash BLOB, digest INTEGER, parts BLOB, records BLOB, words TEXT, at INTEGER, sum BLOB);`

// asOf3 does the same for one of the second schema, or read as such.
const asOf3 = `CREATE TEMP TABLE charter(id BLOB PRIMARY KEY, entry BLOB, sum BLOB);`

// asOf4 does the same for one of the third.
const asOf4 = `CREATE TEMP TABLE marks(line INTEGER PRIMARY KEY, turn INTEGER, most INTEGER, at INTEGER, clean INTEGER, boot TEXT, sum BLOB);
	CREATE TEMP TABLE cuts(line INTEGER, at INTEGER, turn INTEGER, most INTEGER, seen INTEGER, sure INTEGER, fate INTEGER, sum BLOB);`

// asOf5 does the same for one of the fourth.
const asOf5 = `CREATE TEMP TABLE certificates(line INTEGER, turn INTEGER, bytes BLOB, sum BLOB);`

const (
	// cacheKiB is how much of a file SQLite keeps in memory: the few pages that turns are appended to.
	cacheKiB = 512
	// walPages is the length of SQLite's log, in pages of 4 KiB, at which it is folded into the file.
	walPages = 500
	// busyTimeout is how long the file may be held by somebody who only reads it.
	busyTimeout = 5 * time.Second
)

// connect opens the SQLite file at path. No file is created unless flags say so.
func connect(path string, flags sqlite3.OpenFlag) (*sqlite3.Conn, error) {
	c, err := sqlite3.OpenFlags(path, flags)
	if err != nil {
		return nil, err
	}
	c.Limit(sqlite3.LIMIT_LENGTH, maxValue)
	err = c.BusyTimeout(busyTimeout)
	if err == nil {
		err = c.Exec(fmt.Sprintf(`PRAGMA cache_size = -%d; PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF`, cacheKiB))
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// prepareToWrite puts a connection into the mode in which the package's promises hold.
func prepareToWrite(c *sqlite3.Conn) error {
	// NORMAL: SQLite itself syncs only where it folds its log; the writer syncs the log once a second.
	return c.Exec(fmt.Sprintf(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
		PRAGMA wal_autocheckpoint = %d; PRAGMA journal_size_limit = %d`, walPages, walPages*4096))
}

// version returns the schema's version of a file. Its errors are ErrDamaged and ErrNewer.
func version(c *sqlite3.Conn) (int, error) {
	app, err := number(c, `PRAGMA application_id`)
	if err != nil {
		return 0, err
	}
	v, err := number(c, `PRAGMA user_version`)
	switch {
	case err != nil:
		return 0, err
	case app != applicationID:
		return 0, fmt.Errorf("%w: it is no world of manyhold", ErrDamaged)
	case v > int64(len(migrations)):
		return int(v), fmt.Errorf("%w (schema %d, this one knows %d): update manyhold", ErrNewer, v, len(migrations))
	case v < 1:
		return 0, fmt.Errorf("%w: schema %d", ErrDamaged, v)
	}
	return int(v), nil
}

// migrate brings a file of schema version from to a later one in one transaction.
func migrate(c *sqlite3.Conn, from, to int) (err error) {
	if from == to {
		return nil
	}
	tx, err := c.BeginImmediate()
	if err != nil {
		return err
	}
	defer tx.End(&err)
	for _, m := range migrations[from:to] {
		if err := c.Exec(m); err != nil {
			return err
		}
	}
	return c.Exec(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, to))
}

// number returns the first column of the only row of a query.
func number(c *sqlite3.Conn, sql string, parameters ...uint64) (n int64, err error) {
	err = query(c, sql, ints(parameters...), func(s *sqlite3.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	})
	return n, err
}

// query runs one statement and calls row for each row. Bind may be nil.
func query(c *sqlite3.Conn, sql string, bind func(*sqlite3.Stmt) error, row func(*sqlite3.Stmt) error) error {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	defer s.Close()
	if bind != nil {
		if err := bind(s); err != nil {
			return err
		}
	}
	for s.Step() {
		if row == nil {
			continue
		}
		if err := row(s); err != nil {
			return err
		}
	}
	return s.Err()
}

// ints binds integers to the parameters from the first on.
func ints(values ...uint64) func(*sqlite3.Stmt) error {
	return func(s *sqlite3.Stmt) error {
		for i, v := range values {
			if err := s.BindInt64(i+1, int64(v)); err != nil {
				return err
			}
		}
		return nil
	}
}
