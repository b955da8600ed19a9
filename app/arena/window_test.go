package arena

import (
	"testing"
	"time"

	"manyhold/app/feed"
	"manyhold/app/rooms"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/room"
)

// TestGlance: a window reads clock and score, how late a viewer sees the match, and that a player is far
// behind.
func TestGlance(t *testing.T) {
	c := &Client{feed: feed.NewFeed(game.PlayerID{9}), done: make(chan struct{})}
	if g := c.Glance(); g.Begun || g.Package != nil || c.feed.Take() != nil {
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
	v := c.Enter()
	if v == nil || c.feed.Take() == nil {
		t.Fatal("a window gets no first state")
	}
	if v.Stop(); c.feed.Take() != nil {
		t.Error("a window that has left gets states")
	}
}
