package rigid

import (
	"errors"
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
)

// Errors of Insert and Attach.
var (
	ErrTaken   = errors.New("rigid: the ID is in use")
	ErrFull    = errors.New("rigid: the world holds no more")
	ErrOutside = errors.New("rigid: the place is outside the area")
	ErrKind    = errors.New("rigid: there is no such kind")
	ErrNobody  = errors.New("rigid: there is no such body")
)

// Bodies returns the table, in ascending order of ID; the caller does not change it. It is valid until the
// next call that changes the world.
func (w *World) Bodies() []Body { return w.bodies }

// Kind returns the common properties of a kind of body.
func (w *World) Kind(kind uint16) Kind { return w.frames[kind].Kind }

// Find returns the index of a body in the table, or where it would be.
func (w *World) Find(id game.EntityID) (int, bool) {
	lo, hi := 0, len(w.bodies)
	for lo < hi {
		mid := (lo + hi) / 2
		if w.bodies[mid].ID < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(w.bodies) && w.bodies[lo].ID == id
}

// check returns the fault of a body, or nil.
func (w *World) check(b *Body) error {
	switch {
	case int(b.Kind) >= len(w.frames):
		return ErrKind
	case !w.holds(b.X, b.Y):
		return ErrOutside
	}
	return nil
}

// holds reports whether a place is in the area.
func (w *World) holds(x, y fixed.S) bool {
	return x >= 0 && y >= 0 && x>>16 < fixed.S(w.land.width) && y>>16 < fixed.S(w.land.height)
}

// Insert adds a body, awake, with its velocity bounded by MaxSpeed and MaxSpin.
func (w *World) Insert(b Body) error {
	if err := w.check(&b); err != nil {
		return err
	}
	i, taken := w.Find(b.ID)
	switch {
	case taken:
		return ErrTaken
	case len(w.bodies) >= MostBodies:
		return ErrFull
	}
	b.Calm, b.Sleeping = 0, false
	b.VX, b.VY, b.Spin = bounded(b.VX, MaxSpeed), bounded(b.VY, MaxSpeed), bounded(b.Spin, MaxSpin)
	w.bodies = slices.Insert(w.bodies, i, b)
	w.stale = true
	if f := &w.frames[b.Kind]; f.Fixed {
		w.wakeAround(i)
	}
	return nil
}

func bounded(v, most fixed.S) fixed.S { return min(max(v, -most), most) }

// Remove takes a body out, with its joints, and wakes the bodies on it. It reports whether there was one.
func (w *World) Remove(id game.EntityID) bool {
	i, ok := w.Find(id)
	if !ok {
		return false
	}
	w.wakeAround(i)
	w.bodies = slices.Delete(w.bodies, i, i+1)
	w.joints = slices.DeleteFunc(w.joints, func(j Joint) bool { return j.A == id || j.B == id })
	w.stale = true
	return true
}

// Push changes the velocity of a body by dv and its spin by spin, at once, and wakes it.
func (w *World) Push(id game.EntityID, dv fixed.SVec, spin fixed.S) bool {
	i, ok := w.Find(id)
	if !ok {
		return false
	}
	b := &w.bodies[i]
	b.VX, b.VY = bounded(sum(b.VX, dv.X), MaxSpeed), bounded(sum(b.VY, dv.Y), MaxSpeed)
	b.Spin = bounded(sum(b.Spin, spin), MaxSpin)
	w.wake(int32(i))
	return true
}

// sum is a saturating addition.
func sum(a, b fixed.S) fixed.S { return (a.Q() + b.Q()).S() }

// Drive gives a body a velocity, at once, and wakes it.
func (w *World) Drive(id game.EntityID, v fixed.SVec) bool {
	i, ok := w.Find(id)
	if !ok {
		return false
	}
	b := &w.bodies[i]
	b.VX, b.VY = bounded(v.X, MaxSpeed), bounded(v.Y, MaxSpeed)
	w.wake(int32(i))
	return true
}

// Teleport moves a body to a place and an angle without collisions on the way, and wakes it and the bodies on
// its old place.
func (w *World) Teleport(id game.EntityID, x, y fixed.S, angle uint32) error {
	i, ok := w.Find(id)
	switch {
	case !ok:
		return ErrNobody
	case !w.holds(x, y):
		return ErrOutside
	}
	w.wakeAround(i)
	w.wake(int32(i))
	b := &w.bodies[i]
	b.X, b.Y, b.Angle = x, y, angle
	if w.frames[b.Kind].Fixed {
		w.wakeAround(i)
	}
	return nil
}

// tidy makes the lists of those awake and of those that never move, if they are stale.
func (w *World) tidy() {
	if !w.stale {
		return
	}
	w.stale = false
	w.awake, w.solids, w.widest = w.awake[:0], w.solids[:0], 0
	w.floors = w.floors[:0]
	w.mixed = w.upward
	w.sleeper.clear()
	for i := range w.bodies {
		b := &w.bodies[i]
		f := &w.frames[b.Kind]
		switch {
		case f.Fixed:
			w.solids = append(w.solids, int32(i))
			if f.Carries {
				w.floors = append(w.floors, int32(i))
			}
			continue
		case b.Sleeping:
			w.sleeper.add(int32(i), b)
		default:
			w.awake = append(w.awake, int32(i))
		}
		w.widest = max(w.widest, f.reach)
		w.mixed = w.mixed || !f.disc
	}
}
