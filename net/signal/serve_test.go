package signal

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// hostile are loopback addresses other than that of honest clients, 127.0.0.1.
var hostile = []string{"127.0.0.2", "127.0.0.3"}

// listening starts a server as `manyhold signal` does, and returns its URL. Where a system has no second
// loopback address, the test skips.
func listening(t *testing.T, s *Server) (url string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	c, err := from(hostile[0]).Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Skipf("this system has no second loopback address: %v", err)
	}
	c.Close()
	return "http://" + ln.Addr().String()
}

// from returns a dialer with a source address.
func from(address string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
}

// TestConnectionsOfOneAddressAreBounded: connections beyond maxOpen are closed although they say nothing, and
// other addresses are served meanwhile. An answer ends its connection.
func TestConnectionsOfOneAddressAreBounded(t *testing.T) {
	url := listening(t, NewServer(ServerOptions{}))
	const over = 20
	var open atomic.Int32
	var readers sync.WaitGroup
	t.Cleanup(readers.Wait)
	for range maxOpen + over {
		c, err := from(hostile[0]).Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		open.Add(1)
		readers.Go(func() {
			io.Copy(io.Discard, c)
			open.Add(-1)
		})
	}
	until(t, "the end of the surplus", func() bool { return open.Load() <= maxOpen })
	resp, err := http.Get(url + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if !resp.Close || resp.StatusCode != http.StatusOK {
		t.Errorf("status %d, and the connection ends: %v", resp.StatusCode, resp.Close)
	}
	a, b := client(t, url, identity(1), nil), client(t, url, identity(2), nil)
	until(t, "both", func() bool { return len(a.Peers()) == 1 && len(b.Peers()) == 1 })
	if answer, err := a.Offer(t.Context(), identity(2).ID(), []byte("hello")); err != nil || len(answer) == 0 {
		t.Errorf("%q, %v", answer, err)
	}
	until(t, "the end of all silent connections", func() bool { return open.Load() == 0 })
}

// TestFairListener: a connection that ends makes room for another of its address.
func TestFairListener(t *testing.T) {
	l := &fairListener{most: 2, open: map[string]int{}}
	said := ""
	for _, step := range []string{"+a", "+a", "+a", "+b", "-a", "+a", "-b", "-a", "-a"} {
		if address := step[1:]; step[0] == '-' {
			l.free(address)
		} else {
			said += fmt.Sprint(l.take(address), " ")
		}
	}
	if said != "true true false true true " || len(l.open) != 0 {
		t.Errorf("%s, and %v are still counted", said, l.open)
	}
}
