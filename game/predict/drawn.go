package predict

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// shown is how a body is drawn at present.
type shown struct {
	id          game.EntityID
	predicted   bool
	raw         fixed.Vec // where it is by prediction or playback
	prev, cur   fixed.Vec // where it was and is drawn, at the last two local ticks
	prevZ, curZ fixed.S
	fade        fixed.Vec // remaining correction: cur = raw + fade
	left        fixed.Q   // local ticks until fade is gone
	moved       fixed.Q
	speed       fixed.Q
}

// correct moves the true place behind the picture, but not the picture: the difference will fade. Beyond
// SnapDistance the picture jumps.
func (s *shown) correct(at fixed.Vec) {
	off := s.raw.Sub(at)
	s.raw = at
	if off == (fixed.Vec{}) {
		return
	}
	s.fade, s.left = s.fade.Add(off), FadeTicks
	if !s.fade.Near(SnapDistance) {
		s.fade, s.left = fixed.Vec{}, 0
		s.prev, s.cur = at, at
	}
}

// step moves the image by one local tick towards a place.
func (s *shown) step(at fixed.Vec, z fixed.S) {
	s.prev, s.prevZ = s.cur, s.curZ
	s.raw = at
	if s.left > 0 {
		s.fade.X -= s.fade.X / s.left
		s.fade.Y -= s.fade.Y / s.left
		s.left--
	}
	s.cur, s.curZ = at.Add(s.fade), z
	s.speed = s.cur.Sub(s.prev).Len()
	if s.speed > SnapDistance { // teleported: no walking speed
		s.prev, s.prevZ, s.speed = s.cur, s.curZ, 0
	}
	s.moved += s.speed
}

// predicted reports whether a body of the scratch island is drawn as predicted.
func (p *Predictor) predicted(b *entity.Body) bool {
	if p.mine == 0 {
		return false
	}
	if b.ID == p.mine || b.Other == p.mine {
		return true
	}
	if b.Kind == entity.Player || b.Flags&entity.Carried != 0 {
		return false
	}
	me := p.scratch.Space.Body(p.mine)
	return me != nil && b.Pos.Sub(me.Pos).Near(NearDistance)
}

// ahead returns where a body is by prediction, at local time.
func (p *Predictor) ahead(id game.EntityID) (pos fixed.Vec, z fixed.S, ok bool) {
	b := p.scratch.Space.Body(id)
	if b == nil {
		return fixed.Vec{}, 0, false
	}
	a := find(p.before, id)
	if a == nil || !b.Pos.Sub(a.Pos).Near(SnapDistance) {
		return b.Pos, b.Z, true
	}
	t := p.clock.part()
	return a.Pos.Lerp(b.Pos, t), a.Z + (b.Z - a.Z).Mul(t), true
}

// show brings the picture to the present local tick: that of the scratch island, in ascending ID.
func (p *Predictor) show() {
	next, k := p.spare[:0], 0
	bodies := p.scratch.Space.Bodies()
	for n := range bodies {
		b := &bodies[n]
		for k < len(p.shown) && p.shown[k].id < b.ID {
			k++
		}
		predicted := p.predicted(b)
		var at fixed.Vec
		var z fixed.S
		var ok bool
		if predicted {
			at, z, ok = p.ahead(b.ID)
		} else {
			at, z, ok = p.playback.at(b.ID)
		}
		if !ok {
			at, z = b.Pos, b.Z // only predicted so far: a thing just thrown by the player
		}
		if k < len(p.shown) && p.shown[k].id == b.ID {
			s := p.shown[k]
			if s.predicted != predicted {
				s.predicted = predicted
				s.correct(at) // from now on it is drawn at another time
			}
			s.step(at, z)
			next = append(next, s)
			continue
		}
		next = append(next, p.comes(shown{id: b.ID, predicted: predicted, raw: at, prev: at, cur: at, prevZ: z, curZ: z}))
	}
	p.shown, p.spare = next, p.shown
}

// comes is a body that was not shown before: from where its image was, if it has just come over a line.
func (p *Predictor) comes(s shown) shown {
	k, found := slices.BinarySearchFunc(p.images, s.id, compareImages)
	if !found {
		return s
	}
	m := &p.images[k]
	if off := m.at.Sub(s.raw); off.Near(SnapDistance) {
		s.prev, s.cur, s.moved = m.at, m.at, m.moved
		s.fade, s.left = off, FadeTicks
	}
	return s
}
