package webrtc

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/transport/v4/vnet"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/wire"
)

// cuts is a wide network in which the packets from one machine to another can be lost.
type cuts struct {
	mu   sync.Mutex
	lost map[[2]string]bool
}

func newCuts(n *internet) *cuts {
	c := &cuts{lost: map[[2]string]bool{}}
	n.wan.AddChunkFilter(func(k vnet.Chunk) bool {
		from, to := k.SourceAddr().(*net.UDPAddr).IP.String(), k.DestinationAddr().(*net.UDPAddr).IP.String()
		c.mu.Lock()
		defer c.mu.Unlock()
		return !c.lost[[2]string{from, to}]
	})
	return c
}

// set cuts or heals the way from one machine to another.
func (c *cuts) set(from, to string, lost bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost[[2]string{from, to}] = lost
}

// pupil counts the numbered messages of one sender on both channels: those of the stream must come in order,
// without a gap. It is a handler.
type pupil struct {
	*watcher
	mu      sync.Mutex
	of      key.ID
	stream  uint32
	wrong   int
	heard   time.Duration // the last datagram, by the clock of package patience; 0: none yet
	longest time.Duration // between two datagrams
}

func (p *pupil) Receive(l link.Link, c link.Channel, b []byte) {
	if l.Peer() != p.of || len(b) != 5 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	number := binary.LittleEndian.Uint32(b[1:])
	switch {
	case c == link.Datagram:
		now := patience.Now()
		if p.heard > 0 {
			p.longest = max(p.longest, now-p.heard)
		}
		p.heard = now
	case number == p.stream:
		p.stream++
	default:
		p.wrong++
	}
}

// pause returns the longest time without a datagram since the last call, up to now, by the clock of package
// patience.
func (p *pupil) pause() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	d := p.longest
	if p.heard > 0 {
		d = max(d, patience.Since(p.heard))
	}
	p.longest = 0
	return d
}

// The bars of a path that is cut while a third peer is linked to both ends.
const (
	pauseMost   = time.Second     // without a datagram, at the cut and when the path is back
	relayedLink = 4 * time.Second // from the dial to a link through the third peer
)

// checkPauses checks the longest pauses at both ends since the last call.
func (r *trio) checkPauses(when string) {
	r.t.Helper()
	a, b := r.pa.pause(), r.pb.pause()
	r.t.Logf("%s: longest pause at a %v, at b %v", when, a, b)
	if a > pauseMost || b > pauseMost {
		r.t.Errorf("%s: longest pause at a %v, at b %v, want %v at most", when, a, b, pauseMost)
	}
}

// lecture sends both kinds of messages twenty times a second, as a leader does, until ctx ends.
func lecture(ctx context.Context, l link.Link, sent *atomic.Uint32) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		b := binary.LittleEndian.AppendUint32([]byte{byte(wire.Frame)}, sent.Load())
		if l.Send(link.Stream, b) == nil {
			sent.Add(1)
		}
		l.Send(link.Datagram, b)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// few returns most, or less in a short run.
func few(most, less int) int {
	if testing.Short() {
		return less
	}
	return most
}

// trio is three peers with public addresses: c is linked to both others.
type trio struct {
	t       *testing.T
	cuts    *cuts
	a, b, c *Endpoint
	pa, pb  *pupil
	wc      *watcher
}

const addressA, addressB, addressC = "1.2.3.11", "1.2.3.12", "1.2.3.13"

