package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Water that flows drags along what floats and who wades: the faster, the more it falls
// from tile to tile, and straight into a lake. Water that is level drags nothing. A pump with a signal beside a lake brings
// forth water for as long as it has it, so that a ditch from lake to lake is a stream.

const (
	// currentFall is the speed that a unit of fall gives, and currentMost the most there is, in tiles per second.
	currentFall fixed.S = fixed.One / 4
	currentMost fixed.S = 5 * fixed.One / 2
	// currentGrip is by how much the speed of what floats changes in a tick at most, in tiles per second.
	currentGrip fixed.S = fixed.One / 4
	// currentDepth is how much water floats something, in units.
	currentDepth = 1
	// mostFall is the most that is felt of the fall to one side, in units; into a lake it is as much.
	mostFall = 8
	// pumpUnits is how much water a pump gives out in a beat, in units.
	pumpUnits = 4
)

// current returns how fast the water of a tile flows, in tiles per second.
func current(i *State, t grid.Tile) (v fixed.SVec) {
	here := level(i, t)
	for h := range tile.HeadingCount {
		n := beside(t, h)
		ground, b, _, ok := i.TileAt(n)
		if !ok {
			continue
		}
		fall := 0
		if ground.Info().Liquid && b == tile.NoBlock {
			fall = mostFall
		} else if _, open := floodRoom(i, n); open {
			fall = min(max(here-level(i, n), -mostFall), mostFall)
			if b != tile.Flood {
				fall = max(fall, 0) // dry ground, which is no deeper, gives nothing
			}
		}
		if fall <= 1 && fall >= -1 {
			continue // level
		}
		dx, dy := h.Step()
		v.X += fixed.S(int(dx)*fall) * currentFall
		v.Y += fixed.S(int(dy)*fall) * currentFall
	}
	return v.Clamp(currentMost)
}

// drag lets the water of a tile act on the k-th body.
func drag(i *State, k int, t grid.Tile, units uint8) {
	b := &i.space.Bodies()[k]
	if units < currentDepth || b.VZ != 0 || b.Flags&entity.Riding != 0 {
		return
	}
	v := current(i, t)
	if v == (fixed.SVec{}) {
		return
	}
	switch b.Kind {
	case entity.Player, entity.Hen, entity.Sheep: // who walks has some hold
		i.space.Wake(k)
		i.space.Carry(k, fixed.Vec{X: fixed.Q(v.X) / (2 * game.TicksPerSecond), Y: fixed.Q(v.Y) / (2 * game.TicksPerSecond)}, i)
	case entity.Crate, entity.Ball, entity.Drop:
		i.space.Wake(k)
		b.Vel = b.Vel.Add(v.Sub(b.Vel).Clamp(currentGrip))
	}
}

func pumpDiffers(i *State, s *site) bool { return fed(i, s.t) != s.on() }

func turnPump(i *State, s *site) bool {
	i.setTile(s.t, s.ground, s.block, s.state^tile.StateBit0)
	i.tell(event.Switched, nil, s.t, int32(s.block), either[int32](s.on(), 0, 1))
	return true
}

// lifts reports whether a pump that has a signal stands beside a lake, and there is room for water before it.
func lifts(i *State, s *site) bool {
	front := tile.HeadingOf(s.state)
	if room, open := floodRoom(i, beside(s.t, front)); !s.on() || !open || room < pumpUnits {
		return false
	}
	for n := range int(tile.HeadingCount) - 1 {
		if ground, b, _, ok := i.TileAt(beside(s.t, front.Turned(n+1))); ok && ground.Info().Liquid && b == tile.NoBlock {
			return true
		}
	}
	return false
}

func lift(i *State, s *site) bool {
	to := beside(s.t, tile.HeadingOf(s.state))
	setFlood(i, to, floodAt(i, to)+pumpUnits)
	i.created[item.Water] += pumpUnits
	return true
}
