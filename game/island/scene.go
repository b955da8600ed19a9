package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// NewSceneState returns a world of that genesis whose clock and spawn are chosen, for pictures and for tests.
// It is not a world that peers share: theirs begin at tick 0 and at the spawn of their terrain.
func NewSceneState(g Genesis, at game.Tick, spawn grid.Tile) *State {
	i := &State{genesis: g, spawn: spawn, tick: at}
	i.self = Home
	i.sumAway()
	i.sumChat()
	i.attend()
	furnish(i)
	return i
}

// LookAt makes the 3×3 regions around a tile active that are not, and puts others to sleep as far as there is
// no room: so that a state that nobody goes on with can be looked at everywhere. The world of a turn never
// sees it.
func (i *State) LookAt(t grid.Tile) {
	want := wanted{of: i}
	want.around(t.Region())
	for k := len(i.regions) - 1; k >= 0 && len(i.regions)+want.n > MaxRegions; k-- {
		if at := i.regions[k].at; !want.has(at) && !i.peopled(at) {
			i.retire(k)
		}
	}
	for _, at := range want.list[:want.n] {
		if i.region(at) == nil && len(i.regions) < MaxRegions {
			i.activate(at)
		}
	}
}

// peopled reports whether a player, or something that is carried, is in a region.
func (i *State) peopled(at grid.Region) bool {
	list := i.space.Bodies()
	for k := range list {
		if (list[k].Kind == entity.Player || list[k].Other != 0) && inRegion(&list[k], at) {
			return true
		}
	}
	return false
}

// Everybody returns all players known here, in the world or away, in ascending seat: copies.
func (i *State) Everybody() []*entity.PlayerState { return bySeat(i) }
