package living

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Poured water flows: a tile of it gives to the lowest tile beside it until they are level, at most a unit
// apart. A pit is pitDepth units lower than the ground round it. Lakes and the sea swallow what comes to
// them. Units are neither made nor lost on the way: item.Water of the ledger counts them, as poured out and
// as swallowed.

// PitDepth is how much lower a pit is than other ground, in units of water.
const PitDepth = 8

// mostFlood is the most water on a tile, in units.
const mostFlood = 255

// FloodAt returns how much water there is on a tile, in units.
func FloodAt(i *world.State, t grid.Tile) int {
	if _, b, state, ok := i.Land.TileAt(t); ok && b == tile.Flood {
		return int(state)
	}
	return 0
}

// FloodRoom returns how much more water a tile takes up; open is false where none gets in.
func FloodRoom(i *world.State, t grid.Tile) (room int, open bool) {
	ground, b, state, ok := i.Land.TileAt(t)
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

// Level returns how high the water of a tile stands.
func Level(i *world.State, t grid.Tile) int {
	ground, _, _, _ := i.Land.TileAt(t)
	if ground == tile.Pit {
		return FloodAt(i, t) - PitDepth
	}
	return FloodAt(i, t)
}

// SetFlood makes the water of a tile that is open so many units.
func SetFlood(i *world.State, t grid.Tile, units int) {
	ground, _, _, _ := i.Land.TileAt(t)
	if units == 0 {
		SetTile(i, t, ground, tile.NoBlock, 0)
		return
	}
	SetTile(i, t, ground, tile.Flood, uint8(units))
}

// Swallowed reports whether water stands on or beside a lake or the sea.
func Swallowed(i *world.State, s *world.Site) bool {
	if s.Ground.Info().Liquid || s.State == 0 {
		return true
	}
	for h := range tile.HeadingCount {
		if ground, b, _, ok := i.Land.TileAt(world.Beside(s.T, h)); ok && ground.Info().Liquid && b == tile.NoBlock {
			return true
		}
	}
	return false
}

// swallow takes all of the water; half of it, so that a stream flows as far as the lake.
func swallow(i *world.State, s *world.Site) bool {
	units := s.State
	if !s.Ground.Info().Liquid {
		units -= s.State / 2
	}
	i.Ledger.Destroyed[item.Water] += uint64(units)
	SetFlood(i, s.T, int(s.State-units))
	return s.State > units
}

// soaks reports whether water stands on bare earth.
func soaks(i *world.State, s *world.Site) bool { return s.Ground == tile.Dirt }

// soak makes mud of it. The water stays: none of it is lost.
func soak(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, tile.Mud, s.Block, s.State)
	return true
}

// lowest returns the lowest open tile beside one, the first of those, and how much it takes up; ok is false
// if none is two units lower or more.
func lowest(i *world.State, t grid.Tile) (to grid.Tile, room int, ok bool) {
	best := Level(i, t) - 1
	for h := range tile.HeadingCount {
		n := world.Beside(t, h)
		if r, open := FloodRoom(i, n); open && r > 0 && Level(i, n) < best && i.Claims.Reaches(t, n) {
			to, room, ok, best = n, r, true, Level(i, n)
		}
	}
	return to, room, ok
}

func flowsOn(i *world.State, s *world.Site) bool {
	_, _, ok := lowest(i, s.T)
	return ok
}

func flow(i *world.State, s *world.Site) bool {
	to, room, _ := lowest(i, s.T)
	units := min((Level(i, s.T)-Level(i, to))/2, room, int(s.State))
	SetFlood(i, to, FloodAt(i, to)+units)
	SetFlood(i, s.T, int(s.State)-units)
	return true
}
