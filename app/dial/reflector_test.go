package dial

import (
	"context"
	"log/slog"
	"net"
	"slices"
	"testing"
	"time"

	"manyhold/net/link/stun"
	"manyhold/net/patience"
)

// TestReflector: a STUN server is used from the beginning on, until it is silent.
func TestReflector(t *testing.T) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	at := conn.LocalAddr().String()
	serving, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- stun.NewServer(nil).Serve(serving, conn) }()
	r, err := NewReflector("ws://"+at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Servers(); !slices.Equal(got, []string{at}) {
		t.Errorf("%v is used before the first answer, not the server", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	running := make(chan struct{})
	go func() { defer close(running); r.Run(ctx) }()
	patience.Wait(t, "an answer", 10*time.Second, 5*time.Millisecond, func() bool { return r.seen.Load() != nil })
	if got := r.Servers(); !slices.Equal(got, []string{at}) {
		t.Errorf("%v is used after an answer, not the server", got)
	}
	cancel()
	<-running
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if r.ask(t.Context()); r.Servers() != nil {
		t.Error("it is used after it has ended")
	}
	if (*Reflector)(nil).Servers() != nil {
		t.Error("no reflector has a server")
	}
}

// TestReflectorsAddress: the port is that of the signalling server.
func TestReflectorsAddress(t *testing.T) {
	for text, want := range map[string]string{
		"ws://example.org:7777": "example.org:7777", "example.org:7777": "example.org:7777", "wss://example.org": "example.org:443",
		"ws://example.org/path": "example.org:80", "https://[2001:db8::1]:8443/": "[2001:db8::1]:8443",
	} {
		if r, err := NewReflector(text, nil); err != nil || r.server != want {
			t.Errorf("%s: %+v, %v, want %s", text, r, err, want)
		}
	}
	if _, err := NewReflector("ftp://example.org", nil); err == nil {
		t.Error("a wrong address is taken")
	}
}
