package order

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/perception"
)

// InSight reports whether something of a kind on one tile is known on another.
func InSight(k entity.Kind, t, from grid.Tile) bool {
	return t.Region().Scene() == from.Region().Scene() && t.Centre().Sub(from.Centre()).Near(k.Radius())
}

// AroundWords lists the things known from the player's place, the nearest first, one a line.
func AroundWords(h *Actor) string {
	at, ok := h.place()
	if !ok {
		return "nothing: not in the world yet"
	}
	type seen struct {
		words string
		tile  grid.Tile
		far   int64
	}
	from := grid.TileAt(at)
	var list []seen
	note := func(words string, t grid.Tile) {
		list = append(list, seen{words, t, int64(t.Centre().Sub(at).Len().Floor())})
	}
	for _, b := range perception.Perceived(&h.World.State, nil, at) {
		switch {
		case b.Kind == entity.Flame || b.ID == h.Body().ID:
		case b.Kind == entity.Drop:
			note(fmt.Sprintf("%d %s", b.Stack.Count, b.Stack.Kind.Info().Name), grid.TileAt(b.Pos))
		case b.Kind == entity.Player:
			note(PlayerOf(h.World, b.Seat), grid.TileAt(b.Pos))
		default:
			note(b.Kind.String(), grid.TileAt(b.Pos))
		}
	}
	if h.Lights != nil {
		for _, t := range h.Lights() {
			if InSight(entity.Flame, t, from) {
				note("burning lighthouse", t)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b seen) int { return cmp.Compare(a.far, b.far) })
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s at %d %d, %d tiles away\n", s.words, s.tile.X, s.tile.Y, s.far)
	}
	if b.Len() == 0 {
		return "nothing"
	}
	return strings.TrimRight(b.String(), "\n")
}
