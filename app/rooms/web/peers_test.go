package web

import (
	"context"
	"fmt"
	"testing"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/ticket"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/room"
)

// toy is the engines of the tests.
type toy struct{}

func (toy) Names() []string { return []string{"toy"} }
func (toy) Find(name string) (room.Engine, []byte, error) {
	if name != "toy" && name != "/toy" {
		return room.Engine{}, nil, fmt.Errorf("%w: %q", hall.ErrNoEngine, name)
	}
	return room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 2, Stages: []string{"teams", "ready"}, States: []string{"overtime"}}, nil, nil
}

// nothing is a handler that takes no notice.
type nothing struct{}

func (nothing) LinkUp(link.Link)                        {}
func (nothing) LinkDown(link.Link, string)              {}
func (nothing) Receive(link.Link, link.Channel, []byte) {}

// peer is a node with rooms.
type peer struct {
	pair  key.Pair
	lobby *lobby.Lobby
	hall  *hall.Hall
	in    *rooms.Service
	at    *memory.Node
	may   error // why it may create no rooms
	book  ticket.Book
}

// newPeer starts the rooms of a node on a network.
func newPeer(t *testing.T, on *memory.Network, n byte, name string) *peer {
	p := &peer{pair: key.FromSeed([32]byte{n}), book: ticket.Open(t.TempDir())}
	p.lobby = lobby.New(p.pair.ID(), nil)
	p.in = rooms.New(rooms.Options{Pair: p.pair, Name: name, Dir: t.TempDir(), Lobby: p.lobby, Client: rooms.KeepSeat})
	p.hall = hall.New(hall.Options{Rooms: p.in, Engines: toy{}, Me: p.pair.ID(), Name: name, Patience: time.Minute, // as a busy machine needs
		Create:  func() error { return p.may },
		Archive: func(context.Context, *rooms.Room) ([]byte, error) { return []byte(`{"masters":[]}`), nil }})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); p.in.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	p.at = on.Join(p.pair.ID(), link.Info{Name: name, Rules: rooms.Rules}, p.lobby.Before(nothing{}))
	return p
}
