//go:build !js

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// writable says why the file cannot be written, when the system has made its disk read-only since it was opened: then SQLite is
// not to be called, because the memory that it shares with readers is a mapped file, and the first touch of a page of it
// that is not dirty already ends the process (SIGBUS). Its log is looked at, on which nobody has locks.
func (w *writer) writable() error {
	f, err := os.OpenFile(w.path+"-wal", os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return err
	case err != nil:
		return nil // there is none yet, or SQLite finds out itself
	}
	return f.Close()
}
