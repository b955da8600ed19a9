package share

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"manyhold/net/asset/exchange"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const (
	// maxWaiting is how many messages of one link wait; further ones are dropped. It is more than the pieces
	// of all blocks that are asked of a peer ahead.
	maxWaiting = 128
	// portion is how many inputs are handled before their answers are sent.
	portionSize = 64
)

// input is what comes to the goroutine: a call, a message, or a link that came or went.
type input struct {
	call  func()
	link  link.Link
	bytes []byte
	up    bool
}

// inbox is where other goroutines leave inputs.
type inbox struct {
	wake chan struct{}

	mu     sync.Mutex
	list   []input
	counts map[link.Link]int // messages that wait; of links that are up
	ended  bool
}

func newInbox() inbox { return inbox{wake: make(chan struct{}, 1), counts: map[link.Link]int{}} }

// put adds an input. The lock is held.
func (b *inbox) put(i input) {
	if b.ended {
		return
	}
	b.list = append(b.list, i)
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *inbox) call(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(input{call: f})
}

func (b *inbox) take() (portion []input, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(b.list), portionSize)
	portion = slices.Clone(b.list[:n])
	if b.list = b.list[n:]; len(b.list) == 0 {
		b.list = nil
	}
	for _, i := range portion {
		if _, up := b.counts[i.link]; up && i.bytes != nil {
			b.counts[i.link]--
		}
	}
	return portion, len(b.list) > 0
}

// end drops everything that comes from now on.
func (b *inbox) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended, b.list = true, nil
}

// Before returns a handler of links that takes the messages about assets out, and gives everything else to
// next.
func (s *Store) Before(next link.Handler) link.Handler { return &filter{&s.in, next} }

// filter is a handler before another.
type filter struct {
	in   *inbox
	next link.Handler
}

// LinkUp implements link.Handler.
func (f *filter) LinkUp(l link.Link) {
	f.in.mu.Lock()
	f.in.counts[l] = 0
	f.in.put(input{link: l, up: true})
	f.in.mu.Unlock()
	f.next.LinkUp(l)
}

// LinkDown implements link.Handler.
func (f *filter) LinkDown(l link.Link, reason string) {
	f.in.mu.Lock()
	delete(f.in.counts, l)
	f.in.put(input{link: l})
	f.in.mu.Unlock()
	f.next.LinkDown(l, reason)
}

// Receive implements link.Handler.
func (f *filter) Receive(l link.Link, c link.Channel, b []byte) {
	if len(b) == 0 || wire.Kind(b[0]) != wire.Asset {
		f.next.Receive(l, c, b)
		return
	}
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	if n, up := f.in.counts[l]; up && c == link.Stream && n < maxWaiting {
		f.in.counts[l]++
		f.in.put(input{link: l, bytes: b})
	}
}

// sortProgress orders downloads by priority, then by name.
func sortProgress(list []exchange.Progress) {
	slices.SortFunc(list, func(a, b exchange.Progress) int {
		return cmp.Or(-cmp.Compare(a.Priority, b.Priority), bytes.Compare(a.Name[:], b.Name[:]))
	})
}
