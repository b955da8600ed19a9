package webrtc

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"manyhold/net/key"
)

// forward is a router with a mapped port: it passes packets that come to its port on to another one, from a
// port of its own for each sender, and the answers back. It returns its port.
func forward(t *testing.T, to netip.AddrPort) netip.AddrPort {
	t.Helper()
	front, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	backs := map[netip.AddrPort]*net.UDPConn{}
	work.Go(func() {
		b := make([]byte, 2000)
		for {
			n, from, err := front.ReadFromUDPAddrPort(b)
			if err != nil {
				break
			}
			back := backs[from]
			if back == nil {
				if back, err = net.DialUDP("udp4", nil, net.UDPAddrFromAddrPort(to)); err != nil {
					t.Error(err)
					break
				}
				backs[from] = back
				work.Go(func() {
					b := make([]byte, 2000)
					for {
						n, err := back.Read(b)
						if err != nil {
							return
						}
						front.WriteToUDPAddrPort(b[:n], from)
					}
				})
			}
			back.Write(b[:n])
		}
		for _, back := range backs {
			back.Close()
		}
	})
	t.Cleanup(func() { front.Close(); work.Wait() })
	return front.LocalAddr().(*net.UDPAddr).AddrPort()
}

// without leaves lines out of a description.
func without(sdp string, drop func(line string) bool) string {
	var kept strings.Builder
	for line := range strings.Lines(sdp) {
		if !drop(line) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// TestMappedPort: two peers link through a router with a mapped port, although the one behind it knows no
// address of the other, and the other that of the router alone.
func TestMappedPort(t *testing.T) {
	inner := loopbackAt(freePort(t))
	outer := forward(t, inner)
	a, _ := start(t, identity(1), nil)
	b, wb := start(t, identity(2), func(o *Options) {
		o.Listen, o.Outer = inner.String(), func() []netip.AddrPort { return []netip.AddrPort{outer} }
	})
	dial(t, a, b.ID(), byRouter(t, b))
	until(t, "the link", func() bool { return wb.count("up") == 1 })
}

// byRouter takes offers of the first identity to an endpoint of the second one, without the addresses, and
// the answers back with that of the router alone.
func byRouter(t *testing.T, b *Endpoint) elsewhere {
	return func(offer []byte) ([]byte, error) {
		l, err := decodeSetup(offer)
		if err != nil {
			return nil, err
		}
		l.sdp = without(l.sdp, isCandidate)
		answer, err := b.Answer(t.Context(), l.encode(identity(1)))
		if err != nil {
			return nil, err
		}
		if l, err = decodeSetup(answer); err != nil {
			return nil, err
		}
		l.sdp = without(l.sdp, func(line string) bool { return isCandidate(line) && !strings.Contains(line, "typ srflx") })
		if strings.Count(l.sdp, "a=candidate:") != 1 {
			t.Errorf("the router's address is not in the answer: %s", l.sdp)
		}
		l.offer = hashOf(offer)
		return l.encode(identity(2)), nil
	}
}

// loopbackAt returns the loopback address with a port, given as ":PORT".
func loopbackAt(port string) netip.AddrPort { return netip.MustParseAddrPort("127.0.0.1" + port) }

// TestOuterPort: connections have ports of their own until a router maps the outer one. Then they use it, and
// peers link through the router. A port that is taken is none.
func TestOuterPort(t *testing.T) {
	inner := loopbackAt(freePort(t))
	outer := forward(t, inner)
	var mapped atomic.Bool
	at := func() []netip.AddrPort {
		if mapped.Load() {
			return []netip.AddrPort{outer}
		}
		return nil
	}
	a, _ := start(t, identity(1), nil)
	b, wb := start(t, identity(2), func(o *Options) { o.OuterPort, o.Outer = fmt.Sprintf(":%d", inner.Port()), at; o.Loopback = true })
	twin, _ := start(t, identity(3), func(o *Options) { o.OuterPort, o.Outer = inner.String(), at })
	if !b.HasOuterPort() || twin.HasOuterPort() {
		t.Fatalf("open: %v, and twice: %v", b.HasOuterPort(), twin.HasOuterPort())
	}
	dial(t, a, b.ID(), to{b})
	uses := func(e *Endpoint, peer key.ID) bool {
		e.mu.Lock()
		c := e.peers[peer]
		e.mu.Unlock()
		local, _, _ := chosen(c.pc)
		return local.Port() == inner.Port()
	}
	until(t, "a link", func() bool { return wb.link(a.ID()) != nil })
	if uses(b, a.ID()) {
		t.Error("a port is used that no router maps")
	}
	wb.link(a.ID()).Close("")
	until(t, "no link", func() bool { return left(a) == 0 && left(b) == 0 })
	mapped.Store(true)
	dial(t, a, b.ID(), byRouter(t, b))
	until(t, "a link through the router", func() bool { return wb.link(a.ID()) != nil })
	if !uses(b, a.ID()) {
		t.Error("the mapped port is not used")
	}
	dial(t, twin, b.ID(), to{b})
	dial(t, a, twin.ID(), to{twin})
	if uses(twin, a.ID()) {
		t.Error("a port is used that belongs to another")
	}
}

// TestOuterPortOfMany: some connections use the outer port, and further ones have ports of their own.
func TestOuterPortOfMany(t *testing.T) {
	inner := loopbackAt(freePort(t))
	e, _ := start(t, identity(1), func(o *Options) {
		o.OuterPort, o.Outer = fmt.Sprintf(":%d", inner.Port()), func() []netip.AddrPort { return []netip.AddrPort{inner} }
	})
	n := 0
	for i := range 2 * outerAtMost {
		e.mu.Lock()
		c := e.newConnection(identity(byte(10+i)).ID(), true)
		e.mu.Unlock()
		if e.takeOuter(c); c.outer {
			n++
		}
	}
	if n != outerAtMost {
		t.Errorf("%d connections use the outer port", n)
	}
}

// TestWithOuter: where addresses of routers go in a description, and which ones.
func TestWithOuter(t *testing.T) {
	at := func(text string) []netip.AddrPort { return []netip.AddrPort{netip.MustParseAddrPort(text)} }
	const head, end = "m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n", "a=end-of-candidates\r\n"
	const stun = "a=candidate:1 1 udp 1694498815 203.0.113.7 4000 typ srflx raddr 0.0.0.0 rport 5000\r\n"
	const own = "a=candidate:outer0 1 udp 1694498815 203.0.113.7 4000 typ srflx raddr 0.0.0.0 rport 0\r\n"
	for name, c := range map[string]struct {
		sdp   string
		outer []netip.AddrPort
		want  string
	}{
		"none":           {head + end, nil, head + end},
		"before the end": {head + end, at("203.0.113.7:4000"), head + own + end},
		"without an end": {head, at("203.0.113.7:4000"), head + own},
		"known":          {head + stun + end, at("203.0.113.7:4000"), head + stun + end},
		"no address":     {head, []netip.AddrPort{{}}, head},
	} {
		if got := withOuter(c.sdp, c.outer); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
