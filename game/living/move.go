package living

import (
	"manyhold/game/physics"
	"manyhold/game/world"
)

// MoveBodies moves all bodies by one tick. Physics gets only their places, velocities and ground, and returns
// the events.
func MoveBodies(i *world.State) {
	if i.Mover == nil {
		i.Mover = new(physics.Turner)
	}
	do := i.Do
	if len(i.Borders) > 0 { // who looks beyond a line is seen by one alone
		do = nil
	}
	pullRopes(i)
	i.Mover.Move(&i.Space, i, i.Clock, do)
}
