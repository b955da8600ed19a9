package share

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/sample"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rest is the handler behind a store: it counts what passes.
type rest struct {
	mu       sync.Mutex
	up, down int
	messages [][]byte
	upped    chan link.Link
}

func (r *rest) LinkUp(l link.Link) {
	r.mu.Lock()
	r.up++
	r.mu.Unlock()
	r.upped <- l
}

func (r *rest) LinkDown(link.Link, string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.down++
}

func (r *rest) Receive(_ link.Link, _ link.Channel, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.messages = append(r.messages, b)
}

// peer is a running store in a network.
type peer struct {
	*Store
	id   key.ID
	node *memory.Node
	rest *rest
}

// uses is a world whose used assets a test sets.
type uses struct {
	mu    sync.Mutex
	names []asset.Name
	known bool
}

func (u *uses) set(names ...asset.Name) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.names, u.known = names, true
}

func (u *uses) get() ([]asset.Name, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.names, u.known
}

// town runs stores until the test ends.
type town struct {
	t   *testing.T
	ctx context.Context
	net *memory.Network
	all sync.WaitGroup
	n   byte
}

// inTown runs a test in virtual time.
func inTown(t *testing.T, test func(t *testing.T, w *town)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		w := &town{t: t, ctx: ctx, net: memory.New(3, memory.Conditions{Delay: 5 * time.Millisecond})}
		w.all.Go(func() { w.net.Run(ctx) })
		test(t, w)
		cancel()
		w.all.Wait()
	})
}

func (w *town) run(o Options) *peer {
	w.t.Helper()
	w.n++
	o.Me, o.Data, o.World = key.FromSeed([32]byte{w.n}).ID(), w.t.TempDir(), [32]byte{7}
	if o.Quota == 0 {
		o.Quota = 1 << 30
	}
	s, err := Open(o)
	if err != nil {
		w.t.Fatal(err)
	}
	p := &peer{Store: s, id: o.Me, rest: &rest{upped: make(chan link.Link, 9)}}
	p.node = w.net.Join(p.id, link.Info{}, s.Before(p.rest))
	w.all.Go(func() { s.Run(w.ctx) })
	return p
}

// link links two peers, and returns both ends.
func (w *town) link(a, b *peer) (link.Link, link.Link) {
	a.node.Dial(b.id, nil)
	return <-a.rest.upped, <-b.rest.upped
}

// until lets virtual time pass until something holds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 3000 {
		if synctest.Wait(); holds() {
			return
		}
		time.Sleep(busyEvery)
	}
	t.Fatal("a minute has passed: ", what)
}

// TestPutAgain: a file that is put again is known already, and no byte is sent for it.
func TestPutAgain(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		a, b := w.run(Options{}), w.run(Options{})
		la, _ := w.link(a, b)
		sound := sample.Sound(1, 300_000)
		sent := func(again bool) uint64 {
			t.Helper()
			before := la.Stats().BytesOut
			if _, known, err := a.Put(asset.Wave, sound); known != again || err != nil {
				t.Fatal(known, err)
			}
			time.Sleep(30 * time.Second)
			synctest.Wait()
			return la.Stats().BytesOut - before
		}
		time.Sleep(30 * time.Second)
		if first := sent(false); first == 0 {
			t.Error("nobody is told of a new asset")
		}
		if again := sent(true); again != 0 {
			t.Errorf("%d bytes are sent for a file that is known", again)
		}
	})
}

// TestFetch: what one node puts, another gets, with its descriptor and its progress on the way.
func TestFetch(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		a, b := w.run(Options{Upload: 1 << 20}), w.run(Options{})
		w.link(a, b)
		bytes1 := sample.Sound(1, 3_000_000)
		n, known, err := a.Put(asset.Wave, bytes1)
		if err != nil || known {
			t.Fatal(known, err)
		}
		if _, ok := b.Get(n); ok || b.Holds(n) {
			t.Error("it is there at once")
		}
		done := b.Done(n)
		b.Want(n, exchange.Visible)
		last, steps := 0, 0
		until(t, "it is there", func() bool {
			if p, ok := b.Progress(n); ok && p.Percent() > last {
				if d, ok := b.Descriptor(n); !ok || d.Size != len(bytes1) || p.Size != d.Size {
					t.Fatalf("%+v before the descriptor", p)
				}
				last, steps = p.Percent(), steps+1
			}
			return b.Holds(n)
		})
		<-done
		if got, ok := b.Get(n); !ok || !bytes.Equal(got, bytes1) || steps < 10 {
			t.Errorf("%v, %d steps of progress", ok, steps)
		}
		<-b.Done(n) // closed at once
		until(t, "it is counted", func() bool {
			st := a.Status()
			return st.Held == 1 && st.BytesOut == uint64(len(bytes1)) && len(st.Fetching) == 0
		})
	})
}

