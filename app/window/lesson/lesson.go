// Package lesson keeps newcomers from mistakes that they could not have known of, while the first hints are
// shown.
package lesson

import (
	"manyhold/game/entity"
	"manyhold/game/item"
)

// Keeps reports whether a throw is not begun: a newcomer who reads of throwing would throw away what happens
// to be in hand, such as the only lamp. A body in the hands is thrown, and what is made to be thrown.
func Keeps(newcomer bool, b *entity.Body, held item.Stack) bool {
	if !newcomer || b == nil || b.Flags&entity.Carrying != 0 {
		return false
	}
	return held.Count > 0 && entity.PlacedAs(held.Kind) == 0 && held.Kind != item.Snowball
}
