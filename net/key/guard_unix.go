//go:build unix

package key

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Guard takes the identity file in dir away from other accounts of this computer: if it may be read or
// written by them, it gets mode 0600. The warning says what was done, or what a person has to do; it is empty
// for a guarded file and for none.
func Guard(dir string) (warning string) {
	path := filepath.Join(dir, FileName)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return ""
	}
	was := info.Mode().Perm()
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || int(owner.Uid) != os.Geteuid() {
		return fmt.Sprintf("other accounts of this computer can use your identity: %s has mode %04o and belongs to another account; as that one, run chmod 600 %s", path, was, path)
	}
	if err = os.Chmod(path, 0o600); err == nil {
		info, err = os.Stat(path)
	}
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		return fmt.Sprintf("other accounts of this computer can use your identity: %s has mode %04o, and its file system keeps no other; choose another directory with --data", path, was)
	}
	return fmt.Sprintf("other accounts of this computer could use your identity: %s had mode %04o, and now has 0600; if somebody may have copied it, move it away to play as a new player", path, was)
}
