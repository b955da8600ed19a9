package order

import (
	"manyhold/game/entity"
	"manyhold/game/island"
)

// PlayerOf returns the name of the player of a seat.
func PlayerOf(w *island.Island, s entity.Seat) string {
	for i := range w.Players() {
		if p := &w.Players()[i]; p.Seat == s {
			return p.Name.String()
		}
	}
	return "somebody"
}
