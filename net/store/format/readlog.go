//go:build !js

package format

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/transfer"
)

// LogReader reads one log of a world file. Everything that it returns is verified.
type LogReader struct {
	*Reader
	Island  uint64
	Archive uint64            // of epochs and segments; zero: the log itself
	rules   map[uint64]uint32 // of epochs that name some
	Epochs  []store.EpochRow  // once they were read
	Found   []FoundCheckpoint // all good ones, ascending; without snapshots
	bad     int               // number of damaged rows
	Lost    uint64            // see Loaded.LostEpoch
}

// Damaged notes damage of the log.
func (r *LogReader) Damaged(format string, args ...any) {
	r.bad++
	if r.Island != store.Home {
		format, args = "Island %016x: "+format, append([]any{r.Island}, args...)
	}
	r.Reader.Damaged(format, args...)
}

// Read reads everything of the log that Open returns.
func (r *LogReader) Read() store.LoadedLog {
	l := store.LoadedLog{Island: r.Island, Epochs: r.ReadEpochs()}
	l.LostEpoch = r.Lost
	r.ReadCheckpoints()
	l.Checkpoint = r.Latest()
	l.Tail = r.tail(l.Checkpoint)
	return l
}

// ManifestOf reads a column that lists parts. An empty one lists none.
func ManifestOf(column []byte) (m transfer.Manifest, err error) {
	if len(column) == 0 {
		return transfer.Manifest{}, nil
	}
	return transfer.DecodeManifest(column)
}

// FoundCheckpoint is a checkpoint with a good row and a good list of parts.
type FoundCheckpoint struct {
	store.Checkpoint
	Manifest transfer.Manifest
	List     []byte // its encoding
}

// ReadEpochs reads the records of the log, or those that were moved to the archive. A row without a record
// stands for one that was damaged when the file was repaired: its existence must not be forgotten.
func (r *LogReader) ReadEpochs() (epochs []store.EpochRow) {
	if r.rules != nil {
		return r.Epochs
	}
	r.rules = map[uint64]uint32{}
	lost := uint64(0)
	const sql = `SELECT number, rules, record, parts, sum FROM epochs WHERE island = ? AND archive = ? ORDER BY number`
	err := Query(r.Conn, sql, Ints(r.Island, r.Archive), func(s *sqlite3.Stmt) error {
		e := store.EpochRow{Number: uint64(s.ColumnInt64(0)), Rules: uint32(s.ColumnInt64(1)), Record: s.ColumnBlob(2, []byte{})}
		list := s.ColumnBlob(3, []byte{})
		m, err := ManifestOf(list)
		if err != nil || !bytes.Equal(s.ColumnRawBlob(4), EpochSum(e, r.Island, list)) {
			r.Damaged("The record of epoch %d is damaged and was left out.", e.Number)
			lost = max(lost, e.Number)
			return nil
		}
		if len(e.Record) == 0 {
			lost = max(lost, e.Number)
			return nil
		}
		if len(list) > 0 {
			if e.Blob, err = r.Join(m); err != nil {
				r.Damaged("What the record of epoch %d reads is damaged and was left out (%v).", e.Number, PlainCause(err))
			}
		}
		epochs = append(epochs, e)
		if e.Rules != 0 {
			r.rules[e.Number] = e.Rules
		}
		return nil
	})
	if err != nil {
		r.Damaged("The records of epochs after the first %d cannot be read.", len(epochs))
		lost = ^uint64(0)
	}
	if n := len(epochs); n > 0 && lost > epochs[n-1].Number { // a gap shows the loss of an earlier one
		r.Lost = epochs[n-1].Number + 1
	}
	r.Epochs = epochs
	return epochs
}

// ReadCheckpoints finds the checkpoints with good rows.
func (r *LogReader) ReadCheckpoints() {
	err := Query(r.Conn, `SELECT turn, epoch, hash, digest, parts, sum FROM checkpoints WHERE island = ? ORDER BY turn`, Ints(r.Island), func(s *sqlite3.Stmt) error {
		c := store.Checkpoint{Turn: uint64(s.ColumnInt64(0)), Epoch: uint64(s.ColumnInt64(1)), Digest: uint64(s.ColumnInt64(3))}
		copy(c.Hash[:], s.ColumnRawBlob(2))
		list := s.ColumnRawBlob(4)
		m, err := transfer.DecodeManifest(list)
		if err != nil || !bytes.Equal(s.ColumnRawBlob(5), CheckpointSum(c, r.Island, list)) {
			r.Damaged("The checkpoint at turn %d is damaged.", c.Turn)
			return nil
		}
		r.Found = append(r.Found, FoundCheckpoint{c, m, bytes.Clone(list)})
		return nil
	})
	if err != nil {
		r.Damaged("Checkpoints cannot be read.")
	}
}

// Latest returns the last checkpoint with good parts, and its snapshot. Damaged ones are removed from found.
func (r *LogReader) Latest() (c store.Checkpoint) {
	for len(r.Found) > 0 {
		last := r.Found[len(r.Found)-1]
		snapshot, err := r.Join(last.Manifest)
		if err == nil {
			last.Snapshot = snapshot
			return last.Checkpoint
		}
		r.Damaged("The checkpoint at turn %d is damaged (%v).", last.Turn, err)
		r.Found = r.Found[:len(r.Found)-1]
	}
	return store.Checkpoint{}
}

