package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/living"
	"manyhold/game/script"
)

// TestNothingRunsAfterTheEnd: what a thing has begun ends with it. Its timer does not ring any more, whether
// it was put away or taken from the world, and no other thing gets it, not even one on the same tile.
func TestNothingRunsAfterTheEnd(t *testing.T) {
	const source = `
def on_use(me, who):
    after(20, "later")
def on_timer(me, name):
    show(name)
    publish("rang", name)
`
	for name, end := range map[string]func(s *target, c command.Command){
		"put away": func(s *target, c command.Command) {
			s.Ask(1, command.Command{Kind: command.PutAway, Entity: c.Entity})
		},
		"taken away": func(s *target, c command.Command) { living.RemoveThing(&s.State, s.Things.Find(c.Entity)) },
		"":           func(*target, command.Command) {}, // it stays: the timer rings
	} {
		s := newTarget(t)
		ear := placed(s.Stage, "Ear", block, "CHANNELS = [\"rang\"]\ndef on_message(me, channel, value, sender):\n    show(value)\n", 2, 0)
		b := hold(s.Stage, "Bell", 1, block, source)
		x := put(s.Stage, 1, b, 0, -2)
		use(s.Stage, 1, x)
		if len(is(s.Stage, x).Timers) != 1 {
			t.Fatalf("%s: there is no timer", name)
		}
		end(s, command.Command{Entity: x.ID})
		s.Run(game.TicksPerTurn)
		if (s.Things.Find(x.ID) == nil) != (name != "") {
			t.Fatalf("%q: is it gone?", name)
		}
		want, runs := "later", script.Count(&s.State).Steps
		if name != "" {
			want = ""
			if again := put(s.Stage, 1, b, 0, -2); again.ID == x.ID || len(again.Timers) != 0 {
				t.Errorf("%s: the next one has %+v", name, again.Timers)
			}
			runs = script.Count(&s.State).Steps
		}
		if s.Run(60); is(s.Stage, ear).Label != want {
			t.Errorf("%q: heard %q, want %q", name, is(s.Stage, ear).Label, want)
		}
		if ran := script.Count(&s.State).Steps != runs; ran != (name == "") {
			t.Errorf("%q: a script ran: %v", name, ran)
		}
	}
}
