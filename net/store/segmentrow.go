//go:build !js

package store

import (
	"bytes"

	"github.com/ncruces/go-sqlite3"
)

// segmentRow is a row of segments.
type segmentRow struct {
	first, last, branch uint64
	before, after       [32]byte
	data                []byte
}

// segments visits the segments of a branch of the line, in order; those of branch 0 are its own.
func (r *lineReader) segments(branch uint64, visit func(segmentRow) error) error {
	const sql = `SELECT first, last, branch, before, after, data FROM segments WHERE line = ? AND branch = ? ORDER BY first, id`
	return query(r.conn, sql, ints(r.line, branch), func(s *sqlite3.Stmt) error {
		g := segmentRow{first: uint64(s.ColumnInt64(0)), last: uint64(s.ColumnInt64(1)), branch: uint64(s.ColumnInt64(2)), data: bytes.Clone(s.ColumnRawBlob(5))}
		copy(g.before[:], s.ColumnRawBlob(3))
		copy(g.after[:], s.ColumnRawBlob(4))
		return visit(g)
	})
}

// entries unpacks a segment; the entries have no hashes.
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
