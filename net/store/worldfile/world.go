//go:build !js

package worldfile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/format"
)

// World is an open world file, and the log of its home island. Its methods may be called from any goroutine
// and, except Close, do not wait for the disk.
type World struct {
	*Log   // of the home island
	id     store.WorldID
	queues *queues
	lock   *store.Lock
	done   chan struct{} // closed when the writer has ended
	end    error         // of the writer; read after done
}

// Create begins the file of a new world in the data directory dir, which is made if it is missing. The caller
// should save a checkpoint of the first state soon. Its errors wrap ErrExists, ErrInUse, ErrNoSpace and
// ErrReadOnly.
func Create(dir string, g store.Genesis) (*World, error) {
	if err := g.Valid(); err != nil {
		return nil, err
	}
	path := store.Path(dir, g.ID())
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, format.Explain(filepath.Dir(path), err)
	}
	lock, err := format.LockWorld(path)
	if err != nil {
		return nil, err
	}
	if format.Exists(path) {
		lock.Release()
		return nil, fmt.Errorf("%s: %w", path, store.ErrExists)
	}
	err = build(path, func(c *sqlite3.Conn) error { return format.PutGenesis(c, g) })
	if err == nil {
		err = format.ReplaceFile(path)
	}
	if err != nil {
		lock.Release()
		return nil, format.Explain(path, err)
	}
	w, _, err := start(path, g.ID(), lock, func(_, _ [32]byte, _, _ uint64, _ uint32, _ []byte) (h [32]byte) { return h })
	return w, err
}

// Open continues a world of the data directory dir. chain decides which turns are good. Its errors wrap
// ErrNotFound, ErrInUse, ErrOlder, ErrNewer, ErrDamaged (nothing of the file can be used; it stays as it is),
// ErrNoSpace and ErrReadOnly.
func Open(dir string, id store.WorldID, chain store.Chain) (*World, store.Loaded, error) {
	if chain == nil {
		panic("store: Open without a chain")
	}
	path := store.Path(dir, id)
	if !format.Exists(path) && !format.Exists(format.NewPath(path)) {
		return nil, store.Loaded{}, fmt.Errorf("%s: %w", path, store.ErrNotFound)
	}
	lock, err := format.LockWorld(path)
	if err != nil {
		return nil, store.Loaded{}, err
	}
	if !format.Exists(path) {
		if err := format.ReplaceFile(path); err != nil {
			lock.Release()
			return nil, store.Loaded{}, format.Explain(path, err)
		}
	}
	return start(path, id, lock, chain)
}

// start reads the file, replaces it if it is damaged, and starts its writer. On an error it releases the
// lock.
func start(path string, id store.WorldID, lock *store.Lock, chain store.Chain) (*World, store.Loaded, error) {
	conn, r, l, err := load(path, id, chain)
	rescued := err == nil && (len(l.Damage) > 0 || format.Exists(format.MarkerPath(path)))
	if rescued {
		conn, r, l, err = repair(path, conn, r, l)
	}
	w := &World{id: id, lock: lock, done: make(chan struct{})}
	var wr *writer
	if err == nil {
		wr, err = newWriter(path, conn, r, l)
		if err != nil && !rescued && errors.Is(format.Explain(path, err), store.ErrDamaged) {
			// The damage is where load does not look: in turns before the checkpoint, or in tables that are
			// only written.
			if conn, r, l, err = repair(path, conn, r, l); err == nil {
				wr, err = newWriter(path, conn, r, l)
			}
		}
		if err != nil && conn != nil {
			format.RecoverPanic(conn.Close)
		}
	}
	if err != nil {
		lock.Release()
		return nil, store.Loaded{}, unusable(path, err)
	}
	w.Log, w.queues = &Log{wr.home(), path}, wr.queues
	go func() {
		defer close(w.done)
		w.end = wr.run()
		lock.Release()
	}()
	return w, l, nil
}

// unusable is explain for a file without usable data.
func unusable(path string, err error) error {
	if err = format.Explain(path, err); errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w: no part of it is usable: replace it with a copy, or move it away and join a peer that has the world", err)
	}
	return err
}

// load opens and reads a file.
func load(path string, id store.WorldID, chain store.Chain) (conn *sqlite3.Conn, r *format.Reader, l store.Loaded, err error) {
	err = format.RecoverPanic(func() (err error) {
		if _, err := format.RefuseOtherSchemas(path); err != nil {
			return err
		}
		if err := padTruncated(path); err != nil {
			return err
		}
		if conn, err = format.Connect(path, sqlite3.OPEN_READWRITE); err != nil {
			return err
		}
		if _, err := format.CheckVersion(conn); err != nil {
			return err
		}
		r = &format.Reader{Conn: conn, Chain: chain, ID: id}
		l, err = r.Read()
		return err
	})
	if err != nil && conn != nil {
		format.RecoverPanic(conn.Close)
	}
	return conn, r, l, err
}

