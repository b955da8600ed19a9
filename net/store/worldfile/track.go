//go:build !js

package worldfile

import (
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/transfer"
)

// track is the writer's knowledge of one log.
type track struct {
	*writer
	q      *queue
	island uint64
	progress

	batch      turns
	epochs     []epochJob
	operations []operation
	cut        *store.Cut // to be written

	certificate *format.Certificate // to be written
	trials      []trialJob          // likewise

	marked uint64 // turn of the mark that is synced
	most   uint64 // the greatest turn that may be told; see Cut
}

// progress is the writer's view of a log in the file. It is restored when a transaction fails.
type progress struct {
	top    uint64 // greatest turn of the rows and checkpoints; Written reports it
	begun  bool   // there are any
	kept   []keptCheckpoint
	miles  []keptCheckpoint // older ones, see milestone.go
	fold   uint64           // turns up to this one are to be folded
	listed bool             // the log is in the table of logs
}

// keptCheckpoint is a checkpoint in the file.
type keptCheckpoint struct {
	turn  uint64
	parts [][32]byte
}

// pin lists the parts that a blob or an archive uses.
type pin struct {
	island, number uint64   // of an epoch's blob; number zero: of an archive
	archive        uint64   // ofTrial: of a trial
	trial          [32]byte // its name
	parts          [][32]byte
}

// resume prepares the track of a loaded log.
func (t *track) resume(r *format.LogReader, checkpoint store.Checkpoint, tail []store.Entry) error {
	for _, c := range r.Found {
		t.kept = append(t.kept, keptCheckpoint{turn: c.Turn, parts: format.HashesOf(c.Manifest)})
	}
	t.miles = t.readMilestones()
	if len(t.kept) > 0 {
		t.fold = t.kept[0].turn // unless this was done before the file was closed
	}
	t.top, t.begun, t.listed = checkpoint.Turn, checkpoint.Snapshot != nil, true
	if n := len(tail); n > 0 {
		t.top, t.begun = tail[n-1].Turn, true
		t.q.prev = append(t.q.prev, tail[n-1].Body...)
	}
	t.q.extent.last, t.q.extent.known, t.q.written = t.top, t.begun, t.top
	var err error
	t.q.extent.base, err = r.Base(checkpoint.Turn, t.top)
	return err
}

// take moves the waiting work from the queue to the track.
func (t *track) take() {
	q := t.q
	q.mu.Lock()
	defer q.mu.Unlock()
	t.batch.addAll(&q.turns)
	q.turns.clear()
	q.inBatch = t.batch.bytes()
	if !q.ahead { // else turns before the record wait
		t.epochs = append(t.epochs, q.rows.epochs...)
		q.rows.epochs = nil
		if q.saving == nil && len(q.saves) == 0 {
			// they stay in the queue, which takes nothing else until they are done
			t.operations = slices.Clone(q.rows.operations)
		}
	}
	for k, p := range q.rows.players {
		t.players[k] = format.MergePlayer(t.players[k], p)
	}
	clear(q.rows.players)
	for id, entry := range q.rows.charter {
		t.charter[id] = entry
	}
	clear(q.rows.charter)
	if q.rows.cut != nil {
		t.cut, q.rows.cut = q.rows.cut, nil
	}
	if q.rows.certificate != nil {
		t.certificate, q.rows.certificate = q.rows.certificate, nil
	}
	t.trials, q.rows.trials = append(t.trials, q.rows.trials...), nil
	if (q.saving == nil || q.saving.cancelled) && len(q.saves) > 0 {
		q.saving, q.saves = q.saves[0], q.saves[1:]
	}
	q.urgent, q.since, q.extent.rewind = false, time.Time{}, 0
}

// idle reports whether nothing was taken.
func (t *track) idle() bool {
	return len(t.batch.list)+len(t.epochs)+len(t.operations) == 0 && t.cut == nil && t.certificate == nil && len(t.trials) == 0
}

