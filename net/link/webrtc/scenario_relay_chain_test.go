package webrtc

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/transport/v4/vnet"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/relay"
)

// ring is some peers with public addresses, all linked with each other.
type ring struct {
	t         *testing.T
	cuts      *cuts
	endpoints []*Endpoint
	pupils    []*pupil // each listens to the one at the other end
}

func (r *ring) address(i int) string { return fmt.Sprintf("1.2.3.%d", 21+i) }

func startRing(t *testing.T, n int) *ring {
	t.Helper()
	in := newInternet(t)
	server := in.machine("1.2.3.1", router{})
	r := &ring{t: t}
	var machines []*vnet.Net
	for i := range n {
		machines = append(machines, in.machine(r.address(i), router{}))
	}
	r.cuts = newCuts(in)
	in.start(server)
	id := func(i int) key.ID { return identity(byte(i + 1)).ID() }
	for i := range n {
		p := &pupil{watcher: newWatcher(t), of: id(n - 1 - i)}
		e, err := New(Options{Key: identity(byte(i + 1)), Info: link.Info{Version: "test", Rules: 1, World: [32]byte{7}}, RelayRate: 1 << 20, virtual: machines[i]}, p)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close("the test ends") })
		for j := range i {
			dial(t, e, id(j), to{r.endpoints[j]})
		}
		r.endpoints, r.pupils = append(r.endpoints, e), append(r.pupils, p)
	}
	until(t, "all links", func() bool {
		for _, p := range r.pupils {
			if p.count("up") != n-1 {
				return false
			}
		}
		return true
	})
	return r
}

// chain leaves each peer only the paths to those beside it.
func (r *ring) chain(cut bool) {
	for i := range r.endpoints {
		for j := range r.endpoints {
			if i-j > 1 || j-i > 1 {
				r.cuts.set(r.address(i), r.address(j), cut)
			}
		}
	}
}

// TestChain: of a network only a chain of paths is left. Its two ends, and all others, stay linked, over
// two peers between; nothing of a stream is lost, and all links are direct again afterwards.
func TestChain(t *testing.T) {
	for _, n := range []int{4} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := startRing(t, n)
			first, last := r.pupils[0], r.pupils[n-1]
			var sentA, sentB atomic.Uint32
			ctx, end := context.WithCancel(t.Context())
			var talks sync.WaitGroup
			talks.Go(func() { lecture(ctx, first.link(first.of), &sentA) })
			talks.Go(func() { lecture(ctx, last.link(last.of), &sentB) })
			until(t, "some messages", func() bool { return sentA.Load() > 40 })
			r.chain(true)
			hops := func(p *pupil) int { return p.link(p.of).(*connection).route.hopsFor(key.ID{}, time.Now()) }
			until(t, "a route along the chain", func() bool { return hops(first) == n-2 && hops(last) == n-2 })
			heard := func() uint32 { last.mu.Lock(); defer last.mu.Unlock(); return last.stream }
			mark := heard()
			first.pause()
			last.pause()
			until(t, "messages along the chain", func() bool { return heard() > mark+60 })
			t.Logf("along the chain: longest pauses %v and %v", first.pause(), last.pause())
			r.chain(false)
			until(t, "direct routes", func() bool { return hops(first) == 0 && hops(last) == 0 })
			end()
			talks.Wait()
			until(t, "the whole stream", func() bool {
				first.mu.Lock()
				defer first.mu.Unlock()
				return heard() == sentA.Load() && first.stream == sentB.Load()
			})
			for i, p := range r.pupils {
				if p.wrong != 0 || p.count("down") != 0 {
					t.Errorf("peer %d: %d messages out of order, %d links ended", i, p.wrong, p.count("down"))
				}
			}
		})
	}
}

// TestHollowRelay: a peer in common brings junk in the name of the other side, more than the honest one
// brings packets, and carries nothing. It does not keep the link.
func TestHollowRelay(t *testing.T) {
	r := startRing(t, 4) // 0 and 3 talk, 1 is hollow, 2 carries
	first, last := r.pupils[0], r.pupils[3]
	hollow := r.endpoints[1]
	junk := relay.AppendMessage(nil, relay.Message{Op: relay.Forwarded, Peer: identity(4).ID(), Body: append([]byte{0}, make([]byte, 60)...)})
	ctx, end := context.WithCancel(t.Context())
	var work sync.WaitGroup
	defer work.Wait()
	defer end()
	litter := func() {
		for _, l := range hollow.Links() {
			if l.Peer() == identity(1).ID() {
				l.Send(link.Datagram, junk)
			}
		}
	}
	hollow.relays.meter = relay.NewMeter(0)
	var sentA, sentB atomic.Uint32
	work.Go(func() { lecture(ctx, first.link(first.of), &sentA) })
	work.Go(func() { lecture(ctx, last.link(last.of), &sentB) })
	until(t, "some messages", func() bool { return sentA.Load() > 40 })
	r.cuts.set(r.address(0), r.address(3), true)
	r.cuts.set(r.address(3), r.address(0), true)
	until(t, "a route by the honest one", func() bool {
		litter()
		l := first.link(first.of)
		if l == nil {
			t.Fatalf("the link ended: %v", first)
		}
		s := l.Stats()
		return s.Route == "peer" && s.Via == identity(3).ID()
	})
	heard := func() uint32 { last.mu.Lock(); defer last.mu.Unlock(); return last.stream }
	mark := heard()
	until(t, "messages", func() bool { litter(); return heard() > mark+60 })
	if first.count("down") != 0 {
		t.Error("the link ended")
	}
}
