//go:build js

package worldfile

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/format"
)

// memory is a browser page's storage of one world.
type memory struct {
	genesis  store.Genesis
	logs     map[uint64]*remembered
	branches []store.Branch
	players  map[key.ID]store.Player
	charter  map[[32]byte][]byte
	open     bool
}

// remembered is the page's storage of one island.
type remembered struct {
	checkpoint store.Checkpoint
	epochs     map[uint64]store.EpochRow
	tail       []store.Entry
	written    uint64
	notify     chan struct{}
}

var (
	pageMutex sync.Mutex
	page      = map[store.WorldID]*memory{}
)

// World is one open world of the page. Its methods may be called from any goroutine.
type World struct {
	*Log // of the home island
	id   store.WorldID

	mu     sync.Mutex
	memory *memory
	closed bool
}

// Log is the page's log of one island.
type Log struct {
	w      *World
	island uint64
}

// Create begins a new world. Its error is ErrExists.
func Create(_ string, g store.Genesis) (*World, error) {
	pageMutex.Lock()
	defer pageMutex.Unlock()
	id := g.ID()
	if page[id] != nil {
		return nil, store.ErrExists
	}
	page[id] = &memory{genesis: g, logs: map[uint64]*remembered{}, players: map[key.ID]store.Player{}, charter: map[[32]byte][]byte{}, open: true}
	return openMemory(id, page[id]), nil
}

func openMemory(id store.WorldID, m *memory) *World {
	w := &World{id: id, memory: m}
	w.Log = &Log{w, store.Home}
	return w
}

// Open continues a world of this page. Its errors are ErrNotFound and ErrInUse.
func Open(_ string, id store.WorldID, _ store.Chain) (*World, store.Loaded, error) {
	pageMutex.Lock()
	defer pageMutex.Unlock()
	m := page[id]
	switch {
	case m == nil:
		return nil, store.Loaded{}, store.ErrNotFound
	case m.open:
		return nil, store.Loaded{}, store.ErrInUse
	}
	m.open = true
	return openMemory(id, m), m.loaded(), nil
}

func compareEpochs(a, b store.EpochRow) int { return cmp.Compare(a.Number, b.Number) }
func comparePlayers(a, b store.Player) int  { return bytes.Compare(a.Key[:], b.Key[:]) }