// TestCopies: a node that hosts copies what the world uses, nothing else, and removes what it uses no more
// only after a while. Without a host, nothing is copied.
func TestCopies(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		var u uses
		a, b, c := w.run(Options{}), w.run(Options{Copies: true, Used: u.get}), w.run(Options{Used: u.get})
		w.link(a, b)
		w.link(a, c)
		used, _, err := a.Put(asset.Wave, sample.Sound(1, 100_000))
		other, _, err2 := a.Put(asset.Wave, sample.Sound(2, 100_000))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * usedEvery)
		if b.Status().Held != 0 {
			t.Error("something was copied before it was known what is used")
		}
		u.set(used)
		until(t, "it is copied", func() bool { return b.Holds(used) })
		if b.Holds(other) || c.Holds(used) {
			t.Error("more was copied")
		}
		u.set(asset.Name{1}) // nobody has it
		until(t, "it is wanted", func() bool { return len(b.Status().Fetching) == 1 })
		u.set()
		until(t, "it is not wanted", func() bool { return len(b.Status().Fetching) == 0 })
		time.Sleep(2 * collectEvery)
		if !b.Holds(used) {
			t.Error("it was removed at once")
		}
		time.Sleep(time.Hour)
		until(t, "it is removed", func() bool { return !b.Holds(used) })
	})
}

// TestOutcomes: a waiting caller is released when an asset is not fetched any more.
func TestOutcomes(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		a := w.run(Options{})
		n := asset.Name{1}
		done := a.Done(n)
		a.Want(n, exchange.Visible)
		until(t, "it is wanted", func() bool { _, ok := a.Progress(n); return ok })
		a.Unwant(n)
		<-done
		if _, ok := a.Progress(n); ok && a.Holds(n) {
			t.Error("it is there")
		}
		for i := range exchange.MaxWants {
			a.Want(asset.Name{2, byte(i), byte(i >> 8)}, exchange.Background)
		}
		done = a.Done(n)
		a.Want(n, exchange.Visible)
		<-done
	})
}

// TestFilter: everything that is not about assets passes, in its order; a flood of what is takes bounded
// memory, and a store that has ended takes nothing.
func TestFilter(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		a, b := w.run(Options{}), w.run(Options{})
		la, lb := w.link(a, b)
		for i := range byte(5) {
			la.Send(link.Stream, []byte{byte(wire.Turns), i})
		}
		until(t, "they pass", func() bool { b.rest.mu.Lock(); defer b.rest.mu.Unlock(); return len(b.rest.messages) == 5 })
		for i, m := range b.rest.messages {
			if m[1] != byte(i) {
				t.Errorf("message %d is %v", i, m)
			}
		}
		f := b.Before(b.rest)
		for range 10 * maxWaiting {
			f.Receive(lb, link.Stream, []byte{byte(wire.Asset), 1})
		}
		b.in.mu.Lock()
		if n := b.in.counts[lb]; n > maxWaiting {
			t.Errorf("%d messages wait", n)
		}
		b.in.mu.Unlock()
		until(t, "they are counted", func() bool { g := b.Status().Garbage; return g > 0 && g <= 10*maxWaiting })
		la.Close("bye")
		until(t, "the end passes", func() bool { b.rest.mu.Lock(); defer b.rest.mu.Unlock(); return b.rest.down == 1 })
		f.Receive(lb, link.Stream, []byte{byte(wire.Asset), 1})
		b.in.mu.Lock()
		defer b.in.mu.Unlock()
		if len(b.in.counts) != 0 {
			t.Errorf("%d links are remembered", len(b.in.counts))
		}
	})
}

// TestWrong: the owner is told of each peer that sent wrong bytes.
func TestWrong(t *testing.T) {
	inTown(t, func(t *testing.T, w *town) {
		var mu sync.Mutex
		var liars []key.ID
		a := w.run(Options{Wrong: func(id key.ID, why error) {
			mu.Lock()
			defer mu.Unlock()
			if liars = append(liars, id); !errors.Is(why, exchange.ErrWrong) {
				t.Error(why)
			}
		}})
		liar := &rest{upped: make(chan link.Link, 1)}
		id := key.FromSeed([32]byte{99}).ID()
		node := w.net.Join(id, link.Info{}, liar)
		node.Dial(a.id, nil)
		l := <-liar.upped
		<-a.rest.upped
		n := asset.Name{1}
		a.Want(n, exchange.Visible)
		until(t, "it is asked", func() bool { liar.mu.Lock(); defer liar.mu.Unlock(); return len(liar.messages) > 0 })
		l.Send(link.Stream, append(append([]byte{byte(wire.Asset), 2, 1}, n[:]...), 2, 0)) // "I have it"
		until(t, "the descriptor is asked for", func() bool { liar.mu.Lock(); defer liar.mu.Unlock(); return len(liar.messages) > 1 })
		l.Send(link.Stream, append(append([]byte{byte(wire.Asset), 4}, n[:]...), 1, 2, 3))
		until(t, "it is told", func() bool { mu.Lock(); defer mu.Unlock(); return len(liars) == 1 && liars[0] == id })
		until(t, "it is shown", func() bool { st := a.Status(); return st.Wrong == 1 && len(st.Aside) == 1 && st.Aside[0] == id })
	})
}
