//go:build !js

package portmap

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// ssdpAnswer is a device's answer to a search.
func ssdpAnswer(service, location string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nST: %s\r\nUSN: uuid:a::%[1]s\r\nLOCATION: %s\r\n\r\n", service, location)
}

// TestSearch: of the many answers to a search, those count that come from a permitted address and name a
// description there. A search ends early when it was answered often enough.
func TestSearch(t *testing.T) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b := make([]byte, 2000)
		asked := map[netip.AddrPort]bool{}
		for {
			n, from, err := conn.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			_, after, _ := strings.Cut(string(b[:n]), "\nST: ")
			service, _, _ := strings.Cut(after, "\r\n")
			if asked[from] || !strings.HasPrefix(string(b[:n]), "M-SEARCH * HTTP/1.1\r\n") {
				continue
			}
			asked[from] = true
			answers := []string{
				ssdpAnswer(service, "http://192.0.2.1/elsewhere"), ssdpAnswer(service, "https://127.0.0.1/secret"), ssdpAnswer(service, "http://a@127.0.0.1/user"),
				ssdpAnswer("another", "http://127.0.0.1/another"), "HTTP/1.1 500 No\r\n\r\n", "\x00", "", ssdpAnswer(service, "::"),
				ssdpAnswer(service, "http://127.0.0.1:5000/root.xml"), ssdpAnswer(service, "http://127.0.0.1:5000/root.xml"),
			}
			for i := range maxAnswers {
				conn.WriteToUDPAddrPort([]byte(answers[i%len(answers)]), from)
			}
		}
	}()
	t.Cleanup(func() { conn.Close(); <-ended })
	to := conn.LocalAddr().(*net.UDPAddr).AddrPort()
	homes := []home{{address: to.Addr()}}
	ctx, end := patience.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	found := search(ctx, homes, to, netip.Addr.IsLoopback)
	if len(found) != 1 || found[0].String() != "http://127.0.0.1:5000/root.xml" {
		t.Errorf("found %v", found)
	}
	if found := search(ctx, homes, to, private); len(found) != 0 {
		t.Errorf("found at an address that is not private: %v", found)
	}
}

// FuzzSearchAnswer: an answer to a search is refused or read, and one that counts leads to its sender.
func FuzzSearchAnswer(f *testing.F) {
	f.Add([]byte(ssdpAnswer("a", "http://192.168.1.1:5000/root.xml")))
	f.Add([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nLocation: http://192.168.1.1\r\n\r\n5\r\n"))
	from := netip.MustParseAddr("192.168.1.1")
	r, err := http.NewRequestWithContext(context.Background(), "M-SEARCH", "", nil)
	if err != nil {
		f.Fatal(err)
	}
	s := &searcher{permitted: private}
	f.Fuzz(func(t *testing.T, b []byte) {
		if a := s.answer(b, from, r); a != nil {
			if at, err := a.Location(); err != nil || at.Hostname() != from.String() {
				t.Errorf("leads to %v: %v", at, err)
			}
		}
	})
}
