//go:build !js

package format

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

// OpenToRead opens a file only to read it.
func OpenToRead(path string, chain store.Chain) (*Reader, store.Info, error) {
	info := store.Info{Path: path, PID: store.Holder(LockPath(path))}
	info.ID, _ = IDOf(path)
	stat, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, info, store.ErrNotFound
	}
	if err != nil {
		return nil, info, err
	}
	info.Bytes, info.Modified = stat.Size(), stat.ModTime()
	if log, err := os.Stat(path + "-wal"); err == nil {
		info.Bytes += log.Size()
		info.Modified = latest(info.Modified, log.ModTime())
	}
	if info.Schema, err = RefuseOtherSchemas(path); err != nil {
		return nil, info, err
	}
	r := &Reader{Chain: chain, ID: info.ID}
	err = RecoverPanic(func() (err error) {
		if r.Conn, err = connectToRead(path); err == nil {
			info.Schema, err = CheckVersion(r.Conn)
		}
		if err == nil {
			err = r.readGenesis()
		}
		return err
	})
	if err != nil && r.Conn != nil {
		RecoverPanic(r.Conn.Close)
	}
	info.ID, info.Genesis = r.ID, r.Genesis
	return r, info, err
}

// connectToRead opens a file without changing it. In a directory that cannot be written, SQLite cannot share
// the file with a writer, so it is opened as an immutable file.
func connectToRead(path string) (*sqlite3.Conn, error) {
	c, err := Connect(path, sqlite3.OPEN_READONLY)
	if err == nil {
		if err = c.Exec(`SELECT count(*) FROM sqlite_schema`); err == nil {
			return c, nil
		}
		c.Close()
	}
	if !errors.Is(err, sqlite3.CANTOPEN) && !errors.Is(err, sqlite3.READONLY) {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(full), RawQuery: "immutable=1"}
	return Connect(u.String(), sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
