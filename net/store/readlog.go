//go:build !js

package store

import (
	"bytes"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/transfer"
)

// logReader reads one log of a world file. Everything that it returns is verified.
type logReader struct {
	*reader
	island  uint64
	archive uint64            // of epochs and segments; zero: the log itself
	rules   map[uint64]uint32 // of epochs that name some
	epochs  []EpochRow        // once they were read
	found   []foundCheckpoint // all good ones, ascending; without snapshots
	bad     int               // number of damaged rows
	lost    uint64            // see Loaded.LostEpoch
}

// damaged notes damage of the log.
func (r *logReader) damaged(format string, args ...any) {
	r.bad++
	if r.island != Home {
		format, args = "Island %016x: "+format, append([]any{r.island}, args...)
	}
	r.reader.damaged(format, args...)
}

// read reads everything of the log that Open returns.
func (r *logReader) read() LoadedLog {
	l := LoadedLog{Island: r.island, Epochs: r.readEpochs()}
	l.LostEpoch = r.lost
	r.readCheckpoints()
	l.Checkpoint = r.latest()
	l.Tail = r.tail(l.Checkpoint)
	return l
}

// manifestOf reads a column that lists parts. An empty one lists none.
func manifestOf(column []byte) (m transfer.Manifest, err error) {
	if len(column) == 0 {
		return transfer.Manifest{}, nil
	}
	return transfer.DecodeManifest(column)
}

// foundCheckpoint is a checkpoint with a good row and a good list of parts.
type foundCheckpoint struct {
	Checkpoint
	manifest transfer.Manifest
	list     []byte // its encoding
}

// readEpochs reads the records of the log, or those that were moved to the archive. A row without a record
// stands for one that was damaged when the file was repaired: its existence must not be forgotten.
func (r *logReader) readEpochs() (epochs []EpochRow) {
	if r.rules != nil {
		return r.epochs
	}
	r.rules = map[uint64]uint32{}
	lost := uint64(0)
	const sql = `SELECT number, rules, record, parts, sum FROM epochs WHERE island = ? AND archive = ? ORDER BY number`
	err := query(r.conn, sql, ints(r.island, r.archive), func(s *sqlite3.Stmt) error {
		e := EpochRow{Number: uint64(s.ColumnInt64(0)), Rules: uint32(s.ColumnInt64(1)), Record: s.ColumnBlob(2, []byte{})}
		list := s.ColumnBlob(3, []byte{})
		m, err := manifestOf(list)
		if err != nil || !bytes.Equal(s.ColumnRawBlob(4), e.sum(r.island, list)) {
			r.damaged("The record of epoch %d is damaged and was left out.", e.Number)
			lost = max(lost, e.Number)
			return nil
		}
		if len(e.Record) == 0 {
			lost = max(lost, e.Number)
			return nil
		}
		if len(list) > 0 {
			if e.Blob, err = r.join(m); err != nil {
				r.damaged("What the record of epoch %d reads is damaged and was left out (%v).", e.Number, plainCause(err))
			}
		}
		epochs = append(epochs, e)
		if e.Rules != 0 {
			r.rules[e.Number] = e.Rules
		}
		return nil
	})
	if err != nil {
		r.damaged("The records of epochs after the first %d cannot be read.", len(epochs))
		lost = ^uint64(0)
	}
	if n := len(epochs); n > 0 && lost > epochs[n-1].Number { // a gap shows the loss of an earlier one
		r.lost = epochs[n-1].Number + 1
	}
	r.epochs = epochs
	return epochs
}

// readCheckpoints finds the checkpoints with good rows.
func (r *logReader) readCheckpoints() {
	err := query(r.conn, `SELECT turn, epoch, hash, digest, parts, sum FROM checkpoints WHERE island = ? ORDER BY turn`, ints(r.island), func(s *sqlite3.Stmt) error {
		c := Checkpoint{Turn: uint64(s.ColumnInt64(0)), Epoch: uint64(s.ColumnInt64(1)), Digest: uint64(s.ColumnInt64(3))}
		copy(c.Hash[:], s.ColumnRawBlob(2))
		list := s.ColumnRawBlob(4)
		m, err := transfer.DecodeManifest(list)
		if err != nil || !bytes.Equal(s.ColumnRawBlob(5), c.sum(r.island, list)) {
			r.damaged("The checkpoint at turn %d is damaged.", c.Turn)
			return nil
		}
		r.found = append(r.found, foundCheckpoint{c, m, bytes.Clone(list)})
		return nil
	})
	if err != nil {
		r.damaged("Checkpoints cannot be read.")
	}
}

