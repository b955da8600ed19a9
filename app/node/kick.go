package node

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/host"
	"manyhold/net/key"
)

// KickedError says that the player of this node was kicked, by whom and why. The player may come back in a minute.
type KickedError struct{ By, Why string }

func (e *KickedError) Error() string {
	why := ""
	if e.Why != "" {
		why = ": " + e.Why
	}
	return fmt.Sprintf("%s removed you from this world%s. You can come back in a minute", e.By, why)
}

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

// Done is closed when the node has ended, or its player was sent out and it is to be stopped; Err says why.
func (e *ending) Done() <-chan struct{} { return e.lost }

// Err returns why the node ended, nil for a polite end. It is valid after Done.
func (e *ending) Err() error {
	if k := e.kicked.Load(); k != nil {
		return k
	}
	return e.err
}

// lose closes what Done returns.
func (e *ending) lose() { e.losing.Do(func() { close(e.lost) }) }

// kickEvery is how often a node looks whether it was sent out.
const kickEvery = 200 * time.Millisecond

// applyKicks ends what Done tells of when the charter says that whoever came in before some tick leaves, and this node
// did. Whoever has the node then stops it politely: its part is handed over. Of others that do not it ends the links. It
// runs until ctx ends.
func (e *ending) applyKicks(ctx context.Context) {
	n := e.n
	look := time.NewTicker(kickEvery)
	defer look.Stop()
	var in kickWatch
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		h := n.host.Status()
		e.disconnectKicked(h.Charter.ShutOut)
		if in.out(&h) {
			k := &h.Charter.Kicked
			n.log.Warn("kicked from the world", "by", n.nameOf(k.By, &h), "why", cmp.Or(k.Why, "no reason given"))
			e.kicked.Store(&KickedError{n.nameOf(k.By, &h), k.Why})
			e.lose()
			return
		}
	}
}

// disconnectKicked ends the links to those who were sent out and have not left, or come back at once.
func (e *ending) disconnectKicked(all []key.ID) {
	n := e.n
	if len(all) == 0 {
		return
	}
	for _, l := range n.endpoint.Links() {
		if slices.Contains(all, l.Peer()) {
			l.Close("kicked from this world; come back in a minute")
		}
	}
}

// kickWatch compares when a node came in with when its player was sent out: both in ticks of the world, so that no
// clock is asked, and who comes back is not sent out by what was said before.
type kickWatch struct{ came uint64 }

// out reports whether the node is to leave.
func (w *kickWatch) out(h *host.Status) bool {
	if h.Joining || h.Island.Tick == 0 {
		return false
	}
	if w.came == 0 {
		w.came = h.Island.Tick
	}
	return h.Charter.Kicked.At > w.came
}
