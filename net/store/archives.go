//go:build !js

package store

import (
	"bytes"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/transfer"
)

// archiveRow is a row of archives with a good sum. The snapshots are not read.
type archiveRow struct {
	id                     uint64
	b                      Branch
	base, tip              transfer.Manifest
	baseList, tipList, rec []byte
}

// archives reads the rows of the archives, in the order of archiving, and notes damage.
func (r *reader) archives() (rows []archiveRow) {
	const sql = `SELECT id, island, turn, epoch, tip, digest, at, name, base, hash, parts, records, words, sum FROM archives ORDER BY id`
	err := query(r.conn, sql, nil, func(s *sqlite3.Stmt) error {
		a := archiveRow{id: uint64(s.ColumnInt64(0)), baseList: s.ColumnBlob(8, []byte{}), tipList: s.ColumnBlob(10, []byte{}), rec: s.ColumnBlob(11, []byte{})}
		a.b = Branch{Island: uint64(s.ColumnInt64(1)), Turn: uint64(s.ColumnInt64(2)), Words: s.ColumnText(12), At: fromMilliseconds(s.ColumnInt64(6))}
		a.b.Tip = Checkpoint{Epoch: uint64(s.ColumnInt64(3)), Turn: uint64(s.ColumnInt64(4)), Digest: uint64(s.ColumnInt64(5))}
		copy(a.b.ID[:], s.ColumnRawBlob(7))
		copy(a.b.Tip.Hash[:], s.ColumnRawBlob(9))
		err := a.decode(s.ColumnRawBlob(13))
		if err != nil {
			r.damaged("The archive of %s is damaged (%v).", a.b, err)
			return nil
		}
		rows = append(rows, a)
		return nil
	})
	if err != nil {
		r.damaged("The list of archives cannot be read after the first %d.", len(rows))
	}
	return rows
}

// decode checks the row's sum and decodes its lists.
func (a *archiveRow) decode(sum []byte) (err error) {
	if !bytes.Equal(sum, a.b.sum(a.baseList, a.tipList, a.rec)) {
		return fmt.Errorf("its row has changed")
	}
	if a.base, err = manifestOf(a.baseList); err != nil {
		return err
	}
	if a.tip, err = manifestOf(a.tipList); err != nil {
		return err
	}
	a.b.Records, err = decodeRecords(a.rec)
	return err
}

// String names a branch for people: "turns 5 to 9, archived 2026-01-02".
func (b Branch) String() string {
	s := fmt.Sprintf("turns %d to %d, archived %s", b.Turn+1, b.Tip.Turn, b.At.Format("2006-01-02"))
	if b.Island != Home {
		s += fmt.Sprintf(" from island %016x", b.Island)
	}
	return s
}

// Archives lists the branches in the file at path, in the order of archiving. The file is only read and may
// be open in another process. Its errors are those of Inspect.
func Archives(path string) (infos []BranchInfo, err error) {
	r, _, err := openToRead(path, nil)
	if err != nil {
		return nil, explain(path, err)
	}
	defer func() { recoverPanic(r.conn.Close) }()
	err = recoverPanic(func() error {
		for _, a := range r.archives() {
			n, err := number(r.conn, `SELECT coalesce(sum(last - first + 1), 0) FROM segments WHERE island = ? AND branch = ?`, a.b.Island, a.id)
			if err != nil {
				return err
			}
			infos = append(infos, BranchInfo{ID: a.b.ID, Island: a.b.Island, Turn: a.b.Turn, Tip: a.b.Tip.Turn, Turns: uint64(n), Words: a.b.Words, At: a.b.At})
		}
		return nil
	})
	return infos, explain(path, err)
}

// OpenArchive reads one branch with its states, which are verified, from the file at path. The file may be
// open in another process. Its errors are those of Inspect; ErrNotFound if there is no such archive.
func OpenArchive(path string, id [32]byte) (b Branch, err error) {
	r, _, err := openToRead(path, nil)
	if err != nil {
		return Branch{}, explain(path, err)
	}
	defer func() { recoverPanic(r.conn.Close) }()
	err = recoverPanic(func() error {
		for _, a := range r.archives() {
			if a.b.ID == id {
				b = a.b
				return r.states(a, &b)
			}
		}
		if len(r.damage) > 0 {
			return fmt.Errorf("%w: %s", ErrDamaged, r.damage[0])
		}
		return fmt.Errorf("%w: no archive %x", ErrNotFound, id[:8])
	})
	return b, explain(path, err)
}

// states reads the snapshots of an archive. A damaged later one is left out: the branch is complete without
// it.
func (r *reader) states(a archiveRow, b *Branch) (err error) {
	if b.Base, err = r.join(a.base); err == nil {
		b.Tip.Snapshot, err = r.join(a.tip)
	}
	if err != nil {
		return fmt.Errorf("%w: the archive of %s: %w", ErrDamaged, a.b, err)
	}
	for _, e := range (&logReader{reader: r, island: a.b.Island, archive: a.id}).readEpochs() {
		if len(e.Blob) > 0 && b.Later == nil {
			b.Later = map[uint64][]byte{}
		}
		if len(e.Blob) > 0 {
			b.Later[e.Number] = e.Blob
		}
	}
	return nil
}