// newWriter prepares a connection and the writer's knowledge of the file.
func newWriter(path string, conn *sqlite3.Conn, r *format.Reader, l store.Loaded) (w *writer, err error) {
	home := newQueue()
	w = &writer{queues: &queues{all: []*queue{home}}, path: path, conn: conn, players: map[key.ID]store.Player{}, charter: map[[32]byte][]byte{}, synced: time.Now()}
	for _, log := range l.Logs {
		w.queues.of(log.Island)
	}
	err = format.RecoverPanic(func() (err error) {
		if err := readEveryTable(conn); err != nil {
			return err
		}
		w.addTracks()
		for i, t := range w.tracks {
			log := l.LoadedLog
			if i > 0 {
				log = l.Logs[i-1]
			}
			if err := t.resume(r.Logs[i], log.Checkpoint, log.Tail); err != nil {
				return err
			}
		}
		if err := w.readPins(); err != nil {
			return err
		}
		w.refs = w.references()
		if err := format.PrepareToWrite(conn); err != nil {
			return err
		}
		if w.insert, _, err = conn.Prepare(format.InsertTurn); err != nil {
			return err
		}
		if w.marking, _, err = conn.Prepare(format.InsertMark); err != nil {
			return err
		}
		if err := w.atomically(func() error { return errors.Join(w.sweep(), w.noteCuts(l)) }); err != nil {
			return err
		}
		// the caller acts on these data, and a killed process may not have synced them
		return w.sync(time.Now(), false)
	})
	return w, err
}

// tables are the tables of a file.
var tables = [...]string{"genesis", "epochs", "turns", "segments", "parts", "checkpoints", "players", "notes", "islands", "archives", "charter", "marks",
	"cuts", "certificates", "milestones", "trials"}

// readEveryTable reads the beginning of every table, also of those that load does not need. Otherwise damage
// there would be found only by the first write.
func readEveryTable(conn *sqlite3.Conn) error {
	for _, table := range tables {
		if err := format.Query(conn, `SELECT 1 FROM `+table+` NOT INDEXED LIMIT 1`, nil, func(*sqlite3.Stmt) error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

// noteCuts writes the possible losses by power cuts.
func (w *writer) noteCuts(l store.Loaded) (err error) {
	if l.Cut != nil {
		err = format.PutCut(w.conn, format.CutRow{Island: store.Home, Cut: *l.Cut})
	}
	for _, log := range l.Logs {
		if log.Cut != nil {
			err = errors.Join(err, format.PutCut(w.conn, format.CutRow{Island: log.Island, Cut: *log.Cut}))
		}
	}
	return err
}

// readPins finds the parts that blobs and archives use. A list that cannot be read uses none.
func (w *writer) readPins() error {
	for _, sql := range []string{`SELECT island, number, archive, parts FROM epochs WHERE length(parts) > 0`,
		`SELECT island, 0, id, base FROM archives`, `SELECT island, 0, id, parts FROM archives`, `SELECT island, 0, -1, parts, name FROM trials`} {
		err := format.Query(w.conn, sql, nil, func(s *sqlite3.Stmt) error {
			if m, err := format.ManifestOf(s.ColumnRawBlob(3)); err == nil {
				p := pin{island: uint64(s.ColumnInt64(0)), number: uint64(s.ColumnInt64(1)), archive: uint64(s.ColumnInt64(2)), parts: format.HashesOf(m)}
				if p.archive == ofTrial {
					copy(p.trial[:], s.ColumnRawBlob(4))
				}
				w.pins = append(w.pins, p)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sweep removes the parts of unfinished checkpoints. Because it is a transaction, it also finds out whether
// the file can be written.
func (w *writer) sweep() error {
	var orphans [][32]byte
	err := format.Query(w.conn, `SELECT hash FROM parts`, nil, func(s *sqlite3.Stmt) error {
		if b := s.ColumnRawBlob(0); len(b) == 32 && w.refs[[32]byte(b)] == 0 {
			orphans = append(orphans, [32]byte(b))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, h := range orphans {
		err := format.Query(w.conn, `DELETE FROM parts WHERE hash = ?`, func(s *sqlite3.Stmt) error { return s.BindBlob(1, h[:]) }, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// ID returns the world's id.
func (w *World) ID() store.WorldID { return w.id }

// Path returns where the file is.
func (w *World) Path() string { return w.path }

// Seen leaves a sighting of a player to be written.
func (w *World) Seen(p store.Player) { w.q.seen(p) }

// Close writes the waiting data, syncs and closes the file. Its error names the data that could not be
// written, or says that ctx ended first; then writing continues.
func (w *World) Close(ctx context.Context) error {
	if w.queues.close() {
		close(w.q.signals.closing)
	}
	select {
	case <-w.done:
		return w.end
	case <-ctx.Done():
		return fmt.Errorf("%s: still being written: %w", w.path, errors.Join(ctx.Err(), w.Err()))
	}
}
