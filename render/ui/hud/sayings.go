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
}

// Hear takes what a thing said (event.ThingSaid). Its saying from before is gone.
func (g *Tags) Hear(e *event.Event) {
	next := saying{e.Entity, fixed.Vec{X: e.Pos.X, Y: e.Pos.Y - fixed.One}, e.Tick, e.Text}
	for k := range g.sayings {
		if g.sayings[k].of == e.Entity {
			g.sayings[k] = next
			return
		}
	}
	if len(g.sayings) == maxSayings {
		g.sayings = append(g.sayings[:0], g.sayings[1:]...)
	}
	g.sayings = append(g.sayings, next)
}

// things draws what things said in the last seconds.
func (g *Tags) things(u *kit.Context) {
	for k := range g.sayings {
		s := &g.sayings[k]
		if now := u.Model.Game.Tick; now < s.tick || now >= s.tick+bubbleTicks {
			continue
		}
		if x, y, seen := u.OnScreen(s.at); seen {
			g.bubble(u, x, y, s.text)
		}
	}
}
