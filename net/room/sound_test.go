package room

import (
	"errors"
	"testing"
)

// TestHostileState: a state that no room comes to is refused, whoever wrote it: an archive, or the snapshot
// of a host. Users of a room index by what it says, and show its texts.
func TestHostileState(t *testing.T) {
	x := newTable(t, ball(), false)
	for _, s := range []string{"ann sits 1", "bo sits 2", "ann ready", "bo ready", "ann ready", "bo ready"} {
		x.do(s)
	}
	x.Advance(Countdown)
	for range 4 {
		x.Advance(step)
	}
	if x.Phase() != Running || x.Generation() < 3 {
		t.Fatalf("the match has not begun: %s, generation %d", x.Phase(), x.Generation())
	}
	if _, err := Restore(x.Append(nil), x.Log()); err != nil {
		t.Fatalf("the state as it is: %v", err)
	}
	ann, bo := x.key("ann"), x.key("bo")
	signed := func(list ...Signed) func(r *Room) {
		return func(r *Room) { r.results.outcome = Outcome{After: 1, Signed: list} }
	}
	for name, change := range map[string]func(r *Room){
		"more starters than seats":     func(r *Room) { r.match.starters = make([]Starter, MaxSeats) },
		"no starters":                  func(r *Room) { r.match.starters = nil },
		"running without a generation": func(r *Room) { r.match.open, r.match.log.entries = 0, nil },
		"setup of a match":             func(r *Room) { r.phase = Setup },
		"a signature of no seat":       signed(Signed{Seat: 9, By: ann}),
		"a signature of another":       signed(Signed{Seat: 0, By: bo}),
		"a signature of a stranger":    signed(Signed{Seat: 0, By: x.key("eve")}),
		"two signatures of a seat":     signed(Signed{Seat: 0, By: ann}, Signed{Seat: 0, By: ann}),
		"a result of the future":       func(r *Room) { r.results.outcome = Outcome{After: r.match.open} },
		"a proposal of no seat":        func(r *Room) { r.results.proposals = []Proposal{{Signed{Seat: 2}, 1, nil}, {Signed{Seat: 2}, 1, nil}} },
		"an agreed state of no engine": func(r *Room) { r.match.agreement.of(1).right = told{true, 1, 200} },
		"a told state of no engine":    func(r *Room) { r.match.agreement.of(1).by[0] = told{true, 1, 200} },
		"a digest of the future":       func(r *Room) { r.match.agreement.of(r.match.open) },
		"a repeated state of none":     func(r *Room) { r.roster.seats[0].again = again{1, told{true, 1, 200}} },
		"a player on two seats":        func(r *Room) { r.roster.seats[2] = r.roster.seats[0] },
		"a name with controls":         func(r *Room) { r.roster.seats[0].Name = "\x1b[2J" },
		"a starter's name as well":     func(r *Room) { r.match.starters[0].Name = "\x1b[2J" },
		"a viewer's name as well":      func(r *Room) { r.roster.viewers = []Viewer{{x.key("eve"), "a\nb"}} },
		"a reason of two lines":        func(r *Room) { r.setup.reason = "a\nb" },
		"an input of no seat": func(r *Room) {
			r.match.log.entries[0] = (&Master{Ticks: 3, Inputs: []Input{{9, []byte{1}}}}).Append(nil)
		},
	} {
		r, err := Restore(x.Append(nil), x.Log())
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		if _, err := Restore(r.Append(nil), r.Log()); !errors.Is(err, ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
