//go:build unix

package format

import (
	"errors"
	"os"
	"syscall"
)

// quota reports whether the error says that a person's share of the disk is used up.
func quota(err error) bool { return errors.Is(err, syscall.EDQUOT) }

// SyncDir makes names in a directory survive a power cut.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
