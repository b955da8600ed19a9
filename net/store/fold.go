//go:build !js

package store

import (
	"bytes"
	"errors"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

const (
	selectTurns   = `SELECT turn, epoch, hash, body FROM turns`
	insertSegment = `INSERT INTO segments(island, first, last, branch, before, after, data) VALUES (?, ?, ?, ?, ?, ?, ?)`
)

// scanTurn reads a row of selectTurns; false if its form is wrong. Nothing is verified.
func scanTurn(s *sqlite3.Stmt) (e Entry, ok bool) {
	turn, epoch, hash, body := s.ColumnInt64(0), s.ColumnInt64(1), s.ColumnRawBlob(2), s.ColumnRawBlob(3)
	if turn < 0 || turn > MaxTurn || epoch < 0 || epoch > MaxTurn || len(hash) != 32 || len(body) > MaxBody {
		return Entry{}, false
	}
	return Entry{Epoch: uint64(epoch), Turn: uint64(turn), Hash: [32]byte(hash), Body: bytes.Clone(body)}, true
}

// foldStep moves the oldest rows that follow each other, up to t.fold, into one segment.
func (t *track) foldStep() error {
	left, err := t.foldRows(selectTurns+` WHERE island = ? AND turn <= ? ORDER BY turn LIMIT ?`, ints(t.island, t.fold, maxSegment), 0)
	if err == nil && left == 0 {
		t.fold = 0
	}
	return err
}

// foldRows moves the first stretch of the selected rows, of one epoch, into a segment of the branch. It
// returns the number of rows moved.
func (t *track) foldRows(sql string, bind func(*sqlite3.Stmt) error, branch uint64) (n int, err error) {
	var entries []Entry
	size := 0
	err = query(t.conn, sql, bind, func(s *sqlite3.Stmt) error {
		e, ok := scanTurn(s)
		if !ok {
			return ErrDamaged
		}
		if k := len(entries); k > 0 && (e.Turn != entries[k-1].Turn+1 || e.Epoch != entries[k-1].Epoch) || size > maxSegmentBytes/2 {
			return errStop
		}
		entries, size = append(entries, e), size+len(e.Body)
		return nil
	})
	if err != nil && !errors.Is(err, errStop) || len(entries) == 0 {
		return 0, err
	}
	first, last := entries[0], entries[len(entries)-1]
	before := t.hashOf(first.Turn-1, branch)
	err = query(t.conn, insertSegment, func(s *sqlite3.Stmt) error {
		return errors.Join(ints(t.island, first.Turn, last.Turn, branch)(s), s.BindBlob(5, before[:]), s.BindBlob(6, last.Hash[:]),
			s.BindBlob(7, t.pack(encodeSegment(entries))))
	}, nil)
	if err == nil {
		err = query(t.conn, `DELETE FROM turns WHERE island = ? AND turn BETWEEN ? AND ?`, ints(t.island, first.Turn, last.Turn), nil)
	}
	return len(entries), err
}

// errStop ends a query early.
var errStop = errors.New("enough")

// hashOf returns the chain hash after a turn of the log or of the rows last moved to the branch; zero if the
// file does not know it.
func (t *track) hashOf(turn, branch uint64) (hash [32]byte) {
	for _, sql := range []string{`SELECT hash FROM turns WHERE island = ? AND turn = ?`, `SELECT hash FROM checkpoints WHERE island = ? AND turn = ?`,
		`SELECT after FROM segments WHERE island = ? AND branch = 0 AND last = ?`, `SELECT before FROM segments WHERE island = ? AND branch = 0 AND first = ? + 1`,
		`SELECT after FROM segments WHERE island = ? AND last = ? AND branch = ? ORDER BY id DESC LIMIT 1`} {
		found := false
		query(t.conn, sql, ints([]uint64{t.island, turn, branch}[:strings.Count(sql, "?")]...), func(s *sqlite3.Stmt) error {
			found = copy(hash[:], s.ColumnRawBlob(0)) == len(hash)
			return nil
		})
		if found {
			return hash
		}
	}
	return [32]byte{}
}

// branchOff makes a branch of the rows from turn on, and removes the checkpoints on it.
func (t *track) branchOff(turn uint64) error { return t.moveTurns(turn, replaced) }

// replaced is the branch of turns that others have replaced.
const replaced = 1

// moveTurns folds the rows from turn on into a branch and removes the checkpoints from there on.
func (t *track) moveTurns(turn, branch uint64) error {
	for {
		n, err := t.foldRows(selectTurns+` WHERE island = ? AND turn >= ? ORDER BY turn LIMIT ?`, ints(t.island, turn, maxSegment), branch)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	t.fold = min(t.fold, turn-1) // the turns that replace them are not old
	var kept []keptCheckpoint
	for _, k := range t.kept {
		if k.turn < turn {
			kept = append(kept, k)
		}
	}
	t.kept = kept // unused parts stay until the next Save or Open
	return query(t.conn, `DELETE FROM checkpoints WHERE island = ? AND turn >= ?`, ints(t.island, turn), nil)
}
