package rigid

import (
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
)

// The kinds of a note.
type What uint8

// The sorts.
const (
	Hit   What = 1 + iota // A came against B, zero for the ground, at X, Y with Speed of approach
	Enter                 // B came into sensor A
	Leave                 // B is not in sensor A any more
	Slept                 // A fell asleep
	Woke                  // A woke
	Tore                  // the joint of number A tore
)

// Note is something that happened in a step.
type Note struct {
	What  What
	A, B  game.EntityID
	X, Y  fixed.S
	Speed fixed.S
}

// loud is the speed of approach from which on a hit is noted, in tiles per second.
const loud = one

// pair is a body in a sensor.
type pair struct{ sensor, other game.EntityID }

func (w *World) noted(what What, a, b game.EntityID, x, y, speed fixed.S) {
	w.notes = append(w.notes, Note{what, a, b, x, y, speed})
}

// Notes returns the events since the last step, such as a body woken by a push, and forgets them: the next
// Step does not report them again. It is valid until the next call or step. Saved states do not contain them.
func (w *World) Notes() []Note {
	w.notes, w.told = w.told[:0], w.notes
	return w.told
}

// heard notes a hit of two movers.
func (w *World) heard(k, j, x, y, speed int32) {
	a := &w.movers[k]
	other := game.EntityID(0)
	if j >= 0 {
		other = game.EntityID(w.idOf(&w.movers[j]))
	}
	w.noted(Hit, w.bodies[a.at].ID, other, fixed.S(x), fixed.S(y), fixed.S(speed))
}

// sensed notes for this step that one of two movers is a sensor that the other is in.
func (w *World) sensed(k, j int32) {
	a, b := &w.movers[k], &w.movers[j]
	if a.kind&isSensor == 0 {
		a, b = b, a
	}
	if b.kind&isSensor == 0 && w.overlap(a, b) {
		w.spare = append(w.spare, pair{w.bodies[a.at].ID, w.bodies[b.at].ID})
	}
}

// notice compares the contents of sensors with the step before.
func (w *World) notice() {
	if len(w.spare) == 0 && len(w.within) == 0 {
		return
	}
	for _, p := range w.within { // a body that did not take part stays where it is
		if i, ok := w.Find(p.other); ok && w.bodies[i].Sleeping {
			if k, ok := w.Find(p.sensor); ok && w.frames[w.bodies[k].Kind].Fixed {
				w.spare = append(w.spare, p)
			}
		}
	}
	slices.SortStableFunc(w.spare, func(a, b pair) int {
		if a.before(b) {
			return -1
		}
		if b.before(a) {
			return 1
		}
		return 0
	})
	w.spare = slices.Compact(w.spare)
	old, now := w.within, w.spare
	for len(old) > 0 || len(now) > 0 {
		switch {
		case len(old) == 0 || len(now) > 0 && now[0].before(old[0]):
			w.noted(Enter, now[0].sensor, now[0].other, 0, 0, 0)
			now = now[1:]
		case len(now) == 0 || old[0].before(now[0]):
			w.noted(Leave, old[0].sensor, old[0].other, 0, 0, 0)
			old = old[1:]
		default:
			old, now = old[1:], now[1:]
		}
	}
	w.within, w.spare = w.spare, w.within[:0]
}

func (p pair) before(o pair) bool {
	return p.sensor < o.sensor || p.sensor == o.sensor && p.other < o.other
}