// latest returns the last checkpoint with good parts, and its snapshot. Damaged ones are removed from found.
func (r *logReader) latest() (c Checkpoint) {
	for len(r.found) > 0 {
		last := r.found[len(r.found)-1]
		snapshot, err := r.join(last.manifest)
		if err == nil {
			last.Snapshot = snapshot
			return last.Checkpoint
		}
		r.damaged("The checkpoint at turn %d is damaged (%v).", last.Turn, err)
		r.found = r.found[:len(r.found)-1]
	}
	return Checkpoint{}
}

// chainHash computes the chain hash of an entry.
func (r *logReader) chainHash(previous [32]byte, e Entry) [32]byte {
	rules := r.genesis.Rules
	if v, ok := r.rules[e.Epoch]; ok {
		rules = v
	}
	return r.chain(previous, r.id, e.Epoch, e.Turn, rules, e.Body)
}

// walkTurns visits the rows of turns after a checkpoint (only its turn and hash matter), as long as each
// follows the one before in number and hash. It returns why it ended: nil at the last row.
func (r *logReader) walkTurns(from Checkpoint, visit func(Entry) error) error {
	last, hash := from.Turn, from.Hash
	return query(r.conn, selectTurns+` WHERE island = ? AND turn > ? ORDER BY turn`, ints(r.island, last), func(s *sqlite3.Stmt) error {
		e, ok := scanTurn(s)
		switch {
		case !ok:
			return fmt.Errorf("the row after turn %d is damaged", last)
		case e.Turn != last+1:
			return gapError{last + 1, e.Turn - 1}
		case r.chainHash(hash, e) != e.Hash:
			return fmt.Errorf("turn %d is damaged", e.Turn)
		}
		last, hash = e.Turn, e.Hash
		return visit(e)
	})
}

// history returns the folded turns from the first on, as far as they follow each other, with their hashes
// (the hash before the first turn is zero). It is the last resort when no checkpoint is good.
func (r *logReader) history() (entries []Entry) {
	var hash [32]byte
	r.segments(0, func(g segmentRow) error {
		unpacked, err := r.entries(g)
		if err != nil || g.first != uint64(len(entries))+1 {
			return errStop
		}
		h := hash
		for i := range unpacked {
			h = r.chainHash(h, unpacked[i])
			unpacked[i].Hash = h
		}
		if h != g.after {
			return errStop
		}
		entries, hash = append(entries, unpacked...), h
		return nil
	})
	return entries
}

// historyEnd returns where the rows of turns go on when there is no checkpoint.
func historyEnd(history []Entry) (c Checkpoint) {
	if n := len(history); n > 0 {
		c.Turn, c.Hash = history[n-1].Turn, history[n-1].Hash
	}
	return c
}

// tail returns the turns after a checkpoint, or all turns if there is none. It reports the loss when they end
// too early.
func (r *logReader) tail(from Checkpoint) (tail []Entry) {
	if from.Snapshot == nil {
		tail = r.history()
		from = historyEnd(tail)
	}
	err := r.walkTurns(from, func(e Entry) error {
		tail = append(tail, e)
		return nil
	})
	if err == nil {
		return tail
	}
	last := from.Turn
	if n := len(tail); n > 0 {
		last = tail[n-1].Turn
	}
	lost := ""
	if top, err := number(r.conn, `SELECT max(turn) FROM turns WHERE island = ?`, r.island); err == nil && uint64(top) > last {
		lost = fmt.Sprintf(": %d turns are lost", uint64(top)-last)
	}
	r.damaged("The world goes on from turn %d, because %s%s.", last, plainCause(err), lost)
	return tail
}

// base returns the turn from which the rows follow each other up to top: that of the oldest checkpoint or, if
// rows are missing since, that of the latest.
func (r *logReader) base(latest, top uint64) (uint64, error) {
	if len(r.found) == 0 {
		first, err := number(r.conn, `SELECT coalesce(min(turn), 1) - 1 FROM turns WHERE island = ?`, r.island)
		return uint64(max(first, 0)), err
	}
	oldest := r.found[0].Turn
	n := int64(0)
	err := query(r.conn, `SELECT count(*) FROM turns WHERE island = ? AND turn > ? AND turn <= ?`, ints(r.island, oldest, top), func(s *sqlite3.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	})
	if uint64(n) == top-oldest {
		return oldest, err
	}
	return latest, err
}

// everHadTurns reports whether a file without a usable state once had one. Beginning anew would hide the
// loss.
func (r *logReader) everHadTurns() bool {
	turns, err := number(r.conn, `SELECT count(*) FROM turns WHERE island = ?`, r.island)
	return r.bad > 0 || err != nil || turns > 0
}

// noteUsed reports the replacement of the damaged data.
func (r *logReader) noteUsed(l LoadedLog) {
	if l.Checkpoint.Snapshot == nil {
		r.damaged("No checkpoint could be used: all %d turns were executed from the beginning.", len(l.Tail))
		return
	}
	r.damaged("The checkpoint at turn %d and the %d turns after it were used.", l.Checkpoint.Turn, len(l.Tail))
}
