package node

import (
	"context"
	"sync"
	"sync/atomic"
)

// ending is how a node ends, and why.
type ending struct {
	n       *node
	cancel  context.CancelFunc
	done    chan struct{} // closed when the host's goroutine has ended
	err     error         // valid after done
	stopped sync.Once
	after   func()        // what Stop does last; nil for nothing
	lost    chan struct{} // closed when the window or the process has to do without the node
	losing  sync.Once
	kicked  atomic.Pointer[KickedError]
}

// Done is closed when the node has ended, or when its player was kicked and it has to be stopped. Err says
// why.
func (e *ending) Done() <-chan struct{} { return e.lost }

// Err returns why the node ended, nil for a polite end. It is valid after Done.
func (e *ending) Err() error {
	if k := e.kicked.Load(); k != nil {
		return k
	}
	return e.err
}

// lose closes the channel of Done.
func (e *ending) lose() { e.losing.Do(func() { close(e.lost) }) }
