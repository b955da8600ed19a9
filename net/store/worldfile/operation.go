//go:build !js

package worldfile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/store/segment"
)

// tryOperation does an operation. One that the log's rows do not allow is undone and refused alone: other
// work does not fail with it.
func (t *track) tryOperation(d *operation) error {
	before, held := t.progress, t.pins
	err := t.within(func() error { return t.putOperation(*d) })
	if errors.Is(err, store.ErrGap) {
		t.progress, t.pins, d.why = before, held, err
		return nil
	}
	return err
}

// within runs f in a savepoint. After an error nothing of it stays.
func (w *writer) within(f func() error) (err error) {
	defer w.conn.Savepoint().Release(&err)
	return f()
}

// putOperation archives a branch or ends the log.
func (t *track) putOperation(d operation) error {
	if d.branch == nil {
		return t.putEnd()
	}
	return t.putArchive(*d.branch)
}

// done updates the queue after the operations. It is called once they are in the file.
func (t *track) done() {
	q := t.q
	q.mu.Lock()
	defer q.mu.Unlock()
	for range t.operations {
		q.extent.last, q.extent.known, q.prev = t.top, t.begun, q.prev[:0]
		if q.extent.cut > t.top {
			q.extent.cut = 0
		}
		q.extent.oldest = 0
		if len(t.kept) > 0 {
			q.extent.oldest = t.kept[0].turn
		}
		if q.extent.base > t.top {
			q.extent.base = t.top
		}
	}
}

// putEnd keeps only the turns and records of the log, as history.
func (t *track) putEnd() error {
	for t.fold = t.top; t.fold != 0; {
		if err := t.foldStep(); err != nil {
			return err
		}
	}
	for h := range t.pinsOf(0) {
		if err := t.dropBlob(h.number); err != nil {
			return err
		}
	}
	err := errors.Join(
		format.Query(t.conn, `DELETE FROM checkpoints WHERE island = ?`, format.Ints(t.island), nil),
		format.Query(t.conn, `DELETE FROM milestones WHERE island = ?`, format.Ints(t.island), nil),
		format.Query(t.conn, `DELETE FROM marks WHERE island = ?`, format.Ints(t.island), nil),
		format.Query(t.conn, `DELETE FROM certificates WHERE island = ?`, format.Ints(t.island), nil),
		format.Query(t.conn, `UPDATE islands SET ended = 1 WHERE island = ?`, format.Ints(t.island), nil))
	t.progress = progress{}
	return err
}

// dropBlob forgets the blob of an epoch's record. A damaged record stays as it is.
func (t *track) dropBlob(number uint64) error {
	r := &format.LogReader{Reader: &format.Reader{Conn: t.conn}, Island: t.island}
	for _, e := range r.ReadEpochs() {
		if e.Number != number {
			continue
		}
		if err := format.InsertEpochRow(t.conn, t.island, 0, e, nil); err != nil {
			return err
		}
	}
	var kept []pin
	for _, h := range t.pins {
		if h.island != t.island || h.number != number || h.archive != 0 {
			kept = append(kept, h)
		}
	}
	t.pins = kept
	return nil
}

// putArchive moves a branch out of the log.
func (t *track) putArchive(b store.Branch) error {
	id, isNew, err := t.archiveID(b.ID)
	if err != nil {
		return err
	}
	if err := t.splitSegment(b.Turn, b.Root); err != nil {
		return err
	}
	root, rootEpoch, err := t.rootOf(b.Turn)
	if err != nil {
		return err
	}
	if err := t.moveSegments(b.Turn, id); err != nil {
		return err
	}
	if err := t.moveTurns(b.Turn+1, id); err != nil {
		return err
	}
	if err := t.moveEpochs(b, id); err != nil {
		return err
	}
	base, err := t.putBytes(b.Base)
	if err != nil {
		return err
	}
	tip, err := t.putBytes(b.Tip.Snapshot)
	if err != nil {
		return err
	}
	if isNew {
		if err := t.insertArchive(id, b, base.Encode(), tip.Encode()); err != nil {
			return err
		}
		t.pins = append(t.pins, pin{island: t.island, archive: id, parts: append(format.HashesOf(base), format.HashesOf(tip)...)})
	}
	if t.top = b.Turn; t.whole(b.Turn) {
		return nil
	}
	if root == [32]byte{} || len(b.Base) == 0 {
		return t.fallBack(b.Turn)
	}
	c := store.Checkpoint{Epoch: rootEpoch, Turn: b.Turn, Hash: root}
	t.kept, t.fold, t.begun = []keptCheckpoint{{turn: b.Turn, parts: format.HashesOf(base)}}, b.Turn, true
	err = format.Query(t.conn, `DELETE FROM checkpoints WHERE island = ?`, format.Ints(t.island), nil)
	return errors.Join(err, format.InsertCheckpointRow(t.conn, t.island, c, base.Encode()))
}

