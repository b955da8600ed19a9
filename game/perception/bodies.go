package perception

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// Perceives reports whether a body is known at a place: in the same scene, and within the radius of its kind.
func Perceives(at fixed.Vec, b *entity.Body) bool {
	return grid.TileAt(at).Region().Scene() == grid.TileAt(b.Pos).Region().Scene() && b.Pos.Sub(at).Near(b.Kind.Radius())
}

// Perceived appends the bodies that are known at a place: those of active regions in ascending ID, then the
// ghosts across the lines to other islands.
func Perceived(i *world.State, dst []entity.Body, at fixed.Vec) []entity.Body {
	list := i.Space.Bodies()
	for k := range list {
		if Perceives(at, &list[k]) {
			dst = append(dst, list[k])
		}
	}
	for k := range i.Border.Ghosts {
		if b := &i.Border.Ghosts[k].Body; Perceives(at, b) {
			dst = append(dst, *b)
		}
	}
	return dst
}
