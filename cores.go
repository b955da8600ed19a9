package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// onCores runs f(0) to f(n-1), each once, on as many cores as the program may use, and returns when all have ended. It is
// what islands share the work of a crowded tick out with.
func onCores(n int, f func(k int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for k := range n {
			f(k)
		}
		return
	}
	var next atomic.Int64
	work := func() {
		for k := int(next.Add(1)); k <= n; k = int(next.Add(1)) {
			f(k - 1)
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}
