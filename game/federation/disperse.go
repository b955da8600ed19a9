package federation

import (
	"manyhold/game/world"
)

// Disperse returns how this island could be split now if it had more people than somebody lets who is not
// asked here: a cap that the world got later is not part of the state. Of each part it is the bytes that
// Carve takes, as of Divide, in the same order, at most MaxParts; players in regions that do not touch are of
// different groups, for however short a time. Groups that cannot be carved off are left out: where no land
// would go with them that the others do not need. It depends on nothing but the state.
func Disperse(i *world.State) (parts [][]byte) {
	for _, g := range separable(i, world.Crowded) {
		if len(parts) == world.MaxParts {
			break
		}
		own := true
		for _, seat := range g.seats {
			own = own && stands(i, seat)
		}
		if _, err := landOf(i, g.seats); own && err == nil {
			parts = append(parts, AppendSeats(nil, g.seats))
		}
	}
	return parts
}
