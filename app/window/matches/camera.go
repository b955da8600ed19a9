package matches

import (
	"manyhold/app/window/matches/director"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
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
}

// floatSpeed is how fast the camera is moved by hand, in tiles a second.
const floatSpeed = 9

// Look returns where to look now. (dx, dy) is how the viewer moves the camera, from -1 to 1.
func (c *Camera) Look(w *island.Island, bodies []predict.Drawn, dx, dy float64) fixed.Vec {
	c.tick++
	c.subjects = c.subjects[:0]
	followed := false
	for k := range bodies {
		b := &bodies[k]
		switch b.Kind {
		case entity.Player:
			if p := w.Roster.ByKey(c.follow); p != nil && p.Body == b.ID {
				c.at, followed = b.Pos, true
			}
		case entity.Ball, entity.Ember, entity.Cart:
		default:
			continue
		}
		c.subjects = append(c.subjects, director.Subject{ID: b.ID, X: tiles(b.Pos.X), Y: tiles(b.Pos.Y), Ball: b.Kind == entity.Ball || b.Kind == entity.Ember})
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
		if len(c.subjects) == 0 && c.at == (fixed.Vec{}) {
			return w.SpawnTile.Centre()
		}
		c.at = fixed.Vec{X: fixed.Q(x * fixed.One), Y: fixed.Q(y * fixed.One)}
	}
	return c.at
}

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

// Fill says what the camera looks at.
func (c *Camera) Fill(m *model.LiveMatch, w *island.Island) {
	m.Free, m.Follows = c.free, ""
	if p := w.Roster.ByKey(c.follow); p != nil {
		m.Follows = p.Name.String()
	}
}