func startTrio(t *testing.T, rate int) *trio {
	t.Helper()
	n := newInternet(t)
	server := n.machine("1.2.3.1", router{})
	machines := []*vnet.Net{n.machine(addressA, router{}), n.machine(addressB, router{}), n.machine(addressC, router{})}
	r := &trio{t: t, cuts: newCuts(n)}
	n.start(server)
	on := func(i int, k key.Pair, h link.Handler) *Endpoint {
		e, err := New(Options{Key: k, Info: link.Info{Version: "test", Rules: 1, World: [32]byte{7}}, RelayRate: rate, virtual: machines[i]}, h)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close("the test ends") })
		return e
	}
	r.pa, r.pb, r.wc = &pupil{watcher: newWatcher(t), of: identity(2).ID()}, &pupil{watcher: newWatcher(t), of: identity(1).ID()}, newWatcher(t)
	r.a, r.b, r.c = on(0, identity(1), r.pa), on(1, identity(2), r.pb), on(2, identity(3), r.wc)
	dial(t, r.a, r.c.ID(), to{r.c})
	dial(t, r.b, r.c.ID(), to{r.c})
	until(t, "c to be linked with both", func() bool { return r.wc.count("up") == 2 })
	return r
}

// route is how the link from one to the other runs.
func (r *trio) route(p *pupil) string {
	l := p.link(p.of)
	if l == nil {
		return "none"
	}
	return l.Stats().Route
}

// TestRouteChanges cuts the direct path of two peers, in both directions or in one, while a third is linked
// to both. Their link goes on through the third, loses nothing of its stream, and is direct again afterwards.
func TestRouteChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		ways   [][2]string
		rounds int
	}{
		{"both ways", [][2]string{{addressA, addressB}, {addressB, addressA}}, 2},
		{"from a to b", [][2]string{{addressA, addressB}}, 1},
		{"from b to a", [][2]string{{addressB, addressA}}, 1},
	} {
		if testing.Short() && c.name != "both ways" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := startTrio(t, 1<<20)
			dial(t, r.a, r.b.ID(), to{r.b})
			until(t, "the link", func() bool { return r.pa.link(r.b.ID()) != nil && r.pb.link(r.a.ID()) != nil })
			var sentA, sentB atomic.Uint32
			ctx, end := context.WithCancel(t.Context())
			var talks sync.WaitGroup
			talks.Go(func() { lecture(ctx, r.pa.link(r.b.ID()), &sentA) })
			talks.Go(func() { lecture(ctx, r.pb.link(r.a.ID()), &sentB) })
			until(t, "some messages", func() bool { return sentA.Load() > 80 })
			for round := range few(c.rounds, 1) {
				r.pa.pause()
				r.pb.pause()
				for _, w := range c.ways {
					r.cuts.set(w[0], w[1], true)
				}
				mark := sentA.Load()
				until(t, "a route through c", func() bool { return r.route(r.pa) == "peer" && r.route(r.pb) == "peer" })
				until(t, "messages through c", func() bool { return sentA.Load() > mark+60 })
				if via := r.pa.link(r.b.ID()).Stats().Via; via != r.c.ID() {
					t.Errorf("round %d: the link runs via %s, not c", round, via.Short())
				}
				r.checkPauses(fmt.Sprintf("round %d: cut", round))
				for _, w := range c.ways {
					r.cuts.set(w[0], w[1], false)
				}
				until(t, "the direct route", func() bool { return r.route(r.pa) == "host" && r.route(r.pb) == "host" })
				until(t, "plain paths", func() bool {
					return r.pa.link(r.b.ID()).(*connection).route.way().Plain() && r.pb.link(r.a.ID()).(*connection).route.way().Plain()
				})
				mark = sentA.Load()
				until(t, "messages on the direct route", func() bool { return sentA.Load() > mark+20 })
				r.checkPauses(fmt.Sprintf("round %d: healed", round))
			}
			end()
			talks.Wait()
			until(t, "the whole stream", func() bool {
				r.pa.mu.Lock()
				defer r.pa.mu.Unlock()
				r.pb.mu.Lock()
				defer r.pb.mu.Unlock()
				return r.pa.stream == sentB.Load() && r.pb.stream == sentA.Load()
			})
			if r.pa.wrong+r.pb.wrong > 0 || r.pa.count("down")+r.pb.count("down") > 0 {
				t.Errorf("messages out of order: %d at a, %d at b; %v %v", r.pa.wrong, r.pb.wrong, r.pa, r.pb)
			}
			if r.c.Counts().Carried == 0 {
				t.Error("c has carried nothing")
			}
		})
	}
}

