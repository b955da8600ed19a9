//go:build !js

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ncruces/go-sqlite3"
)

// fault puts into words what SQLite or the system says of the file at path, with the remedy. Errors that
// this package made already get only the path.
func explain(path string, err error) error { return explainWrite(path, err, 0) }

// faultOf is fault for an attempt to write size bytes.
func explainWrite(path string, err error, size int) error {
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
		kind, remedy = ErrNoSpace, "free some space; a world that runs writes what waits then"
	case errors.Is(err, sqlite3.CORRUPT), errors.Is(err, sqlite3.NOTADB), errors.Is(err, sqlite3.ERROR):
		return fmt.Errorf("%s: %w (%v)", path, ErrDamaged, err)
	case errors.Is(err, sqlite3.READONLY), errors.Is(err, sqlite3.CANTOPEN), errors.Is(err, sqlite3.PERM),
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		kind, remedy = ErrReadOnly, "make the directory writable or choose another with --data"
	case errors.Is(err, sqlite3.BUSY), errors.Is(err, sqlite3.LOCKED):
		kind, remedy = ErrInUse, "end the program that reads or writes it"
	default:
		return fmt.Errorf("%s: %w", path, err)
	}
	cause, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s: %w (%s): %s", path, kind, cause, remedy)
}

// probe finds out why size bytes could not be written to a file in dir, by writing another: SQLite's I/O errors
// do not always tell the system's reason.
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

// probeSize is more than the pages around what is written need, in bytes.
const probeSize = 256 << 10

func isKnown(err error) bool {
	for _, k := range []error{ErrOlder, ErrNewer, ErrDamaged, ErrInUse, ErrNoSpace, ErrReadOnly, ErrGap, ErrExists, ErrNotFound, ErrClosed} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

// trap runs f and turns a panic inside SQLite into ErrDamaged: a file with wrong bytes at the right places
// can lead its code, translated to Go, out of its memory.
func recoverPanic(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	return f()
}
