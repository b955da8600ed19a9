package main

import (
	"fmt"
	"slices"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/net/key"
)

// This file is how players come to one another: who knocks is let in by the peer of who is asked, at once or by hand, as
// the setting player.visits and the charter say. The world only sees that one was let in.

// callOf is the command by which a player asks another to let it come, or lets it come (command.Visit, command.Welcome):
// who is on another island, a list of those who are, is called from afar.
func callOf(k command.Kind, o *entity.PlayerState, afar bool) command.Command {
	if afar && k == command.Visit {
		return command.Command{Kind: command.Call, Entity: o.Body, Tile: grid.TileAt(o.Last)}
	}
	return command.Command{Kind: k, Entity: o.Body}
}

// call issues a command about the body of a player, here or on another island.
func (p *playing) call(k command.Kind, seat entity.Seat) {
	if o, afar := p.playerOf(seat); o != nil && o.Body != 0 {
		p.issue(callOf(k, o, afar))
	}
}

// playerOf finds a player of the world, here or, afar, on another island; nil: it is not known.
func (p *playing) playerOf(seat entity.Seat) (o *entity.PlayerState, afar bool) {
	for k, list := range [...][]entity.PlayerState{p.view.World.Players(), p.net.elsewhere} {
		for i := range list {
			if list[i].Seat == seat && (k == 1 || list[i].Body != 0) {
				return &list[i], k == 1
			}
		}
	}
	return nil, false
}

// elsewhere lists who is on other islands that this node knows.
func (n *node) elsewhere() []entity.PlayerState {
	st := n.Status()
	return elsewhere(nil, &st)
}

// parseVisit reads an order to ask somebody to let the player come, or to let somebody come.
func parseVisit(verb, who string) (errand, error) {
	if who == "" {
		return nil, fmt.Errorf("%s takes the name of a player", verb)
	}
	return later(func(h *hand) (errand, error) {
		kind, did := command.Visit, "asked "+who
		if verb == "welcome" {
			kind, did = command.Welcome, who+" may come"
		}
		lists := [][]entity.PlayerState{h.World.Players()}
		if h.Elsewhere != nil {
			lists = append(lists, h.Elsewhere())
		}
		for k, list := range lists {
			for i := range list {
				if o := &list[i]; o.Name.String() == who && o.Body != 0 && o.Key != h.Me {
					return &ask{cmd: callOf(kind, o, k == 1), did: did}, nil
				}
			}
		}
		return nil, fmt.Errorf("nobody called %q is in the world", who)
	}), nil
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
		o, _ := p.playerOf(e.Seat)
		if o == nil {
			continue
		}
		trusted := slices.Contains(p.net.trust, key.ID(o.Key).String())
		switch welcome, ask := answers(s.id.conf.settings.Player.Visits, trusted); {
		case welcome:
			p.call(command.Welcome, e.Seat)
		case ask:
			s.ui.Knock(e.Seat, o.Name.String())
		}
	}
}
