package window

import (
	"context"
	"slices"

	"manyhold/app/order"
	"manyhold/app/usage"
	"manyhold/game/entity"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// shout says something to the whole world, without waiting, and tells why it could not be.
func (s *Session) shout(text string) {
	node := s.Play.node
	go func() {
		ctx, cancel := context.WithTimeout(s.ctx, order.ShoutTime)
		defer cancel()
		if err := node.Shout(ctx, text); err != nil {
			s.tell(usage.Sentence(err))
		}
	}()
}

// hearShouts lets the chat show what was said to the whole world since the last look. Who has just come is shown what
// is no older than a minute.
func (s *Session) hearShouts(p *Playing) {
	for i := range p.net.shouts {
		c := &p.net.shouts[i]
		if c.Serial <= p.heard {
			continue
		}
		p.heard = c.Serial
		if c.Age > 60 {
			continue
		}
		s.Ui.Heard(model.ShoutLine{Seat: seatOf(s.model.Game.People, c.Peer), Name: c.Name, Text: c.Text})
	}
}

// seatOf returns the seat of a player by its key, zero when it is nobody's here.
func seatOf(people []model.Person, peer string) entity.Seat {
	id, err := key.ParseID(peer)
	k := slices.IndexFunc(people, func(p model.Person) bool { return key.ID(p.Key) == id })
	if err != nil || k < 0 {
		return 0
	}
	return people[k].Seat
}
