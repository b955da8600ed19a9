package engine

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/random"
)

// Stub is an engine in which bodies go straight on and meet nothing.
type Stub struct {
	ids     []game.EntityID // in the order of Spawn
	places  []Place         // of each
	reports []Report
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
		for k := range s.places {
			p := &s.places[k]
			p.Pos = p.Pos.Add(fixed.Vec{X: p.Vel.X.Q() / game.TicksPerSecond, Y: p.Vel.Y.Q() / game.TicksPerSecond})
		}
		return nil
	}
	at := s.find(a.ID)
	switch {
	case a.Do == 0 || a.Do == Attach || a.Do == Detach || a.Do == Motor || a.Do == Ground || a.Do > Ground:
		return ErrCannot
	case a.Do == Spawn && at >= 0:
		return ErrTaken
	case a.Do == Spawn:
		s.ids = append(s.ids, a.ID)
		s.places = append(s.places, Place{Pos: a.Pos, Vel: a.Vel, Spin: a.Spin, Angle: a.Angle})
		return nil
	case at < 0:
		return ErrNobody
	}
	p := &s.places[at]
	switch a.Do {
	case Remove:
		s.ids = append(s.ids[:at], s.ids[at+1:]...)
		s.places = append(s.places[:at], s.places[at+1:]...)
	case Push:
		p.Vel, p.Spin = p.Vel.Add(a.Vel), p.Spin+a.Spin
	case Drive:
		p.Vel = a.Vel
	case Teleport:
		p.Pos, p.Angle = a.Pos, a.Angle
	}
	return nil
}

func (s *Stub) find(id game.EntityID) int {
	for k, other := range s.ids {
		if other == id {
			return k
		}
	}
	return -1
}

// Where implements Engine.
func (s *Stub) Where(id game.EntityID) (p Place, ok bool) {
	at := s.find(id)
	if at < 0 {
		return p, false
	}
	return s.places[at], true
}

// Digest implements Engine.
func (s *Stub) Digest() uint64 {
	h := uint64(len(s.ids))
	for k := range s.places {
		h = placeDigest(h, s.ids[k], &s.places[k])
	}
	return h
}

// placeDigest adds a body to a hash.
func placeDigest(h uint64, id game.EntityID, p *Place) uint64 {
	h = random.Hash(h, uint64(id), uint64(p.Pos.X), uint64(p.Pos.Y))
	h = random.Hash(h, uint64(uint32(p.Vel.X)), uint64(uint32(p.Vel.Y)), uint64(uint32(p.Spin)))
	if p.Asleep {
		h++
	}
	return random.Hash(h, uint64(p.Angle), 0, 0)
}