// checkRelayed checks how long it took from the dial to a relayed link.
func checkRelayed(t *testing.T, took time.Duration) {
	t.Helper()
	t.Logf("linked after %v", took.Round(time.Millisecond))
	if took > relayedLink {
		t.Errorf("linked after %v, want %v at most", took, relayedLink)
	}
}

// TestRelayedFromTheStart links two peers that never had a direct path.
func TestRelayedFromTheStart(t *testing.T) {
	t.Parallel()
	r := startTrio(t, 1<<20)
	r.cuts.set(addressA, addressB, true)
	r.cuts.set(addressB, addressA, true)
	began := patience.Now()
	dial(t, r.a, r.b.ID(), signal.Via(r.a.Links()[0]))
	until(t, "the link", func() bool { return r.pb.link(r.a.ID()) != nil })
	checkRelayed(t, patience.Since(began))
	if got := []string{r.route(r.pa), r.route(r.pb)}; got[0] != "peer" || got[1] != "peer" {
		t.Errorf("routes %v", got)
	}
	r.cuts.set(addressA, addressB, false)
	r.cuts.set(addressB, addressA, false)
	until(t, "the direct route", func() bool { return r.route(r.pa) == "host" && r.route(r.pb) == "host" })
	if r.pa.count("down")+r.pb.count("down") > 0 {
		t.Error("the link went down")
	}
}

// TestCarriesNothing: a peer that offers nothing carries nothing, and a link without another way ends.
func TestCarriesNothing(t *testing.T) {
	t.Parallel()
	r := startTrio(t, 0)
	dial(t, r.a, r.b.ID(), to{r.b})
	until(t, "the link", func() bool { return r.pa.link(r.b.ID()) != nil && r.pb.link(r.a.ID()) != nil })
	r.cuts.set(addressA, addressB, true)
	r.cuts.set(addressB, addressA, true)
	until(t, "the end of the link", func() bool { return r.pa.count("down")+r.pb.count("down") == 2 })
	if n := r.c.Counts().Carried; n != 0 {
		t.Errorf("c has carried %d bytes", n)
	}
}

// TestRoutersWithAPeerInCommon links two peers that no router lets through, by a third with a public address.
func TestRoutersWithAPeerInCommon(t *testing.T) {
	for i, ra := range routers {
		for _, rb := range routers[i:] {
			if linkable(ra, rb) {
				continue
			}
			t.Run(fmt.Sprintf("%s and %s", ra.name, rb.name), func(t *testing.T) {
				t.Parallel()
				n := newInternet(t)
				server, ma, mb, mc := n.machine("1.2.3.1", router{}), n.machine("1.2.3.11", ra), n.machine("1.2.3.12", rb), n.machine("1.2.3.13", router{})
				n.start(server)
				on := func(m *vnet.Net) func(o *Options) {
					return func(o *Options) {
						o.virtual, o.STUN, o.RelayRate = m, func() []string { return []string{publicStun} }, 1<<20
					}
				}
				a, wa := start(t, identity(1), on(ma))
				b, wb := start(t, identity(2), on(mb))
				c, _ := start(t, identity(3), on(mc))
				dial(t, a, c.ID(), to{c})
				dial(t, b, c.ID(), to{c})
				until(t, "c's links", func() bool { return len(c.Links()) == 2 })
				began := patience.Now()
				dial(t, a, b.ID(), signal.Via(wa.link(c.ID())))
				until(t, "the link", func() bool { return wb.link(a.ID()) != nil })
				s := wa.link(b.ID()).Stats()
				checkRelayed(t, patience.Since(began))
				if s.Route != "peer" || s.Via != c.ID() {
					t.Errorf("the link runs by %q via %s", s.Route, s.Via.Short())
				}
				for _, ch := range []link.Channel{link.Datagram, link.Stream} {
					before := wb.received()
					patience.Wait(t, "a message", 15*time.Second, 50*time.Millisecond, func() bool {
						wa.link(b.ID()).Send(ch, message("through"))
						return wb.received() > before
					})
				}
			})
		}
	}
}
