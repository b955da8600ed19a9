//go:build !js

package worldfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// writable returns why the file cannot be written, if the system has made its disk read-only since it was
// opened. SQLite must not be called then: the memory that it shares with readers is a mapped file, and the
// first touch of a clean page of it ends the process (SIGBUS). The WAL is tested, because no process holds
// locks on it.
func (w *writer) writable() error {
	f, err := os.OpenFile(w.path+"-wal", os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return err
	case err != nil:
		return nil // there is no WAL yet, or SQLite will report the problem
	}
	return f.Close()
}
