package signal

import (
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"manyhold/net/key"
)

// crowded returns a server that lets addresses connect as fast as they can.
func crowded() *Server {
	s := NewServer(ServerOptions{})
	s.enters, s.messages = NewLimiter(1e6, 1e6, 100), NewLimiter(1e6, 1e6, 100)
	return s
}

// crowd are members from one address with keys of their own, that read and, unless told to, say nothing.
type crowd struct {
	ids     []key.ID
	sockets []*websocket.Conn // of those that the server let in
	refused []string
}

// gather lets n identities enter the room of the tests from an address. Each of them then calls heard with
// every message that it gets.
func gather(t *testing.T, url, address string, n int, heard func(ws *websocket.Conn, m *message)) (c crowd) {
	t.Helper()
	web := &http.Client{Transport: &http.Transport{DialContext: from(address).DialContext}}
	for i := range n {
		ws, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(url, "http"), &websocket.DialOptions{HTTPClient: web})
		if err != nil {
			c.refused = append(c.refused, err.Error())
			continue
		}
		t.Cleanup(func() { ws.CloseNow() })
		ws.SetReadLimit(1 << 20)
		seed := [32]byte{99}
		copy(seed[1:], address)
		binary.LittleEndian.PutUint32(seed[20:], uint32(i))
		k := key.FromSeed(seed)
		enter(t, ws, k)
		m := read(t, ws)
		if m.kind != kindPresent {
			c.refused = append(c.refused, m.text)
			continue
		}
		c.ids, c.sockets = append(c.ids, k.ID()), append(c.sockets, ws)
		done := make(chan struct{})
		t.Cleanup(func() { ws.CloseNow(); <-done })
		go func() {
			defer close(done)
			for {
				_, b, err := ws.Read(context.Background())
				if err != nil {
					return
				}
				if m, err := decodeMessage(b); err == nil {
					heard(ws, m)
				}
			}
		}()
	}
	return c
}

func nothing(*websocket.Conn, *message) {}

// TestAddressesDoNotFillARoom: two addresses with hundreds of identities get eight places each, and an honest
// pair meets.
func TestAddressesDoNotFillARoom(t *testing.T) {
	s := crowded()
	url := listening(t, s)
	in := 0
	for _, address := range hostile {
		c := gather(t, url, address, 200, nothing)
		in += len(c.ids)
		for _, why := range c.refused[:min(1, len(c.refused))] {
			t.Logf("of 200 members of %s, %d were let in; the first refusal: %s", address, len(c.ids), why)
		}
	}
	if in > len(hostile)*maxOfAddress {
		t.Errorf("%d members of %d addresses were let in", in, len(hostile))
	}
	a, b := client(t, url, identity(1), nil), client(t, url, identity(2), nil)
	until(t, "both in", func() bool { return isIn(a)() && isIn(b)() })
	if answer, err := a.Offer(t.Context(), identity(2).ID(), []byte("hello")); err != nil || len(answer) == 0 {
		t.Errorf("%q, %v", answer, err)
	}
}

// TestFullRoom: the newest member of the address with the most gives way, unless the newcomer's address would
// have more members then.
func TestFullRoom(t *testing.T) {
	s := crowded()
	defer s.Close()
	n := 0
	join := func(address string) (m *member, err error) {
		n++
		m = &member{id: key.ID{byte(n), byte(n >> 8)}, room: world, address: address, drop: func(error) {}, out: make(chan []byte, 2*MaxMembers)}
		return m, s.takeIn(t.Context(), m)
	}
	must := func(address string) *member {
		t.Helper()
		m, err := join(address)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	in := func(m *member) bool { return s.rooms[world].find(m.id) == m }
	first := must("home")
	newest := map[string]*member{}
	for _, a := range []struct {
		address string
		members int
	}{{"larger", 8}, {"large", 7}} {
		for range a.members {
			newest[a.address] = must(a.address)
		}
	}
	for i := range MaxMembers - len(s.rooms[world].members) {
		newest["last"] = must(fmt.Sprint(i / 3)) // three of each address
	}
	expelled := func(what string, want *member) {
		t.Helper()
		if len(s.rooms[world].members) != MaxMembers || in(want) || !in(first) {
			t.Errorf("%s: %d members; the member that should give way is in: %v", what, len(s.rooms[world].members), in(want))
		}
	}
	must("guest")
	expelled("the newest of the largest address", newest["larger"])
	must("guest")
	expelled("of two equal addresses, the newest", newest["large"])
	for len(s.rooms[world].members) == MaxMembers {
		if _, err := join("guest"); err != nil {
			break
		}
	}
	if c := s.rooms[world].count(); c["guest"] != 5 || c["large"] != 5 || c["larger"] != 5 || c["0"] != 3 || !in(newest["last"]) {
		t.Errorf("the members of the addresses: %v", c)
	}
	if _, err := join("home"); err != nil {
		t.Errorf("an address with one member gets no second one: %v", err)
	}
}
