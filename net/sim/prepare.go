package sim

import (
	"runtime/debug"
	"sync"
)

// gcPercent is the value for debug.SetGCPercent in a program that only simulates. A network keeps a few MB
// and allocates a hundred in a second; with Go's 100 an eighth of the time goes into garbage collection.
const gcPercent = 400

var largePages sync.Once

// Prepare tunes a process that only simulates: rarer garbage collections, and a heap in large pages if the
// system has them. It changes no result. The returned function restores the collection rate.
func Prepare() (undo func()) {
	largePages.Do(growIntoLargePages)
	before := debug.SetGCPercent(gcPercent)
	return func() { debug.SetGCPercent(before) }
}
