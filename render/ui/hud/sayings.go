package hud

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/render/ui/kit"
)

// maxSayings is how many things are seen speaking at a time: the latest.
const maxSayings = 16

// saying is what a thing said.
type saying struct {
	of   game.EntityID
	at   fixed.Vec
	tick game.Tick
	text string
	// it is the name on a sky lantern, and rises with it
	rises bool
}

// Hear takes what a thing said (event.ThingSaid). Its saying from before is gone.
func (g *Tags) Hear(e *event.Event) {
	next := saying{of: e.Entity, at: fixed.Vec{X: e.Pos.X, Y: e.Pos.Y - fixed.One}, tick: e.Tick, text: e.Text}
	for k := range g.sayings {
		if !g.sayings[k].rises && g.sayings[k].of == e.Entity {
			g.sayings[k] = next
			return
		}
	}
	g.keep(next)
}

// keep takes one more saying, in place of the oldest if there are too many.
func (g *Tags) keep(next saying) {
	if len(g.sayings) == maxSayings {
		g.sayings = append(g.sayings[:0], g.sayings[1:]...)
	}
	g.sayings = append(g.sayings, next)
}

const (
	// lanternTicks is for how long the name on a sky lantern can be read, and lanternSpeed how fast it rises,
	// in tiles per second: with the lantern that the world draws.
	lanternTicks = 7 * game.TicksPerSecond
	lanternSpeed = fixed.One * 7 / 8
)

// Rise takes a sky lantern with a name (event.LanternRose).
func (g *Tags) Rise(e *event.Event) {
	g.keep(saying{at: e.Pos, tick: e.Tick, text: e.Text, rises: true})
}

// things draws what things said in the last seconds, and the names on sky lanterns.
func (g *Tags) things(u *kit.Context) {
	for k := range g.sayings {
		s := &g.sayings[k]
		now, lasts := u.Model.Game.Tick, game.Tick(bubbleTicks)
		if s.rises {
			lasts = lanternTicks
		}
		if now < s.tick || now >= s.tick+lasts {
			continue
		}
		if s.rises {
			at := fixed.Vec{X: s.at.X, Y: s.at.Y - fixed.One - lanternSpeed*fixed.Q(now-s.tick)/game.TicksPerSecond}
			if x, y, seen := u.OnScreen(at); seen {
				u.Text(kit.R(x-80, y-22, 160, 16), s.text, kit.Style{Col: kit.TextColour, Outline: true, Align: kit.Centre})
			}
			continue
		}
		if x, y, seen := u.OnScreen(s.at); seen {
			g.bubble(u, x, y, s.text)
		}
	}
}
