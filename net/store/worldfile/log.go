//go:build !js

package worldfile

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// Log is the part of an open world file that belongs to one island: its turns, epochs and checkpoints. Its
// methods may be called from any goroutine and do not wait for the disk.
type Log struct {
	q    *queue
	path string // of the file
}

// queues are the queues of an open world, one for each island. The writer looks them up.
type queues struct {
	mu     sync.Mutex
	all    []*queue // in the order of first use; home first
	closed bool
	limit  int64 // of the file in bytes; zero: none

	changed bool // the limit, since the writer last read it
}

// of returns the queue of an island and makes it if there is none.
func (l *queues) of(island uint64) *queue {
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

// list returns all present queues.
func (l *queues) list() []*queue {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.all)
}

// close makes all queues refuse more, and reports whether this call was the first.
func (l *queues) close() bool {
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

// LogOf returns the log of an island, which begins with its first Save or Append if the file has none. That
// of Home is the World's own. Island 0 is our own bug and panics.
func (w *World) LogOf(island uint64) *Log {
	if island == 0 {
		panic("store: no island has the id 0")
	}
	return &Log{w.queues.of(island), w.path}
}

// Island returns the id of the log's island.
func (l *Log) Island() uint64 { return l.q.island }

// Abilities returns the abilities of the log: all of them.
func (l *Log) Abilities() store.Abilities {
	return store.Abilities{Archive: true, Load: true, Sync: true}
}

// Append leaves a turn to be written; the body is copied. A turn that the log already has replaces it and
// ends the turns after it, which are kept as a branch. A turn that does not follow, or for which there is no
// room (MaxQueued), is refused, and so are all after it until the next Save: Err is ErrGap.
func (l *Log) Append(e store.Entry) { l.q.append(e) }

// Written returns the greatest turn of the log that survives the end of this process.
func (l *Log) Written() uint64 { return l.q.writtenTurn() }

// Synced returns the greatest turn of the log that survives a power cut. Turns that the file had when it was
// opened count from the first sync on.
func (l *Log) Synced() uint64 { return l.q.syncedTurn() }

// Sync asks for a sync before SyncEvery is over, but not within SyncGap of the last one.
func (l *Log) Sync() { l.q.requestSync() }

// Notify receives when Written, Synced or Err has changed. It has room for one mark and serves one receiver.
func (l *Log) Notify() <-chan struct{} { return l.q.signals.notify }

// Epoch leaves an epoch's record to be written; the record is copied. done, which may be nil, is called once
// from the store's goroutine and must not block it: with nil when the record, and all turns given before it,
// are on the disk; with an error when they will not be.
func (l *Log) Epoch(e store.EpochRow, done func(error)) { l.q.epoch(e, done) }

// Save leaves a checkpoint to be written; the store keeps its snapshot, which must not be changed any more.
// It takes the place of one that still waits. A checkpoint beyond the last turn, or before the oldest
// checkpoint (a state that came from a peer), begins a new stretch of turns.
func (l *Log) Save(c store.Checkpoint) { l.q.saveCheckpoint(c) }

// Err returns the cause that keeps the store from writing, in words with the remedy, or nil. It disappears
// with the cause; after ErrGap a Save is needed.
func (l *Log) Err() error { return l.q.lastErr() }

// Archive takes a branch out of the log: the turns after b.Turn, the epochs from the first of b.Records on
// and the checkpoints after b.Turn become an archive of the file, and the log ends at b.Turn, all in one
// transaction. b.Island is set to the log's island. The store keeps the snapshots, which must not be changed
// any more. done, which may be nil, is called once from the store's goroutine: with nil when the archive is
// on the disk; with an error when it will not be, and the log is as before. Until then, turns and checkpoints
// given to the log are not kept: ErrGap.
//
// If no checkpoint of the log is left, b.Base becomes one, with digest 0 (not known).
func (l *Log) Archive(b store.Branch, done func(error)) {
	b.Island = l.q.island
	checkBranch(b)
	b.Records = slices.Clone(b.Records)
	for i, r := range b.Records {
		b.Records[i] = bytes.Clone(r)
	}
	l.q.operate(operation{branch: &b, done: done})
}

// Load reads the log as stored in the file, as Open does; chain is Open's. done is called once, from a
// goroutine of its own. The error is ErrNotFound if no part of the log can be used.
func (l *Log) Load(chain store.Chain, done func(store.LoadedLog, error)) {
	go func() { done(loadLog(l.path, l.q.island, chain)) }()
}

// loadLog reads a log of the file at path, which may be open.
func loadLog(path string, island uint64, chain store.Chain) (l store.LoadedLog, err error) {
	r, _, err := format.OpenToRead(path, chain)
	if err != nil {
		return store.LoadedLog{}, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		if slices.Contains(r.Islands(false), island) {
			l = (&format.LogReader{Reader: r, Island: island}).Read()
		}
		if l.Checkpoint.Snapshot == nil || len(l.Epochs) == 0 {
			return fmt.Errorf("%w: island %016x", store.ErrNotFound, island)
		}
		return nil
	})
	return l, format.Explain(path, err)
}

// End ends the log of an island that has ended: its turns stay as history, its checkpoints and blobs are
// dropped, and Open does not load it any more. done is as for Archive.
func (l *Log) End(done func(error)) { l.q.operate(operation{done: done}) }

// Decide records the fate of a power cut of the log, replacing the file's entry.
func (l *Log) Decide(c store.Cut) { l.q.decide(c) }

// Certify leaves the certificate of the checkpoint at a turn to be written, in place of any of that turn.
// Only the last of those that wait is written. It is dropped with its checkpoint.
func (l *Log) Certify(turn uint64, b []byte) {
	if turn > store.MaxTurn || len(b) > store.MaxCertificate {
		panic(fmt.Sprintf("store: a certificate of turn %d with %d bytes", turn, len(b)))
	}
	q := l.q
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		q.rows.certificate = &format.Certificate{Island: q.island, Turn: turn, Bytes: bytes.Clone(b)}
		q.schedule(false)
	}
}

// AddCharter leaves an entry of the world's charter to be written, in place of any with its id. Any log of
// the world takes it. It is written at once, because people look at it, and synced with the next turns.
func (l *Log) AddCharter(id [32]byte, entry []byte) {
	if len(entry) > store.MaxCharterEntry {
		panic(fmt.Sprintf("store: an entry of the charter with %d bytes", len(entry)))
	}
	q := l.q
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, waits := q.rows.charter[id]; !q.closed && (waits || len(q.rows.charter) < store.MaxCharterWaiting) {
		q.rows.charter[id] = bytes.Clone(entry)
		q.schedule(true)
	}
}
