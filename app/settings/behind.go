package settings

import (
	"sync"
	"sync/atomic"
)

// Behind writes a file in the background. An earlier state never overwrites a later one. The zero value with
// a path is ready.
type Behind struct {
	Path      string
	unwritten atomic.Pointer[[]byte] // the newest state that is not in the file
	lock      sync.Mutex             // held while the file is written
	writing   sync.WaitGroup
}

// Write lets the file have these bytes soon; fail gets an error of the file.
func (f *Behind) Write(b []byte, fail func(error)) {
	f.unwritten.Store(&b)
	f.writing.Go(func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		if b := f.unwritten.Swap(nil); b != nil {
			if err := WriteAtomically(f.Path, *b); err != nil {
				fail(err)
			}
		}
	})
}

// Wait waits until the file has all that was written.
func (f *Behind) Wait() { f.writing.Wait() }
