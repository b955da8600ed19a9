package island

import (
	"manyhold/game/grid"
	"manyhold/game/thing"
)

// ThingAt returns the maker's thing on a tile: its block, else the body of lowest ID that lies there, else
// the area of lowest ID that contains it; nil if there is none. It is read-only, for ever.
func (i *Island) ThingAt(t grid.Tile) *thing.Thing {
	x := i.Things.Block(t)
	for _, o := range i.Things.Loose() {
		if x == nil && i.ThingPlace(o) == t {
			x = o
		}
	}
	if x == nil {
		i.Things.Areas(t, func(o *thing.Thing) {
			if x == nil || o.ID < x.ID {
				x = o
			}
		})
	}
	return x
}

// ThingsNear calls f for all things whose place is at most so many tiles from a tile, along both axes.
func (i *Island) ThingsNear(t grid.Tile, radius int32, f func(x *thing.Thing, at grid.Tile)) {
	i.Things.All(func(x *thing.Thing) {
		at := i.ThingPlace(x)
		if dx, dy := int64(at.X)-int64(t.X), int64(at.Y)-int64(t.Y); max(dx, -dx, dy, -dy) <= int64(radius) {
			f(x, at)
		}
	})
}
