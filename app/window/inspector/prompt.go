package inspector

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/thing"
	"manyhold/input"
	"manyhold/render/ui/model"
)

// farthest is how far the farthest prompt reaches, in tiles.
const farthest = 6

// Inviting returns the tile of the nearest thing whose blueprint lets its prompt reach a place.
func Inviting(w *island.Island, from fixed.Vec) (best grid.Tile, ok bool) {
	least := fixed.Q(0)
	w.ThingsNear(grid.TileAt(from), farthest, func(_ *thing.Thing, t grid.Tile) {
		if x, e := act.Prompting(&w.State, from, t); x != nil && e.Prompt.Distance > 0 {
			if d := t.Centre().Sub(from).Len(); !ok || d < least {
				best, least, ok = t, d, true
			}
		}
	})
	return best, ok
}

// Hold is the use key on a thing that wants it to be held. Its zero value holds nothing.
type Hold struct {
	on   game.EntityID // the thing on which the key went down; 0: none
	part float64
}

// Use lets the hands use a thing, which may be nil: whatever else is there is used at once. It reports
// whether something is used now. A thing is used once the key was held on it for the time of its prompt.
func (h *Hold) Use(in *input.State, x *thing.Thing, e *blueprint.Entry) bool {
	if x == nil || e.Prompt.Hold == 0 {
		*h = Hold{}
		return in.Pressed(input.Use)
	}
	if in.Pressed(input.Use) {
		h.on = x.ID
	}
	ticks, all := in.HeldTicks(input.Use), int(e.Prompt.Hold)*game.TicksPerSecond/10
	if ticks == 0 || h.on != x.ID || ticks > all {
		*h = Hold{}
		return false
	}
	h.part = float64(ticks) / float64(all)
	return ticks == all
}

// Aim returns the prompt of a thing.
func (h *Hold) Aim(x *thing.Thing, e *blueprint.Entry, t grid.Tile) model.Aim {
	a := model.Aim{At: t.Centre(), Made: true, Label: e.Prompt.Label, Holds: e.Prompt.Hold > 0}
	if h.on == x.ID {
		a.Held = h.part
	}
	return a
}
