package rigid

import "manyhold/game/fixed"

// MostReach is the longest side of the area of a world that Over makes, in tiles.
const MostReach = 1 << 14

// Over returns an empty world whose ground is kept elsewhere, and whose bodies are put in anew before every step: what
// touches what depends on where they are alone, so that whoever keeps the bodies (X to Sleeping) keeps all of the state
// of a world without gravity and sensors. MostSide does not bound it; MostReach does, and it panics beyond.
func Over(rules Rules) *World {
	if rules.Gravity != (fixed.SVec{}) {
		panic("rigid: what contacts remember of gravity is kept nowhere")
	}
	w := New(rules, 1, 1)
	w.land.surface, w.land.near = nil, nil
	return w
}

// Begin takes out all bodies and joints, and sets the ground and its size in tiles for what is put in from now on.
func (w *World) Begin(ground Ground, width, height int32) {
	if width > MostReach || height > MostReach {
		panic("rigid: an area is beyond the limits")
	}
	w.land.source, w.land.width, w.land.height = ground, width, height
	w.bodies, w.joints, w.within, w.notes = w.bodies[:0], w.joints[:0], w.within[:0], w.notes[:0]
	w.listed = w.listed[:0]
	w.slots = w.slots[:0]
	w.stale = true
}

// Put adds a body as it is; its ID must be greater than those of all others, its place inside, its velocity bounded.
func (w *World) Put(b Body) { w.bodies = append(w.bodies, b) }

// Bind adds a joint; its number must be greater than those of all others, its bodies there.
func (w *World) Bind(j Joint) { w.joints = append(w.joints, j) }
