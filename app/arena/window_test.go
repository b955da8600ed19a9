package arena

import (
	"reflect"
	"testing"
	"time"

	"manyhold/app/nodeless"
	"manyhold/app/rooms"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/host/status"
	"manyhold/net/room"
)

// TestGlance: a window reads clock and score, how late a viewer sees the match, and that a player is far
// behind.
func TestGlance(t *testing.T) {
	c := &Client{done: make(chan struct{})}
	c.Seat = nodeless.NewSeat(game.PlayerID{9}, EnterMatch, discard, &c.mu)
	if g := c.Glance(); g.Begun || g.Package != nil || c.Feed.Take() != nil {
		t.Errorf("before the match: %+v", g)
	}
	p := emberball(t)
	players := make([]match.Player, len(p.Roster))
	players[0] = match.Player{Key: game.PlayerID{1}, Name: "Ada"}
	m, err := match.New(p, nil, 7, players)
	if err != nil {
		t.Fatal(err)
	}
	m.Step(match.Generation{Ticks: 3})
	c.pilot.Package, c.pilot.m = p, m
	for _, test := range []struct {
		name     string
		sight    Sight
		behind   time.Duration
		catching bool
	}{
		{"a viewer", Sight{Seat: -1, Facts: rooms.Facts{Phase: room.Running, ViewDelay: 12, Generation: 900}}, 12 * time.Second, false},
		{"a player", Sight{Seat: 0, Facts: rooms.Facts{Phase: room.Running, ViewDelay: 12, Generation: 3}}, 0, false},
		{"a player that comes back", Sight{Seat: 0, Facts: rooms.Facts{Phase: room.Running, Generation: 900}}, 0, true},
		{"a player after the end", Sight{Seat: 0, Facts: rooms.Facts{Phase: room.Ended, Generation: 900}}, 0, false},
	} {
		c.sight = &test.sight
		if g := c.Glance(); !g.Begun || g.Package != p || g.Headline == "" || g.Behind != test.behind || g.CatchingUp != test.catching {
			t.Errorf("%s: %+v", test.name, g)
		}
	}
	peer := func(n byte) status.Peer { return status.Peer{Key: [32]byte{n}} }
	running := Sight{Facts: rooms.Facts{Phase: room.Running, Seats: []room.Seat{{Holder: room.Key{1}, Name: "Ada"}, {Holder: room.Key{2}, Name: "Bo"}, {Holder: room.Key{3}, Name: "Cy"}, {}}}}
	over := running
	over.Phase = room.Ended
	for _, test := range []struct {
		name  string
		sight Sight
		still time.Duration
		peers []status.Peer
		want  Lost
	}{
		{"a turn has come", running, time.Second, nil, Lost{}},
		{"the match is over", over, time.Minute, nil, Lost{}},
		{"a player is cut off", running, 4 * time.Second, nil, Lost{4 * time.Second, []string{"Bo", "Cy"}, true}},
		{"the host is gone", running, 5 * time.Second, []status.Peer{peer(3), peer(9)}, Lost{5 * time.Second, []string{"Bo"}, false}},
		{"all are there, and slow", running, 5 * time.Second, []status.Peer{peer(2), peer(3)}, Lost{5 * time.Second, nil, false}},
	} {
		if got := lost(&test.sight, room.Key{1}, test.still, test.peers); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
	now := time.Unix(1000, 0)
	if list := heard([]status.Peer{{Key: [32]byte{1}, Heard: now.Add(-time.Second)}, {Key: [32]byte{2}, Heard: now.Add(-3 * time.Second)}}, now); len(list) != 1 || list[0].Key != [32]byte{1} {
		t.Errorf("heard are %v", list)
	}
	v := c.Enter()
	if v == nil || c.Feed.Take() == nil {
		t.Fatal("a window gets no first state")
	}
	if v.Stop(); c.Feed.Take() != nil {
		t.Error("a window that has left gets states")
	}
}
