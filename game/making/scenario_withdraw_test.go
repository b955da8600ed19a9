package making_test

import (
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/rig"
)

// TestAWithdrawnBlueprint: its things go on as they are, and there are no new ones, also not as children or
// by relinking; the next version brings it back. After an empty one, things stand there without a script.
func TestAWithdrawnBlueprint(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	parent := lamp(1)
	parent.Title, parent.Childs = "Post", []blueprint.Child{{Of: of, X: 1}}
	post := publish(t, &s.State, parent)
	if why := put(s, 1, of, 2, 0); why != event.NoReason {
		t.Fatal(why)
	}
	use(s, 1, 2, 0)
	before := s.Things.List()[0]
	gone := lamp(1).Withdrawal(false)
	publish(t, &s.State, gone)
	x := s.Things.List()[0]
	if x.Shape != before.Shape || x.Label != before.Label || x.Light != before.Light || string(x.State) != string(before.State) {
		t.Errorf("a thing changed: %+v", x)
	}
	if a, b := put(s, 1, of, 3, 0), put(s, 1, post, 3, 0); a != event.Withdrawn || b != event.Withdrawn {
		t.Errorf("a new thing: %s; with a child: %s", a, b)
	}
	use(s, 1, 2, 0)
	if string(s.Things.List()[0].State) == string(before.State) {
		t.Error("the script does not run any more")
	}
	empty := gone.Withdrawal(true)
	publish(t, &s.State, empty)
	state := string(s.Things.List()[0].State)
	use(s, 1, 2, 0)
	if x := s.Things.List()[0]; x.Shape != before.Shape || x.Label != before.Label || string(x.State) != state {
		t.Errorf("after the empty version: %+v", x)
	}
	rig.Sound(t, s.Island)
	back := lamp(empty.Version + 1)
	publish(t, &s.State, back)
	use(s, 1, 2, 0)
	if string(s.Things.List()[0].State) == state || put(s, 1, of, 3, 0) != event.NoReason {
		t.Error("it does not come back")
	}
}

func use(s *rig.Stage, n int, dx, dy int32) {
	s.Ask(n, command.Command{Kind: command.Use, Tile: s.At(dx, dy)})
	s.Run(6)
}
