package federation

import (
	"manyhold/game/world"
)

// Disperse returns the parts into which this island could be split now if it has more people than its cap.
// The caller knows the cap: one that the world got later is not part of the state. Each part is the bytes
// that Carve takes, as with Divide, in the same order, at most MaxParts. Players in regions that do not touch
// are of different groups, for however short a time. Groups without land of their own that the others can
// spare cannot be carved off and are left out. The result depends only on the state.
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
