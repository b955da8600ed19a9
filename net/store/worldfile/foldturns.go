//go:build !js

package worldfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/store/segment"
)

// foldStep moves the oldest rows that follow each other, up to t.fold, into one segment.
func (t *track) foldStep() error {
	left, err := t.foldRows(format.SelectTurns+` WHERE island = ? AND turn <= ? ORDER BY turn LIMIT ?`, format.Ints(t.island, t.fold, segment.MaxTurns), 0)
	if err == nil && left == 0 {
		t.fold = 0
	}
	return err
}

// foldRows moves the first stretch of the selected rows, of one epoch, into a segment of the branch. It
// returns the number of rows moved.
func (t *track) foldRows(sql string, bind func(*sqlite3.Stmt) error, branch uint64) (n int, err error) {
	var entries []store.Entry
	size := 0
	err = format.Query(t.conn, sql, bind, func(s *sqlite3.Stmt) error {
		e, ok := format.ScanTurn(s)
		if !ok {
			return store.ErrDamaged
		}
		if k := len(entries); k > 0 && (e.Turn != entries[k-1].Turn+1 || e.Epoch != entries[k-1].Epoch) || size > segment.MaxBytes/2 {
			return format.ErrStop
		}
		entries, size = append(entries, e), size+len(e.Body)+len(e.Signatures)
		return nil
	})
	if err != nil && !errors.Is(err, format.ErrStop) || len(entries) == 0 {
		return 0, err
	}
	first, last := entries[0], entries[len(entries)-1]
	before := t.hashOf(first.Turn-1, branch)
	err = format.Query(t.conn, format.InsertSegment, func(s *sqlite3.Stmt) error {
		return errors.Join(format.Ints(t.island, first.Turn, last.Turn, branch)(s), s.BindBlob(5, before[:]), s.BindBlob(6, last.Hash[:]),
			s.BindBlob(7, t.Pack(segment.Encode(entries))))
	}, nil)
	if err == nil {
		err = format.Query(t.conn, `DELETE FROM turns WHERE island = ? AND turn BETWEEN ? AND ?`, format.Ints(t.island, first.Turn, last.Turn), nil)
	}
	return len(entries), err
}

// hashOf returns the chain hash after a turn of the log or of the rows last moved to the branch; zero if the
// file does not know it.
func (t *track) hashOf(turn, branch uint64) (hash [32]byte) {
	for _, sql := range []string{`SELECT hash FROM turns WHERE island = ? AND turn = ?`, `SELECT hash FROM checkpoints WHERE island = ? AND turn = ?`,
		`SELECT after FROM segments WHERE island = ? AND branch = 0 AND last = ?`, `SELECT before FROM segments WHERE island = ? AND branch = 0 AND first = ? + 1`,
		`SELECT after FROM segments WHERE island = ? AND last = ? AND branch = ? ORDER BY id DESC LIMIT 1`} {
		found := false
		format.Query(t.conn, sql, format.Ints([]uint64{t.island, turn, branch}[:strings.Count(sql, "?")]...), func(s *sqlite3.Stmt) error {
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
func (t *track) branchOff(turn uint64) error { return t.moveTurns(turn, format.Replaced) }

// moveTurns folds the rows from turn on into a branch and removes the checkpoints from there on.
func (t *track) moveTurns(turn, branch uint64) error {
	for {
		n, err := t.foldRows(format.SelectTurns+` WHERE island = ? AND turn >= ? ORDER BY turn LIMIT ?`, format.Ints(t.island, turn, segment.MaxTurns), branch)
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
	if err := t.dropMilestones(turn); err != nil {
		return err
	}
	return format.Query(t.conn, `DELETE FROM checkpoints WHERE island = ? AND turn >= ?`, format.Ints(t.island, turn), nil)
}

// splitSegment splits the folded segment of the log that contains a turn in its middle, if there is one. A
// branch may begin within an epoch, for example by a decree of the founder. root is the chain hash after the
// turn, which a segment does not keep; zero: not known, which is ErrGap.
func (t *track) splitSegment(turn uint64, root [32]byte) error {
	r := &format.Reader{Conn: t.conn, Packing: t.Packing}
	g, id := format.SegmentRow{}, uint64(0)
	err := format.Query(t.conn, `SELECT id, first, last, after, data FROM segments WHERE island = ? AND branch = 0 AND first <= ? AND last > ?`, format.Ints(t.island, turn, turn), func(s *sqlite3.Stmt) error {
		id, g = uint64(s.ColumnInt64(0)), format.SegmentRow{First: uint64(s.ColumnInt64(1)), Last: uint64(s.ColumnInt64(2)), Data: bytes.Clone(s.ColumnRawBlob(4))}
		copy(g.After[:], s.ColumnRawBlob(3))
		return nil
	})
	if err != nil || g.Last == 0 {
		return err
	}
	if root == [32]byte{} {
		return fmt.Errorf("%w: turn %d, where the branch begins, lies within an epoch that was folded", store.ErrGap, turn)
	}
	entries, err := r.Entries(g)
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	n := turn - g.First + 1
	err = format.Query(t.conn, `UPDATE segments SET last = ?, after = ?, data = ? WHERE id = ?`, func(s *sqlite3.Stmt) error {
		return errors.Join(s.BindInt64(1, int64(turn)), s.BindBlob(2, root[:]), s.BindBlob(3, t.Pack(segment.Encode(entries[:n]))), s.BindInt64(4, int64(id)))
	}, nil)
	if err != nil {
		return err
	}
	return format.Query(t.conn, format.InsertSegment, func(s *sqlite3.Stmt) error {
		return errors.Join(format.Ints(t.island, turn+1, g.Last, 0)(s), s.BindBlob(5, root[:]), s.BindBlob(6, g.After[:]), s.BindBlob(7, t.Pack(segment.Encode(entries[n:]))))
	}, nil)
}
