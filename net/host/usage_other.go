//go:build !unix && !windows

package host

import "time"

// ProcessTime is not known on this system.
func ProcessTime() (time.Duration, bool) { return 0, false }
