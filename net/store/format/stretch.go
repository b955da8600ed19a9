//go:build !js

package format

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/segment"
	"manyhold/net/transfer"
)

// ReadStretch reads the stretch that worldfile's Log.Read returns.
func (r *LogReader) ReadStretch(turn, epoch uint64) (l store.Stretch, err error) {
	const sql = `SELECT turn, epoch, hash, digest, parts, sum FROM checkpoints WHERE island = ?1 AND turn <= ?2 AND epoch <= ?3
		UNION ALL SELECT turn, epoch, hash, digest, parts, sum FROM milestones WHERE island = ?1 AND turn <= ?2 AND epoch <= ?3
		ORDER BY turn DESC`
	why := fmt.Errorf("%w: no state of island %016x up to turn %d", store.ErrNotFound, r.Island, turn)
	err = Query(r.Conn, sql, Ints(r.Island, turn, epoch), func(s *sqlite3.Stmt) error {
		c, err := r.scanState(s)
		if err != nil {
			return nil // an older one may be good
		}
		if l.From, l.Turns = c, r.TurnsOf(0, c.Turn, turn); l.Turns == nil {
			why = fmt.Errorf("%w: not all turns from %d to %d", store.ErrNotFound, c.Turn+1, turn)
		} else {
			why = nil
		}
		return ErrStop
	})
	if err != nil && !errors.Is(err, ErrStop) {
		return store.Stretch{}, err
	}
	return l, why
}

// scanState reads a checkpoint with its snapshot from a row.
func (r *LogReader) scanState(s *sqlite3.Stmt) (c store.Checkpoint, err error) {
	c = store.Checkpoint{Turn: uint64(s.ColumnInt64(0)), Epoch: uint64(s.ColumnInt64(1)), Digest: uint64(s.ColumnInt64(3))}
	copy(c.Hash[:], s.ColumnRawBlob(2))
	list := s.ColumnBlob(4, []byte{})
	m, err := transfer.DecodeManifest(list)
	if err == nil && !bytes.Equal(s.ColumnRawBlob(5), CheckpointSum(c, r.Island, list)) {
		err = fmt.Errorf("%w: the state at turn %d", store.ErrDamaged, c.Turn)
	}
	if err == nil {
		c.Snapshot, err = r.Join(m)
	}
	return c, err
}

// TurnsOf returns the turns of an archive, zero of the log itself, after one turn up to another, as segments.
// It is nil when some are missing, or they exceed store.MaxStretch; empty when there are none.
func (r *LogReader) TurnsOf(archive, after, to uint64) (list [][]byte) {
	list = [][]byte{}
	at, size := after, 0
	var open []store.Entry
	add := func(entries []store.Entry) bool {
		for _, e := range entries {
			if e.Turn <= at || e.Turn > to {
				continue
			}
			if e.Turn != at+1 {
				return false
			}
			open, at = append(open, e), e.Turn
		}
		if len(open) >= segment.MaxTurns/2 || at == to {
			list, open = flush(list, open, &size)
		}
		return size <= store.MaxStretch
	}
	err := r.Segments(archive, func(g SegmentRow) error {
		if g.Last <= at || at == to {
			return nil
		}
		entries, err := r.Entries(g)
		if err == nil && !add(entries) {
			err = ErrStop
		}
		return err
	})
	if err == nil && archive == 0 && at < to {
		err = Query(r.Conn, SelectTurns+` WHERE island = ? AND turn > ? AND turn <= ? ORDER BY turn`, Ints(r.Island, at, to), func(s *sqlite3.Stmt) error {
			e, ok := ScanTurn(s)
			if !ok || !add([]store.Entry{e}) {
				return ErrStop
			}
			return nil
		})
	}
	if list, _ = flush(list, open, &size); err != nil || at != to || size > store.MaxStretch {
		return nil
	}
	return list
}

// flush makes segments of the entries that wait.
func flush(list [][]byte, open []store.Entry, size *int) ([][]byte, []store.Entry) {
	for _, b := range segment.List(open) {
		list, *size = append(list, b), *size+len(b)
	}
	return list, nil
}

// InsertTrial writes a trial in place of that of its name.
func InsertTrial(c *sqlite3.Conn, island uint64, t store.Trial, list []byte) error {
	const sql = `INSERT OR REPLACE INTO trials(island, turn, epoch, hash, digest, parts, sum, name, id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) + 1 FROM trials))`
	return Query(c, sql, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(island, t.At.Turn, t.At.Epoch)(s), s.BindBlob(4, t.At.Hash[:]), s.BindInt64(5, int64(t.At.Digest)),
			s.BindBlob(6, list), s.BindBlob(7, CheckpointSum(t.At, island, list)), s.BindBlob(8, t.Name[:]))
	}, nil)
}

// OldTrials lists the trials beyond store.MaxTrials.
func OldTrials(c *sqlite3.Conn) (names [][32]byte) {
	_ = Query(c, `SELECT name FROM trials ORDER BY id DESC LIMIT -1 OFFSET ?`, Ints(store.MaxTrials), func(s *sqlite3.Stmt) error {
		if b := s.ColumnRawBlob(0); len(b) == 32 {
			names = append(names, [32]byte(b))
		}
		return nil
	})
	return names
}

// ReadTrial reads the place that worldfile's Log.Read returns.
func (r *LogReader) ReadTrial(name [32]byte) (c store.Checkpoint, err error) {
	err = fmt.Errorf("%w: no trial %x", store.ErrNotFound, name[:8])
	failed := Query(r.Conn, `SELECT turn, epoch, hash, digest, parts, sum FROM trials WHERE island = ? AND name = ?`, func(s *sqlite3.Stmt) error {
		return errors.Join(Ints(r.Island)(s), s.BindBlob(2, name[:]))
	}, func(s *sqlite3.Stmt) error {
		c, err = r.scanState(s)
		return nil
	})
	if failed != nil {
		err = failed
	}
	return c, err
}
