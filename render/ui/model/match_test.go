package model

import "testing"

// TestWaits: a vote to go on without somebody is offered while a strict match waits for another player, and
// while somebody is away in setup.
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
		{MatchRoom{Phase: MatchSetup, Seats: []MatchSeat{{Vacant: true}, {Name: "Ada"}}}, false},
		{MatchRoom{Phase: MatchEnded, Strict: true, Seats: []MatchSeat{{Name: "Bo", Lagging: true}}}, false},
	} {
		if got := c.room.Waits(); got != c.want {
			t.Errorf("%+v: %v", c.room, got)
		}
	}
}
