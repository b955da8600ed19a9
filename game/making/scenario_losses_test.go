package making_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/rig"
)

// TestALoserIsTold: two sides of a partition publish the same versions of 50 blueprints, more than a report
// has lines. Each editor whose version lost is told of each once: also one that was away at the merge, when
// it comes back.
func TestALoserIsTold(t *testing.T) {
	const prints = 50
	s := stage(t)
	of := func(n int, editor int, about string) *blueprint.Blueprint {
		b := lamp(2)
		b.Title, b.Editor, b.About, b.Host, b.Props = fmt.Sprint("T", n), rig.Key(editor), about, "", nil
		return b
	}
	for n := range prints {
		b := of(n, 1, "")
		b.Version = 1
		publish(t, &s.State, b)
	}
	f := rig.ForkOf(s, []int{1}, []int{2})
	loses := map[string]int{} // who loses each
	for n := range prints {
		here, there := of(n, 1, "here"), of(n, 2, "there")
		publish(t, &f.Here.State, here)
		publish(t, &f.There.State, there)
		loses[here.Name()] = 1
		if bytes.Compare(slice(here.Sum()), slice(there.Sum())) > 0 {
			loses[here.Name()] = 2
		}
	}
	f.Merge()
	w := f.Here
	told := map[string]int{}
	run := func(seconds int) {
		for range seconds * game.TicksPerSecond / game.TicksPerTurn {
			w.Run(game.TicksPerTurn)
			for _, e := range w.Log {
				if name, _, _ := strings.Cut(e.Text, "\n"); e.Kind == event.Overruled {
					told[name]++
					if e.Seat != w.Player(loses[name]).Seat || e.A != 2 || e.B != 2 {
						t.Errorf("%s: %+v", name, e)
					}
				}
			}
		}
	}
	for n := 1; n <= 2; n++ { // nobody is there
		if w.IsAwake(w.Player(n)) {
			w.Sleep(n)
		}
	}
	if run(3); len(told) != 0 || len(w.Blueprints.Losses()) != prints {
		t.Fatalf("%d are told while nobody is there; %d wait", len(told), len(w.Blueprints.Losses()))
	}
	rig.Sound(t, w.Island)
	for n := 1; n <= 2; n++ {
		w.Ask(n, command.Command{Kind: command.Enter, Text: w.Player(n).Name.String(), Look: w.Player(n).Look})
	}
	run(prints + 10)
	for name := range loses {
		if told[name] != 1 {
			t.Errorf("the loss of %s was told %d times", name, told[name])
		}
	}
	if len(w.Blueprints.Losses()) != 0 {
		t.Errorf("%d still wait", len(w.Blueprints.Losses()))
	}
}

func slice(h blueprint.Hash) []byte { return h[:] }
