//go:build !js

package format

import (
	"bytes"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// SegmentRow is a row of segments.
type SegmentRow struct {
	First, Last, Branch uint64
	Before, After       [32]byte
	Data                []byte
}

// Segments visits the segments of a branch of the log, in order. Branch 0 is the log itself.
func (r *LogReader) Segments(branch uint64, visit func(SegmentRow) error) error {
	const sql = `SELECT first, last, branch, before, after, data FROM segments WHERE island = ? AND branch = ? ORDER BY first, id`
	return Query(r.Conn, sql, Ints(r.Island, branch), func(s *sqlite3.Stmt) error {
		g := SegmentRow{First: uint64(s.ColumnInt64(0)), Last: uint64(s.ColumnInt64(1)), Branch: uint64(s.ColumnInt64(2)), Data: bytes.Clone(s.ColumnRawBlob(5))}
		copy(g.Before[:], s.ColumnRawBlob(3))
		copy(g.After[:], s.ColumnRawBlob(4))
		return visit(g)
	})
}

// Entries unpacks a segment. The entries have no hashes.
func (r *Reader) Entries(g SegmentRow) ([]store.Entry, error) {
	b, err := r.Unpack(g.Data, segment.MaxBytes)
	if err != nil {
		return nil, err
	}
	entries, err := segment.Decode(b)
	if err != nil {
		return nil, err
	}
	if n := uint64(len(entries)); n == 0 || entries[0].Turn != g.First || entries[n-1].Turn != g.Last {
		return nil, segment.ErrSegment
	}
	return entries, nil
}

// Replaced is the branch of turns that others have replaced.
const Replaced = 1
