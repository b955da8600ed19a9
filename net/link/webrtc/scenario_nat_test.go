package webrtc

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pion/logging"
	"github.com/pion/transport/v4/vnet"

	"manyhold/net/link"
	"manyhold/net/link/stun"
	"manyhold/net/patience"
	"manyhold/net/signal"
)

// router is a kind of network address translation (RFC 4787): how a router chooses the outer port of a
// connection, and which packets from outside it lets in.
type router struct {
	name string
	nat  *vnet.NATType // nil: no router, a public address
}

var routers = []router{
	{"public", nil},
	{"full cone", &vnet.NATType{MappingBehavior: vnet.EndpointIndependent, FilteringBehavior: vnet.EndpointIndependent}},
	{"restricted", &vnet.NATType{MappingBehavior: vnet.EndpointIndependent, FilteringBehavior: vnet.EndpointAddrDependent}},
	{"port restricted", &vnet.NATType{MappingBehavior: vnet.EndpointIndependent, FilteringBehavior: vnet.EndpointAddrPortDependent}},
	{"symmetric", &vnet.NATType{MappingBehavior: vnet.EndpointAddrPortDependent, FilteringBehavior: vnet.EndpointAddrPortDependent}},
}

// linkable reports whether two routers let a direct link through: a symmetric one gives each connection
// another port, which the other router must not insist on.
func linkable(a, b router) bool {
	strict := func(r router) bool { return r.name == "symmetric" || r.name == "port restricted" }
	return !(a.name == "symmetric" && strict(b) || b.name == "symmetric" && strict(a))
}

// internet is a public network with a STUN server at 1.2.3.1.
type internet struct {
	t   *testing.T
	wan *vnet.Router
	log logging.LoggerFactory
}

const publicStun = "1.2.3.1:3478"

func newInternet(t *testing.T) *internet {
	t.Helper()
	n := &internet{t: t, log: &logging.DefaultLoggerFactory{DefaultLogLevel: logging.LogLevelDisabled}}
	var err error
	n.wan, err = vnet.NewRouter(&vnet.RouterConfig{CIDR: "1.2.3.0/24", LoggerFactory: n.log})
	n.must(err)
	return n
}

func (n *internet) must(err error) {
	n.t.Helper()
	if err != nil {
		n.t.Fatal(err)
	}
}

// machine makes a machine with a public address, or one of a home network behind a router with that address.
func (n *internet) machine(public string, r router) *vnet.Net {
	n.t.Helper()
	c := &vnet.NetConfig{StaticIPs: []string{public}}
	at := n.wan
	if r.nat != nil {
		home, err := vnet.NewRouter(&vnet.RouterConfig{CIDR: "192.168.7.0/24", StaticIPs: []string{public}, NATType: r.nat, LoggerFactory: n.log})
		n.must(err)
		n.must(n.wan.AddRouter(home))
		c.StaticIPs = []string{"192.168.7.2"}
		at = home
	}
	m, err := vnet.NewNet(c)
	n.must(err)
	n.must(at.AddNet(m))
	return m
}

// start lets packets flow, and starts the STUN server on a machine.
func (n *internet) start(server *vnet.Net) {
	n.t.Helper()
	n.must(n.wan.Start())
	n.t.Cleanup(func() { n.wan.Stop() })
	conn, err := server.ListenPacket("udp4", publicStun)
	n.must(err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		stun.NewServer(nil).Serve(ctx, conn)
	}()
	n.t.Cleanup(func() { cancel(); <-ended })
}

// behind puts an endpoint on a machine of the internet.
func behind(m *vnet.Net) func(o *Options) {
	return func(o *Options) {
		o.virtual, o.STUN = m, func() []string { return []string{publicStun} }
	}
}

