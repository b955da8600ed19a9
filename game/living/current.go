package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Flowing water drags along floating bodies and wading players: the faster, the more it falls from tile to
// tile, and straight into a lake. Level water drags nothing. A pump with a signal beside a lake brings forth
// water for as long as it has it, so that a ditch from lake to lake is a stream.

const (
	// CurrentFall is the speed that a unit of fall gives, and currentMost the most there is, in tiles per
	// second.
	CurrentFall fixed.S = fixed.One / 4
	CurrentMost fixed.S = 5 * fixed.One / 2
	// currentGrip is the greatest change of a floating body's speed in a tick, in tiles per second.
	currentGrip fixed.S = fixed.One / 4
	// currentDepth is how much water floats something, in units.
	currentDepth = 1
	// mostFall is the most that is felt of the fall to one side, in units; into a lake it is as much.
	mostFall = 8
	// pumpUnits is how much water a pump gives out in a beat, in units.
	pumpUnits = 4
)

// Current returns how fast the water of a tile flows, in tiles per second.
func Current(i *world.State, t grid.Tile) (v fixed.SVec) {
	here := Level(i, t)
	for h := range tile.HeadingCount {
		n := world.Beside(t, h)
		ground, b, _, ok := i.Land.TileAt(n)
		if !ok {
			continue
		}
		fall := 0
		if ground.Info().Liquid && b == tile.NoBlock {
			fall = mostFall
		} else if _, open := FloodRoom(i, n); open {
			fall = min(max(here-Level(i, n), -mostFall), mostFall)
			if b != tile.Flood {
				fall = max(fall, 0) // dry ground, which is no deeper, gives nothing
			}
		}
		if fall <= 1 && fall >= -1 {
			continue // level
		}
		dx, dy := h.Step()
		v.X += fixed.S(int(dx)*fall) * CurrentFall
		v.Y += fixed.S(int(dy)*fall) * CurrentFall
	}
	return v.Clamp(CurrentMost)
}

// drag lets the water of a tile act on the k-th body.
func drag(i *world.State, k int, t grid.Tile, units uint8) {
	b := &i.Space.Bodies()[k]
	if units < currentDepth || b.VZ != 0 || b.Flags&entity.Riding != 0 {
		return
	}
	v := Current(i, t)
	if v == (fixed.SVec{}) {
		return
	}
	switch b.Kind {
	case entity.Player, entity.Hen, entity.Sheep: // walkers have some hold
		i.Space.Wake(k)
		i.Space.Carry(k, fixed.Vec{X: fixed.Q(v.X) / (2 * game.TicksPerSecond), Y: fixed.Q(v.Y) / (2 * game.TicksPerSecond)}, &i.Land)
	case entity.Crate, entity.Ball, entity.Drop, entity.Gizmo, entity.GizmoBox:
		i.Space.Wake(k)
		b.Vel = b.Vel.Add(v.Sub(b.Vel).Clamp(currentGrip))
	}
}

func pumpDiffers(i *world.State, s *world.Site) bool { return Fed(i, s.T) != s.On() }

func turnPump(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State^tile.StateBit0)
	i.Tell(event.Switched, nil, s.T, int32(s.Block), Either[int32](s.On(), 0, 1))
	return true
}

// lifts reports whether a pump that has a signal stands beside a lake, and there is room for water before it.
func lifts(i *world.State, s *world.Site) bool {
	front := tile.HeadingOf(s.State)
	to := world.Beside(s.T, front)
	if room, open := FloodRoom(i, to); !s.On() || !open || room < pumpUnits || !i.Claims.Reaches(s.T, to) {
		return false
	}
	for n := range int(tile.HeadingCount) - 1 {
		if ground, b, _, ok := i.Land.TileAt(world.Beside(s.T, front.Turned(n+1))); ok && ground.Info().Liquid && b == tile.NoBlock {
			return true
		}
	}
	return false
}

func lift(i *world.State, s *world.Site) bool {
	to := world.Beside(s.T, tile.HeadingOf(s.State))
	SetFlood(i, to, FloodAt(i, to)+pumpUnits)
	i.Ledger.Created[item.Water] += pumpUnits
	return true
}
