//go:build !js

package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

// applicationID marks our files among SQLite's: "MHLD".
const applicationID = 0x4d484c44

// Numbers of schemas. A file's user_version is schemaBase + the number of its schema. Builds from before the
// first numbered schema wrote 1 to oldSchemas there, without schemaBase, so that neither takes a file of the
// other for its own.
const (
	SchemaNumber = 2
	SchemaBase   = 1000
	oldSchemas   = 5
)

// Schema makes the tables of an empty file.
const Schema = `CREATE TABLE genesis(id INTEGER PRIMARY KEY CHECK(id = 1), encoding BLOB NOT NULL) STRICT;
	CREATE TABLE islands(island INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
	INSERT INTO islands(island, ended) VALUES (1, 0);
	CREATE TABLE epochs(id INTEGER PRIMARY KEY, island INTEGER NOT NULL, archive INTEGER NOT NULL, number INTEGER NOT NULL,
		rules INTEGER NOT NULL, record BLOB NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL,
		UNIQUE(island, archive, number)) STRICT;
	CREATE TABLE turns(island INTEGER NOT NULL, turn INTEGER NOT NULL, epoch INTEGER NOT NULL, hash BLOB NOT NULL,
		body BLOB NOT NULL, signatures BLOB NOT NULL, PRIMARY KEY(island, turn)) STRICT, WITHOUT ROWID;
	CREATE TABLE segments(id INTEGER PRIMARY KEY, island INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
		branch INTEGER NOT NULL, before BLOB NOT NULL, after BLOB NOT NULL, data BLOB NOT NULL) STRICT;
	CREATE INDEX segments_by_turn ON segments(island, branch, first);
	CREATE TABLE parts(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, size INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
	CREATE TABLE checkpoints(id INTEGER PRIMARY KEY, island INTEGER NOT NULL, turn INTEGER NOT NULL,
		epoch INTEGER NOT NULL, hash BLOB NOT NULL, digest INTEGER NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL,
		UNIQUE(island, turn)) STRICT;
	CREATE TABLE milestones(island INTEGER NOT NULL, turn INTEGER NOT NULL, epoch INTEGER NOT NULL, hash BLOB NOT NULL,
		digest INTEGER NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY(island, turn)) STRICT;
	CREATE TABLE trials(name BLOB PRIMARY KEY, id INTEGER NOT NULL, island INTEGER NOT NULL, turn INTEGER NOT NULL,
		epoch INTEGER NOT NULL, hash BLOB NOT NULL, digest INTEGER NOT NULL, parts BLOB NOT NULL, sum BLOB NOT NULL) STRICT;
	CREATE TABLE certificates(island INTEGER NOT NULL, turn INTEGER NOT NULL, bytes BLOB NOT NULL, sum BLOB NOT NULL,
		PRIMARY KEY(island, turn)) STRICT, WITHOUT ROWID;
	CREATE TABLE archives(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, island INTEGER NOT NULL,
		turn INTEGER NOT NULL, base BLOB NOT NULL, epoch INTEGER NOT NULL, tip INTEGER NOT NULL, hash BLOB NOT NULL,
		digest INTEGER NOT NULL, parts BLOB NOT NULL, records BLOB NOT NULL, words TEXT NOT NULL, at INTEGER NOT NULL,
		sum BLOB NOT NULL) STRICT;
	CREATE TABLE players(key BLOB PRIMARY KEY, name TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
		sum BLOB NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE charter(id BLOB PRIMARY KEY, entry BLOB NOT NULL, sum BLOB NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE marks(island INTEGER PRIMARY KEY, turn INTEGER NOT NULL, most INTEGER NOT NULL, at INTEGER NOT NULL,
		clean INTEGER NOT NULL, boot TEXT NOT NULL, sum BLOB NOT NULL) STRICT;
	CREATE TABLE cuts(island INTEGER NOT NULL, at INTEGER NOT NULL, turn INTEGER NOT NULL, most INTEGER NOT NULL,
		seen INTEGER NOT NULL, sure INTEGER NOT NULL, fate INTEGER NOT NULL, sum BLOB NOT NULL,
		PRIMARY KEY(island, at)) STRICT, WITHOUT ROWID;
	CREATE TABLE notes(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, words TEXT NOT NULL) STRICT;`

const (
	// cacheKiB is how much of a file SQLite keeps in memory: the few pages that turns are appended to.
	cacheKiB = 512
	// walPages is the length of SQLite's WAL, in pages of 4 KiB, at which it is folded into the file.
	WalPages = 500
	// busyTimeout is how long a reader may lock the file.
	busyTimeout = 5 * time.Second
)

