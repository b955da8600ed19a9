// Package goals fills the models of the goal that a player has before it, and of the list of all.
package goals

import (
	"math"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// Guide knows where the goals of a world are. The zero value is ready.
type Guide struct {
	seed   uint64
	places [goal.Count]place
}

// place is where a goal is, as far as that was asked for: finding it may take milliseconds.
type place struct {
	asked, known bool
	at           grid.Tile
}

// Fill fills the list of all goals and, unless it is hidden, the line of the next one. p is the player, nil
// while it is not in the world.
func (g *Guide) Fill(m *model.HUD, i *world.State, p *entity.PlayerState, hidden bool) {
	m.Goal, m.Goals = model.GoalLine{}, m.Goals[:0]
	if p == nil {
		return
	}
	for n := range goal.Count {
		m.Goals = append(m.Goals, one(i, p, n))
	}
	if b := i.Space.Body(p.Body); b != nil && !hidden {
		g.line(&m.Goal, i, p, b)
	}
}

// line fills the line of the next goal.
func (g *Guide) line(m *model.GoalLine, i *world.State, p *entity.PlayerState, b *entity.Body) {
	next, ok := goal.Next(i, p)
	if !ok {
		return
	}
	m.Goal = one(i, p, next)
	m.On = true
	if at, known := g.where(i, p, b, next); known {
		d := at.Centre().Sub(b.Pos)
		x, y := float64(d.X)/fixed.One, float64(d.Y)/fixed.One
		m.Known, m.At, m.Tiles = true, at, int(math.Hypot(x, y))
		m.Eighth = int(math.Round(math.Atan2(y, x)*4/math.Pi)) & 7
	}
}

// where returns the place of a goal. The long night has a new one each time.
func (g *Guide) where(i *world.State, p *entity.PlayerState, b *entity.Body, n goal.Goal) (grid.Tile, bool) {
	if g.seed != i.Gen.Seed {
		*g = Guide{seed: i.Gen.Seed}
	}
	if n == goal.LongNight {
		return goal.Place(i, p, b, n)
	}
	x := &g.places[n]
	if !x.asked {
		x.at, x.known = goal.Place(i, p, b, n)
		x.asked = true
	}
	return x.at, x.known
}

// one returns a goal as the window shows it.
func one(i *world.State, p *entity.PlayerState, n goal.Goal) model.Goal {
	light, isLight := n.Light()
	if !isLight {
		light = -1
	}
	lit := n == goal.Keeper && i.Lights.Lit(0)
	return model.Goal{Name: n.Name(), Light: light, World: n >= goal.First, Done: goal.Done(i, p, n), Open: goal.Open(i, p, n), Lit: lit}
}

// freshTicks is for how long a player counts as new in a world: ten minutes.
const freshTicks = 10 * 60 * game.TicksPerSecond

// Fresh reports whether a player is in its first minutes in a world.
func Fresh(p *entity.PlayerState, now game.Tick) bool {
	return p != nil && now < p.FirstSeen+freshTicks
}