// TestRouters links two peers behind each pair of routers, with the help of a STUN server alone. Where no
// direct link is possible, the dial ends with an error.
func TestRouters(t *testing.T) {
	for i, ra := range routers {
		for _, rb := range routers[i:] {
			t.Run(fmt.Sprintf("%s and %s", ra.name, rb.name), func(t *testing.T) {
				t.Parallel()
				n := newInternet(t)
				server, ma, mb := n.machine("1.2.3.1", router{}), n.machine("1.2.3.11", ra), n.machine("1.2.3.12", rb)
				n.start(server)
				a, wa := start(t, identity(1), behind(ma))
				b, _ := start(t, identity(2), behind(mb))
				limit, end := patience.WithTimeout(t.Context(), 6*time.Second)
				defer end()
				began := patience.Now()
				err := a.Dial(limit, b.ID(), to{b})
				if (err == nil) != linkable(ra, rb) {
					t.Fatalf("%v", err)
				}
				if err != nil {
					if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
						t.Logf("refused: %v", err)
					}
					return
				}
				t.Logf("linked after %v by %s", patience.Since(began).Round(time.Millisecond), wa.link(b.ID()).Stats().Route)
				if err := wa.link(b.ID()).Send(link.Datagram, message("through")); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestRoutersWithAPublicPeer links two peers behind each pair of routers, introduced by a third with a public
// address, without a STUN server: the third tells them their outer addresses. Where a direct link is possible
// it is made at once, although the third would carry packets, too.
func TestRoutersWithAPublicPeer(t *testing.T) {
	for i, ra := range routers {
		for _, rb := range routers[i:] {
			if testing.Short() && (ra.name != rb.name || ra.name == "public") {
				continue
			}
			t.Run(fmt.Sprintf("%s and %s", ra.name, rb.name), func(t *testing.T) {
				t.Parallel()
				n := newInternet(t)
				ma, mb, mc := n.machine(addressA, ra), n.machine(addressB, rb), n.machine(addressC, router{})
				n.must(n.wan.Start())
				t.Cleanup(func() { n.wan.Stop() })
				on := func(m *vnet.Net) func(o *Options) {
					return func(o *Options) { o.virtual, o.RelayRate = m, 1<<20 }
				}
				a, wa := start(t, identity(1), on(ma))
				b, wb := start(t, identity(2), on(mb))
				c, _ := start(t, identity(3), on(mc))
				dial(t, a, c.ID(), to{c})
				dial(t, b, c.ID(), to{c})
				until(t, "c's links", func() bool { return len(c.Links()) == 2 })
				limit, end := patience.WithTimeout(t.Context(), 2*time.Second)
				defer end()
				began, wall := patience.Now(), time.Now()
				if err := a.Dial(limit, b.ID(), signal.Via(wa.link(c.ID()))); err != nil {
					t.Fatal(err)
				}
				until(t, "the link", func() bool { return wb.link(a.ID()) != nil })
				route := func() string { return wa.link(b.ID()).Stats().Route }
				direct := func() bool { r := route(); return r == "host" || r == "srflx" }
				t.Logf("linked after %v by %s", patience.Since(began).Round(time.Millisecond), route())
				if linkable(ra, rb) && !direct() && time.Since(wall) > doubtAfter+doubtWait { // a busy machine was silent
					until(t, "the direct path to be trusted", direct)
				}
				if direct() != linkable(ra, rb) {
					t.Errorf("the link runs by %q", route())
				}
				if public := c.mirrors.places(false, time.Now()); len(public) > 0 {
					t.Errorf("the public peer asks others: %v", public)
				}
			})
		}
	}
}

// TestSilentReflector: a peer with a public address that cannot be asked is no STUN server, and delays no
// dial once that is known. One that falls silent later is none either.
func TestSilentReflector(t *testing.T) {
	t.Parallel()
	n := newInternet(t)
	restricted := routers[3]
	server, ma, mb, mc := n.machine("1.2.3.1", router{}), n.machine(addressA, restricted), n.machine(addressB, restricted), n.machine(addressC, router{})
	lost := newCuts(n)
	n.start(server)
	var known atomic.Bool
	known.Store(true)
	on := func(m *vnet.Net) func(o *Options) {
		return func(o *Options) {
			o.virtual, o.STUN = m, func() []string {
				if known.Load() {
					return []string{publicStun}
				}
				return nil
			}
		}
	}
	a, wa := start(t, identity(1), on(ma))
	b, _ := start(t, identity(2), on(mb))
	c, _ := start(t, identity(3), on(mc))
	dial(t, a, b.ID(), to{b})
	if route := wa.link(b.ID()).Stats().Route; route != "srflx" {
		t.Fatalf("linked by %q", route)
	}
	tried := func(e *Endpoint, ready func(*reflection) bool) func() bool {
		return func() bool {
			e.mirrors.mu.Lock()
			defer e.mirrors.mu.Unlock()
			return len(e.mirrors.tried) > 0 && ready(e.mirrors.tried[len(e.mirrors.tried)-1])
		}
	}
	until(t, "b's silence", tried(a, func(r *reflection) bool { return r.of.Peer() == b.ID() && !r.asking && !r.since.IsZero() }))
	known.Store(false)
	if all := a.stunServers(); len(all) > 0 {
		t.Errorf("asks %v", all)
	}
	began := patience.Now()
	if a.mirrors.wait(t.Context()); patience.Since(began) > reflectorWait/2 {
		t.Error("a dial waits for a peer that was silent")
	}
	dial(t, a, c.ID(), to{c})
	until(t, "c's answer", tried(a, func(r *reflection) bool { return r.of.Peer() == c.ID() && r.useful }))
	if all := a.stunServers(); len(all) != 1 {
		t.Errorf("asks %v", all)
	}
	lost.set(addressC, addressA, true)
	a.mirrors.doubt(time.Now().Add(2 * doubtedAgain))
	until(t, "c's silence", tried(a, func(r *reflection) bool { return !r.useful && !r.asking }))
	if all := a.stunServers(); len(all) > 0 {
		t.Errorf("asks %v", all)
	}
}

// TestBothDialInVain: two peers that no direct link joins dial each other. Each is told that no packet gets
// through, also the one that waits for the other's dial.
func TestBothDialInVain(t *testing.T) {
	t.Parallel()
	n := newInternet(t)
	symmetric := routers[len(routers)-1]
	server, ma, mb := n.machine("1.2.3.1", router{}), n.machine("1.2.3.11", symmetric), n.machine("1.2.3.12", symmetric)
	n.start(server)
	a, _ := start(t, identity(1), behind(ma))
	b, _ := start(t, identity(2), behind(mb))
	limit, end := patience.WithTimeout(t.Context(), 2*time.Second)
	defer end()
	first := make(chan error, 1)
	go func() { first <- a.Dial(limit, b.ID(), to{b}) }()
	until(t, "the offer", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.peers[a.ID()] != nil
	})
	second := b.Dial(limit, a.ID(), to{a})
	for i, err := range []error{<-first, second} {
		if !errors.Is(err, ErrNoPath) {
			t.Errorf("dial %d: %v", i+1, err)
		}
	}
}
