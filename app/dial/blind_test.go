package dial

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/webrtc"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// silent is a handler that takes no notice of its links.
type silent struct{}

func (silent) LinkUp(link.Link)                        {}
func (silent) LinkDown(link.Link, string)              {}
func (silent) Receive(link.Link, link.Channel, []byte) {}

// TestBlindDialGivesWay: the door of an invitation takes the offer and never answers, as one behind another
// router seems to. When the signalling server knows the inviter, that dial ends and another one links.
func TestBlindDialGivesWay(t *testing.T) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	called, abandoned := make(chan struct{}), make(chan struct{})
	go func() {
		c, err := door.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		close(called)
		io.Copy(io.Discard, c)
		close(abandoned)
	}()
	expect := func(c <-chan struct{}, what string) {
		t.Helper()
		select {
		case <-c:
		case <-patience.After(t, 20*time.Second):
			t.Fatal(what)
		}
	}
	world := store.WorldID{7}
	endpoint := func(seed byte) *webrtc.Endpoint {
		e, err := webrtc.New(webrtc.Options{Key: pairOf(seed), Info: link.Info{Version: "test", Rules: 1, World: world}, Loopback: true}, silent{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close("the test ends") })
		return e
	}
	rooms := signal.NewServer(signal.ServerOptions{})
	server := httptest.NewServer(rooms)
	defer server.Close()
	defer rooms.Close()
	meet := func(seed byte, answer signal.Answerer) *signal.Client {
		c, err := signal.NewClient(signal.ClientOptions{URL: server.URL, Key: pairOf(seed), World: world, Answer: answer})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	var said strings.Builder
	ada, bo := endpoint(1), endpoint(2)
	f := Start(&Dialer{
		Me: bo.ID(), World: world, Endpoint: bo, Meet: meet(2, bo.Answer), Invite: &signal.Invite{Peer: ada.ID(), Doors: []string{door.Addr().String()}},
		Plan: func() linkPlan { return linkPlan{} }, Log: slog.New(slog.NewTextHandler(&said, nil)),
	})
	expect(called, "the door of the invitation is not tried")
	there := meet(1, ada.Answer)
	defer there.Close()
	patience.Wait(t, "the link", 20*time.Second, 5*time.Millisecond, func() bool { return len(bo.Links()) == 1 })
	expect(abandoned, "the dial by the door goes on")
	if f.Close(); said.Len() > 0 {
		t.Errorf("the dial by the door was a failure: %s", said.String())
	}
}

func pairOf(seed byte) key.Pair { return key.FromSeed([32]byte{seed}) }

// echo answers an offer with itself.
type echo struct{}

func (echo) Offer(_ context.Context, _ key.ID, offer []byte) ([]byte, error) { return offer, nil }

// TestAnsweredDialGoesOn: a dial whose offer has been answered does not give way.
func TestAnsweredDialGoesOn(t *testing.T) {
	ended := 0
	b := &blind{Exchange: echo{}, cancel: func() { ended++ }}
	if _, err := b.Offer(t.Context(), key.ID{}, nil); err != nil {
		t.Fatal(err)
	}
	if b.giveWay(); b.gaveWay || ended > 0 {
		t.Error("it gave way")
	}
	b = &blind{Exchange: echo{}, cancel: func() { ended++ }}
	if b.giveWay(); !b.gaveWay || ended != 1 {
		t.Error("one without an answer goes on")
	}
}
