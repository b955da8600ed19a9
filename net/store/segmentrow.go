//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"
)

// segmentRow is a row of segments.
type segmentRow struct {
	first, last, branch uint64
	before, after       [32]byte
	data                []byte
}

// segments visits the segments of a branch of the log, in order. Branch 0 is the log itself.
func (r *logReader) segments(branch uint64, visit func(segmentRow) error) error {
	const sql = `SELECT first, last, branch, before, after, data FROM segments WHERE island = ? AND branch = ? ORDER BY first, id`
	return query(r.conn, sql, ints(r.island, branch), func(s *sqlite3.Stmt) error {
		g := segmentRow{first: uint64(s.ColumnInt64(0)), last: uint64(s.ColumnInt64(1)), branch: uint64(s.ColumnInt64(2)), data: bytes.Clone(s.ColumnRawBlob(5))}
		copy(g.before[:], s.ColumnRawBlob(3))
		copy(g.after[:], s.ColumnRawBlob(4))
		return visit(g)
	})
}

// entries unpacks a segment. The entries have no hashes.
func (r *reader) entries(g segmentRow) ([]Entry, error) {
	b, err := r.unpack(g.data, maxSegmentBytes)
	if err != nil {
		return nil, err
	}
	entries, err := decodeSegment(b)
	if err != nil {
		return nil, err
	}
	if n := uint64(len(entries)); n == 0 || entries[0].Turn != g.first || entries[n-1].Turn != g.last {
		return nil, errSegment
	}
	return entries, nil
}

// splitSegment splits the folded segment of the log that contains a turn in its middle, if there is one. A
// branch may begin within an epoch, for example by a decree of the founder. root is the chain hash after the
// turn, which a segment does not keep; zero: not known, which is ErrGap.
func (t *track) splitSegment(turn uint64, root [32]byte) error {
	r := &reader{conn: t.conn, packing: t.packing}
	g, id := segmentRow{}, uint64(0)
	err := query(t.conn, `SELECT id, first, last, after, data FROM segments WHERE island = ? AND branch = 0 AND first <= ? AND last > ?`, ints(t.island, turn, turn), func(s *sqlite3.Stmt) error {
		id, g = uint64(s.ColumnInt64(0)), segmentRow{first: uint64(s.ColumnInt64(1)), last: uint64(s.ColumnInt64(2)), data: bytes.Clone(s.ColumnRawBlob(4))}
		copy(g.after[:], s.ColumnRawBlob(3))
		return nil
	})
	if err != nil || g.last == 0 {
		return err
	}
	if root == [32]byte{} {
		return fmt.Errorf("%w: turn %d, where the branch begins, lies within an epoch that was folded", ErrGap, turn)
	}
	entries, err := r.entries(g)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	n := turn - g.first + 1
	err = query(t.conn, `UPDATE segments SET last = ?, after = ?, data = ? WHERE id = ?`, func(s *sqlite3.Stmt) error {
		return errors.Join(s.BindInt64(1, int64(turn)), s.BindBlob(2, root[:]), s.BindBlob(3, t.pack(encodeSegment(entries[:n]))), s.BindInt64(4, int64(id)))
	}, nil)
	if err != nil {
		return err
	}
	return query(t.conn, insertSegment, func(s *sqlite3.Stmt) error {
		return errors.Join(ints(t.island, turn+1, g.last, 0)(s), s.BindBlob(5, root[:]), s.BindBlob(6, g.after[:]), s.BindBlob(7, t.pack(encodeSegment(entries[n:]))))
	}, nil)
}
