package window

import (
	"slices"

	"manyhold/app/order"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// hearVisitRequests answers players that ask to visit this player.
func (v *play) hearVisitRequests(events []event.Event) {
	s, p := v.s, v.p
	for i := range events {
		e := &events[i]
		me := p.me()
		if e.Kind != event.VisitRequested || me == nil || e.Entity != me.Body {
			continue
		}
		o, _ := p.playerOf(e.Seat)
		if o == nil {
			continue
		}
		trusted := slices.Contains(p.net.trust, key.ID(o.Key).String())
		switch welcome, ask := answers(s.id.Conf.Settings.Player.Visits, trusted); {
		case welcome:
			p.call(command.Welcome, e.Seat)
		case ask:
			s.ui.VisitRequest(e.Seat, o.Name.String())
		}
	}
}

// call issues a command about the body of a player, here or on another island.
func (p *Playing) call(k command.Kind, seat entity.Seat) {
	if o, afar := p.playerOf(seat); o != nil && o.Body != 0 {
		p.Issue(order.CallOf(k, o, afar))
	}
}

// playerOf finds a player of the world, here or, afar, on another island; nil: it is not known.
func (p *Playing) playerOf(seat entity.Seat) (o *entity.PlayerState, afar bool) {
	for k, list := range [...][]entity.PlayerState{p.View.World.Players(), p.net.elsewhere} {
		for i := range list {
			if list[i].Seat == seat && (k == 1 || list[i].Body != 0) {
				return &list[i], k == 1
			}
		}
	}
	return nil, false
}

// answers decides about a guest: whether it is welcome at once, or the person is asked. Founder and keepers
// of the world are welcome at once.
func answers(visits string, trusted bool) (welcome, ask bool) {
	welcome = trusted || visits == "anyone"
	return welcome, !welcome && visits != "nobody"
}

// hearShouts shows the shouts to the whole world since the last look in the chat. A newcomer sees those of
// the last minute.
func (v *play) hearShouts() {
	s, p := v.s, v.p
	for i := range p.net.shouts {
		c := &p.net.shouts[i]
		if c.Serial <= p.heard {
			continue
		}
		p.heard = c.Serial
		if c.Age > 60 {
			continue
		}
		s.ui.Heard(model.ShoutLine{Seat: seatOf(s.model.Game.People, c.Peer), Name: c.Name, Text: c.Text})
	}
}

// seatOf returns the seat of a player by its key, zero when no player here has it.
func seatOf(people []model.Person, peer string) entity.Seat {
	id, err := key.ParseID(peer)
	k := slices.IndexFunc(people, func(p model.Person) bool { return key.ID(p.Key) == id })
	if err != nil || k < 0 {
		return 0
	}
	return people[k].Seat
}
