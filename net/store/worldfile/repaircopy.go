//go:build !js

package worldfile

import (
	"errors"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/transfer"
)

// copyLog writes everything of the log that can be verified into a new file.
func copyLog(r *format.LogReader, to *sqlite3.Conn, ended bool) error {
	err := format.Query(to, `INSERT OR IGNORE INTO islands(island, ended) VALUES (?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(format.Ints(r.Island)(s), s.BindBool(2, ended))
	}, nil)
	if err != nil {
		return err
	}
	archives := []uint64{0}
	for _, a := range r.Branches {
		archives = append(archives, a.ID)
	}
	for _, id := range archives {
		of := r // with records that may have been read already
		if id != 0 {
			of = &format.LogReader{Reader: r.Reader, Island: r.Island, Archive: id}
		}
		if err := copyEpochs(of, to); err != nil {
			return err
		}
	}
	if err := copyCheckpoints(r, to); err != nil {
		return err
	}
	if err := copyTurns(r, to); err != nil {
		return err
	}
	return copySegments(r, to)
}

func copyEpochs(r *format.LogReader, to *sqlite3.Conn) error {
	for _, e := range r.ReadEpochs() {
		var list []byte
		if e.Blob != nil {
			m, err := copyBytes(r.Reader, to, e.Blob)
			if err != nil {
				return err
			}
			list = m.Encode()
		}
		if err := format.InsertEpochRow(to, r.Island, r.Archive, e, list); err != nil {
			return err
		}
	}
	if r.Lost != 0 {
		return format.InsertEpochRow(to, r.Island, r.Archive, store.EpochRow{Number: r.Lost}, nil)
	}
	return nil
}

// copyBytes writes the parts of a blob or snapshot.
func copyBytes(r *format.Reader, to *sqlite3.Conn, b []byte) (transfer.Manifest, error) {
	w := &writer{conn: to, Packing: r.Packing}
	m, err := w.putBytes(b)
	return m, err
}

// copyArchives copies the archives with good states.
func copyArchives(r *format.Reader, to *sqlite3.Conn) error {
	for _, a := range r.Branches {
		b := a.Branch
		if err := r.States(a, &b); err != nil {
			r.Damaged("The archive of %s is damaged and was left out (%v).", a.Branch, format.PlainCause(err))
			continue
		}
		for _, state := range [][]byte{b.Base, b.Tip.Snapshot} {
			if _, err := copyBytes(r, to, state); err != nil {
				return err
			}
		}
		if err := format.InsertBranch(to, a.ID, b, a.BaseList, a.TipList, a.Records); err != nil {
			return err
		}
	}
	return nil
}

// copyCheckpoints copies the checkpoints with good parts. The others are removed from found.
func copyCheckpoints(r *format.LogReader, to *sqlite3.Conn) error {
	s, _, err := to.Prepare(format.InsertPart)
	if err != nil {
		return err
	}
	defer s.Close()
	good := r.Found[:0:0]
	for _, c := range r.Found {
		if _, err := r.Join(c.Manifest); err != nil {
			r.Damaged("The checkpoint at turn %d is damaged (%v).", c.Turn, format.PlainCause(err))
			continue
		}
		good = append(good, c)
		for _, p := range c.Manifest.Parts {
			data, err := r.Part(p)
			if err != nil {
				return err
			}
			if err := format.InsertPartRow(s, p.Hash, len(data), r.Pack(data)); err != nil {
				return err
			}
		}
		if err := format.InsertCheckpointRow(to, r.Island, c.Checkpoint, c.List); err != nil {
			return err
		}
	}
	r.Found = good
	return nil
}

// copyTurns copies the turns that follow from any good checkpoint.
func copyTurns(r *format.LogReader, to *sqlite3.Conn) error {
	s, _, err := to.Prepare(format.InsertTurn)
	if err != nil {
		return err
	}
	defer s.Close()
	from := []store.Checkpoint{format.HistoryEnd(nil)}
	if len(r.Found) == 0 {
		from[0] = format.HistoryEnd(r.History())
	}
	for i, c := range r.Found {
		from = append(from[:i], c.Checkpoint)
	}
	for i, c := range from {
		var failed error
		r.WalkTurns(c, func(e store.Entry) error {
			if i+1 < len(from) && e.Turn > from[i+1].Turn {
				return format.ErrStop // the next checkpoint's
			}
			if failed = format.BindTurn(s, r.Island, e); failed == nil {
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
func copySegments(r *format.LogReader, to *sqlite3.Conn) error {
	s, _, err := to.Prepare(format.InsertSegment)
	if err != nil {
		return err
	}
	defer s.Close()
	branches := []uint64{0, format.Replaced}
	for _, a := range r.Branches {
		branches = append(branches, a.ID)
	}
	var failed error
	bad := 0
	for _, branch := range branches {
		reading := r.Segments(branch, func(g format.SegmentRow) error {
			if _, err := r.Entries(g); err != nil {
				bad++
				return nil
			}
			failed = errors.Join(format.Ints(r.Island, g.First, g.Last, g.Branch)(s), s.BindBlob(5, g.Before[:]), s.BindBlob(6, g.After[:]), s.BindBlob(7, g.Data))
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
		r.Damaged("Old turns, which only the world's history needs, cannot all be read.")
	case bad > 0:
		r.Damaged("%d pieces of old turns, which only the world's history needs, are damaged and were left out.", bad)
	}
	return nil
}

// copyCuts copies marks and cuts.
func copyCuts(r *format.Reader, to *sqlite3.Conn) error {
	s, _, err := to.Prepare(format.InsertMark)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, m := range r.Marks {
		err = errors.Join(err, format.PutMark(s, m))
	}
	for _, c := range r.Cuts {
		err = errors.Join(err, format.PutCut(to, c))
	}
	return err
}
