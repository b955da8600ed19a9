//go:build !js

package format

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
)

// Explain puts an error of SQLite or the system about the file at path into words, with the remedy. Errors of
// this package get only the path.
func Explain(path string, err error) error { return ExplainWrite(path, err, 0) }

// ExplainWrite is explain for an attempt to write size bytes.
func ExplainWrite(path string, err error, size int) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sqlite3.IOERR) {
		err = errors.Join(err, probeDisk(filepath.Dir(path), size))
	}
	kind, remedy := error(nil), ""
	switch {
	case isKnown(err):
		return fmt.Errorf("%s: %w", path, err)
	case errors.Is(err, sqlite3.FULL), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), quota(err):
		kind, remedy = store.ErrNoSpace, "free some space; a running world then writes what waits"
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB), errors.Is(err, sqlite3.ERROR):
		return fmt.Errorf("%s: %w (%v)", path, store.ErrDamaged, err)
	case errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.CANTOPEN), errors.Is(err, sqlite3.PERM),
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		kind, remedy = store.ErrReadOnly, "make the directory writable or choose another with --data"
	case errors.Is(err, sqlite3.BUSY), errors.Is(err, sqlite3.LOCKED):
		kind, remedy = store.ErrInUse, "close the program that uses it"
	default:
		return fmt.Errorf("%s: %w", path, err)
	}
	cause, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s: %w (%s): %s", path, kind, cause, remedy)
}

// probeDisk finds out why size bytes could not be written in dir, by writing another file: SQLite's I/O
// errors do not always contain the system's reason.
func probeDisk(dir string, size int) error {
	f, err := os.CreateTemp(dir, "probe-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err = f.Write(make([]byte, probeSize+2*size)); err == nil {
		err = f.Sync()
	}
	return err
}

// probeSize is more than the pages around written data need, in bytes.
const probeSize = 256 << 10

func isKnown(err error) bool {
	for _, k := range []error{store.ErrOlder, store.ErrNewer, store.ErrDamaged, store.ErrInUse, store.ErrNoSpace, store.ErrReadOnly, store.ErrGap, store.ErrExists, store.ErrNotFound, store.ErrClosed} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

// RecoverPanic runs f and turns a panic inside SQLite into ErrDamaged: wrong bytes at the right places can
// lead SQLite's code, translated to Go, outside its memory.
func RecoverPanic(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", store.ErrDamaged, r)
		}
	}()
	return f()
}
