//go:build !js

package worldfile

import (
	"fmt"
	"slices"

	"manyhold/net/store"
	"manyhold/net/store/format"
	"manyhold/net/transfer"
)

// saveStep is the number of bytes of a snapshot in one transaction, so that turns never wait for more.
const saveStep = 256 << 10

// saveJob is a checkpoint on its way into the file: first its new parts in several transactions, then its
// row. The next Open removes the parts of a checkpoint that never got its row.
type saveJob struct {
	c          store.Checkpoint
	before     uint64 // queue.last before it
	baseBefore uint64 // queue.base before it
	ahead      bool   // the turns between are missing
	cut        uint64 // the file's turns from this one on are dead; zero: none
	cancelled  bool   // the log went back below it; guarded by queue.mu

	parts    []transfer.Part
	manifest transfer.Manifest
	next     int // the first part that is not in the file
}

// step does one piece of background work for each log and reports whether more is left.
func (w *writer) step() (more bool, err error) {
	for _, t := range w.tracks {
		left, err := t.step()
		if err != nil {
			return false, err
		}
		more = more || left
	}
	if w.full && !more {
		more, err = w.trim()
		w.full = more
	}
	return more, err
}

// step does one piece of background work for the log.
func (t *track) step() (more bool, err error) {
	switch job := t.q.job(); {
	case job != nil && job.parts == nil:
		if err := job.prepare(); err != nil {
			t.q.abandon(job, err)
		}
	case job != nil && job.next < len(job.parts):
		next := job.next
		if err = t.atomically(func() error { return t.putParts(job) }); err != nil {
			job.next = next
		}
		t.unsynced = true
	case job != nil:
		err = t.finish(job)
	case t.fold != 0:
		err = t.atomically(t.foldStep)
		t.unsynced = true
	}
	return err == nil && (t.fold != 0 || t.q.job() != nil), err
}

// job returns the begun checkpoint, unless it was cancelled.
func (q *queue) job() *saveJob {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.saving != nil && q.saving.cancelled {
		q.endJob()
	}
	return q.saving
}

// endJob makes room for the next checkpoint. The caller holds mu.
func (q *queue) endJob() {
	q.saving = nil
	if len(q.saves)+len(q.rows.operations) > 0 {
		q.schedule(true)
	}
}

// moreAhead reports whether turns wait for another checkpoint that has not been begun. The caller holds mu.
func (q *queue) moreAhead() bool {
	return slices.ContainsFunc(q.saves, func(s *saveJob) bool { return s.ahead })
}

// abandon gives up a checkpoint that cannot be kept.
func (q *queue) abandon(job *saveJob, why error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.endJob()
	q.setErr(fmt.Errorf("the checkpoint at turn %d was not kept: %w", job.c.Turn, why))
	if job.ahead && !job.cancelled && !q.moreAhead() {
		q.extent.gap, q.ahead, q.extent.cut = true, false, lowestTurn(q.extent.cut, job.cut)
		q.after.clear()
	}
}

func (j *saveJob) prepare() error {
	parts, err := transfer.Split(j.c.Snapshot)
	if err != nil {
		return err
	}
	j.parts, j.manifest = parts, transfer.Describe(j.c.Turn, parts)
	return nil
}

// putParts adds the next parts that the file lacks.
func (w *writer) putParts(job *saveJob) error {
	s, _, err := w.conn.Prepare(format.InsertPart)
	if err != nil {
		return err
	}
	defer s.Close()
	for done := 0; job.next < len(job.parts) && done < saveStep; job.next++ {
		hash, data := job.manifest.Parts[job.next].Hash, job.parts[job.next].Data
		if w.refs[hash] > 0 {
			continue
		}
		done += len(data)
		if err := format.InsertPartRow(s, hash, len(data), w.Pack(data)); err != nil {
			return err
		}
	}
	return nil
}

