package node

import (
	"slices"

	"manyhold/app/status"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/perception"
)

// How far a thing is known depends on its kind (entity.Kind.Radius). Near things are in the copy of the world
// round the player. A thing that shows from afar, a burning lighthouse, may be on sleeping land or on another
// island; the node tells the window of it.

// beaconsOf returns the tiles of an island's burning lighthouses, each once. It is called by the host's
// goroutine only.
func (v *statusView) beaconsOf(id uint64, w *island.Island) [][2]int32 {
	if v.beacons == nil {
		v.beacons = map[uint64]*perception.Beacons{}
	}
	b := v.beacons[id]
	if b == nil {
		b = &perception.Beacons{}
		v.beacons[id] = b
	}
	list := [][2]int32{}
	for _, body := range b.Look(&w.State) {
		t := grid.TileAt(body.Pos)
		if at := [2]int32{t.X, t.Y}; body.Kind == entity.Flame && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// BeaconsIn appends the tiles of burning lighthouses that a node knows of, each once.
func BeaconsIn(dst []grid.Tile, st *status.Status) []grid.Tile {
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
func (v *statusView) lights() []grid.Tile {
	st := v.Status()
	return BeaconsIn(nil, &st)
}
