package signal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"manyhold/net/key"
	"manyhold/net/patience"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func identity(b byte) key.Pair { return key.FromSeed([32]byte{b}) }

var world = [32]byte{1, 2, 3}

func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	patience.Wait(t, what, 15*time.Second, 2*time.Millisecond, ok)
}

// serve starts a server on a free port.
func serve(t testing.TB) (*Server, *httptest.Server) {
	s := NewServer(ServerOptions{})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	return s, h
}

func client(t testing.TB, url string, k key.Pair, change func(*ClientOptions)) *Client {
	t.Helper()
	o := ClientOptions{URL: url, Key: k, World: world, Answer: func(_ context.Context, offer []byte) ([]byte, error) {
		return fmt.Appendf(nil, "%s answers %s", k.ID().Short(), offer), nil
	}}
	if change != nil {
		change(&o)
	}
	c, err := NewClient(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func isIn(c *Client) func() bool { return func() bool { in, _ := c.State(); return in } }

func TestClientsExchangeOffers(t *testing.T) {
	_, h := serve(t)
	a := client(t, h.URL, identity(1), nil)
	until(t, "a in", isIn(a))
	b := client(t, h.URL, identity(2), nil)
	other := client(t, h.URL, identity(3), func(o *ClientOptions) { o.World = [32]byte{9} })
	until(t, "presence", func() bool {
		return slices.Equal(a.Peers(), []key.ID{identity(2).ID()}) && slices.Equal(b.Peers(), []key.ID{identity(1).ID()}) && isIn(other)()
	})
	answer, err := a.Offer(t.Context(), identity(2).ID(), []byte("offer"))
	if err != nil || string(answer) != identity(2).ID().Short()+" answers offer" {
		t.Errorf("%q, %v", answer, err)
	}
	answer, err = b.Offer(t.Context(), key.ID{}, []byte("anybody"))
	if err != nil || string(answer) != identity(1).ID().Short()+" answers anybody" {
		t.Errorf("%q, %v", answer, err)
	}
	if _, err := a.Offer(t.Context(), identity(3).ID(), []byte("x")); !errors.Is(err, ErrAbsent) {
		t.Errorf("an offer into another room: %v", err)
	}
	if _, err := a.Offer(t.Context(), identity(2).ID(), make([]byte, MaxOffer+1)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}
	large := bytes.Repeat([]byte{7}, MaxOffer)
	if answer, err := a.Offer(t.Context(), identity(2).ID(), large[:MaxOffer-100]); err != nil || !bytes.HasSuffix(answer, large[:1000]) {
		t.Errorf("a large offer: %v", err)
	}
	b.Close()
	until(t, "b gone", func() bool { return len(a.Peers()) == 0 })
}

func TestErrorsComeBackInWords(t *testing.T) {
	_, h := serve(t)
	a := client(t, h.URL, identity(1), nil)
	client(t, h.URL, identity(2), func(o *ClientOptions) {
		o.Answer = func(context.Context, []byte) ([]byte, error) { return nil, errors.New("not today\x1b") }
	})
	deaf := client(t, h.URL, identity(3), func(o *ClientOptions) {
		o.Answer = func(ctx context.Context, _ []byte) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }
	})
	client(t, h.URL, identity(4), func(o *ClientOptions) { o.Answer = nil })
	until(t, "all", func() bool { return len(a.Peers()) == 3 })
	var remote *RemoteError
	if _, err := a.Offer(t.Context(), identity(2).ID(), nil); !errors.As(err, &remote) || remote.Text != "not today" {
		t.Error(err)
	}
	if _, err := a.Offer(t.Context(), identity(4).ID(), nil); !errors.As(err, &remote) || !strings.Contains(remote.Text, "takes no offers") {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := a.Offer(ctx, identity(3).ID(), nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	gone := make(chan error, 1)
	go func() { _, err := a.Offer(t.Context(), identity(3).ID(), nil); gone <- err }()
	until(t, "the offer with the deaf one", func() bool { return len(deaf.answers) == 2 })
	deaf.Close()
	if err := <-gone; err == nil || !strings.Contains(err.Error(), "not there any more") {
		t.Errorf("the answering peer went: %v", err)
	}
}

func TestNobodyAndNoServer(t *testing.T) {
	_, h := serve(t)
	a := client(t, h.URL, identity(1), nil)
	ctx, cancel := patience.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := a.Offer(ctx, key.ID{}, nil); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	lost := client(t, "127.0.0.1:1", identity(1), nil)
	until(t, "a reason", func() bool { _, err := lost.State(); return err != nil })
	if _, err := lost.Offer(ctx, key.ID{}, nil); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
	for _, bad := range []string{"ftp://x", "", "http://", "ws://a b"} {
		if _, err := ServerURL(bad); err == nil {
			t.Errorf("%q was taken for a URL", bad)
		}
	}
	for in, want := range map[string]string{"host:7777": "ws://host:7777/", " https://x.org ": "wss://x.org/", "ws://h/room": "ws://h/room/"} {
		if got, err := ServerURL(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestClientComesBack(t *testing.T) {
	s1 := NewServer(ServerOptions{})
	var mu sync.Mutex
	now := s1
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		s := now
		mu.Unlock()
		s.ServeHTTP(w, r)
	}))
	defer h.Close()
	a, b := client(t, h.URL, identity(1), nil), client(t, h.URL, identity(2), nil)
	until(t, "both", func() bool { return len(a.Peers()) == 1 && len(b.Peers()) == 1 })
	s2 := NewServer(ServerOptions{})
	defer s2.Close()
	mu.Lock()
	now = s2
	mu.Unlock()
	s1.Close()
	until(t, "the loss", func() bool { in, _ := a.State(); return !in && len(a.Peers()) == 0 })
	until(t, "both again", func() bool { return len(a.Peers()) == 1 && len(b.Peers()) == 1 })
}

// raw is a connection that speaks by hand.
func raw(t *testing.T, h *httptest.Server) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(h.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.CloseNow() })
	return ws
}

func read(t *testing.T, ws *websocket.Conn) *message {
	t.Helper()
	m, err := readMessage(t.Context(), ws, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func write(t *testing.T, ws *websocket.Conn, m *message) {
	t.Helper()
	if err := ws.Write(t.Context(), websocket.MessageBinary, m.encode()); err != nil {
		t.Fatal(err)
	}
}

func enter(t *testing.T, ws *websocket.Conn, k key.Pair) {
	nonce := read(t, ws).hash
	write(t, ws, &message{kind: kindEnter, version: serverVersion, hash: world, peer: k.ID(), sig: k.Sign(enterDomain, enterStatement(nonce, world))})
}

func TestNobodyTakesAnothersPlace(t *testing.T) {
	_, h := serve(t)
	victim := client(t, h.URL, identity(1), nil)
	until(t, "the victim in", isIn(victim))
	ws := raw(t, h) // signs with another key
	nonce := read(t, ws).hash
	write(t, ws, &message{kind: kindEnter, version: serverVersion, hash: world, peer: identity(1).ID(), sig: identity(2).Sign(enterDomain, enterStatement(nonce, world))})
	if m := read(t, ws); m.kind != kindRefused || !strings.Contains(m.text, "proof of identity") {
		t.Errorf("%+v", m)
	}
	ws = raw(t, h) // the right key, for another challenge
	read(t, ws)
	write(t, ws, &message{kind: kindEnter, version: serverVersion, hash: world, peer: identity(1).ID(), sig: identity(1).Sign(enterDomain, enterStatement(nonce, world))})
	if m := read(t, ws); m.kind != kindRefused {
		t.Errorf("a replayed proof: %+v", m)
	}
	ws = raw(t, h) // a copy of the key, while the first is well
	enter(t, ws, identity(1))
	if m := read(t, ws); m.kind != kindRefused || !strings.Contains(m.text, "another process") {
		t.Errorf("%+v", m)
	}
	if !isIn(victim)() {
		t.Error("the victim was thrown out")
	}
}

func TestStaleConnectionIsReplaced(t *testing.T) {
	_, h := serve(t)
	dead := raw(t, h)
	enter(t, dead, identity(1))
	if m := read(t, dead); m.kind != kindPresent {
		t.Fatalf("%+v", m)
	}
	again := client(t, h.URL, identity(1), nil) // the dead one does not answer Ask
	until(t, "in again", isIn(again))
	for { // it reads again: the words wait for it
		m, err := readMessage(t.Context(), dead, 5*time.Second)
		if err != nil {
			t.Fatalf("the connection ended without words: %v", err)
		}
		if m.kind == kindRefused {
			if !strings.Contains(m.text, "took this one's place") {
				t.Errorf("%q", m.text)
			}
			break
		}
	}
}

func TestBadMembersAreDropped(t *testing.T) {
	_, h := serve(t)
	good := client(t, h.URL, identity(9), nil)
	until(t, "in", isIn(good))
	cases := []struct {
		name, want string
		do         func(ws *websocket.Conn)
	}{
		{"garbage first", "not an Enter", func(ws *websocket.Conn) {
			read(t, ws)
			ws.Write(t.Context(), websocket.MessageBinary, []byte("hello"))
		}},
		{"another version", "incompatible version", func(ws *websocket.Conn) {
			read(t, ws)
			write(t, ws, &message{kind: kindEnter, version: 9})
		}},
		{"garbage later", "malformed", func(ws *websocket.Conn) {
			enter(t, ws, identity(1))
			ws.Write(t.Context(), websocket.MessageBinary, []byte{99})
		}},
		{"the server's part", "only the server", func(ws *websocket.Conn) {
			enter(t, ws, identity(2))
			write(t, ws, &message{kind: kindWent, peer: identity(9).ID()})
		}},
		{"a flood", "too many messages", func(ws *websocket.Conn) {
			enter(t, ws, identity(3))
			for range 200 {
				if ws.Write(t.Context(), websocket.MessageBinary, (&message{kind: kindPass, ref: 1, what: passAnswer}).encode()) != nil {
					return
				}
			}
		}},
	}
	for _, c := range cases {
		ws := raw(t, h)
		c.do(ws)
		for {
			m, err := readMessage(t.Context(), ws, 5*time.Second)
			if err != nil {
				t.Errorf("%s: the connection ended without words: %v", c.name, err)
				break
			}
			if m.kind == kindRefused && m.ref == 0 {
				if !strings.Contains(m.text, c.want) {
					t.Errorf("%s: %q, want %q", c.name, m.text, c.want)
				}
				break
			}
		}
	}
	until(t, "only the good one", func() bool { return len(good.Peers()) == 0 })
	if !isIn(good)() {
		t.Error("another member was disturbed")
	}
}

func TestConnectionsAreRateLimited(t *testing.T) {
	_, h := serve(t)
	refused, began := 0, time.Now()
	for range int(enterBurst) + 20 {
		resp, err := http.Get(h.URL)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			refused++
		}
		resp.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	took := time.Since(began)
	if least := 19 - enterRate*took.Seconds(); float64(refused) < least {
		t.Errorf("%d of %d connections in %v were refused, want %.0f", refused, int(enterBurst)+20, took, least)
	}
}

func TestHealth(t *testing.T) {
	_, h := serve(t)
	until(t, "in", isIn(client(t, h.URL, identity(1), nil)))
	resp, err := http.Get(h.URL + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if string(b) != "{\"ok\":true,\"rooms\":1,\"members\":1}\n" {
		t.Errorf("%s", b)
	}
}

func TestDoor(t *testing.T) {
	h := httptest.NewServer(NewDoor(func(_ context.Context, offer []byte) ([]byte, error) {
		switch string(offer) {
		case "bad":
			return nil, errors.New("that was bad")
		case "crowd":
			return nil, fmt.Errorf("here: %w, try again", ErrBusy)
		}
		return append([]byte("answer to "), offer...), nil
	}))
	defer h.Close()
	for _, address := range []string{h.URL, h.URL + "/", h.URL + DoorPath, strings.TrimPrefix(h.URL, "http://")} {
		if answer, err := Direct(address).Offer(t.Context(), key.ID{}, []byte("offer")); err != nil || string(answer) != "answer to offer" {
			t.Errorf("%s: %q %v", address, answer, err)
		}
		if door := DoorOf(Direct(address)); door != strings.TrimPrefix(h.URL, "http://") {
			t.Errorf("%s leads to %q", address, door)
		}
	}
	if door := DoorOf(noVia{}); door != "" {
		t.Errorf("a link leads to the door %q", door)
	}
	var remote *RemoteError
	if _, err := Direct(h.URL).Offer(t.Context(), key.ID{}, []byte("bad")); !errors.As(err, &remote) || remote.Text != "that was bad" || errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	if _, err := Direct(h.URL).Offer(t.Context(), key.ID{}, []byte("crowd")); !errors.As(err, &remote) || !errors.Is(err, ErrBusy) {
		t.Errorf("a door with too many offers: %v", err)
	}
	post := func(contentType string, n int) int {
		resp, err := http.Post(h.URL+DoorPath, contentType, bytes.NewReader(make([]byte, n)))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if s := post("text/plain", 5); s != http.StatusUnsupportedMediaType {
		t.Errorf("what a web page may send: %d", s)
	}
	if s := post(offerType, MaxOffer+1); s != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %d", s)
	}
	limited, began := 0, time.Now()
	for range 40 {
		if post(offerType, 1) == http.StatusTooManyRequests {
			limited++
		}
	}
	took := time.Since(began)
	if least := 39 - doorBurst - doorRate*took.Seconds(); float64(limited) < least {
		t.Errorf("%d of 40 offers in %v were refused, want %.0f", limited, took, least)
	}
	http.DefaultClient.CloseIdleConnections()
	if _, err := Direct("127.0.0.1:1").Offer(t.Context(), key.ID{}, nil); err == nil {
		t.Error("a door that is not there answered")
	}
}

func TestLimiter(t *testing.T) {
	l := NewLimiter(10, 5, 2)
	now := time.Unix(0, 0)
	take := func(k string, n int) (got int) {
		for range n {
			if l.Allow(k, now) {
				got++
			}
		}
		return got
	}
	if n := take("a", 9); n != 5 {
		t.Errorf("a burst of %d", n)
	}
	take("b", 1)
	if take("c", 1) != 0 {
		t.Error("a third key though two are remembered and in use")
	}
	now = now.Add(300 * time.Millisecond)
	if n := take("a", 9); n != 3 {
		t.Errorf("%d after 0.3 s", n)
	}
	if take("c", 1) != 1 {
		t.Error("the full bucket of b was not forgotten for c")
	}
}

func TestAddressKey(t *testing.T) {
	for in, want := range map[string]string{
		"1.2.3.4:5": "1.2.3.4", "[::ffff:1.2.3.4]:5": "1.2.3.4", "[2001:db8::1:2:3:4]:5": "2001:db8::/64", "[fe80::1%eth0]:7": "fe80::/64",
	} {
		if got := addressKey(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func FuzzDecodeMessage(f *testing.F) {
	for _, m := range []*message{
		{kind: kindChallenge, version: 1}, {kind: kindEnter, version: 1}, {kind: kindPresent, peers: make([]key.ID, 3)}, {kind: kindCame}, {kind: kindWent},
		{kind: kindPass, ref: 3, what: passOffer, bytes: []byte("abc")}, {kind: kindRefused, ref: 1, text: "no"}, {kind: kindAlive}, {kind: kindAsk},
	} {
		f.Add(m.encode())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := decodeMessage(b); err == nil && !bytes.Equal(m.encode(), b) {
			t.Fatalf("%x is written again as %x", b, m.encode())
		}
	})
}

func FuzzDecodePassed(f *testing.F) {
	f.Add(AppendPassed(nil, Passed{Op: PassAsk, Ref: 1, Peer: key.ID{1}, Bytes: []byte("offer")})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := DecodePassed(b); err == nil && !bytes.Equal(AppendPassed(nil, p)[1:], b) {
			t.Fatalf("%x is written again as something else", b)
		}
	})
}
