package main

import (
	"slices"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/net/key"
)

// This file is how players come to one another: who knocks is let in by the peer of who is asked, at once or by hand, as
// the setting player.visits and the charter say. The world only sees that one was let in.

// call issues a command about the body of a player.
func (p *playing) call(k command.Kind, seat entity.Seat) {
	players := p.view.World.Players()
	for i := range players {
		if players[i].Seat == seat && players[i].Body != 0 {
			p.issue(command.Command{Kind: k, Entity: players[i].Body})
		}
	}
}

// answers says what becomes of somebody who asks to come: welcome without a question, or be asked about. Founder and
// keepers of the world come without one.
func answers(visits string, trusted bool) (welcome, ask bool) {
	welcome = trusted || visits == "anyone"
	return welcome, !welcome && visits != "nobody"
}

// hearKnocks answers those who ask to come to this player.
func (s *session) hearKnocks(p *playing, events []event.Event) {
	for i := range events {
		e := &events[i]
		me := p.me()
		if e.Kind != event.Knocked || me == nil || e.Entity != me.Body {
			continue
		}
		players := p.view.World.Players()
		k := slices.IndexFunc(players, func(o entity.PlayerState) bool { return o.Seat == e.Seat })
		if k < 0 {
			continue
		}
		trusted := slices.Contains(p.net.trust, key.ID(players[k].Key).String())
		switch welcome, ask := answers(s.id.conf.settings.Player.Visits, trusted); {
		case welcome:
			p.call(command.Welcome, e.Seat)
		case ask:
			s.ui.Knock(e.Seat, players[k].Name.String())
		}
	}
}
