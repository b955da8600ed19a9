package lobby

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/room"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// pipe is one side of a link of a test: messages arrive when the test pumps.
type pipe struct {
	link.Link
	peer  key.ID
	other *pipe
	to    *node
	out   []sent
}

type sent struct {
	c link.Channel
	b []byte
}

func (p *pipe) Peer() key.ID    { return p.peer }
func (p *pipe) Info() link.Info { return link.Info{Name: "peer"} }
func (p *pipe) Close(string)    { panic("a room closes the world's link") }
func (p *pipe) Send(c link.Channel, b []byte) error {
	p.out = append(p.out, sent{c, bytes.Clone(b)})
	return nil
}

// node is a peer of a test, with what its rooms were told.
type node struct {
	*Lobby
	id    key.ID
	pipes []*pipe
	said  []string
	room  link.Link // the last one of a room that went up
}

func (n *node) LinkUp(k link.Link) {
	i := k.Info()
	n.room, n.said = k, append(n.said, fmt.Sprintf("up %d of %d", k.Peer()[0], i.World[0]))
}
func (n *node) LinkDown(k link.Link, why string) {
	n.said = append(n.said, fmt.Sprintf("down %d: %s", k.Peer()[0], why))
}
func (n *node) Receive(k link.Link, c link.Channel, b []byte) {
	n.said = append(n.said, fmt.Sprintf("%d says %s over %d", k.Peer()[0], b, c))
}

// net is the peers of a test.
type net struct {
	now   time.Time
	nodes []*node
}

func newNet(n int) *net {
	x := &net{now: time.Unix(1e9, 0)}
	for k := range n {
		id := key.ID{byte(k + 1)}
		x.nodes = append(x.nodes, &node{Lobby: New(id, func() time.Time { return x.now }), id: id})
	}
	return x
}

// link links two peers.
func (x *net) link(a, b int) {
	p, q := &pipe{peer: x.nodes[b].id, to: x.nodes[b]}, &pipe{peer: x.nodes[a].id, to: x.nodes[a]}
	p.other, q.other = q, p
	x.nodes[a].pipes, x.nodes[b].pipes = append(x.nodes[a].pipes, p), append(x.nodes[b].pipes, q)
	x.nodes[a].Lobby.LinkUp(p)
	x.nodes[b].Lobby.LinkUp(q)
	x.pump()
}

// unlink ends it.
func (x *net) unlink(a, b int) {
	for _, end := range [][2]int{{a, b}, {b, a}} {
		n := x.nodes[end[0]]
		n.pipes = slices.DeleteFunc(n.pipes, func(p *pipe) bool {
			gone := p.peer == x.nodes[end[1]].id
			if gone {
				n.Lobby.LinkDown(p, "unplugged")
			}
			return gone
		})
	}
}

// pump delivers everything.
func (x *net) pump() {
	for again := true; again; {
		again = false
		for _, n := range x.nodes {
			for _, p := range n.pipes {
				for len(p.out) > 0 {
					m := p.out[0]
					p.out, again = p.out[1:], true
					p.to.Lobby.Receive(p.other, m.c, m.b)
				}
			}
		}
	}
}

// pass lets seconds pass.
func (x *net) pass(seconds int) {
	for range seconds {
		x.now = x.now.Add(time.Second)
		for _, n := range x.nodes {
			n.Tick()
		}
		x.pump()
	}
}

// told returns what a node's room was told since the last call.
func (n *node) told() string {
	s := fmt.Sprint(n.said)
	n.said = nil
	return s
}

// TestMessages: two peers in one room have a link of it, and nobody else has; it ends with the room, and with
// the link.
func TestMessages(t *testing.T) {
	x := newNet(3)
	a, b, c := x.nodes[0], x.nodes[1], x.nodes[2]
	x.link(0, 1)
	x.link(1, 2)
	one := store.WorldID{7}
	is := func(n *node, want string) {
		t.Helper()
		x.pump()
		if got := n.told(); got != want {
			t.Errorf("peer %d was told %s, want %s", n.id[0], got, want)
		}
	}
	if !a.Enter(one, a) || a.Enter(one, a) {
		t.Error("enters twice, or not at all")
	}
	is(a, "[]")
	b.Enter(one, b)
	is(a, "[up 2 of 7]")
	is(b, "[up 1 of 7]")
	a.room.Send(link.Stream, []byte("hello"))
	b.room.Send(link.Datagram, []byte("hi"))
	is(b, "[1 says hello over 2]")
	is(a, "[2 says hi over 1]")
	is(c, "[]")
	a.room.Close("wrong") // the world's link stays
	b.Leave(one)
	is(b, "[down 1: left the room]")
	is(a, "[down 2: left the room]")
	a.room.Send(link.Stream, []byte("still there?"))
	is(b, "[]")
	b.Enter(one, b)
	is(a, "[up 2 of 7]")
	x.unlink(0, 1)
	is(a, "[down 2: unplugged]")
	x.link(0, 1)
	is(a, "[up 2 of 7]")
	// a peer that is not in the room cannot speak in it
	c.pipes[0].Send(link.Stream, append(wire.AppendU64([]byte{byte(wire.Lobby), message}, short(one)), "psst"...))
	b.told()
	is(b, "[]")
	for k := range MaxOwn - 1 {
		if !a.Enter(store.WorldID{20 + byte(k)}, a) {
			t.Fatal("cannot be in so many rooms")
		}
	}
	if a.Enter(store.WorldID{99}, a) {
		t.Error("is in more rooms than allowed")
	}
}

