package model

import (
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/render"
)

// See fills Me, Centre, Tick, Hour, People and World from a scene, keeping the memory of People and its link
// states. A player's place is that of its body as it is drawn.
func (m *Model) See(s *render.Scene) {
	m.Game.Tick, m.Game.Hour = s.Tick, render.Hour(s.Tick)
	m.Game.Me = s.Me
	m.Game.World, _ = s.World.(World)
	m.Game.Torch = Torch{}
	if s.Me != nil {
		if dark.HoldsTorch(s.Me) {
			left := dark.TorchLeft(s.Torches, s.Me.Body)
			m.Game.Torch = Torch{Burns: left < dark.TorchTime, Left: left}
		}
		var w *world.State
		if i, ok := s.World.(*island.Island); ok {
			w = &i.State
		}
		m.Game.Craft.Look(w, s.Me)
	}
	m.Game.People = m.Game.People[:0]
	if s.World == nil {
		return
	}
	here, there := s.World.Players(), s.Elsewhere
	// in order of seat; a player who has just changed islands is in both for a moment
	for len(here) > 0 || len(there) > 0 {
		if len(there) == 0 || len(here) > 0 && here[0].Seat <= there[0].Seat {
			if here[0].Body != 0 {
				m.see(s, &here[0], bodyOf(s, func(b *render.Body) bool { return b.ID == here[0].Body }))
			}
			if len(there) > 0 && here[0].Seat == there[0].Seat {
				there = there[1:]
			}
			here = here[1:]
			continue
		}
		m.see(s, &there[0], bodyOf(s, func(b *render.Body) bool { return b.Kind == entity.Player && b.Seat == there[0].Seat }))
		there = there[1:]
	}
}

// see adds a player and its drawn body, nil when that is not near.
func (m *Model) see(s *render.Scene, p *entity.PlayerState, body *render.Body) {
	me := s.Me != nil && p.Seat == s.Me.Seat
	person := Person{
		Seat: p.Seat, Key: p.Key, Name: p.Name.String(), Look: p.Look, Health: p.Health, Emote: p.Emote, EmoteAt: p.EmoteAt,
		Me: me,
	}
	if body != nil {
		if !elsewhere(s, body) {
			person.Pos = fixed.Vec{X: body.Pos.X, Y: body.Pos.Y - fixed.Q(body.Z)}
		}
		person.Asleep = body.Flags&entity.Asleep != 0
		if p.Out(&body.Body) {
			person.Lies = max(1, p.SleptAt+fall.HelpTime-min(s.Tick, p.SleptAt+fall.HelpTime))
		}
		if me {
			m.Game.Centre = grid.TileAt(body.Pos)
		}
	}
	if m.Game.LinkOf != nil && !me {
		person.Link = m.Game.LinkOf(p.Key)
	}
	if m.Game.RankOf != nil {
		person.Rank, person.Muted = m.Game.RankOf(p.Key)
	}
	m.Game.People = append(m.Game.People, person)
}

// elsewhere reports whether a body is in a different land from the player's: no direction leads there.
func elsewhere(s *render.Scene, b *render.Body) bool {
	if s.Me == nil || b.ID == s.Me.Body {
		return false
	}
	me := bodyOf(s, func(o *render.Body) bool { return o.ID == s.Me.Body })
	return me != nil && grid.TileAt(me.Pos).Region().Scene() != grid.TileAt(b.Pos).Region().Scene()
}

// bodyOf returns the drawn body for which f holds, or nil when it is not near.
func bodyOf(s *render.Scene, f func(*render.Body) bool) *render.Body {
	for i := range s.Bodies {
		if f(&s.Bodies[i]) {
			return &s.Bodies[i]
		}
	}
	return nil
}