// put writes the queued data.
func (t *track) put() error {
	if t.idle() {
		return nil
	}
	if err := t.listIsland(); err != nil {
		return err
	}
	for i := range t.batch.list {
		if err := t.putTurn(t.batch.at(i)); err != nil {
			return err
		}
	}
	for _, e := range t.epochs {
		if err := t.putEpoch(e.row); err != nil {
			return err
		}
	}
	if t.cut != nil {
		if err := format.PutCut(t.conn, format.CutRow{Island: t.island, Cut: *t.cut}); err != nil {
			return err
		}
	}
	if err := t.putCertificate(); err != nil {
		return err
	}
	if err := t.putTrials(); err != nil {
		return err
	}
	for i := range t.operations {
		if err := t.tryOperation(&t.operations[i]); err != nil {
			return err
		}
	}
	return nil
}

// listIsland adds the island to the list of living islands.
func (t *track) listIsland() error {
	if t.listed {
		return nil
	}
	err := format.Query(t.conn, `INSERT INTO islands(island, ended) VALUES (?, 0) ON CONFLICT(island) DO UPDATE SET ended = 0`, format.Ints(t.island), nil)
	t.listed = err == nil
	return err
}

// putTurn adds a row. A turn that goes back ends the rows from there on, which become a branch.
func (t *track) putTurn(e store.Entry) error {
	if t.begun && e.Turn <= t.top {
		if err := t.branchOff(e.Turn); err != nil {
			return err
		}
	}
	if err := format.BindTurn(t.insert, t.island, e); err != nil {
		return err
	}
	if err := t.insert.Exec(); err != nil {
		return err
	}
	t.top, t.begun = e.Turn, true
	return nil
}

// putEpoch adds a record and its blob.
func (t *track) putEpoch(e store.EpochRow) error {
	var list []byte
	t.pins = slices.DeleteFunc(slices.Clone(t.pins), func(h pin) bool { return h.island == t.island && h.number == e.Number && h.archive == 0 })
	if len(e.Blob) > 0 {
		m, err := t.putBytes(e.Blob)
		if err != nil {
			return err
		}
		list = m.Encode()
		t.pins = append(t.pins, pin{island: t.island, number: e.Number, parts: format.HashesOf(m)})
	}
	return format.InsertEpochRow(t.conn, t.island, 0, e, list)
}

// pinsOf visits the parts used by blobs of the log's epochs or, if archive is not zero, by that archive.
func (t *track) pinsOf(archive uint64) iter.Seq[pin] {
	return func(yield func(pin) bool) {
		for _, h := range t.pins {
			if h.island == t.island && h.archive == archive && !yield(h) {
				return
			}
		}
	}
}

// putBytes adds the parts of a blob or snapshot that the file lacks.
func (w *writer) putBytes(b []byte) (transfer.Manifest, error) {
	parts := format.Pieces(b)
	m := transfer.Describe(0, parts)
	s, _, err := w.conn.Prepare(format.InsertPart)
	if err != nil {
		return m, err
	}
	defer s.Close()
	for i, p := range parts {
		if hash := m.Parts[i].Hash; w.refs[hash] == 0 {
			err = errors.Join(err, format.InsertPartRow(s, hash, len(p.Data), w.Pack(p.Data)))
		}
	}
	return m, err
}

// tellWritten reports the turns that are in the file now.
func (t *track) tellWritten() {
	q := t.q
	q.mu.Lock()
	defer q.mu.Unlock()
	q.inBatch = t.batch.bytes()
	written := min(t.top, t.most)
	if q.extent.rewind != 0 {
		written = min(written, q.extent.rewind-1)
	}
	if written != q.written {
		q.written = written
		signal(q.signals.notify)
	}
}

// putCertificate writes the queued certificates and removes those without a checkpoint.
func (t *track) putCertificate() error {
	if t.certificate == nil {
		return nil
	}
	c := *t.certificate
	err := format.Query(t.conn, `INSERT OR REPLACE INTO certificates(island, turn, bytes, sum) VALUES (?, ?, ?, ?)`, func(s *sqlite3.Stmt) error {
		return errors.Join(format.Ints(c.Island, c.Turn)(s), format.BindBytes(s, 3, c.Bytes), s.BindBlob(4, c.Sum()))
	}, nil)
	if err != nil {
		return err
	}
	return format.Query(t.conn, `DELETE FROM certificates WHERE island = ?1 AND turn < (SELECT min(turn) FROM checkpoints WHERE island = ?1)`, format.Ints(t.island), nil)
}
