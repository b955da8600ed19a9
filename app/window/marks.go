package window

import (
	"manyhold/app/order"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/render/ui/model"
)

// litMarks appends the lights that are known from a tile, for the maps.
func litMarks(dst []model.Mark, lights []grid.Tile, from grid.Tile) []model.Mark {
	for _, t := range lights {
		if order.InSight(entity.Flame, t, from) {
			dst = append(dst, model.Mark{Tile: t, Lit: true})
		}
	}
	return dst
}
