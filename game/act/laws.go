package act

import (
	"manyhold/game/event"
	"manyhold/game/world"
)

// LawNamed returns the law of that name.
func LawNamed(name string) (l world.Law, ok bool) {
	for l := range world.LawCount {
		if world.LawNames[l] == name {
			return l, true
		}
	}
	return 0, false
}

// Enact lets laws hold from now on, and tells which are new and which have ended.
func Enact(i *world.State, c world.LawCode) {
	for l := range world.LawCount {
		if c.Laws.Has(l) != i.Code.Laws.Has(l) {
			i.Happened = append(i.Happened, event.Event{Kind: event.Ruled, Tick: i.Clock, Pos: i.SpawnTile.Centre(), Tile: i.SpawnTile, A: int32(l), B: int32(world.Bit(c.Laws.Has(l)))})
		}
	}
	i.Code = c
}
