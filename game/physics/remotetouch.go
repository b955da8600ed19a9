package physics

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
)

// Touch lets the body at i meet the image of a body that is simulated elsewhere, as if both were here, and
// changes only the body at i. If the two push each other (crates and balls), only the deciding side changes
// velocities: push is the change for the other body's velocity, to be applied by its owner. The other side
// only keeps the two apart. loud is the speed of the hit for an event of the body at i, 0 for no event; the
// caller emits it.
func (s *Space) Touch(i int, image entity.Body, decide bool, land Land, now game.Tick) (push fixed.SVec, loud int32) {
	old := s.bodies[i]
	if !s.meets(&old) || !s.meets(&image) || (old.Z-image.Z).Abs() >= bodyHeight {
		return push, 0
	}
	if s.mirror == nil {
		s.mirror = new(Space)
	}
	m := s.mirror
	m.Events = m.Events[:0]
	m.bodies = append(m.bodies[:0], old, image)
	m.Rebuild()
	m.pair(0, 1, land, now)
	own := m.bodies[0]
	mutual := old.Kind != entity.Player && image.Kind != entity.Player
	for k := range m.Events {
		if e := &m.Events[k]; e.Kind == event.Bounced && (mutual && decide || !mutual && e.Entity == old.ID) {
			loud = max(loud, e.A)
		}
	}
	switch {
	case mutual && decide:
		push = m.bodies[1].Vel.Sub(image.Vel)
	case mutual:
		own.Vel, own.VZ = old.Vel, old.VZ
	}
	stirred := own.Flags&entity.Resting == 0 && own.Vel != old.Vel
	own.Flags = old.Flags
	s.bodies[i] = own
	s.Moved(i, old.Pos)
	if stirred {
		s.Wake(i)
	}
	return push, loud
}
