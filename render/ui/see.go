package ui

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/render"
)

// See fills Me, Centre, Tick, Hour, People and World from a scene, keeping the memory of People and what it
// says of links. A player's place is that of its body as it is drawn.
func (m *Model) See(s *render.Scene) {
	m.Tick, m.Hour = s.Tick, render.Hour(s.Tick)
	m.Me = s.Me
	m.World, _ = s.World.(World)
	m.People = m.People[:0]
	if s.World == nil {
		return
	}
	players := s.World.Players()
	for i := range players {
		p := &players[i]
		if p.Body == 0 {
			continue
		}
		me := s.Me != nil && p.Seat == s.Me.Seat
		person := Person{
			Seat: p.Seat, Key: p.Key, Name: p.Name.String(), Look: p.Look, Health: p.Health, Emote: p.Emote, EmoteAt: p.EmoteAt,
			Me: me,
		}
		if body := bodyOf(s, p); body != nil {
			person.Pos = fixed.Vec{X: body.Pos.X, Y: body.Pos.Y - fixed.Q(body.Z)}
			person.Asleep = body.Flags&entity.Asleep != 0
			if me {
				m.Centre = grid.TileAt(body.Pos)
			}
		}
		if m.LinkOf != nil && !me {
			person.Link = m.LinkOf(p.Key)
		}
		m.People = append(m.People, person)
	}
}

// bodyOf returns the drawn body of a player, or nil when it is not near.
func bodyOf(s *render.Scene, p *entity.PlayerState) *render.Body {
	for i := range s.Bodies {
		if s.Bodies[i].ID == p.Body {
			return &s.Bodies[i]
		}
	}
	return nil
}
