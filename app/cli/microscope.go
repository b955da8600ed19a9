//go:build microscope

package cli

import (
	"strings"

	"manyhold/app/order"
	"manyhold/app/window"
	"manyhold/game/island"
	"manyhold/input"
)

// A binary built with the tag microscope understands the order `flip tile|body|player|chest|chat`: it
// changes one bit of this peer's state, so that a desync can be watched being found, named and mended; and
// the order `crash`, which ends the process as a mistake in the program would. In its window F7 flips a bit
// of the player, with Shift one of a tile.
func init() {
	order.ExtraOrder = func(line string) order.Order {
		if line == "crash" {
			return &order.Tell{Answer: func(h *order.Actor) string {
				h.Inside(func(*island.Island) { panic("a crash on request") })
				return ""
			}}
		}
		what, ok := strings.CutPrefix(line, "flip ")
		if !ok {
			return nil
		}
		return &order.Tell{Answer: func(h *order.Actor) string { return flipBit(h, what) }}
	}
	window.ExtraKeys = func(in *input.State, hand *order.Actor) string {
		if !in.ButtonPressed(input.KeyF7) || hand.Inside == nil {
			return ""
		}
		what := "player"
		if in.Shift {
			what = "tile"
		}
		return flipBit(hand, what)
	}
}

// flipBit changes one bit of this peer's state and says so.
func flipBit(h *order.Actor, what string) string {
	flipped := false
	h.Inside(func(w *island.Island) { flipped = w.Flip(what) })
	if !flipped {
		return "there is no " + what + " to flip"
	}
	return "flipped one bit of a " + what
}