// finish adds the checkpoint's row and removes the rows that it replaces.
func (t *track) finish(job *saveJob) error {
	before := t.progress
	kept := t.keptWith(job)
	if !t.q.committing(job, kept[0].turn) {
		return nil
	}
	if err := t.atomically(func() error { return t.putCheckpoint(job, kept) }); err != nil {
		t.progress = before
		return err
	}
	t.unsynced, t.begun = true, true
	t.refs = t.references()
	if t.top = max(t.top, job.c.Turn); job.ahead {
		t.top = job.c.Turn
	}
	t.fold, t.full = kept[0].turn, true
	t.q.finished(job)
	t.tellWritten()
	return nil
}

// committing reports whether the checkpoint is to go into the file. From then on the log cannot go back below
// oldest, because no checkpoint before it is kept. A stretch that a later checkpoint begins has its own base.
func (q *queue) committing(job *saveJob, oldest uint64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !job.cancelled {
		if q.extent.oldest = oldest; !q.moreAhead() {
			q.extent.base = max(q.extent.base, oldest)
		}
	}
	return !job.cancelled
}

// finished releases the turns that waited for the checkpoint.
func (q *queue) finished(job *saveJob) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.endJob()
	if job.ahead && !job.cancelled && !q.moreAhead() {
		q.ahead = false
		q.turns.addAll(&q.after)
		q.after.clear()
		if len(q.turns.list)+len(q.rows.epochs) > 0 {
			q.schedule(true)
		}
	}
}

// keptWith returns the checkpoints that are kept once job's is in: the last Kept ones up to it, in ascending
// order. Later ones belong to a branch that ended.
func (t *track) keptWith(job *saveJob) (kept []keptCheckpoint) {
	for _, k := range t.kept {
		if k.turn < job.c.Turn && (job.cut == 0 || k.turn < job.cut) {
			kept = append(kept, k)
		}
	}
	kept = append(kept, keptCheckpoint{turn: job.c.Turn, parts: format.HashesOf(job.manifest)})
	return kept[max(0, len(kept)-store.Kept):]
}

// references counts the uses of each part in the file: by checkpoints, by those on their way, by blobs and
// archives.
func (w *writer) references() map[[32]byte]int {
	refs := map[[32]byte]int{}
	count := func(hashes [][32]byte) {
		for _, h := range hashes {
			refs[h]++
		}
	}
	for _, t := range w.tracks {
		for _, k := range t.kept {
			count(k.parts)
		}
		for _, k := range t.miles {
			count(k.parts)
		}
		if job := t.q.job(); job != nil {
			count(format.HashesOf(job.manifest)[:job.next])
		}
	}
	for _, h := range w.pins {
		count(h.parts)
	}
	return refs
}

func (t *track) putCheckpoint(job *saveJob, kept []keptCheckpoint) error {
	if err := t.listIsland(); err != nil {
		return err
	}
	if job.cut != 0 {
		if err := t.branchOff(job.cut); err != nil {
			return err
		}
	}
	if err := t.passMilestones(job, kept); err != nil {
		return err
	}
	if err := format.Query(t.conn, `DELETE FROM checkpoints WHERE island = ? AND (turn >= ? OR turn < ?)`, format.Ints(t.island, job.c.Turn, kept[0].turn), nil); err != nil {
		return err
	}
	if err := format.InsertCheckpointRow(t.conn, t.island, job.c, job.manifest.Encode()); err != nil {
		return err
	}
	t.kept = kept
	return t.dropParts(t.references())
}

// dropParts removes the parts without a use in refs.
func (w *writer) dropParts(refs map[[32]byte]int) error {
	s, _, err := w.conn.Prepare(`DELETE FROM parts WHERE hash = ?`)
	if err != nil {
		return err
	}
	defer s.Close()
	for hash := range w.refs {
		if refs[hash] > 0 {
			continue
		}
		if err := s.BindBlob(1, hash[:]); err != nil {
			return err
		}
		if err := s.Exec(); err != nil {
			return err
		}
	}
	return nil
}

// lowestTurn returns the lower of two turns, where zero means none.
func lowestTurn(a, b uint64) uint64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
