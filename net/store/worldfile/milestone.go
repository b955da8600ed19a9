//go:build !js

package worldfile

import (
	"bytes"
	"errors"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// # Milestones and trials
//
// A checkpoint that is not among the newest Kept ones any more becomes a milestone. Milestones are thinned
// with their age, so that the distance between two of them is at most half of the age of the older. From
// there, an old state is reached by executing turns: see Log.Read. They are no place to resume a log from,
// and a repaired file has none.
//
// A trial is the place that the execution of another log's turns has reached in this process.

// ofTrial marks pins of trials.
const ofTrial = ^uint64(0)

// readMilestones lists the milestones of the log, ascending.
func (t *track) readMilestones() (miles []keptCheckpoint) {
	_ = format.Query(t.conn, `SELECT turn, parts FROM milestones WHERE island = ? ORDER BY turn`, format.Ints(t.island), func(s *sqlite3.Stmt) error {
		if m, err := format.ManifestOf(s.ColumnRawBlob(1)); err == nil {
			miles = append(miles, keptCheckpoint{turn: uint64(s.ColumnInt64(0)), parts: format.HashesOf(m)})
		}
		return nil
	})
	return miles
}

// passMilestones makes milestones of the checkpoints that a new one replaces.
func (t *track) passMilestones(job *saveJob, kept []keptCheckpoint) error {
	miles := slices.Clone(t.miles)
	for _, k := range t.kept {
		if k.turn < kept[0].turn {
			miles = append(miles, k)
		}
	}
	err := format.Query(t.conn, `INSERT OR REPLACE INTO milestones(island, turn, epoch, hash, digest, parts, sum)
		SELECT island, turn, epoch, hash, digest, parts, sum FROM checkpoints WHERE island = ? AND turn < ?`, format.Ints(t.island, kept[0].turn), nil)
	if err == nil && job.c.Turn <= kept[0].turn { // the log went back, or goes on from another's state
		err = format.Query(t.conn, `DELETE FROM milestones WHERE island = ? AND turn >= ?`, format.Ints(t.island, job.c.Turn), nil)
		miles = slices.DeleteFunc(miles, func(k keptCheckpoint) bool { return k.turn >= job.c.Turn })
	}
	t.miles = thin(miles, job.c.Turn)
	for _, k := range miles {
		if err == nil && !slices.ContainsFunc(t.miles, func(o keptCheckpoint) bool { return o.turn == k.turn }) {
			err = format.Query(t.conn, `DELETE FROM milestones WHERE island = ? AND turn = ?`, format.Ints(t.island, k.turn), nil)
		}
	}
	return err
}

// thin drops milestones whose neighbours are near each other, for their age.
func thin(miles []keptCheckpoint, now uint64) []keptCheckpoint {
	miles = slices.Clone(miles)
	slices.SortFunc(miles, func(a, b keptCheckpoint) int {
		if a.turn < b.turn {
			return -1
		}
		return 1
	})
	for i := 1; i+1 < len(miles); {
		if before, after := miles[i-1].turn, miles[i+1].turn; after-before <= (now-before)/2 {
			miles = slices.Delete(miles, i, i+1)
		} else {
			i++
		}
	}
	return miles[max(0, len(miles)-store.MaxMilestones):]
}

// dropMilestones forgets the milestones from a turn on.
func (t *track) dropMilestones(turn uint64) error {
	t.miles = slices.DeleteFunc(slices.Clone(t.miles), func(k keptCheckpoint) bool { return k.turn >= turn })
	return format.Query(t.conn, `DELETE FROM milestones WHERE island = ? AND turn >= ?`, format.Ints(t.island, turn), nil)
}

// dropMilestonesBefore forgets the milestones before a turn: the file has no turns that follow them.
func (t *track) dropMilestonesBefore(turn uint64) error {
	t.miles = slices.DeleteFunc(slices.Clone(t.miles), func(k keptCheckpoint) bool { return k.turn < turn })
	return format.Query(t.conn, `DELETE FROM milestones WHERE island = ? AND turn < ?`, format.Ints(t.island, turn), nil)
}

// trialJob is a trial to be written, or to be forgotten.
type trialJob struct {
	name [32]byte
	at   *store.Checkpoint // nil: it is over
}

// KeepTrial remembers the place that an execution has reached, in place of an earlier one of its name; nil:
// it is over. The file keeps MaxTrials of them, the newest.
func (l *Log) KeepTrial(name [32]byte, at *store.Checkpoint) {
	if at != nil {
		checkEntry(store.Entry{Epoch: at.Epoch, Turn: at.Turn})
	}
	q := l.q
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	q.rows.trials = slices.DeleteFunc(q.rows.trials, func(j trialJob) bool { return j.name == name })
	q.rows.trials = append(q.rows.trials, trialJob{name, at})
	q.schedule(false)
}

// putTrials writes the waiting trials.
func (t *track) putTrials() error {
	for _, j := range t.trials {
		if err := t.dropTrial(j.name); err != nil {
			return err
		}
		if j.at == nil {
			continue
		}
		m, err := t.putBytes(j.at.Snapshot)
		if err != nil {
			return err
		}
		t.pins = append(slices.Clone(t.pins), pin{island: t.island, archive: ofTrial, trial: j.name, parts: format.HashesOf(m)})
		if err := format.InsertTrial(t.conn, t.island, store.Trial{Name: j.name, At: *j.at}, m.Encode()); err != nil {
			return err
		}
		for _, old := range format.OldTrials(t.conn) {
			if err := t.dropTrial(old); err != nil {
				return err
			}
		}
		t.refs = t.references() // putBytes asks them for the parts that are there
	}
	return nil
}

func (t *track) dropTrial(name [32]byte) error {
	t.pins = slices.DeleteFunc(slices.Clone(t.pins), func(p pin) bool { return p.archive == ofTrial && p.trial == name })
	return format.Query(t.conn, `DELETE FROM trials WHERE name = ?`, func(s *sqlite3.Stmt) error { return s.BindBlob(1, name[:]) }, nil)
}

// Read reads the place of an execution, or a stretch of the log; of a stretch's turns, the state comes first
// in From. done is called once, from a goroutine of its own. Its error is ErrNotFound if the file does not
// have all, or it exceeds MaxStretch.
func (l *Log) Read(what store.Reading, done func(store.Stretch, error)) {
	go func() {
		var found store.Stretch
		err := reading(l.path, l.q.island, func(r *format.LogReader) (err error) {
			if what.Trial == [32]byte{} {
				found, err = r.ReadStretch(what.Turn, what.Epoch)
			} else {
				found.From, err = r.ReadTrial(what.Trial)
			}
			return err
		})
		done(found, err)
	}()
}

// reading opens a file for a moment, beside the writer.
func reading(path string, island uint64, read func(r *format.LogReader) error) error {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return format.Explain(path, err)
	}
	err = format.RecoverPanic(func() error { return read(&format.LogReader{Reader: r, Island: island}) })
	if closing := format.RecoverPanic(r.Conn.Close); err == nil {
		err = closing
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		err = format.Explain(path, err)
	}
	return err
}

// OpenArchive reads a branch with its states, which are verified, and its turns, whose chain is not. done is
// called once, from a goroutine of its own; its errors are those of the function OpenArchive.
func (l *Log) OpenArchive(id [32]byte, done func(store.Branch, error)) {
	go func() {
		b, err := OpenArchive(l.path, id)
		if err == nil {
			_ = reading(l.path, l.q.island, func(r *format.LogReader) error {
				for _, a := range r.Archives() {
					if bytes.Equal(a.Branch.ID[:], id[:]) {
						b.Turns = (&format.LogReader{Reader: r.Reader, Island: a.Branch.Island}).TurnsOf(a.ID, a.Branch.Turn, a.Branch.Tip.Turn)
					}
				}
				return nil
			})
		}
		done(b, err)
	}()
}
