package webrtc

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/wire"
)

// watcher is a handler that remembers, and that can be waited on.
type watcher struct {
	mu    sync.Mutex
	links map[key.ID]link.Link
	lines []string
	got   [][]byte
	echo  bool
	inUse map[link.Link]bool
	t     testing.TB
}

func newWatcher(t testing.TB) *watcher {
	return &watcher{links: map[key.ID]link.Link{}, inUse: map[link.Link]bool{}, t: t}
}

// enter and leave notice calls for one link that overlap.
func (w *watcher) enter(l link.Link) {
	w.mu.Lock()
	if w.inUse[l] {
		w.t.Error("two calls of the handler at once for one link")
	}
	w.inUse[l] = true
	w.mu.Unlock()
}

func (w *watcher) leave(l link.Link, f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
	w.inUse[l] = false
}

func (w *watcher) LinkUp(l link.Link) {
	w.enter(l)
	w.leave(l, func() { w.links[l.Peer()] = l; w.lines = append(w.lines, "up") })
}

func (w *watcher) LinkDown(l link.Link, reason string) {
	w.enter(l)
	w.leave(l, func() {
		if w.links[l.Peer()] == l {
			delete(w.links, l.Peer())
		}
		w.lines = append(w.lines, "down: "+reason)
	})
}

func (w *watcher) Receive(l link.Link, c link.Channel, b []byte) {
	w.enter(l)
	if w.echo {
		l.Send(c, b)
	}
	w.leave(l, func() { w.got = append(w.got, append([]byte{byte(c)}, b...)) })
}

func (w *watcher) link(id key.ID) link.Link {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.links[id]
}

func (w *watcher) count(part string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.lines {
		if strings.Contains(l, part) {
			n++
		}
	}
	return n
}

func (w *watcher) received() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.got)
}

func (w *watcher) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprint(w.lines)
}

// until waits for a condition.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	patience.Wait(t, what, 15*time.Second, 2*time.Millisecond, ok)
}

// to is the exchange that calls another endpoint of this process.
type to struct{ e *Endpoint }

func (x to) Offer(ctx context.Context, _ key.ID, offer []byte) ([]byte, error) {
	return x.e.Answer(ctx, offer)
}

func identity(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

// lesserFirst returns two identities, the lesser id first.
func lesserFirst() (a, b key.Pair) {
	a, b = identity(1), identity(2)
	if b.ID().Less(a.ID()) {
		a, b = b, a
	}
	return a, b
}

func start(t testing.TB, k key.Pair, change func(*Options)) (*Endpoint, *watcher) {
	t.Helper()
	o := Options{Key: k, Info: link.Info{Name: "peer " + k.ID().Short(), Version: "test", Rules: 1, World: [32]byte{7}}}
	if change != nil {
		change(&o)
	}
	w := newWatcher(t)
	e, err := New(o, w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close("the test ends") })
	return e, w
}

func dial(t testing.TB, from *Endpoint, peer key.ID, x signal.Exchange) {
	t.Helper()
	if err := from.Dial(t.Context(), peer, x); err != nil {
		t.Fatalf("dial: %v", err)
	}
}

// left returns how many connections an endpoint has, in any state.
func left(e *Endpoint) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.all)
}

func message(text string) []byte { return append([]byte{byte(wire.Frame)}, text...) }
