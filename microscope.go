//go:build microscope

package main

import (
	"strings"

	"manyhold/game/island"
	"manyhold/input"
)

// A binary built with the tag microscope understands the order `flip tile|body|player|chest|chat`: it
// changes one bit of this peer's state, so that a desync can be watched being found, named and mended; and
// the order `crash`, which ends the process as a mistake in the program would. In its window F7 flips a bit of
// the player, with Shift one of a tile.
func init() {
	extraOrder = func(line string) errand {
		if line == "crash" {
			return &tell{func(h *hand) string {
				h.Inside(func(*island.Island) { panic("a crash that was asked for") })
				return ""
			}}
		}
		what, ok := strings.CutPrefix(line, "flip ")
		if !ok {
			return nil
		}
		return &tell{func(h *hand) string { return flipBit(h, what) }}
	}
	extraKeys = func(s *session) {
		if !s.in.ButtonPressed(input.KeyF7) || s.play.hand.Inside == nil {
			return
		}
		what := "player"
		if s.in.Shift {
			what = "tile"
		}
		s.ui.Toast(flipBit(&s.play.hand, what))
	}
}

// flipBit changes one bit of this peer's state and says so.
func flipBit(h *hand, what string) string {
	flipped := false
	h.Inside(func(w *island.Island) { flipped = w.Flip(what) })
	if !flipped {
		return "there is no " + what + " to flip"
	}
	return "flipped one bit of a " + what
}
