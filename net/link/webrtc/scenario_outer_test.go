package webrtc

import (
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
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
	free, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	inner := free.LocalAddr().(*net.UDPAddr).AddrPort()
	free.Close()
	outer := forward(t, inner)
	a, _ := start(t, identity(1), nil)
	b, wb := start(t, identity(2), func(o *Options) {
		o.Listen, o.Outer = inner.String(), func() []netip.AddrPort { return []netip.AddrPort{outer} }
	})
	candidate := func(line string) bool { return strings.HasPrefix(line, "a=candidate:") }
	dial(t, a, b.ID(), elsewhere(func(offer []byte) ([]byte, error) {
		l, err := decodeSetup(offer)
		if err != nil {
			return nil, err
		}
		l.sdp = without(l.sdp, candidate)
		answer, err := b.Answer(t.Context(), l.encode(identity(1)))
		if err != nil {
			return nil, err
		}
		if l, err = decodeSetup(answer); err != nil {
			return nil, err
		}
		l.sdp = without(l.sdp, func(line string) bool { return candidate(line) && !strings.Contains(line, "typ srflx") })
		if strings.Count(l.sdp, "a=candidate:") != 1 {
			t.Errorf("the router's address is not in the answer: %s", l.sdp)
		}
		l.offer = hashOf(offer)
		return l.encode(identity(2)), nil
	}))
	until(t, "the link", func() bool { return wb.count("up") == 1 })
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
