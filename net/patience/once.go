package patience

import "sync/atomic"

// Once returns a function that runs f at its first call; each call waits until f has returned. It is
// sync.OnceFunc for the virtual time of testing/synctest, whose clock a wait for a mutex stops.
func Once(f func()) func() {
	var begun atomic.Bool
	done := make(chan struct{})
	return func() {
		if begun.CompareAndSwap(false, true) {
			f()
			close(done)
		}
		<-done
	}
}
