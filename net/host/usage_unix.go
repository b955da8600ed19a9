//go:build unix

package host

import (
	"syscall"
	"time"
)

// ProcessTime returns how long this process has been on processors.
func ProcessTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
