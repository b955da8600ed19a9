//go:build !js

package format

import (
	"bytes"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/transfer"
)

// ArchiveRow is a row of archives with a good sum. The snapshots are not read.
type ArchiveRow struct {
	ID                         uint64
	Branch                     store.Branch
	Base, Tip                  transfer.Manifest
	BaseList, TipList, Records []byte
}

// Archives reads the rows of the archives, in the order of archiving, and notes damage.
func (r *Reader) Archives() (rows []ArchiveRow) {
	const sql = `SELECT id, island, turn, epoch, tip, digest, at, name, base, hash, parts, records, words, sum FROM archives ORDER BY id`
	err := Query(r.Conn, sql, nil, func(s *sqlite3.Stmt) error {
		a := ArchiveRow{ID: uint64(s.ColumnInt64(0)), BaseList: s.ColumnBlob(8, []byte{}), TipList: s.ColumnBlob(10, []byte{}), Records: s.ColumnBlob(11, []byte{})}
		a.Branch = store.Branch{Island: uint64(s.ColumnInt64(1)), Turn: uint64(s.ColumnInt64(2)), Words: s.ColumnText(12), At: FromMilliseconds(s.ColumnInt64(6))}
		a.Branch.Tip = store.Checkpoint{Epoch: uint64(s.ColumnInt64(3)), Turn: uint64(s.ColumnInt64(4)), Digest: uint64(s.ColumnInt64(5))}
		copy(a.Branch.ID[:], s.ColumnRawBlob(7))
		copy(a.Branch.Tip.Hash[:], s.ColumnRawBlob(9))
		err := a.decode(s.ColumnRawBlob(13))
		if err != nil {
			r.Damaged("The archive of %s is damaged (%v).", a.Branch, err)
			return nil
		}
		rows = append(rows, a)
		return nil
	})
	if err != nil {
		r.Damaged("The list of archives cannot be read after the first %d.", len(rows))
	}
	return rows
}

// decode checks the row's sum and decodes its lists.
func (a *ArchiveRow) decode(sum []byte) (err error) {
	if !bytes.Equal(sum, BranchSum(a.Branch, a.BaseList, a.TipList, a.Records)) {
		return fmt.Errorf("its row has changed")
	}
	if a.Base, err = ManifestOf(a.BaseList); err != nil {
		return err
	}
	if a.Tip, err = ManifestOf(a.TipList); err != nil {
		return err
	}
	a.Branch.Records, err = decodeRecords(a.Records)
	return err
}

// States reads the snapshots of an archive. A damaged later one is left out: the branch is complete without
// it.
func (r *Reader) States(a ArchiveRow, b *store.Branch) (err error) {
	if b.Base, err = r.Join(a.Base); err == nil {
		b.Tip.Snapshot, err = r.Join(a.Tip)
	}
	if err != nil {
		return fmt.Errorf("%w: the archive of %s: %w", store.ErrDamaged, a.Branch, err)
	}
	for _, e := range (&LogReader{Reader: r, Island: a.Branch.Island, Archive: a.ID}).ReadEpochs() {
		if len(e.Blob) > 0 && b.Later == nil {
			b.Later = map[uint64][]byte{}
		}
		if len(e.Blob) > 0 {
			b.Later[e.Number] = e.Blob
		}
	}
	return nil
}
