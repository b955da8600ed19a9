package host

import (
	"syscall"
	"time"
)

// ProcessTime returns how long this process has been on processors.
func ProcessTime() (time.Duration, bool) {
	var created, ended, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(self, &created, &ended, &kernel, &user) != nil {
		return 0, false
	}
	// of 100 ns
	ticks := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(ticks(kernel)+ticks(user)) * 100, true
}
