package engine

import (
	"slices"

	"manyhold/game"
	"manyhold/game/fixed"
)

// Stub is an engine in which bodies go straight on and meet nothing. It has no ground: rays meet bodies alone.
type Stub struct {
	// Forms is how queries see bodies, by number of kind; set before the first act. A kind beyond it is a disc of
	// half a tile on no layer.
	Forms []StubForm

	bodies  []stubBody // ascending ID
	reports []Report
}

// StubForm is a disc on layers.
type StubForm struct {
	Radius fixed.S // in tiles
	Layer  uint16
}

type stubBody struct {
	id    game.EntityID
	kind  uint16
	place Place
}

// Tell implements Engine.
func (s *Stub) Tell(acts []Act) []Report {
	s.reports = s.reports[:0]
	for k := range acts {
		if err := s.do(&acts[k]); err != nil {
			s.reports = append(s.reports, Report{What: Refused, A: acts[k].ID, Act: k, Why: err})
		}
	}
	return s.reports
}

func (s *Stub) do(a *Act) error {
	if a.Do == Advance {
		for k := range s.bodies {
			p := &s.bodies[k].place
			p.Pos = p.Pos.Add(fixed.Vec{X: p.Vel.X.Q() / game.TicksPerSecond, Y: p.Vel.Y.Q() / game.TicksPerSecond})
		}
		return nil
	}
	at, ok := s.find(a.ID)
	switch {
	case a.Do == 0 || a.Do == Attach || a.Do == Detach || a.Do == Motor || a.Do == Ground || a.Do > Ground:
		return ErrCannot
	case a.Do == Spawn && ok:
		return ErrTaken
	case a.Do == Spawn:
		s.bodies = slices.Insert(s.bodies, at, stubBody{a.ID, a.Kind, Place{Pos: a.Pos, Vel: a.Vel, Spin: a.Spin, Angle: a.Angle}})
		return nil
	case !ok:
		return ErrNobody
	}
	p := &s.bodies[at].place
	switch a.Do {
	case Remove:
		s.bodies = slices.Delete(s.bodies, at, at+1)
	case Push:
		p.Vel, p.Spin = p.Vel.Add(a.Vel), p.Spin+a.Spin
	case Drive:
		p.Vel = a.Vel
	case Teleport:
		p.Pos, p.Angle = a.Pos, a.Angle
	}
	return nil
}

// find returns the index of a body, or where it would be.
func (s *Stub) find(id game.EntityID) (int, bool) {
	return slices.BinarySearchFunc(s.bodies, id, func(b stubBody, id game.EntityID) int {
		switch {
		case b.id < id:
			return -1
		case b.id > id:
			return 1
		}
		return 0
	})
}

// form returns how queries see a body.
func (s *Stub) form(b *stubBody) (shape, uint16) {
	f := StubForm{Radius: fixed.One / 2}
	if int(b.kind) < len(s.Forms) {
		f = s.Forms[b.kind]
	}
	return shape{half: fixed.Vec{X: f.Radius.Q()}, round: true}, f.Layer
}

// Where implements Engine.
func (s *Stub) Where(id game.EntityID) (p Place, ok bool) {
	at, ok := s.find(id)
	if !ok {
		return p, false
	}
	return s.bodies[at].place, true
}

// Raycast implements Engine.
func (s *Stub) Raycast(from, to fixed.Vec, layers uint16) (hit Struck, ok bool) {
	r, ok := newRay(from, to)
	if !ok {
		return hit, false
	}
	best := r.length + 1
	for k := range s.bodies {
		b := &s.bodies[k]
		form, layer := s.form(b)
		if far, out, met := r.meets(b.place.Pos, form); met && far < best && among(layer, layers) {
			best, hit = far, Struck{b.id, r.at(far), out}
		}
	}
	return hit, best <= r.length
}

// OverlapBox implements Engine.
func (s *Stub) OverlapBox(list []game.EntityID, lo, hi fixed.Vec, layers uint16) []game.EntityID {
	if lo.X > hi.X || lo.Y > hi.Y {
		return list
	}
	for k := range s.bodies {
		b := &s.bodies[k]
		if form, layer := s.form(b); among(layer, layers) && (box{lo, hi}).holds(b.place.Pos, form) {
			list = append(list, b.id)
		}
	}
	return list
}

// OverlapCircle implements Engine.
func (s *Stub) OverlapCircle(list []game.EntityID, mid fixed.Vec, radius fixed.Q, layers uint16) []game.EntityID {
	if radius < 0 {
		return list
	}
	radius = min(radius, MostRay)
	for k := range s.bodies {
		b := &s.bodies[k]
		if form, layer := s.form(b); among(layer, layers) && form.touches(b.place.Pos, mid, radius) {
			list = append(list, b.id)
		}
	}
	return list
}

// Digest implements Engine.
func (s *Stub) Digest() uint64 {
	h := uint64(len(s.bodies))
	for k := range s.bodies {
		b := &s.bodies[k]
		h = placeDigest(h, b.id, b.kind, &b.place)
	}
	return h
}
