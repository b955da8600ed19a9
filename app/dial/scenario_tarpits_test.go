package dial

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"manyhold/app/dial/peerbook"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// TestTarpits: all peers of the book have doors that take a call and never answer. A node with that book
// links all the same, and before the first of these calls is given up: by its invitation, and with a peer
// that the signalling server knows.
func TestTarpits(t *testing.T) {
	world := store.WorldID{7}
	endpoint := func(t *testing.T, seed byte) *webrtc.Endpoint {
		e, err := webrtc.New(webrtc.Options{Key: pairOf(seed), Info: link.Info{Version: "test", Rules: 1, World: world}, Loopback: true}, silent{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close("the test ends") })
		return e
	}
	for name, way := range map[string]func(t *testing.T, d *Dialer, honest *webrtc.Endpoint){
		"invitation": func(t *testing.T, d *Dialer, honest *webrtc.Endpoint) {
			mux := http.NewServeMux()
			mux.Handle(signal.DoorPath, signal.NewDoor(honest.Answer))
			door := httptest.NewServer(mux)
			t.Cleanup(door.Close)
			d.Invite = &signal.Invite{Peer: honest.ID(), Doors: []string{door.Listener.Addr().String()}}
		},
		"signalling server": func(t *testing.T, d *Dialer, honest *webrtc.Endpoint) {
			rooms := signal.NewServer(signal.ServerOptions{})
			server := httptest.NewServer(rooms)
			t.Cleanup(server.Close)
			t.Cleanup(rooms.Close)
			meet := func(seed byte, answer signal.Answerer) *signal.Client {
				c, err := signal.NewClient(signal.ClientOptions{URL: server.URL, Key: pairOf(seed), World: world, Answer: answer})
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			there := meet(1, honest.Answer)
			t.Cleanup(there.Close)
			d.Meet = meet(2, d.Endpoint.Answer)
		},
	} {
		t.Run(name, func(t *testing.T) {
			tar := listenTarpit(t)
			honest, me := endpoint(t, 1), endpoint(t, 2)
			book, err := peerbook.Open(filepath.Join(t.TempDir(), "world.peers"))
			if err != nil {
				t.Fatal(err)
			}
			for i := range peerbook.MaxPeers {
				if err := book.Linked(key.FromSeed([32]byte{9, byte(i)}).ID(), []string{fmt.Sprintf("127.0.1.%d:%d", i+1, tar)}, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			if len(book.Peers()) != peerbook.MaxPeers {
				t.Fatalf("%d peers", len(book.Peers()))
			}
			d := &Dialer{Me: me.ID(), World: world, Endpoint: me, Book: book, Plan: func() linkPlan { return linkPlan{lacks: true} }, Log: slog.New(slog.DiscardHandler)}
			way(t, d, honest)
			began := patience.Now()
			Start(d)
			defer d.Close()
			patience.Wait(t, "the link", 20*time.Second, 5*time.Millisecond, func() bool { return len(me.Links()) == 1 })
			if took := patience.Since(began); took > doorTime {
				t.Errorf("linked after %v", took)
			}
		})
	}
}

// listenTarpit returns a port at which all loopback addresses take calls, and no call is answered.
func listenTarpit(t *testing.T) (port int) {
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	var calls []net.Conn
	over := make(chan struct{})
	go func() {
		defer close(over)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			calls = append(calls, c)
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-over
		for _, c := range calls {
			c.Close()
		}
	})
	return l.Addr().(*net.TCPAddr).Port
}