// TestAnnouncements: a room is known over three links, with its newest state and those who are in it, and is
// forgotten soon after nobody is in it, though peers pass on what they heard in a circle.
func TestAnnouncements(t *testing.T) {
	x := newNet(6)
	for k := range 5 {
		x.link(k, k+1)
	}
	x.link(1, 3) // a circle
	one := store.WorldID{7}
	a := x.nodes[0]
	a.Enter(one, a)
	a.Describe(Listing{Room: one, Title: "Ann's match", Engine: "emberball", Seats: 4, Taken: 1, Child: "teams"})
	x.pass(4)
	for k, n := range x.nodes {
		list := n.Rooms()
		if want := k < 6; len(list) != 1 != !want {
			t.Fatalf("peer %d knows %+v", k, list)
		}
		if k == 1 && len(n.Needs(one)) != 0 || k == 2 && !slices.Equal(n.Needs(one), []key.ID{a.id}) {
			t.Errorf("peer %d needs %v", k, n.Needs(one))
		}
		if list[0].Here != (k == 0) || list[0].Title != "Ann's match" || list[0].Taken != 1 {
			t.Errorf("peer %d: %+v", k, list[0])
		}
	}
	a.Describe(Listing{Room: one, Title: "Ann's match", Engine: "emberball", Seats: 4, Taken: 4, Phase: room.Running, Child: "iterating"})
	x.pass(4)
	if l := x.nodes[4].Rooms(); len(l) != 1 || l[0].Phase != room.Running || l[0].Taken != 4 {
		t.Errorf("old news: %+v", l)
	}
	a.Leave(one)
	x.pass(12)
	for k, n := range x.nodes {
		if l := n.Rooms(); len(l) != 0 {
			t.Errorf("peer %d still knows %+v", k, l)
		}
	}
}

// TestFlood: a peer cannot fill the list, nor show what cannot be shown.
func TestFlood(t *testing.T) {
	x := newNet(2)
	x.link(0, 1)
	b := []byte{byte(wire.Lobby), rooms}
	for k := range 200 {
		l := Listing{Room: store.WorldID{byte(k), 1}, Title: "x", Engine: "e", Seats: 1}
		if k == 0 {
			l.Title = "a\x1b[2J"
		}
		if k == 1 {
			l.Seats = room.MaxSeats + 1
		}
		b2 := l.append(append([]byte{byte(wire.Lobby), rooms}, 0, 0))
		x.nodes[0].pipes[0].Send(link.Stream, b2)
		b = append(b, b2[2:]...)
	}
	x.nodes[0].pipes[0].Send(link.Stream, b[:min(len(b), link.MaxMessage)])
	x.pump()
	if n := len(x.nodes[1].Rooms()); n != perPeer {
		t.Errorf("knows %d rooms, want %d", n, perPeer)
	}
	for _, l := range x.nodes[1].Rooms() {
		if !room.IsName(l.Title) || l.Seats > room.MaxSeats {
			t.Errorf("shows %+v", l)
		}
	}
}

// FuzzReceive: no message makes a lobby panic.
func FuzzReceive(f *testing.F) {
	l := Listing{Room: store.WorldID{1}, Title: "x", Engine: "e", Seats: 1}
	f.Add(l.append([]byte{byte(wire.Lobby), rooms, 0, 0}))
	f.Add(append([]byte{byte(wire.Lobby), within}, make([]byte, 64)...))
	f.Add(append([]byte{byte(wire.Lobby), message}, make([]byte, 12)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		x := newNet(2)
		x.link(0, 1)
		x.nodes[1].Enter(store.WorldID{}, x.nodes[1])
		x.nodes[0].pipes[0].Send(link.Stream, b)
		x.pump()
		x.nodes[1].Rooms()
	})
}
