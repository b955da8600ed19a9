package rig

import "sync"

// Shared returns a function that shares work out among so many goroutines, nil for one.
func Shared(workers int) func(n int, f func(k int)) {
	if workers <= 1 {
		return nil
	}
	return func(n int, f func(k int)) {
		var all sync.WaitGroup
		for g := range min(workers, n) {
			all.Go(func() {
				for k := g; k < n; k += workers {
					f(k)
				}
			})
		}
		all.Wait()
	}
}