func (m *memory) loaded() store.Loaded {
	l := store.Loaded{Genesis: m.genesis}
	for island, r := range m.logs {
		log := store.LoadedLog{Island: island, Checkpoint: r.checkpoint, Tail: slices.Clone(r.tail), Epochs: slices.SortedFunc(maps.Values(r.epochs), compareEpochs)}
		if island == store.Home {
			l.LoadedLog = log
		} else {
			l.Logs = append(l.Logs, log)
		}
	}
	slices.SortFunc(l.Logs, func(a, b store.LoadedLog) int { return cmp.Compare(a.Island, b.Island) })
	l.Players = slices.SortedFunc(maps.Values(m.players), comparePlayers)
	for id, entry := range m.charter {
		l.Charter = append(l.Charter, store.CharterRow{id, entry})
	}
	slices.SortFunc(l.Charter, func(a, b store.CharterRow) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	for _, b := range m.branches {
		size := uint64(len(b.Base) + len(b.Tip.Snapshot))
		b.Base, b.Later, b.Tip.Snapshot = nil, nil, nil
		l.Archives = append(l.Archives, store.Archive{b, size})
	}
	return l
}

// ID returns the world's id.
func (w *World) ID() store.WorldID { return w.id }

// LogOf returns the log of an island. Island 0 is our own bug and panics.
func (w *World) LogOf(island uint64) *Log {
	if island == 0 {
		panic("store: no island has the id 0")
	}
	return &Log{w, island}
}

// with runs f on the stored log, unless the world is closed.
func (l *Log) with(f func(*remembered)) error {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if l.w.closed {
		return store.ErrClosed
	}
	r := l.w.memory.logs[l.island]
	if r == nil {
		r = &remembered{epochs: map[uint64]store.EpochRow{}, notify: make(chan struct{}, 1)}
		l.w.memory.logs[l.island] = r
	}
	before := r.written
	f(r)
	if r.written != before {
		select {
		case r.notify <- struct{}{}:
		default:
		}
	}
	return nil
}

// Island returns the id of the log's island.
func (l *Log) Island() uint64 { return l.island }

// Append keeps a turn; the body is copied.
func (l *Log) Append(e store.Entry) {
	checkEntry(e)
	e.Body = slices.Clone(e.Body)
	l.with(func(r *remembered) {
		r.cut(e.Turn)
		r.tail, r.written = append(r.tail, e), e.Turn
	})
}

// cut removes the turns from one on.
func (r *remembered) cut(turn uint64) {
	r.tail = slices.DeleteFunc(r.tail, func(e store.Entry) bool { return e.Turn >= turn })
}

// Written returns the greatest turn that is kept.
func (l *Log) Written() (turn uint64) {
	l.with(func(r *remembered) { turn = r.written })
	return turn
}

// Notify receives when Written has changed.
func (l *Log) Notify() (c <-chan struct{}) {
	l.with(func(r *remembered) { c = r.notify })
	return c
}

// Epoch keeps an epoch's record and calls done.
func (l *Log) Epoch(e store.EpochRow, done func(error)) {
	e.Record = slices.Clone(e.Record)
	report(done, l.with(func(r *remembered) { r.epochs[e.Number] = e }))
}

func report(done func(error), err error) {
	if done != nil {
		done(err)
	}
}

// Save keeps a checkpoint; the store owns its snapshot from now on.
func (l *Log) Save(c store.Checkpoint) {
	l.with(func(r *remembered) {
		r.checkpoint = c
		r.tail = slices.DeleteFunc(r.tail, func(e store.Entry) bool { return e.Turn <= c.Turn })
		r.written = max(r.written, c.Turn)
	})
}

// AddCharter keeps an entry of the charter in place of any of its id.
func (l *Log) AddCharter(id [32]byte, entry []byte) {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if !l.w.closed {
		l.w.memory.charter[id] = bytes.Clone(entry)
	}
}

// Abilities returns the abilities of a page's memory: all but sync.
func (l *Log) Abilities() store.Abilities { return store.Abilities{Archive: true, Load: true} }

// Synced is the last turn, as far as that goes.
func (l *Log) Synced() uint64 { return l.Written() }

// Sync does nothing.
func (l *Log) Sync() {}

// Certify keeps nothing: a page has no certificates.
func (l *Log) Certify(uint64, []byte) {}

// Decide keeps nothing: no power cut takes turns of a page.
func (l *Log) Decide(store.Cut) {}

// Err is nil: memory does not fail.
func (l *Log) Err() error { return nil }

// Archive keeps a branch and takes it out of the log.
func (l *Log) Archive(b store.Branch, done func(error)) {
	b.Island = l.island
	checkBranch(b)
	report(done, l.with(func(r *remembered) {
		l.w.memory.branches = append(l.w.memory.branches, b)
		r.cut(b.Turn + 1)
		r.written = b.Turn
		if r.checkpoint.Turn > b.Turn {
			r.checkpoint = store.Checkpoint{Turn: b.Turn, Snapshot: b.Base}
		}
		for number, e := range r.epochs {
			if slices.ContainsFunc(b.Records, func(record []byte) bool { return bytes.Equal(record, e.Record) }) {
				delete(r.epochs, number)
			}
		}
	}))
}

// Load passes the stored log to done. Its error is ErrNotFound.
func (l *Log) Load(_ store.Chain, done func(store.LoadedLog, error)) {
	log := store.LoadedLog{Island: l.island}
	err := l.with(func(r *remembered) {
		log.Checkpoint, log.Tail, log.Epochs = r.checkpoint, slices.Clone(r.tail), slices.SortedFunc(maps.Values(r.epochs), compareEpochs)
	})
	if err == nil && (log.Checkpoint.Snapshot == nil || len(log.Epochs) == 0) {
		err = store.ErrNotFound
	}
	go done(log, err)
}

// OpenArchive gives a branch with its states to done. Its error is ErrNotFound.
func (l *Log) OpenArchive(id [32]byte, done func(store.Branch, error)) {
	l.w.mu.Lock()
	i := slices.IndexFunc(l.w.memory.branches, func(b store.Branch) bool { return b.ID == id })
	var b store.Branch
	err := error(store.ErrNotFound)
	if i >= 0 {
		b, err = l.w.memory.branches[i], nil
	}
	l.w.mu.Unlock()
	go done(b, err)
}

// Read finds nothing: a page keeps no old turns.
func (l *Log) Read(_ store.Reading, done func(store.Stretch, error)) {
	go done(store.Stretch{}, store.ErrNotFound)
}

// KeepTrial keeps nothing.
func (l *Log) KeepTrial([32]byte, *store.Checkpoint) {}

// End forgets the log of an island that has ended.
func (l *Log) End(done func(error)) {
	report(done, l.with(func(*remembered) { delete(l.w.memory.logs, l.island) }))
}

// Limit changes nothing: a page keeps no history.
func (w *World) Limit(int64) {}

// Seen keeps that a player was there.
func (w *World) Seen(p store.Player) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.memory.players[p.Key] = format.MergePlayer(w.memory.players[p.Key], p)
	}
}

// Close ends the use of the world; it stays in the page's memory.
func (w *World) Close(context.Context) error {
	pageMutex.Lock()
	defer pageMutex.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed, w.memory.open = true, false
	return nil
}

// OpenArchive finds no file in a browser.
func OpenArchive(path string, _ [32]byte) (store.Branch, error) {
	return store.Branch{}, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// SetAside has nothing to do in a browser.
func SetAside(string, store.WorldID) (string, error) { return "", nil }
