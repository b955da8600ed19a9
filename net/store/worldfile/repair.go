//go:build !js

package worldfile

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// build makes a new file beside path, complete and synced, or none.
func build(path string, fill func(*sqlite3.Conn) error) (err error) {
	to := format.NewPath(path)
	format.RemoveFiles(to)
	defer func() {
		if err != nil {
			format.RemoveFiles(to)
		}
	}()
	var c *sqlite3.Conn
	err = format.RecoverPanic(func() error {
		if c, err = format.Connect(to, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE); err != nil {
			return err
		}
		if err := c.Exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL`); err != nil {
			return err
		}
		if err := format.MakeTables(c); err != nil {
			return err
		}
		tx := c.Begin()
		if err := fill(c); err != nil {
			tx.Rollback()
			return err
		}
		return tx.Commit()
	})
	if c != nil {
		if closing := format.RecoverPanic(c.Close); err == nil {
			err = closing
		}
	}
	return err
}

// repair copies the intact part of a damaged file into a new one, which takes its place, and opens that. The
// damaged one is kept. It closes conn.
func repair(path string, conn *sqlite3.Conn, r *format.Reader, l store.Loaded) (*sqlite3.Conn, *format.Reader, store.Loaded, error) {
	err := build(path, func(to *sqlite3.Conn) error { return copyWorld(r, to, l) })
	format.RecoverPanic(conn.Close)
	if err != nil {
		return nil, nil, store.Loaded{}, err
	}
	kept := filepath.Base(format.DamagedPath(path))
	if err := format.ReplaceFile(path); err != nil {
		return nil, nil, store.Loaded{}, err
	}
	if len(r.Damage) == 0 {
		r.Damaged("The file could no longer be written. Everything that the world needs was read.")
	}
	damage := append(r.Damage, fmt.Sprintf("The damaged file is kept as %s.", kept))
	conn, again, l, err := load(path, r.ID, r.Chain)
	if err != nil {
		return nil, nil, store.Loaded{}, err
	}
	if len(l.Damage) > 0 {
		format.RecoverPanic(conn.Close)
		return nil, nil, store.Loaded{}, fmt.Errorf("%w: its replacement too (%s)", store.ErrDamaged, l.Damage[0])
	}
	l.Damage = damage
	return conn, again, l, nil
}

// copyWorld writes everything that can be verified in the file that r reads into a new file.
func copyWorld(r *format.Reader, to *sqlite3.Conn, l store.Loaded) error {
	if err := format.PutGenesis(to, l.Genesis); err != nil {
		return err
	}
	for _, p := range l.Players {
		if err := format.PutPlayer(to, p); err != nil {
			return err
		}
	}
	for _, c := range l.Charter {
		if err := format.PutCharter(to, c.ID, c.Entry); err != nil {
			return err
		}
	}
	if err := copyCuts(r, to); err != nil {
		return err
	}
	for _, lr := range r.Logs {
		if err := copyLog(lr, to, false); err != nil {
			return err
		}
	}
	for _, island := range r.Islands(true) {
		if slices.ContainsFunc(r.Logs, func(lr *format.LogReader) bool { return lr.Island == island }) {
			continue
		}
		if err := copyLog(&format.LogReader{Reader: r, Island: island}, to, true); err != nil {
			return err
		}
	}
	if err := copyArchives(r, to); err != nil {
		return err
	}
	for _, words := range r.Damage {
		if err := format.PutNote(to, format.Milliseconds(time.Now()), words); err != nil {
			return err
		}
	}
	return nil
}

// padTruncated extends a truncated file to its full length with zeros, because SQLite reads nothing of a file
// that is shorter than its first page says. The missing part is then found damaged where it is needed.
func padTruncated(path string) error {
	header, ok := format.ReadHeader(path)
	if !ok {
		return nil // not an SQLite file: SQLite will say so
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	page := int64(binary.BigEndian.Uint16(header[16:]))
	full := page * int64(binary.BigEndian.Uint32(header[28:]))
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 || full <= stat.Size() || full > maxFill {
		return nil
	}
	return f.Truncate(full)
}

// maxFill is the largest file that is padded, in bytes: a larger length is more likely a damaged header.
const maxFill = 4 << 30

// SetAside renames an unusable world file to the name of a damaged one, which it returns, so that the world
// can be fetched from other peers. Its errors wrap ErrInUse and ErrReadOnly.
func SetAside(dir string, id store.WorldID) (kept string, err error) {
	path := store.Path(dir, id)
	lock, err := format.LockWorld(path)
	if err != nil {
		return "", err
	}
	defer lock.Release()
	kept = format.DamagedPath(path)
	return kept, format.Explain(path, format.KeepDamaged(path))
}
