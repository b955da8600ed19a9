package node

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// onWorkers runs f(0) to f(n-1), each once, on as many cores as the program may use, and returns when all
// have ended. Islands share out the work of a crowded tick with it. A caller gets no help while another is
// helped.
func onWorkers(n int, f func(k int)) { theCrew.do(n, f) }

var theCrew crew

const (
	// maxHands is the most cores that one call is shared out to. The physics of a world of 96 regions has no
	// more than some two dozen parts that may go on at once.
	maxHands = 16
	// lingers is how long a hand that has nothing to do looks for more before it leaves. A tick has five
	// calls with some tens of microseconds between them, and a hand that was away is back after about as
	// long.
	lingers = 100 * time.Microsecond
)

// crew is a set of goroutines that help with calls in close succession: those of a tick. Each hand begins
// with a contiguous span of the pieces that is its own in every call of that many, so that data in the cache
// of a core is used by that core again. Then it takes pieces from the others' spans. The call does not wait
// for a late hand: the others do its pieces.
type crew struct {
	busy  sync.Mutex
	n     int
	hands int
	f     func(k int)
	spans [maxHands]span
	open  atomic.Uint32 // the number of the call that is going on, 0 between them
	calls uint32
	there atomic.Int32 // hands that may be reading n, hands, f and spans
	hired [maxHands]atomic.Bool
	help  [maxHands]func()
}

// span is the pieces of one hand that no hand has taken yet; on a cache line of its own.
type span struct {
	next atomic.Int64
	end  int64
	_    [48]byte
}

// do is onWorkers.
func (c *crew) do(n int, f func(k int)) {
	hands := min(n, runtime.GOMAXPROCS(0), maxHands)
	if hands < 2 || !c.busy.TryLock() {
		for k := range n {
			f(k)
		}
		return
	}
	defer c.busy.Unlock()
	c.n, c.hands, c.f = n, hands, f
	for h := range hands {
		c.spans[h].next.Store(int64(h * n / hands))
		c.spans[h].end = int64((h + 1) * n / hands)
	}
	c.calls = max(1, c.calls+1)
	c.open.Store(c.calls)
	for h := 1; h < hands; h++ {
		if !c.hired[h].Swap(true) {
			if c.help[h] == nil {
				c.help[h] = func() { c.stay(h) }
			}
			go c.help[h]()
		}
	}
	c.work(0)
	c.open.Store(0)
	for c.there.Load() > 0 { // they are at their last piece, or about to see that there is none
		runtime.Gosched()
	}
}

// work does the pieces of hand h, and then those of the others that are left.
func (c *crew) work(h int) {
	for turn := range c.hands {
		s := &c.spans[(h+turn)%c.hands]
		for k := s.next.Add(1) - 1; k < s.end; k = s.next.Add(1) - 1 {
			c.f(int(k))
		}
	}
}

// stay helps with calls as hand h until there was none for a while.
func (c *crew) stay(h int) {
	defer c.hired[h].Store(false)
	last, idle := uint32(0), time.Now()
	for tries := 0; ; tries++ {
		if open := c.open.Load(); open != 0 && open != last {
			// There before looking again: if the call has ended meanwhile, nothing of it is read.
			c.there.Add(1)
			if c.open.Load() == open && h < c.hands {
				c.work(h)
			}
			c.there.Add(-1)
			last, idle, tries = open, time.Now(), 0
		}
		if tries&63 == 63 && time.Since(idle) > lingers {
			return
		}
	}
}
