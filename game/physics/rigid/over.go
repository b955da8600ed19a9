package rigid

import "manyhold/game/fixed"

// MostReach is the longest side of the area of a world that Over makes, in tiles.
const MostReach = 1 << 14

// Over returns an empty world whose ground is kept elsewhere, and whose bodies are put in anew before every
// step: what touches what depends on where they are alone, so that whoever keeps the bodies (X to Sleeping)
// keeps all of the state of a world without gravity and sensors. MostSide does not bound it; MostReach does,
// and it panics beyond.
func Over(rules Rules) *World {
	if rules.Gravity != (fixed.SVec{}) {
		panic("rigid: what contacts remember of gravity is kept nowhere")
	}
	w := New(rules, 1, 1)
	w.land.surface, w.land.near = nil, nil
	return w
}

// Begin takes out all bodies and joints, sets the ground and its size in tiles, and puts bodies in, each as
// it is: in ascending order of ID, their places inside, their velocities bounded. They are the caller's, and
// after the step what became of them; the world uses them until the next Begin.
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