// ChainHash computes the chain hash of an entry.
func (r *LogReader) ChainHash(previous [32]byte, e store.Entry) [32]byte {
	rules := r.Genesis.Rules
	if v, ok := r.rules[e.Epoch]; ok {
		rules = v
	}
	return r.Chain(previous, r.ID, e.Epoch, e.Turn, rules, e.Body)
}

// WalkTurns visits the rows of turns after a checkpoint (only its turn and hash matter), as long as each
// follows the one before in number and hash. It returns why it ended: nil at the last row.
func (r *LogReader) WalkTurns(from store.Checkpoint, visit func(store.Entry) error) error {
	last, hash := from.Turn, from.Hash
	return Query(r.Conn, SelectTurns+` WHERE island = ? AND turn > ? ORDER BY turn`, Ints(r.Island, last), func(s *sqlite3.Stmt) error {
		e, ok := ScanTurn(s)
		switch {
		case !ok:
			return fmt.Errorf("the row after turn %d is damaged", last)
		case e.Turn != last+1:
			return GapError{last + 1, e.Turn - 1}
		case r.ChainHash(hash, e) != e.Hash:
			return fmt.Errorf("turn %d is damaged", e.Turn)
		}
		last, hash = e.Turn, e.Hash
		return visit(e)
	})
}

// History returns the folded turns from the first on, as far as they follow each other, with their hashes
// (the hash before the first turn is zero). It is the last resort when no checkpoint is good.
func (r *LogReader) History() (entries []store.Entry) {
	var hash [32]byte
	r.Segments(0, func(g SegmentRow) error {
		unpacked, err := r.Entries(g)
		if err != nil || g.First != uint64(len(entries))+1 {
			return ErrStop
		}
		h := hash
		for i := range unpacked {
			h = r.ChainHash(h, unpacked[i])
			unpacked[i].Hash = h
		}
		if h != g.After {
			return ErrStop
		}
		entries, hash = append(entries, unpacked...), h
		return nil
	})
	return entries
}

// HistoryEnd returns where the rows of turns continue when there is no checkpoint.
func HistoryEnd(history []store.Entry) (c store.Checkpoint) {
	if n := len(history); n > 0 {
		c.Turn, c.Hash = history[n-1].Turn, history[n-1].Hash
	}
	return c
}

// tail returns the turns after a checkpoint, or all turns if there is none. It reports the loss when they end
// too early.
func (r *LogReader) tail(from store.Checkpoint) (tail []store.Entry) {
	if from.Snapshot == nil {
		tail = r.History()
		from = HistoryEnd(tail)
	}
	err := r.WalkTurns(from, func(e store.Entry) error {
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
	if top, err := Number(r.Conn, `SELECT max(turn) FROM turns WHERE island = ?`, r.Island); err == nil && uint64(top) > last {
		lost = fmt.Sprintf(": %d turns are lost", uint64(top)-last)
	}
	r.Damaged("The world goes on from turn %d, because %s%s.", last, PlainCause(err), lost)
	return tail
}

// Base returns the turn from which the rows follow each other up to top: that of the oldest checkpoint or, if
// rows are missing since, that of the latest.
func (r *LogReader) Base(latest, top uint64) (uint64, error) {
	if len(r.Found) == 0 {
		first, err := Number(r.Conn, `SELECT coalesce(min(turn), 1) - 1 FROM turns WHERE island = ?`, r.Island)
		return uint64(max(first, 0)), err
	}
	oldest := r.Found[0].Turn
	n := int64(0)
	err := Query(r.Conn, `SELECT count(*) FROM turns WHERE island = ? AND turn > ? AND turn <= ?`, Ints(r.Island, oldest, top), func(s *sqlite3.Stmt) error {
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
func (r *LogReader) everHadTurns() bool {
	turns, err := Number(r.Conn, `SELECT count(*) FROM turns WHERE island = ?`, r.Island)
	return r.bad > 0 || err != nil || turns > 0
}

// noteUsed reports the replacement of the damaged data.
func (r *LogReader) noteUsed(l store.LoadedLog) {
	if l.Checkpoint.Snapshot == nil {
		r.Damaged("No checkpoint could be used: all %d turns were executed from the beginning.", len(l.Tail))
		return
	}
	r.Damaged("The checkpoint at turn %d and the %d turns after it were used.", l.Checkpoint.Turn, len(l.Tail))
}

const SelectTurns = `SELECT turn, epoch, hash, body, signatures FROM turns`

// ScanTurn reads a row of selectTurns; false if its form is wrong. Nothing is verified.
func ScanTurn(s *sqlite3.Stmt) (e store.Entry, ok bool) {
	turn, epoch, hash, body := s.ColumnInt64(0), s.ColumnInt64(1), s.ColumnRawBlob(2), s.ColumnRawBlob(3)
	signatures := s.ColumnRawBlob(4)
	e = store.Entry{Epoch: uint64(epoch), Turn: uint64(turn), Signatures: bytes.Clone(signatures[:max(0, len(signatures)-sumSize)])}
	if len(e.Signatures) > store.MaxSignatures || !bytes.Equal(signatures, summed(e)) || turn < 0 || turn > store.MaxTurn || epoch < 0 || epoch > store.MaxTurn || len(hash) != 32 || len(body) > store.MaxBody {
		return store.Entry{}, false
	}
	e.Hash, e.Body = [32]byte(hash), bytes.Clone(body)
	return e, true
}

// ErrStop ends a query early.
var ErrStop = errors.New("enough")
