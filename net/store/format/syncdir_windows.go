package format

import (
	"errors"

	"golang.org/x/sys/windows"
)

// quota reports whether the error says that the disk, or a person's share of it, is used up.
func quota(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// SyncDir has nothing to do: NTFS keeps names in its own log.
func SyncDir(string) error { return nil }
