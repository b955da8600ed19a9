package living

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func rotorDiffers(i *world.State, s *world.Site) bool { return Fed(i, s.T) != s.On() }

// turnRotor starts and stops the motor of a rotor.
func turnRotor(i *world.State, s *world.Site) bool {
	SetTile(i, s.T, s.Ground, s.Block, s.State^tile.StateBit0)
	i.Tell(event.Switched, nil, s.T, int32(s.Block), Either[int32](s.On(), 0, 1))
	return false
}

// FitsHinge says whether a gate or a rotor can be set up on a tile: nothing stands where its arm would be.
func FitsHinge(i *world.State, b *entity.Body, t grid.Tile, block tile.Block) event.Reason {
	return FitsArm(i, t, block, PlacedState(b, t, block))
}

// FitsArm says likewise for a gate or a rotor of a given state.
func FitsArm(i *world.State, t grid.Tile, block tile.Block, state uint8) event.Reason {
	arm := world.NewArm(t, block, state, i.Clock)
	for n := range int32(25) {
		at := t.Add(n%5-2, n/5-2)
		if c := i.Land.Cell(at.X, at.Y); c.Height != 0 && physics.On(&arm, at) {
			return event.Blocked
		}
	}
	if !i.Space.Room(t.Region(), 1) {
		return event.NoRoom
	}
	return event.NoReason
}
