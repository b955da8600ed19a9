package island

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Water that was poured out flows: a tile of it gives to the lowest beside it until they are level, a unit apart at
// most. A pit is pitDepth units lower than the ground round it. Lakes and the sea swallow what comes to them. Units are
// neither made nor lost on the way: item.Water of the ledger counts them, as poured out and as swallowed.

// pitDepth is how much lower a pit is than other ground, in units of water.
const pitDepth = 8

// mostFlood is the most water on a tile, in units.
const mostFlood = 255

// floodAt returns how much water there is on a tile, in units.
func floodAt(i *State, t grid.Tile) int {
	if _, b, state, ok := i.TileAt(t); ok && b == tile.Flood {
		return int(state)
	}
	return 0
}

// floodRoom returns how much more water a tile takes up; open is false where none gets in.
func floodRoom(i *State, t grid.Tile) (room int, open bool) {
	ground, b, state, ok := i.TileAt(t)
	switch {
	case !ok || ground.Info().Liquid:
		return 0, false
	case b == tile.Flood:
		return mostFlood - int(state), true
	case b == tile.NoBlock || b.Info().Soft || b == tile.Fire:
		return mostFlood, true
	}
	return 0, false
}

// level returns how high the water of a tile stands.
func level(i *State, t grid.Tile) int {
	ground, _, _, _ := i.TileAt(t)
	if ground == tile.Pit {
		return floodAt(i, t) - pitDepth
	}
	return floodAt(i, t)
}

// setFlood makes the water of a tile that is open so many units.
func setFlood(i *State, t grid.Tile, units int) {
	ground, _, _, _ := i.TileAt(t)
	if units == 0 {
		i.setTile(t, ground, tile.NoBlock, 0)
		return
	}
	i.setTile(t, ground, tile.Flood, uint8(units))
}

// swallowed reports whether water stands on or beside a lake or the sea.
func swallowed(i *State, s *site) bool {
	if s.ground.Info().Liquid || s.state == 0 {
		return true
	}
	for h := range tile.HeadingCount {
		if ground, b, _, ok := i.TileAt(beside(s.t, h)); ok && ground.Info().Liquid && b == tile.NoBlock {
			return true
		}
	}
	return false
}

// swallow takes all of the water; half of it, so that a stream flows as far as the lake.
func swallow(i *State, s *site) bool {
	units := s.state
	if !s.ground.Info().Liquid {
		units -= s.state / 2
	}
	i.destroyed[item.Water] += uint64(units)
	setFlood(i, s.t, int(s.state-units))
	return s.state > units
}

// soaks reports whether water stands on bare earth.
func soaks(i *State, s *site) bool { return s.ground == tile.Dirt }

// soak makes mud of it. The water stays: none of it is lost.
func soak(i *State, s *site) bool {
	i.setTile(s.t, tile.Mud, s.block, s.state)
	return true
}

// lowest returns the lowest open tile beside one, the first of those, and how much it takes up; ok is false if none is
// two units lower or more.
func lowest(i *State, t grid.Tile) (to grid.Tile, room int, ok bool) {
	best := level(i, t) - 1
	for h := range tile.HeadingCount {
		n := beside(t, h)
		if r, open := floodRoom(i, n); open && r > 0 && level(i, n) < best {
			to, room, ok, best = n, r, true, level(i, n)
		}
	}
	return to, room, ok
}

func flowsOn(i *State, s *site) bool {
	_, _, ok := lowest(i, s.t)
	return ok
}

func flow(i *State, s *site) bool {
	to, room, _ := lowest(i, s.t)
	units := min((level(i, s.t)-level(i, to))/2, room, int(s.state))
	setFlood(i, to, floodAt(i, to)+units)
	setFlood(i, s.t, int(s.state)-units)
	return true
}

// floods counts the water of edited tiles.
func floods(edits []edit) (units uint64) {
	for k := range edits {
		if edits[k].block == tile.Flood {
			units += uint64(edits[k].state)
		}
	}
	return units
}
