package physics

// Do runs f(0) to f(n-1), each once, and returns when all have ended; it may run several at once. Each call
// writes to different data, so that no result depends on the number of workers.
type Do func(n int, f func(k int))

// crowd is how many bodies must be awake for work to be shared; below, a tick takes less than half a
// millisecond, and waking other cores five times in it costs more than it saves.
const crowd = 4096

// Lands are where bodies move, for several at once.
type Lands interface {
	// Lane returns the view of the land for worker k. Each is used by one goroutine at a time.
	Lane(k int) Land
}

// inTurn is the Do of one.
func inTurn(n int, f func(k int)) {
	for k := range n {
		f(k)
	}
}
