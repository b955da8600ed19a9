//go:build !js

package format

import (
	"errors"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

const InsertPart = `INSERT OR IGNORE INTO parts(hash, size, data) VALUES (?, ?, ?)`

func InsertPartRow(s *sqlite3.Stmt, hash [32]byte, size int, packed []byte) error {
	if err := errors.Join(s.BindBlob(1, hash[:]), s.BindInt64(2, int64(size)), BindBytes(s, 3, packed)); err != nil {
		return err
	}
	return s.Exec()
}

const insertCheckpoint = `INSERT OR REPLACE INTO checkpoints(island, turn, epoch, hash, digest, parts, sum) VALUES (?, ?, ?, ?, ?, ?, ?)`

func InsertCheckpointRow(conn *sqlite3.Conn, island uint64, c store.Checkpoint, list []byte) error {
	return Query(conn, insertCheckpoint, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(island, c.Turn, c.Epoch)(s), s.BindBlob(4, c.Hash[:]), s.BindInt64(5, int64(c.Digest)),
			s.BindBlob(6, list), s.BindBlob(7, CheckpointSum(c, island, list)))
	}, nil)
}

const (
	InsertTurn  = `INSERT OR REPLACE INTO turns(island, turn, epoch, hash, body, signatures) VALUES (?, ?, ?, ?, ?, ?)`
	insertEpoch = `INSERT OR REPLACE INTO epochs(island, archive, number, rules, record, parts, sum) VALUES (?, ?, ?, ?, ?, ?, ?)`
)

func BindTurn(s *sqlite3.Stmt, island uint64, e store.Entry) error {
	return errors.Join(Ints(island, e.Turn, e.Epoch)(s), s.BindBlob(4, e.Hash[:]), BindBytes(s, 5, e.Body), BindBytes(s, 6, summed(e)))
}

// InsertEpochRow adds a record. list is the encoded manifest of its blob, empty for none.
func InsertEpochRow(c *sqlite3.Conn, island, archive uint64, e store.EpochRow, list []byte) error {
	return Query(c, insertEpoch, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(island, archive, e.Number, uint64(e.Rules))(s), BindBytes(s, 5, e.Record), BindBytes(s, 6, list),
			s.BindBlob(7, EpochSum(e, island, list)))
	}, nil)
}

// BindBytes binds a blob that is never NULL.
func BindBytes(s *sqlite3.Stmt, param int, b []byte) error {
	if len(b) == 0 {
		return s.BindZeroBlob(param, 0)
	}
	return s.BindBlob(param, b)
}

const InsertSegment = `INSERT INTO segments(island, first, last, branch, before, after, data) VALUES (?, ?, ?, ?, ?, ?, ?)`

const insertArchiveRow = `INSERT INTO archives(id, island, turn, epoch, tip, digest, at, name, base, hash, parts, records, words, sum)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func InsertBranch(c *sqlite3.Conn, id uint64, b store.Branch, base, tip, records []byte) error {
	return Query(c, insertArchiveRow, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(id, b.Island, b.Turn, b.Tip.Epoch, b.Tip.Turn, b.Tip.Digest, uint64(Milliseconds(b.At)))(s),
			s.BindBlob(8, b.ID[:]), s.BindBlob(9, base), s.BindBlob(10, b.Tip.Hash[:]), s.BindBlob(11, tip), s.BindBlob(12, records),
			s.BindText(13, b.Words), s.BindBlob(14, BranchSum(b, base, tip, records)))
	}, nil)
}

func PutGenesis(c *sqlite3.Conn, g store.Genesis) error {
	return Query(c, `INSERT INTO genesis(id, encoding) VALUES (1, ?)`, func(s *sqlite3.Stmt) error {
		return s.BindBlob(1, g.Encode())
	}, nil)
}

// maxNotes is the number of notes of damage that a file keeps.
const maxNotes = 100

// PutNote keeps a text about damage.
func PutNote(conn *sqlite3.Conn, at int64, words string) error {
	err := Query(conn, `INSERT INTO notes(at, words) VALUES (?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(s.BindInt64(1, at), s.BindText(2, words))
	}, nil)
	if err != nil {
		return err
	}
	return Query(conn, `DELETE FROM notes WHERE id <= (SELECT max(id) FROM notes) - ?`, Ints(maxNotes), nil)
}
