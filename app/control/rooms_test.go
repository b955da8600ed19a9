package control

import (
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/ticket"
	"manyhold/app/rooms/venue"
	"manyhold/app/usage"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/store"
)

// roomy is a node with rooms.
type roomy struct {
	controlled
	venue *venue.Venue
}

func (r roomy) Rooms() *venue.Venue { return r.venue }

// newRoomy starts a server for a node with rooms, and serves them at an address of its own.
func newRoomy(t *testing.T) (n *Client, own string, issue func() string) {
	t.Helper()
	pair := key.FromSeed([32]byte{1})
	v := venue.New(venue.Options{Pair: pair, Name: "Ada", Data: t.TempDir(), World: store.WorldID{1}, Log: slog.New(slog.DiscardHandler),
		Allow: func() venue.Policy { return venue.Policy{Least: "nobody"} }})
	v.Start()
	t.Cleanup(v.Close)
	dir := t.TempDir()
	s, err := start(dir, roomy{venue: v}, requestTime)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	at, err := s.ServeRooms("127.0.0.1:0", v)
	if err != nil {
		t.Fatal(err)
	}
	if n, err = Find(dir); err != nil {
		t.Fatal(err)
	}
	return n, at.String(), func() string {
		text, _, err := v.Tickets().Issue(pair, []string{ticket.Read}, "", time.Now(), time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// TestRoomActs: acts about rooms are carried out, and failures are of their kind.
func TestRoomActs(t *testing.T) {
	n, _, _ := newRoomy(t)
	if said, err := n.Room(t.Context(), hall.Act{Verb: "list"}); err != nil || !strings.HasPrefix(said, "no rooms") {
		t.Errorf("list: %q, %v", said, err)
	}
	for _, c := range []struct {
		a     hall.Act
		says  string
		wrong bool
	}{
		{hall.Act{Verb: "dance"}, "do not know", true},
		{hall.Act{Verb: "show", Room: "1a2b"}, "no room", false},
		{hall.Act{Verb: "create", Create: hall.Order{Engine: "emberball"}}, "nobody may create", false},
	} {
		if _, err := n.Room(t.Context(), c.a); err == nil || !strings.Contains(err.Error(), c.says) || errors.Is(err, usage.ErrWrong) != c.wrong {
			t.Errorf("%s: %v", c.a.Verb, err)
		}
	}
	if list, err := n.RoomList(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the list: %v, %v", list, err)
	}
	for id, says := range map[string]string{"1a2b": "there is no room", "../status": "no ID of a room", "": "no ID of a room"} {
		if s, err := n.RoomState(t.Context(), id); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the room %q: %+v, %v", id, s, err)
		}
	}
	if _, err := n.Call(t.Context(), Room, "{"); !errors.Is(err, usage.ErrWrong) {
		t.Errorf("no JSON: %v", err)
	}
}

// TestNamesAddress: the host of the setting may be named, other names may not.
func TestNamesAddress(t *testing.T) {
	for _, c := range []struct {
		setting, host string
		may           bool
	}{
		{"192.168.1.5:7780", "192.168.1.5:7780", true}, {"0.0.0.0:7780", "192.168.1.5:7780", true}, {":7780", "10.0.0.1", true}, {":7780", "", false},
		{"[::]:7780", "[fe80::1]:7780", true}, {"den.lan:7780", "Den.lan:7780", true}, {"den.lan:7780", "evil.example:7780", false},
		{"127.0.0.1:7780", "LOCALHOST:7780", true}, {"127.0.0.1:7780", "localhost.evil.example:7780", false}, {"127.0.0.1:7780", "127.0.0.1.evil.example", false},
	} {
		if got := namesAddress(c.setting)(c.host); got != c.may {
			t.Errorf("%q at %s: %v", c.host, c.setting, got)
		}
	}
}

// TestStrangersAtTheAddressOfRooms: connections that show nothing do not keep a program with a ticket out,
// and end. A page of another name is not let in at the control port.
func TestStrangersAtTheAddressOfRooms(t *testing.T) {
	n, own, issue := newRoomy(t)
	var idle []net.Conn
	for range 2 * maxStrangers {
		c, err := net.Dial("tcp", own)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		idle = append(idle, c)
	}
	text := issue()
	ask := func(at, host, token string, header ...string) int {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+at+"/rooms", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Authorization", "Bearer "+token)
		for k := 0; k+1 < len(header); k += 2 {
			r.Header.Set(header[k], header[k+1])
		}
		resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	_, port, _ := net.SplitHostPort(own)
	for _, c := range []struct {
		what, at, host, origin, token string
		status                        int
	}{
		{"a ticket", own, "", "", text, 200},
		{"the token", own, "", "", n.Addr.Token, 200},
		{"a wrong token", own, "", "", "x", 401},
		{"the address by another number", own, "192.0.2.7:" + port, "", text, 200},
		{"the address as localhost", own, "localhost:" + port, "", text, 200},
		{"the address in IPv6", own, "[2001:db8::1]", "", text, 200},
		{"a page of another name at the address", own, "evil.example:" + port, "", text, 403},
		{"no host", own, " ", "", text, 403},
		{"a page of another origin at the address", own, "", "https://evil.example", text, 403},
		{"a page of a file at the address", own, "", "null", n.Addr.Token, 403},
		{"a page of the address", own, "", "http://" + own, text, 200},
		{"a ticket at the control port", n.Host(), "", "", text, 200},
		{"a page of another name", n.Host(), "evil.example", "", text, 403},
		{"a page of another port", n.Host(), "127.0.0.1:1", "", text, 403},
		{"a page of another origin", n.Host(), "", "http://evil.example", n.Addr.Token, 403},
	} {
		var header []string
		if c.origin != "" {
			header = []string{"Origin", c.origin}
		}
		if got := ask(c.at, c.host, c.token, header...); got != c.status {
			t.Errorf("%s: %d, want %d", c.what, got, c.status)
		}
	}
	if got := ask(own, "", text, "X-Long", strings.Repeat("x", 2*maxHeader)); got != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a long head: %d", got)
	}
	over := make(chan int)
	go func() {
		n := 0
		for _, c := range idle {
			if _, err := io.Copy(io.Discard, c); err == nil || !errors.Is(err, net.ErrClosed) {
				n++
			}
		}
		over <- n
	}()
	select {
	case n := <-over:
		if n != len(idle) {
			t.Errorf("%d of %d were ended", n, len(idle))
		}
	case <-patience.After(t, 4*requestTime):
		t.Error("connections that show nothing stay")
	}
}
