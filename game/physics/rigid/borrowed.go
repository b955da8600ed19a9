package rigid

import "manyhold/game/fixed"

// MostReach is the longest side of the area of a world that Over makes, in tiles.
const MostReach = 1 << 14

// Over returns an empty world with its ground kept elsewhere, and with bodies that are inserted anew before
// every step: contacts depend on places alone, so the owner of the bodies (X to Sleeping) has the whole state
// of a world without gravity and sensors. MostSide does not bound it; MostReach does, and it panics beyond.
func Over(rules Rules) *World {
	if rules.Gravity != (fixed.SVec{}) {
		panic("rigid: what contacts remember of gravity is kept nowhere")
	}
	w := New(rules, 1, 1)
	w.land.surface, w.land.near = nil, nil
	return w
}

// Begin removes all bodies and joints, sets the ground and its size in tiles, and inserts bodies, each
// unchanged: in ascending order of ID, their places inside, their velocities bounded. The caller owns the
// slice, which holds the results after the step; the world uses it until the next Begin.
func (w *World) Begin(ground Ground, width, height int32, bodies []Body) {
	if width > MostReach || height > MostReach {
		panic("rigid: an area is beyond the limits")
	}
	w.land.source, w.land.width, w.land.height = ground, width, height
	w.bodies, w.joints, w.within, w.notes = bodies, w.joints[:0], w.within[:0], w.notes[:0]
	w.listed = w.listed[:0]
	w.slots = w.slots[:0]
	w.stale = true
}

// Bind adds a joint; its number must be greater than those of all others, its bodies there.
func (w *World) Bind(j Joint) { w.joints = append(w.joints, j) }
