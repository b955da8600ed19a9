//go:build !js

package store

import (
	"errors"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/transfer"
)

// copyGood writes everything of the log that can be verified into a new file.
func (r *logReader) copyGood(to *sqlite3.Conn, ended bool) error {
	err := query(to, `INSERT OR IGNORE INTO islands(island, ended) VALUES (?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(ints(r.island)(s), s.BindBool(2, ended))
	}, nil)
	if err != nil {
		return err
	}
	archives := []uint64{0}
	for _, a := range r.branches {
		archives = append(archives, a.id)
	}
	for _, id := range archives {
		of := r // with records that may have been read already
		if id != 0 {
			of = &logReader{reader: r.reader, island: r.island, archive: id}
		}
		if err := of.copyEpochs(to); err != nil {
			return err
		}
	}
	if err := r.copyCheckpoints(to); err != nil {
		return err
	}
	if err := r.copyTurns(to); err != nil {
		return err
	}
	return r.copySegments(to)
}

func (r *logReader) copyEpochs(to *sqlite3.Conn) error {
	for _, e := range r.readEpochs() {
		var list []byte
		if e.Blob != nil {
			m, err := r.copyBytes(to, e.Blob)
			if err != nil {
				return err
			}
			list = m.Encode()
		}
		if err := insertEpochRow(to, r.island, r.archive, e, list); err != nil {
			return err
		}
	}
	if r.lost != 0 {
		return insertEpochRow(to, r.island, r.archive, EpochRow{Number: r.lost}, nil)
	}
	return nil
}

// copyBytes writes the parts of a blob or snapshot.
func (r *reader) copyBytes(to *sqlite3.Conn, b []byte) (transfer.Manifest, error) {
	w := &writer{conn: to, packing: r.packing}
	m, err := w.putBytes(b)
	return m, err
}

// copyArchives copies the archives with good states.
func (r *reader) copyArchives(to *sqlite3.Conn) error {
	for _, a := range r.branches {
		b := a.b
		if err := r.states(a, &b); err != nil {
			r.damaged("The archive of %s is damaged and was left out (%v).", a.b, plainCause(err))
			continue
		}
		for _, state := range [][]byte{b.Base, b.Tip.Snapshot} {
			if _, err := r.copyBytes(to, state); err != nil {
				return err
			}
		}
		if err := insertBranch(to, a.id, b, a.baseList, a.tipList, a.rec); err != nil {
			return err
		}
	}
	return nil
}

// copyCheckpoints copies the checkpoints with good parts. The others are removed from found.
func (r *logReader) copyCheckpoints(to *sqlite3.Conn) error {
	s, _, err := to.Prepare(insertPart)
	if err != nil {
		return err
	}
	defer s.Close()
	good := r.found[:0:0]
	for _, c := range r.found {
		if _, err := r.join(c.manifest); err != nil {
			r.damaged("The checkpoint at turn %d is damaged (%v).", c.Turn, plainCause(err))
			continue
		}
		good = append(good, c)
		for _, p := range c.manifest.Parts {
			data, err := r.part(p)
			if err != nil {
				return err
			}
			if err := insertPartRow(s, p.Hash, len(data), r.pack(data)); err != nil {
				return err
			}
		}
		if err := insertCheckpointRow(to, r.island, c.Checkpoint, c.list); err != nil {
			return err
		}
	}
	r.found = good
	return nil
}

// copyTurns copies the turns that follow from any good checkpoint.
func (r *logReader) copyTurns(to *sqlite3.Conn) error {
	s, _, err := to.Prepare(insertTurn)
	if err != nil {
		return err
	}
	defer s.Close()
	from := []Checkpoint{historyEnd(nil)}
	if len(r.found) == 0 {
		from[0] = historyEnd(r.history())
	}
	for i, c := range r.found {
		from = append(from[:i], c.Checkpoint)
	}
	for i, c := range from {
		var failed error
		r.walkTurns(c, func(e Entry) error {
			if i+1 < len(from) && e.Turn > from[i+1].Turn {
				return errStop // the next checkpoint's
			}
			if failed = bindTurn(s, r.island, e); failed == nil {
				failed = s.Exec()
			}
			return failed
		})
		if failed != nil {
			return failed
		}
	}
	return nil
}

// copySegments copies the folded turns that can be read. Check verifies their chain of hashes.
func (r *logReader) copySegments(to *sqlite3.Conn) error {
	s, _, err := to.Prepare(insertSegment)
	if err != nil {
		return err
	}
	defer s.Close()
	branches := []uint64{0, replaced}
	for _, a := range r.branches {
		branches = append(branches, a.id)
	}
	var failed error
	bad := 0
	for _, branch := range branches {
		reading := r.segments(branch, func(g segmentRow) error {
			if _, err := r.entries(g); err != nil {
				bad++
				return nil
			}
			failed = errors.Join(ints(r.island, g.first, g.last, g.branch)(s), s.BindBlob(5, g.before[:]), s.BindBlob(6, g.after[:]), s.BindBlob(7, g.data))
			if failed == nil {
				failed = s.Exec()
			}
			return failed
		})
		if failed != nil {
			return failed
		}
		err = errors.Join(err, reading)
	}
	switch {
	case err != nil:
		r.damaged("Old turns, which only the world's history needs, cannot all be read.")
	case bad > 0:
		r.damaged("%d pieces of old turns, which only the world's history needs, are damaged and were left out.", bad)
	}
	return nil
}
