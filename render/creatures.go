package render

import (
	"math"

	"manyhold/game/fixed"
	"manyhold/game/journal"
)

// creatureOf is what each kind of critter is called in a journal.
var creatureOf = [critterKinds]journal.Creature{
	butterfly: journal.Butterfly, bird: journal.Bird, crab: journal.Crab, fish: journal.Fish, hen: journal.Hen,
}

// Creatures appends the kinds of animals that are drawn within reach tiles of a place, each perhaps more than once.
func (r *Renderer) Creatures(dst []journal.Creature, at fixed.Vec, reach float64) []journal.Creature {
	x, y := toFloat(at.X)*TilePixels, toFloat(at.Y)*TilePixels
	near := func(px, py float64) bool { return math.Hypot(px-x, py-y) <= reach*TilePixels }
	for i := range r.critters.n {
		if q := &r.critters.list[i]; near(q.x, q.y) {
			dst = append(dst, creatureOf[q.kind])
		}
	}
	for i := range r.particles.pool[:r.particles.n] {
		if q := &r.particles.pool[i]; q.kind == firefly && near(q.x, q.y) {
			return append(dst, journal.Firefly)
		}
	}
	return dst
}
