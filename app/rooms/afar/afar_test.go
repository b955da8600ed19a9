package afar

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
)

// node is the node of the other process.
type node struct{ hall *hall.Hall }

func (n *node) Room(ctx context.Context, a hall.Act) (string, error) { return n.hall.Do(ctx, a) }
func (n *node) RoomList(context.Context) ([]hall.Row, error)         { return n.hall.List(), nil }
func (n *node) RoomResults(context.Context) ([]results.Entry, error) {
	return []results.Entry{{Room: "old"}}, nil
}
func (n *node) RoomState(ctx context.Context, id string) (*hall.State, error) {
	s, err := n.hall.Late(ctx, id)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(s) // as it comes over the control port
	if err != nil {
		return nil, err
	}
	var got hall.State
	return &got, json.Unmarshal(b, &got)
}

// toy is the engines of the tests.
type toy struct{}

func (toy) Names() []string { return []string{"toy"} }
func (toy) Find(name string) (room.Engine, []byte, error) {
	if name != "toy" {
		return room.Engine{}, nil, fmt.Errorf("%w: %q", hall.ErrNoEngine, name)
	}
	return room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 1, Stages: []string{"ready"}}, nil, nil
}

// nothing is a handler that takes no notice.
type nothing struct{}

func (nothing) LinkUp(link.Link)                        {}
func (nothing) LinkDown(link.Link, string)              {}
func (nothing) Receive(link.Link, link.Channel, []byte) {}

// TestHall: what a window asks of the rooms of another process is carried out there, and is seen here.
func TestHall(t *testing.T) {
	pair := key.FromSeed([32]byte{1})
	l := lobby.New(pair.ID(), nil)
	on := memory.New(1, memory.Conditions{})
	on.Join(pair.ID(), link.Info{Name: "Ada", Rules: rooms.Rules}, l.Before(nothing{}))
	in := rooms.New(rooms.Options{Pair: pair, Name: "Ada", Dir: t.TempDir(), Lobby: l, Client: rooms.KeepSeat})
	there := &node{hall: hall.New(hall.Options{Rooms: in, Engines: toy{}, Me: pair.ID(), Name: "Ada"})}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); in.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	h := New(there, pair.ID())
	done, over := make(chan struct{}), make(chan struct{})
	go func() { defer close(over); h.Run(done) }()

	if _, err := h.Create(ctx, hall.Order{Engine: "chess"}); err == nil {
		t.Error("a room of an unknown engine is created")
	}
	s, err := h.Create(ctx, hall.Order{Engine: "toy", Title: "the cup"})
	if err != nil || len(s.ID) != 64 {
		t.Fatal(s, err)
	}
	id := s.ID
	must := func(what string, s *hall.State, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	s, err = h.Join(ctx, id, "blue", "")
	must("join", s, err)
	s, err = h.Configure(ctx, id, nil, func(old []byte) ([]byte, error) { return []byte(`{"size":3}`), nil })
	must("configure", s, err)
	stale := uint32(0)
	if _, err := h.Configure(ctx, id, &stale, func(old []byte) ([]byte, error) { return nil, nil }); err == nil {
		t.Error("an old version is configured")
	}
	s, err = h.Delay(ctx, id, 7)
	must("delay", s, err)
	v := h.View(id)
	if v == nil || v.Title != "the cup" || v.Phase != room.Setup || v.Child != "ready" || string(v.Config) != `{"size":3}` || v.Version != 1 || v.ViewDelay != 7 ||
		v.Engine.Least != 1 || !slices.Equal(v.Engine.Seats, []string{"red", "blue"}) || v.Seats[1].Holder != h.Me() || v.Seats[1].Name != "Ada" || v.Seats[0].Taken() {
		t.Fatalf("the room is seen as %+v", v)
	}
	patience.Wait(t, "the list", 10*time.Second, time.Millisecond, func() bool {
		list := h.List()
		return len(list) == 1 && list[0].ID == id && list[0].Taken == 1 && list[0].Here
	})
	if list := h.Results(); len(list) != 1 || list[0].Room != "old" {
		t.Errorf("the results are %+v", list)
	}
	s, err = h.Stand(ctx, id)
	must("stand", s, err)
	s, err = h.Watch(ctx, id)
	must("watch", s, err)
	if v := h.View(id); len(v.Viewers) != 1 || v.Viewers[0].Key != h.Me() || v.Seats[1].Taken() {
		t.Errorf("a viewer is seen as %+v", v)
	}
	if _, err := h.Ready(ctx, id, true); err == nil {
		t.Error("a viewer gets ready")
	}
	s, err = h.Join(ctx, id, "", "")
	must("join again", s, err)
	s, err = h.Delay(ctx, id, 0)
	must("no delay", s, err)
	s, err = h.Ready(ctx, id, true)
	must("ready", s, err)
	patience.Wait(t, "the match to be seen", 20*time.Second, 10*time.Millisecond, func() bool { // in the background
		v := h.View(id)
		return v != nil && v.Phase == room.Running && v.Generation > 0
	})
	s, err = h.Vote(ctx, id, room.ForPause)
	must("vote", s, err)
	if err := h.Leave(ctx, id); err != nil {
		t.Errorf("leave: %v", err)
	}
	patience.Wait(t, "the room to be gone", 20*time.Second, 10*time.Millisecond, func() bool { return h.View(id) == nil })
	close(done)
	<-over
}