// archiveID returns the number of an archive in the file, and whether it is new.
func (t *track) archiveID(name [32]byte) (id uint64, isNew bool, err error) {
	err = format.Query(t.conn, `SELECT id FROM archives WHERE name = ?`, func(s *sqlite3.Stmt) error { return s.BindBlob(1, name[:]) }, func(s *sqlite3.Stmt) error {
		id = uint64(s.ColumnInt64(0))
		return nil
	})
	if err != nil || id != 0 {
		return id, false, err
	}
	greatest, err := format.Number(t.conn, `SELECT coalesce(max(id), 0) FROM archives`)
	return max(uint64(greatest), format.Replaced) + 1, true, err
}

// rootOf returns the chain hash after a turn and the turn's epoch; zero if the file does not know them.
func (t *track) rootOf(turn uint64) (hash [32]byte, epoch uint64, err error) {
	hash = t.hashOf(turn, 0)
	found := func(s *sqlite3.Stmt) error { epoch = uint64(s.ColumnInt64(0)); return nil }
	err = format.Query(t.conn, `SELECT epoch FROM turns WHERE island = ? AND turn = ?`, format.Ints(t.island, turn), found)
	if err != nil || epoch != 0 {
		return hash, epoch, err
	}
	err = format.Query(t.conn, `SELECT data FROM segments WHERE island = ? AND branch = 0 AND last = ?`, format.Ints(t.island, turn), func(s *sqlite3.Stmt) error {
		b, err := t.Unpack(s.ColumnRawBlob(0), segment.MaxBytes)
		if err != nil {
			return fmt.Errorf("%w: %w", store.ErrDamaged, err)
		}
		entries, err := segment.Decode(b)
		if err != nil || len(entries) == 0 {
			return fmt.Errorf("%w: %w", store.ErrDamaged, err)
		}
		epoch = entries[len(entries)-1].Epoch
		return nil
	})
	return hash, epoch, err
}

// moveSegments moves the folded turns after a turn to the archive. No segment lies on both sides.
func (t *track) moveSegments(turn, id uint64) error {
	return format.Query(t.conn, `UPDATE segments SET branch = ? WHERE island = ? AND branch = 0 AND first > ?`, format.Ints(id, t.island, turn), nil)
}

// moveEpochs moves the records from the branch's first on. Only the blobs that the branch names are kept.
func (t *track) moveEpochs(b store.Branch, id uint64) error {
	r := &format.LogReader{Reader: &format.Reader{Conn: t.conn, Packing: t.Packing}, Island: t.island}
	moving := false
	for _, e := range r.ReadEpochs() {
		moving = moving || len(b.Records) > 0 && bytes.Equal(e.Record, b.Records[0])
		if !moving {
			continue
		}
		if e.Blob != nil {
			if err := t.dropBlob(e.Number); err != nil {
				return err
			}
		}
		var list []byte
		if e.Blob = b.Later[e.Number]; len(e.Blob) > 0 {
			m, err := t.putBytes(e.Blob)
			if err != nil {
				return err
			}
			list = m.Encode()
			t.pins = append(t.pins, pin{island: t.island, number: e.Number, archive: id, parts: format.HashesOf(m)})
		}
		err := format.Query(t.conn, `DELETE FROM epochs WHERE island = ? AND archive = 0 AND number = ?`, format.Ints(t.island, e.Number), nil)
		if err = errors.Join(err, format.InsertEpochRow(t.conn, t.island, id, e, list)); err != nil {
			return err
		}
	}
	if !moving {
		return nil
	}
	return format.Query(t.conn, `DELETE FROM epochs WHERE island = ? AND archive = 0 AND length(record) = 0`, format.Ints(t.island), nil)
}

// whole reports whether a kept checkpoint and the rows after it lead to the turn.
func (t *track) whole(turn uint64) bool {
	if len(t.kept) == 0 {
		return false
	}
	from := t.kept[len(t.kept)-1].turn
	rows, err := format.Number(t.conn, `SELECT count(*) FROM turns WHERE island = ? AND turn > ? AND turn <= ?`, t.island, from, turn)
	return err == nil && uint64(rows) == turn-from
}

// fallBack is used when the file does not have all turns up to the end of the log, because this peer joined
// in a branch. It keeps the rows that follow from a checkpoint or from the world's beginning. The log
// continues at the next Save.
func (t *track) fallBack(turn uint64) error {
	from, ok := uint64(0), t.island == store.Home
	if n := len(t.kept); n > 0 {
		from, ok = t.kept[n-1].turn, true
	}
	t.top = from
	err := format.Query(t.conn, `SELECT turn FROM turns WHERE island = ? AND turn > ? AND turn <= ? ORDER BY turn`, format.Ints(t.island, from, turn), func(s *sqlite3.Stmt) error {
		if ok && uint64(s.ColumnInt64(0)) == t.top+1 {
			t.top++
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.begun = t.top > 0
	return t.moveTurns(t.top+1, format.Replaced)
}

func (t *track) insertArchive(id uint64, b store.Branch, base, tip []byte) error {
	return format.InsertBranch(t.conn, id, b, base, tip, format.EncodeRecords(b.Records))
}
