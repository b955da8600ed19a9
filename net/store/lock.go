//go:build !js

package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// ErrLocked says that another process holds a lock. The error that wraps it names the process if it is known.
var ErrLocked = errors.New("another process holds it")

// Lock is an advisory lock of this process on a file. The system releases it when the process ends in any
// way. The file contains the process id and stays after the release, because removing it could remove the
// next holder's file.
type Lock struct{ file *os.File }

// TakeLock locks the file at path and makes it if it is missing. Its errors are ErrLocked and those of
// opening a file.
func TakeLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if held, err := lockFile(f); err != nil || held {
		pid := readPID(f)
		f.Close()
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		case pid != 0:
			return nil, fmt.Errorf("%w: process %d", ErrLocked, pid)
		}
		return nil, ErrLocked
	}
	// The id is for people. The lock holds without it, too (full disk).
	if f.Truncate(0) == nil {
		f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &Lock{file: f}, nil
}

// Release gives the lock back. Further calls do nothing.
func (l *Lock) Release() {
	if l == nil || l.file == nil {
		return
	}
	l.file.Truncate(0)
	unlockFile(l.file)
	l.file.Close()
	l.file = nil
}

// Holder returns the id of the process that holds the lock on the file at path; zero if none does or it is
// not known.
func Holder(path string) int {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0
	}
	defer f.Close()
	held, err := lockFile(f)
	if err != nil || held {
		return readPID(f)
	}
	unlockFile(f)
	return 0
}

func readPID(f *os.File) int {
	b, _ := io.ReadAll(io.NewSectionReader(f, 0, 32))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(b)))
	return max(pid, 0)
}
