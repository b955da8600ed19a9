// Package pins is the marks that players share on everybody's map. They are a part of the player that shares
// them (entity.Rest), so they go wherever the player goes, survive sleep and merges, and are as few as
// players are: entity.MostPins each. Nothing happens in the world when one is set, so that nobody is
// disturbed.
package pins

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
)

// Reach is how far from the middle of its scene a pin can be, in regions along each axis: several times as
// far as the farthest lighthouse.
const Reach = 64

// Set shares a pin with a sign on a tile, or changes the sign of the one there; sign 0 takes it off.
func Set(p *entity.PlayerState, t grid.Tile, sign uint8) event.Reason {
	if sign > entity.PinSigns {
		return event.NothingThere
	}
	n, at := 0, -1
	for ; n < len(p.Pins) && p.Pins[n].Sign != 0; n++ {
		if p.Pins[n].Tile == t {
			at = n
		}
	}
	switch {
	case sign == 0 && at < 0:
		return event.NothingThere
	case sign == 0:
		copy(p.Pins[at:], p.Pins[at+1:])
		p.Pins[len(p.Pins)-1] = entity.Pin{}
	case at >= 0:
		p.Pins[at].Sign = sign
	case !Within(t):
		return event.TooFar
	case n == len(p.Pins):
		return event.TooManyPins
	default:
		p.Pins[n] = entity.Pin{Tile: t, Sign: sign}
	}
	return event.NoReason
}

// Within reports whether a pin can be on a tile.
func Within(t grid.Tile) bool {
	r := t.Region().Local()
	return r.X >= -Reach && r.X < Reach && r.Y >= -Reach && r.Y < Reach
}

// Of returns the pins of a player.
func Of(p *entity.PlayerState) []entity.Pin {
	n := 0
	for n < len(p.Pins) && p.Pins[n].Sign != 0 {
		n++
	}
	return p.Pins[:n]
}
