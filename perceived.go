package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/render/ui/model"
)

// What is known from where one stands depends on its kind (entity.Kind.Radius). Things near are in the copy of the world
// round the player; what shows from far, a burning lighthouse, may be on land that sleeps or on another island, and
// is told by the node.

// beaconsOf returns the tiles of an island's burning lighthouses, each once. It is called by the host's goroutine only.
func (n *node) beaconsOf(id uint64, w *island.Island) [][2]int32 {
	if n.beacons == nil {
		n.beacons = map[uint64]*island.Beacons{}
	}
	b := n.beacons[id]
	if b == nil {
		b = &island.Beacons{}
		n.beacons[id] = b
	}
	list := [][2]int32{}
	for _, body := range b.Look(w) {
		t := grid.TileAt(body.Pos)
		if at := [2]int32{t.X, t.Y}; body.Kind == entity.Flame && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// beaconsIn appends the tiles of burning lighthouses that a node knows of, each once.
func beaconsIn(dst []grid.Tile, st *status) []grid.Tile {
	for i := range st.Islands {
		for _, at := range st.Islands[i].Beacons {
			if t := (grid.Tile{X: at[0], Y: at[1]}); !slices.Contains(dst, t) {
				dst = append(dst, t)
			}
		}
	}
	return dst
}

// lights returns the burning lighthouses of all islands that are executed here.
func (n *node) lights() []grid.Tile {
	st := n.Status()
	return beaconsIn(nil, &st)
}

// inSight reports whether something of a kind on one tile is known on another.
func inSight(k entity.Kind, t, from grid.Tile) bool {
	return t.Region().Scene() == from.Region().Scene() && t.Centre().Sub(from.Centre()).Near(k.Radius())
}

// litMarks appends the lights that are known from a tile, for the maps.
func litMarks(dst []model.Mark, lights []grid.Tile, from grid.Tile) []model.Mark {
	for _, t := range lights {
		if inSight(entity.Flame, t, from) {
			dst = append(dst, model.Mark{Tile: t, Lit: true})
		}
	}
	return dst
}

// aroundWords lists what is known from where the player stands, the nearest first: a line each.
func aroundWords(h *hand) string {
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
	for _, b := range h.World.Perceived(nil, at) {
		switch {
		case b.Kind == entity.Flame || b.ID == h.body().ID:
		case b.Kind == entity.Drop:
			note(fmt.Sprintf("%d %s", b.Stack.Count, b.Stack.Kind.Info().Name), grid.TileAt(b.Pos))
		case b.Kind == entity.Player:
			note(playerOf(h.World, b.Seat), grid.TileAt(b.Pos))
		default:
			note(b.Kind.String(), grid.TileAt(b.Pos))
		}
	}
	if h.Lights != nil {
		for _, t := range h.Lights() {
			if inSight(entity.Flame, t, from) {
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
