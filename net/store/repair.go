//go:build !js

package store

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// build makes a new file beside path, complete and synced, or none.
func build(path string, fill func(*sqlite3.Conn) error) (err error) {
	to := newPath(path)
	removeFiles(to)
	defer func() {
		if err != nil {
			removeFiles(to)
		}
	}()
	var c *sqlite3.Conn
	err = recoverPanic(func() error {
		if c, err = connect(to, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE); err != nil {
			return err
		}
		if err := c.Exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL`); err != nil {
			return err
		}
		if err := makeTables(c); err != nil {
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
		if closing := recoverPanic(c.Close); err == nil {
			err = closing
		}
	}
	return err
}

func removeFiles(path string) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		os.Remove(path + suffix)
	}
}

func putGenesis(c *sqlite3.Conn, g Genesis) error {
	return query(c, `INSERT INTO genesis(id, encoding) VALUES (1, ?)`, func(s *sqlite3.Stmt) error {
		return s.BindBlob(1, g.Encode())
	}, nil)
}

// repair puts the intact part of a damaged file into a new one, which takes its place, and opens that. The
// damaged one is kept. It closes conn.
func repair(path string, conn *sqlite3.Conn, r *reader, l Loaded) (*sqlite3.Conn, *reader, Loaded, error) {
	err := build(path, func(to *sqlite3.Conn) error { return r.copyGood(to, l) })
	recoverPanic(conn.Close)
	if err != nil {
		return nil, nil, Loaded{}, err
	}
	kept := filepath.Base(damagedPath(path))
	if err := replaceFile(path); err != nil {
		return nil, nil, Loaded{}, err
	}
	if len(r.damage) == 0 {
		r.damaged("The file could no longer be written. Everything that the world needs was read.")
	}
	damage := append(r.damage, fmt.Sprintf("The damaged file is kept as %s.", kept))
	conn, again, l, err := load(path, r.id, r.chain)
	if err != nil {
		return nil, nil, Loaded{}, err
	}
	if len(l.Damage) > 0 {
		recoverPanic(conn.Close)
		return nil, nil, Loaded{}, fmt.Errorf("%w: its replacement too (%s)", ErrDamaged, l.Damage[0])
	}
	l.Damage = damage
	return conn, again, l, nil
}

// copyGood writes everything that can be verified in the file that r reads into a new file.
func (r *reader) copyGood(to *sqlite3.Conn, l Loaded) error {
	if err := putGenesis(to, l.Genesis); err != nil {
		return err
	}
	for _, p := range l.Players {
		if err := putPlayer(to, p); err != nil {
			return err
		}
	}
	for _, c := range l.Charter {
		if err := putCharter(to, c.ID, c.Entry); err != nil {
			return err
		}
	}
	if err := r.copyCuts(to); err != nil {
		return err
	}
	for _, lr := range r.logs {
		if err := lr.copyGood(to, false); err != nil {
			return err
		}
	}
	for _, island := range r.islands(true) {
		if slices.ContainsFunc(r.logs, func(lr *logReader) bool { return lr.island == island }) {
			continue
		}
		if err := (&logReader{reader: r, island: island}).copyGood(to, true); err != nil {
			return err
		}
	}
	if err := r.copyArchives(to); err != nil {
		return err
	}
	for _, words := range r.damage {
		if err := note(to, milliseconds(time.Now()), words); err != nil {
			return err
		}
	}
	return nil
}

// padTruncated extends a truncated file to its full length with zeros, because SQLite reads nothing of a file
// that is shorter than its first page says. The missing part is then found damaged where it is needed.
func padTruncated(path string) error {
	header, ok := readHeader(path)
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
