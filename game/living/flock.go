package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// MoveFlock moves the flock by a tick. A copy for prediction shows it as it was: sheep follow no command of
// the player in front of a window at once, and a prediction of them would cost many ticks a frame.
func MoveFlock(i *world.State) {
	if i.Partial || i.Flock.Empty() {
		return
	}
	i.Flock.Step(flock.Surroundings{Seed: i.Gen.Seed, Tick: i.Clock,
		Wall: func(t grid.Tile) bool { return !physics.Free(&i.Land, entity.Sheep, t.Centre()) },
		Where: func(id game.EntityID) (fixed.Vec, bool) {
			if b := i.Space.Body(id); b != nil {
				return b.Pos, true
			}
			return fixed.Vec{}, false
		}})
}
