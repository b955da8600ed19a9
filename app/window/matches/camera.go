package matches

import (
	"manyhold/app/window/matches/director"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/game/predict"
	"manyhold/render/ui/model"
)

// Camera is where somebody looks who watches a match: at the action, at a player, or where it was moved by
// hand.
type Camera struct {
	director director.Director
	subjects []director.Subject
	tick     uint64
	at       fixed.Vec
	follow   game.PlayerID // zero: the action
	free     bool
	cut      bool
}

// floatSpeed is how fast the camera is moved by hand, in tiles a second.
const floatSpeed = 9

// Look returns where to look now. (dx, dy) is how the viewer moves the camera, from -1 to 1.
func (c *Camera) Look(w *island.Island, bodies []predict.Drawn, dx, dy float64) fixed.Vec {
	c.tick++
	c.subjects, c.cut = c.subjects[:0], false
	watched := match.Watched(w)
	followed := false
	for k := range bodies {
		b := &bodies[k]
		switch b.Kind {
		case entity.Player:
			if p := w.Roster.ByKey(c.follow); p != nil && p.Body == b.ID {
				c.at, followed = b.Pos, true
			}
		case entity.Ball, entity.Ember, entity.Cart, entity.Gizmo, entity.GizmoBox:
		default:
			continue
		}
		s := director.Subject{ID: b.ID, X: tiles(b.Pos.X), Y: tiles(b.Pos.Y), Ball: b.Kind == entity.Ball || b.Kind == entity.Ember || b.Kind == entity.Gizmo}
		if s.Ball {
			s.Lively = sheepLively * float64(running(w, b.Pos))
		}
		if b.ID == watched {
			s.Weight = watchedWeight
		}
		c.subjects = append(c.subjects, s)
	}
	if dx != 0 || dy != 0 {
		c.free, c.follow = true, game.PlayerID{}
	}
	switch {
	case c.free:
		step := func(d float64) fixed.Q { return fixed.Q(d * floatSpeed / game.TicksPerSecond * fixed.One) }
		c.at.X, c.at.Y = c.at.X+step(dx), c.at.Y+step(dy)
	case followed:
	default:
		x, y := c.director.Look(c.tick, c.subjects)
		c.cut = c.director.Cut()
		if len(c.subjects) == 0 && c.at == (fixed.Vec{}) {
			return w.SpawnTile.Centre()
		}
		c.at = fixed.Vec{X: fixed.Q(x * fixed.One), Y: fixed.Q(y * fixed.One)}
	}
	return c.at
}

const (
	// watchedWeight is how much more lively a body counts as that the referee wants to be looked at.
	watchedWeight = 8
	// herdReach is how near to a dog sheep run from it, in tiles, and sheepLively how lively each makes the
	// dog: 25 as much as its own run.
	herdReach   = 7
	sheepLively = 0.004
)

// running returns how many sheep run near a place.
func running(w *island.Island, at fixed.Vec) (n int) {
	all := w.Flock.All()
	x, y := fixed.S(at.X), fixed.S(at.Y)
	for k := range all {
		s := &all[k]
		dx, dy := s.Pos.X-x, s.Pos.Y-y
		if max(dx, -dx, dy, -dy) < herdReach*fixed.One && (s.Vel.X != 0 || s.Vel.Y != 0) && s.Scared > 0 {
			n++
		}
	}
	return n
}

// Cut reports whether the camera jumped in the last look instead of travelling.
func (c *Camera) Cut() bool { return c.cut }

// At returns where the camera looked last.
func (c *Camera) At() fixed.Vec { return c.at }

func tiles(q fixed.Q) float64 { return float64(q) / fixed.One }

// Next follows the next player; after the last one, and when the camera was moved by hand, the action.
func (c *Camera) Next(w *island.Island) {
	if c.free {
		c.free, c.follow = false, game.PlayerID{}
		return
	}
	next := c.follow == game.PlayerID{}
	for k := range w.Roster.Here {
		p := &w.Roster.Here[k]
		if w.Space.Body(p.Body) == nil {
			continue
		}
		if next {
			c.follow = p.Key
			return
		}
		next = p.Key == c.follow
	}
	c.follow = game.PlayerID{}
}

// Follows returns the player that the camera follows, zero for none.
func (c *Camera) Follows() game.PlayerID { return c.follow }

// Fill says what the camera looks at.
func (c *Camera) Fill(m *model.LiveMatch, w *island.Island) {
	m.Free, m.Follows = c.free, ""
	if p := w.Roster.ByKey(c.follow); p != nil {
		m.Follows = p.Name.String()
	}
}
