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
