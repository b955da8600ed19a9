package relay

import (
	"net"
	"net/netip"
	"testing"
)

// TestRespond: a packet that Respond takes is answered and never read; all others are read.
func TestRespond(t *testing.T) {
	n, err := NewNet(nil, func(packet []byte, _ netip.AddrPort) ([]byte, bool) {
		switch string(packet) {
		case "question":
			return []byte("answer"), true
		case "too many":
			return nil, true
		}
		return nil, false
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := n.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := net.DialUDP("udp4", nil, s.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, packet := range []string{"garbage", "question", "too many", "", "check", "question", "end"} {
		if _, err := c.Write([]byte(packet)); err != nil {
			t.Fatal(err)
		}
	}
	b := make([]byte, 100)
	for _, want := range []string{"garbage", "", "check", "end"} {
		got, from, err := s.ReadFrom(b)
		if err != nil || string(b[:got]) != want || from.String() != c.LocalAddr().String() {
			t.Errorf("%q was read from %v, want %q; %v", b[:got], from, want, err)
		}
	}
	for range 2 {
		if got, err := c.Read(b); err != nil || string(b[:got]) != "answer" {
			t.Errorf("%q came back; %v", b[:got], err)
		}
	}
}
