package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes the lock without waiting; held says that another process has it. The locked byte lies far
// behind the process id, which others must be able to read.
func lockFile(f *os.File) (held bool, err error) {
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, lockedByte())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return true, nil
	}
	return false, err
}

func unlockFile(f *os.File) { windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockedByte()) }

func lockedByte() *windows.Overlapped { return &windows.Overlapped{Offset: 1 << 30} }
