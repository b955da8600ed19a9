package webrtc

import (
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"manyhold/net/link"
	"manyhold/net/patience"
)

// withCandidates is a description with candidates, each "ADDRESS PORT typ KIND".
func withCandidates(candidates ...string) string {
	var b strings.Builder
	b.WriteString(sdpForTests)
	for i, c := range candidates {
		fmt.Fprintf(&b, "a=candidate:%d 1 udp %d %s\r\n", i+1, 2130706431-i, c)
	}
	return b.String() + "a=end-of-candidates\r\n"
}

// TestAcceptCandidates: a bounded number of candidates is left, few with one address, and the important ones.
func TestAcceptCandidates(t *testing.T) {
	numbered := func(n int, form string) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf(form, i+1))
		}
		return all
	}
	for name, c := range map[string]struct{ have, want []string }{
		"none":                                          {nil, nil},
		"an ordinary machine":                           {[]string{"192.168.1.2 1 typ host", "fd00::2 2 typ host", "203.0.113.9 3 typ srflx"}, []string{"192.168.1.2 1 typ host", "fd00::2 2 typ host", "203.0.113.9 3 typ srflx"}},
		"ports of one address":                          {numbered(9, "192.0.2.7 %d typ host"), numbered(3, "192.0.2.7 %d typ host")},
		"the same in another form":                      {[]string{"::ffff:192.0.2.7 1 typ host", "192.0.2.7 1 typ host"}, []string{"::ffff:192.0.2.7 1 typ host"}},
		"the same of another kind":                      {[]string{"192.0.2.7 1 typ host", "192.0.2.7 1 typ srflx"}, []string{"192.0.2.7 1 typ srflx"}},
		"many addresses":                                {numbered(30, "192.0.2.%d 9 typ host"), numbered(12, "192.0.2.%d 9 typ host")},
		"many addresses at routers":                     {numbered(30, "192.0.2.%d 9 typ srflx"), numbered(30, "192.0.2.%d 9 typ srflx")[24:]},
		"a machine of many networks":                    {append(numbered(14, "10.0.%d.1 9 typ host"), "203.0.113.9 3 typ srflx"), append(numbered(11, "10.0.%d.1 9 typ host"), "203.0.113.9 3 typ srflx")},
		"ports at a router, and the one that is mapped": {numbered(6, "203.0.113.9 %d typ srflx"), numbered(6, "203.0.113.9 %d typ srflx")[3:]},
	} {
		got := acceptCandidates(withCandidates(c.have...))
		if again := acceptCandidates(got); again != got {
			t.Errorf("%s: the reader accepts others than the sender: %q, %q", name, again, got)
		}
		var left []string
		for line := range strings.Lines(got) {
			if f := strings.Fields(line); isCandidate(line) {
				left = append(left, strings.Join(f[4:], " "))
			}
		}
		if strings.Join(left, ", ") != strings.Join(c.want, ", ") {
			t.Errorf("%s: %q, want %q", name, left, c.want)
		}
	}
	for name, line := range map[string]string{
		"of a second component": "a=candidate:1 2 udp 1 192.0.2.7 9 typ host", "by TCP": "a=candidate:1 1 tcp 1 192.0.2.7 9 typ host", "cut short": "a=candidate:1 1 udp 1 192.0.2.7",
	} {
		if got := acceptCandidates(sdpForTests + line + "\r\n"); got != sdpForTests {
			t.Errorf("a candidate %s is accepted: %q", name, got)
		}
	}
}

// TestHiddenCandidates: pion's parser skips a carriage return before a line, so that a description with one
// is refused: its candidates would not be counted.
func TestHiddenCandidates(t *testing.T) {
	for _, sdp := range []string{
		sdpForTests + "\ra=candidate:1 1 udp 1 192.0.2.7 9 typ host\r\n", sdpForTests + "\rm=audio 9 UDP/TLS/RTP/SAVPF 0\r\n", sdpForTests + "a=x\r",
	} {
		if checkSDP(sdp) == nil {
			t.Errorf("%q is accepted", sdp)
		}
	}
}

// thirdParty is a machine that counts the packets at many of its ports.
type thirdParty struct {
	places         []string // "ADDRESS PORT typ host"
	packets, bytes atomic.Int64
}

// startThirdParty opens ports on addresses of the loopback network.
func startThirdParty(t *testing.T, addresses, ports int) *thirdParty {
	t.Helper()
	v := &thirdParty{}
	for a := range addresses {
		for range ports {
			ip := net.IPv4(127, 0, 0, byte(1+a))
			c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: ip})
			if err != nil {
				t.Skipf("this system has no second loopback address: %v", err)
			}
			t.Cleanup(func() { c.Close() })
			go v.count(c)
			v.places = append(v.places, fmt.Sprintf("%s %d typ host", ip, c.LocalAddr().(*net.UDPAddr).Port))
		}
	}
	return v
}

// count counts until the socket is closed.
func (v *thirdParty) count(c *net.UDPConn) {
	b := make([]byte, 2000)
	for {
		n, _, err := c.ReadFrom(b)
		if err != nil {
			return
		}
		v.packets.Add(1)
		v.bytes.Add(int64(n + 28)) // headers of UDP and IPv4
	}
}

// TestOfferDrawsFewPackets: an offer that names another machine's addresses directs few packets at it, also
// when the answering peer has links.
func TestOfferDrawsFewPackets(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for five seconds; run without -short")
	}
	b, _ := start(t, identity(2), func(o *Options) { o.Loopback = true })
	friend, _ := start(t, identity(3), func(o *Options) { o.Loopback = true })
	dial(t, friend, b.ID(), to{b})
	sockets := 0 // of this machine, at which IPv4 packets may leave
	if addresses, err := net.InterfaceAddrs(); err == nil {
		for _, a := range addresses {
			if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil {
				sockets++
			}
		}
	}
	for name, c := range map[string]struct{ addresses, ports, accepted int }{
		"one address":    {1, maxCandidates, acceptedPerAddress},
		"many addresses": {8, 5, acceptedCandidates},
	} {
		t.Run(name, func(t *testing.T) {
			v := startThirdParty(t, c.addresses, c.ports)
			sdp := strings.Replace(withCandidates(v.places...), "AB:CD", strings.TrimSuffix(strings.Repeat("AB:", 32), ":"), 1)
			k := identity(byte(77 + c.addresses))
			offer := (&setupMessage{kind: kindOffer, from: k.ID(), to: b.ID(), process: process{1, 1}, number: 1, info: link.Info{Version: "test", Rules: 1, World: [32]byte{7}}, sdp: sdp}).encode(k)
			if _, err := b.Answer(t.Context(), offer); err != nil {
				t.Fatal(err)
			}
			last := int64(-1)
			patience.Wait(t, "the end of the checks", 30*time.Second, time.Second, func() bool {
				now := v.packets.Load()
				over := now == last && now > 0
				last = now
				return over
			})
			most := int64(c.accepted * sockets * (checksOfAnswer + 2))
			t.Logf("an offer of %d bytes: %d packets, %d bytes to the third party", len(offer), v.packets.Load(), v.bytes.Load())
			if v.packets.Load() > most {
				t.Errorf("%d packets, want at most %d", v.packets.Load(), most)
			}
		})
	}
}
