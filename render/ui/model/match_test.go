package model

import (
	"testing"

	"manyhold/game"
)

// TestHide: in a match that wants it so, players and bots of the other side are marked nowhere. Those of the
// own side are, and a viewer sees everybody.
func TestHide(t *testing.T) {
	people := func() []Person {
		return []Person{{Key: game.PlayerID{1}, Name: "Ada", Me: true}, {Key: game.PlayerID{2}, Name: "Bo"}, {Key: game.PlayerID{3}, Name: "Cy"}, {Name: "red-3"}, {Name: "blue-3"}}
	}
	room := MatchRoom{Secret: true, Seats: []MatchSeat{{Seat: "red-1", Name: "Ada", Key: game.PlayerID{1}, Mine: true}, {Seat: "blue-1", Name: "Bo", Key: game.PlayerID{2}},
		{Seat: "red-2", Name: "Cy", Key: game.PlayerID{3}}, {Seat: "red-3"}, {Seat: "blue-3"}}}
	hidden := func(r MatchRoom) (names string) {
		list := people()
		r.Hide(list)
		for _, p := range list {
			if p.Secret {
				names += p.Name + " "
			}
		}
		return names
	}
	if got := hidden(room); got != "Bo blue-3 " {
		t.Errorf("hidden are %q", got)
	}
	open := room
	open.Secret = false
	if got := hidden(open); got != "" {
		t.Errorf("in another match %q are hidden", got)
	}
	watched := room
	watched.Seats = watched.Seats[1:]
	if got := hidden(watched); got != "" {
		t.Errorf("%q are hidden from a viewer", got)
	}
}

// TestWaits: a vote to go on without somebody is offered while a strict match waits for another player, and
// while in setup somebody is away or holds the others up; but not by who does.
func TestWaits(t *testing.T) {
	for _, c := range []struct {
		room MatchRoom
		want bool
	}{
		{MatchRoom{Phase: MatchRunning, Strict: true, Seats: []MatchSeat{{Name: "Ada"}, {Name: "Bo", Lagging: true}}}, true},
		{MatchRoom{Phase: MatchRunning, Strict: true, Seats: []MatchSeat{{Name: "Ada", Mine: true, Lagging: true}, {Name: "Bo"}}}, false},
		{MatchRoom{Phase: MatchRunning, Seats: []MatchSeat{{Name: "Bo", Lagging: true}}}, false},
		{MatchRoom{Phase: MatchRunning, Strict: true, Seats: []MatchSeat{{Name: "Bo", Vacant: true}}}, false},
		{MatchRoom{Phase: MatchSetup, Seats: []MatchSeat{{Name: "Bo", Vacant: true}}}, true},
		{MatchRoom{Phase: MatchSetup, Seats: []MatchSeat{{Name: "Ada", Mine: true}, {Name: "Bo", HoldsUp: true}}}, true},
		{MatchRoom{Phase: MatchSetup, Seats: []MatchSeat{{Name: "Ada", Mine: true, HoldsUp: true}, {Name: "Bo", HoldsUp: true}}}, false},
		{MatchRoom{Phase: MatchSetup, Seats: []MatchSeat{{Vacant: true}, {Name: "Ada"}}}, false},
		{MatchRoom{Phase: MatchEnded, Strict: true, Seats: []MatchSeat{{Name: "Bo", Lagging: true}}}, false},
	} {
		if got := c.room.Waits(); got != c.want {
			t.Errorf("%+v: %v", c.room, got)
		}
	}
}
