//go:build microscope

package main

import (
	"strings"

	"manyhold/game/island"
)

// A binary built with the tag microscope understands the order `flip tile|body|player|chest|chat`: it
// changes one bit of this peer's state, so that a desync can be watched being found, named and mended; and
// the order `crash`, which ends the process as a mistake in the program would.
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
		return &tell{func(h *hand) string {
			flipped := false
			h.Inside(func(w *island.Island) { flipped = w.Flip(what) })
			if !flipped {
				return "there is no " + what + " to flip"
			}
			return "flipped one bit of a " + what
		}}
	}
}
