package sim

import (
	"runtime/debug"
	"sync"
)

// gcPercent is what a program that does nothing but simulate gives to debug.SetGCPercent: a network keeps a few MB and throws
// away a hundred in a second, and with Go's 100 an eighth of the time goes into collecting them.
const gcPercent = 400

var largePages sync.Once

// Prepare readies a process that does nothing but simulate: garbage is collected more rarely, and the heap lies in large pages where
// the system has such. It changes no result. What it returns has garbage collected as before.
func Prepare() (undo func()) {
	largePages.Do(growIntoLargePages)
	before := debug.SetGCPercent(gcPercent)
	return func() { debug.SetGCPercent(before) }
}
