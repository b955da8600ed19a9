package lobby

import (
	"slices"
	"testing"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// TestBefore: both handlers are told of links, and only messages about rooms go to the lobby.
func TestBefore(t *testing.T) {
	n := newNet(2)
	world := &node{Lobby: New(key.ID{7}, nil)}
	a := n.nodes[0]
	h := a.Before(world)
	k := &pipe{peer: n.nodes[1].id, to: n.nodes[1]}
	h.LinkUp(k)
	h.Receive(k, link.Stream, []byte{byte(wire.Join), 1})
	h.Receive(k, link.Stream, append([]byte{byte(wire.Lobby), within}, make([]byte, 32)...))
	h.Receive(k, link.Datagram, nil)
	if got := a.peers[k.peer].in; len(got) != 1 {
		t.Errorf("the lobby learns %v", got)
	}
	h.LinkDown(k, "gone")
	if want := []string{"up 2 of 0", "2 says " + string([]byte{byte(wire.Join), 1}) + " over 2", "2 says  over 1", "down 2: gone"}; !slices.Equal(world.said, want) {
		t.Errorf("the world is told %q, want %q", world.said, want)
	}
	if len(a.peers) != 0 {
		t.Error("the lobby keeps the link")
	}
}

// TestWanted: the members of the rooms that a peer is in are wanted, linked or heard of, and nobody else.
func TestWanted(t *testing.T) {
	n := newNet(4)
	n.link(0, 1)
	n.link(1, 2)
	n.link(2, 3)
	mine, other := store.WorldID{1}, store.WorldID{2}
	describe := func(p *node, id store.WorldID) {
		p.Enter(id, p)
		p.Describe(Listing{Room: id, Title: "A match", Engine: "toy", Seats: 2})
	}
	describe(n.nodes[1], mine)
	describe(n.nodes[2], mine)
	describe(n.nodes[3], other)
	n.pass(6)
	if got := n.nodes[0].Wanted(); len(got) != 0 {
		t.Errorf("in no room, and wants %v", got)
	}
	describe(n.nodes[0], mine)
	n.pump()
	if got, want := n.nodes[0].Wanted(), []key.ID{n.nodes[1].id, n.nodes[2].id}; !slices.Equal(got, want) {
		t.Errorf("wants %v, not %v", got, want)
	}
}
