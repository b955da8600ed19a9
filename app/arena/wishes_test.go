package arena

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/match"
)

// TestWishesAtTheirTicks: a command goes with the packet of the generation in which its tick lies, and not
// with an earlier one; one that is for much later goes at once. A command without a tick of its own takes
// effect as far into its generation as the one before had come.
func TestWishesAtTheirTicks(t *testing.T) {
	var w wishes
	ask := func(seq uint64, tick game.Tick) {
		if !w.add(seq, command.Command{Kind: command.Ask, Tick: tick, Text: "go"}) {
			t.Fatalf("command %d is refused", seq)
		}
	}
	took := func(generation uint32, of ticks) (list []game.Tick) {
		if err := match.ReadInput(w.take(generation, of), func(_ uint64, c command.Command) { list = append(list, c.Tick) }); err != nil {
			t.Fatal(err)
		}
		return list
	}
	check := func(got []game.Tick, want ...game.Tick) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("commands of ticks %v, want %v", got, want)
		}
		for k := range got {
			if got[k] != want[k] {
				t.Fatalf("commands of ticks %v, want %v", got, want)
			}
		}
	}
	ask(1, 101)
	ask(2, 104)
	ask(3, 108)
	check(took(5, ticks{99, 102}), 101)
	check(took(6, ticks{102, 105}), 104)
	check(took(7, ticks{105, 108}))
	check(took(8, ticks{108, 111}), 108)
	ask(4, 500)
	check(took(9, ticks{111, 114}), 500)
	for k, phase := range []game.Tick{0, 2, 9} {
		if !w.addAt(uint64(5+k), command.Command{Kind: command.Ask, Tick: 100, Text: "go"}, phase) {
			t.Fatal("refused")
		}
	}
	check(took(10, ticks{114, 117}), 100, 116, 116)
}
