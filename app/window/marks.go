package window

import (
	"manyhold/app/order"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/render/ui"
)

// litMarks appends the lights that are known from a tile, for the maps.
func litMarks(dst []ui.Mark, lights []grid.Tile, from grid.Tile) []ui.Mark {
	for _, t := range lights {
		if order.InSight(entity.Flame, t, from) {
			dst = append(dst, ui.Mark{Tile: t, Lit: true})
		}
	}
	return dst
}