// Connect opens the SQLite file at path. No file is created unless flags say so.
func Connect(path string, flags sqlite3.OpenFlag) (*sqlite3.Conn, error) {
	c, err := sqlite3.OpenFlags(path, flags)
	if err != nil {
		return nil, err
	}
	c.Limit(sqlite3.LIMIT_LENGTH, MaxValue)
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

// PrepareToWrite puts a connection into the mode in which the package's promises hold.
func PrepareToWrite(c *sqlite3.Conn) error {
	// NORMAL: SQLite itself syncs only where it folds its WAL; the writer syncs the WAL once a second.
	return c.Exec(fmt.Sprintf(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
		PRAGMA wal_autocheckpoint = %d; PRAGMA journal_size_limit = %d`, WalPages, WalPages*4096))
}

// CheckVersion returns the number of a file's schema. Its errors are ErrDamaged, ErrOlder and ErrNewer.
func CheckVersion(c *sqlite3.Conn) (int, error) {
	app, err := Number(c, `PRAGMA application_id`)
	if err != nil {
		return 0, err
	}
	version, err := Number(c, `PRAGMA user_version`)
	if err != nil {
		return 0, err
	}
	return schemaOf(app, version)
}

// schemaOf is checkVersion of the two numbers in a file's header.
func schemaOf(app, version int64) (int, error) {
	n := int(version - SchemaBase)
	switch {
	case app != applicationID:
		return 0, fmt.Errorf("%w: it is no world of Manyhold", store.ErrDamaged)
	case version >= 1 && version <= oldSchemas:
		return int(version), fmt.Errorf("%w (schema %d); this version reads schema %d. The file is unchanged.",
			store.ErrOlder, version, SchemaNumber)
	case n > SchemaNumber:
		return n, fmt.Errorf("%w (schema %d); this version reads schema %d. Update Manyhold. The file is unchanged.",
			store.ErrNewer, n, SchemaNumber)
	case n >= 1 && n < SchemaNumber:
		return n, fmt.Errorf("%w (schema %d); this version reads schema %d. The file is unchanged.",
			store.ErrOlder, n, SchemaNumber)
	case n < 1:
		return 0, fmt.Errorf("%w: user_version %d is no schema", store.ErrDamaged, version)
	}
	return n, nil
}

// RefuseOtherSchemas reads the header of the file at path and returns ErrOlder or ErrNewer for a schema that
// this version does not read. Nothing is opened with SQLite for it: to close a file that SQLite has written a
// log for is to change it. A header that cannot be read is no error here.
func RefuseOtherSchemas(path string) (int, error) {
	header, ok := ReadHeader(path)
	if !ok {
		return 0, nil
	}
	version, app := binary.BigEndian.Uint32(header[60:]), binary.BigEndian.Uint32(header[68:])
	n, err := schemaOf(int64(app), int64(version))
	if errors.Is(err, store.ErrDamaged) {
		return 0, nil // SQLite's WAL may hold a better header
	}
	return n, err
}

// ReadHeader returns the header of an SQLite file; false: it has none.
func ReadHeader(path string) (header [100]byte, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return header, false
	}
	defer f.Close()
	n, _ := f.ReadAt(header[:], 0)
	return header, n == len(header) && string(header[:16]) == "SQLite format 3\x00"
}

// MakeTables makes the tables of an empty file in one transaction.
func MakeTables(c *sqlite3.Conn) (err error) {
	tx, err := c.BeginImmediate()
	if err != nil {
		return err
	}
	defer tx.End(&err)
	return c.Exec(fmt.Sprintf(`%s; PRAGMA application_id = %d; PRAGMA user_version = %d`,
		Schema, applicationID, SchemaBase+SchemaNumber))
}

// Number returns the first column of the only row of a query.
func Number(c *sqlite3.Conn, sql string, parameters ...uint64) (n int64, err error) {
	err = Query(c, sql, Ints(parameters...), func(s *sqlite3.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	})
	return n, err
}

// Query runs one statement and calls row for each row. Bind may be nil.
func Query(c *sqlite3.Conn, sql string, bind func(*sqlite3.Stmt) error, row func(*sqlite3.Stmt) error) error {
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

// Ints binds integers to the parameters from the first on.
func Ints(values ...uint64) func(*sqlite3.Stmt) error {
	return func(s *sqlite3.Stmt) error {
		for i, v := range values {
			if err := s.BindInt64(i+1, int64(v)); err != nil {
				return err
			}
		}
		return nil
	}
}
