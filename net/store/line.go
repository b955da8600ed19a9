//go:build !js

package store

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
)

// Line is what the world's file keeps of one island: its turns, epochs and checkpoints. Its methods may be called
// from any goroutine and do not wait for the disk.
type Line struct {
	q    *queue
	path string // of the file
}

// lines are the queues of an open world, one for each island. The writer looks them up.
type lines struct {
	mu     sync.Mutex
	all    []*queue // in the order in which they were asked for; home first
	closed bool
	limit  int64 // of the file in bytes; zero: none

	changed bool // the limit, since the writer looked
}

// of returns the queue of an island, which is made if there is none.
func (l *lines) of(island uint64) *queue {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, q := range l.all {
		if q.island == island {
			return q
		}
	}
	q := l.all[0].another(island)
	q.closed = l.closed
	l.all = append(l.all, q)
	return q
}

// list returns all queues there are now.
func (l *lines) list() []*queue {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.all)
}

// close makes all queues refuse more, and reports whether that is new.
func (l *lines) close() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.closed = true
	for _, q := range l.all {
		q.mu.Lock()
		q.closed = true
		q.mu.Unlock()
	}
	return true
}

// Line returns the line of an island, which begins with its first Save or Append if the file has none. That of
// Home is the World's own. Island 0 is our own bug and panics.
func (w *World) Line(island uint64) *Line {
	if island == 0 {
		panic("store: no island has the id 0")
	}
	return &Line{w.lines.of(island), w.path}
}

// Island returns the id of the line's island.
func (l *Line) Island() uint64 { return l.q.island }

// Append leaves a turn to be written; see World.Append.
func (l *Line) Append(e Entry) { l.q.append(e) }

// Written returns the greatest turn of the line that survives the end of this process.
func (l *Line) Written() uint64 { return l.q.reported() }

// Synced returns the greatest turn of the line that survives a power cut. What was in the file when it was opened counts
// once something was synced since.
func (l *Line) Synced() uint64 { return l.q.durable() }

// Sync has what is written synced before SyncEvery is over, but not within SyncGap of the last time.
func (l *Line) Sync() { l.q.hasten() }

// Notify receives when Written, Synced or Err has changed. It has room for one mark, so that one receiver is told.
func (l *Line) Notify() <-chan struct{} { return l.q.notify }

// Epoch leaves an epoch's record to be written; see World.Epoch.
func (l *Line) Epoch(e EpochRow, done func(error)) { l.q.epoch(e, done) }

// Save leaves a checkpoint to be written; see World.Save.
func (l *Line) Save(c Checkpoint) { l.q.saveCheckpoint(c) }

// Err returns what keeps the line from being written, in words with the remedy, or nil; see World.Err.
func (l *Line) Err() error { return l.q.problem() }

// Archive takes a branch out of the line: the turns after b.Turn, the epochs from the first of b.Records on and
// the checkpoints after b.Turn become an archive of the file, and the line ends at b.Turn, all in one transaction.
// b.Island is the line's, whatever it says. The store keeps the snapshots, which must not be changed any more. done,
// which may be nil, is called once, from the store's goroutine: with nil when the archive is on the disk; with an
// error when it is not and will not be, and the line is as before. Until then, turns and checkpoints given to the
// line are not kept: ErrGap.
//
// Where no checkpoint of the line is left, b.Base becomes one, whose digest is not known (0).
func (l *Line) Archive(b Branch, done func(error)) {
	b.Island = l.q.island
	checkBranch(b)
	b.Records = slices.Clone(b.Records)
	for i, r := range b.Records {
		b.Records[i] = bytes.Clone(r)
	}
	l.q.deed(deed{branch: &b, done: done})
}

// OpenArchive reads a branch with its states, which are verified. done is called once, from a goroutine of its own;
// its errors are those of the function OpenArchive.
func (l *Line) OpenArchive(id [32]byte, done func(Branch, error)) {
	go func() { done(OpenArchive(l.path, id)) }()
}

// Load reads what the file keeps of the line, as Open does; chain is Open's. done is called once, from a goroutine of its
// own. That there is nothing that can be used is ErrNotFound.
func (l *Line) Load(chain Chain, done func(LoadedLine, error)) {
	go func() { done(loadLine(l.path, l.q.island, chain)) }()
}

// loadLine reads a line of the file at path, which may be open.
func loadLine(path string, island uint64, chain Chain) (l LoadedLine, err error) {
	r, _, err := look(path, chain)
	if err != nil {
		return LoadedLine{}, fault(path, err)
	}
	defer func() { trap(r.conn.Close) }()
	err = trap(func() error {
		if slices.Contains(r.islands(false), island) {
			l = (&lineReader{reader: r, line: island}).read()
		}
		if l.Checkpoint.Snapshot == nil || len(l.Epochs) == 0 {
			return fmt.Errorf("%w: island %016x", ErrNotFound, island)
		}
		return nil
	})
	return l, fault(path, err)
}

// End says that the island has ended: the line's turns stay as history, its checkpoints and blobs are dropped, and
// Open does not load it any more. done is as for Archive.
func (l *Line) End(done func(error)) { l.q.deed(deed{done: done}) }

// Archive takes a branch out of the home island's line; see Line.Archive.
func (w *World) Archive(b Branch, done func(error)) { w.Line(Home).Archive(b, done) }

// OpenArchive reads a branch with its states; see Line.OpenArchive.
func (w *World) OpenArchive(id [32]byte, done func(Branch, error)) {
	w.Line(Home).OpenArchive(id, done)
}
