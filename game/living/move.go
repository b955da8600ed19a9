package living

import (
	"manyhold/game/physics"
	"manyhold/game/world"
)

// MoveBodies moves all bodies by one tick. Physics gets only their places, velocities and ground, and returns
// the events.
func MoveBodies(i *world.State) {
	if i.Motion.Mover == nil {
		i.Motion.Mover = new(physics.Turner)
	}
	do := i.Motion.Do
	if len(i.Land.Borders) > 0 { // who looks beyond a line is seen by one alone
		do = nil
	}
	pullRopes(i)
	i.Motion.Mover.Move(&i.Space.Space, &i.Land, i.Clock, do)
}
