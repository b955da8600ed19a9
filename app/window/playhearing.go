package window

import (
	"context"
	"slices"
	"strings"

	"manyhold/app/order"
	"manyhold/app/usage"
	"manyhold/audio"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/journal"
	"manyhold/game/tile"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// shout says something to the whole world, without waiting, and tells why it could not be.
func (v *play) shout(text string) {
	s, p := v.s, v.p
	node := p.node
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

// seatOf returns the seat of a player by its key, zero when it is nobody's here.
func seatOf(people []model.Person, peer string) entity.Seat {
	id, err := key.ParseID(peer)
	k := slices.IndexFunc(people, func(p model.Person) bool { return key.ID(p.Key) == id })
	if err != nil || k < 0 {
		return 0
	}
	return people[k].Seat
}

// hearKnocks answers those who ask to come to this player.
func (v *play) hearKnocks(events []event.Event) {
	s, p := v.s, v.p
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
		switch welcome, ask := answers(s.id.Conf.Settings.Player.Visits, trusted); {
		case welcome:
			p.call(command.Welcome, e.Seat)
		case ask:
			s.ui.Knock(e.Seat, o.Name.String())
		}
	}
}

// find looks around for something new, and tells of it.
func (v *play) find() {
	s, p := v.s, v.p
	f := &p.finds
	body := p.body()
	if body == nil || p.me() == nil || p.net.world == "" || p.ticks < f.looked+lookEvery {
		return
	}
	f.looked = p.ticks
	warn := v.journalWarning
	if f.path == "" {
		if err := f.open(s.id.Dir, p.net.world, p.View.World.Genesis().Seed); err != nil {
			warn(err)
		}
	}
	v.alive = s.renderer.Creatures(v.alive[:0], body.Pos, journal.PlaceReach)
	v.found(f.look(p.View.World, grid.TileAt(body.Pos), p.View.Tick, v.alive, warn))
}

// found tells of what is new in the journal.
func (v *play) found(fresh []journal.Find) {
	s, p := v.s, v.p
	if len(fresh) == 0 {
		return
	}
	var names []string
	for _, n := range fresh {
		names = append(names, p.finds.name(s.words, n))
	}
	s.ui.Toast(s.words.Fill("find.new", "what", strings.Join(names, ", ")))
	s.sound.UI(audio.SoundFound)
}

// opened writes down which chests of the land the player has opened.
func (v *play) opened(events []event.Event) {
	p := v.p
	f := &p.finds
	for i := range events {
		e := &events[i]
		if e.Kind != event.Opened || tile.Block(e.A) != tile.Chest || f.path == "" || p.View.Me == nil || e.Seat != p.View.Me.Seat {
			continue
		}
		if n, _, ok := f.atlas.Hoard(e.Tile); ok && f.add(n) {
			f.keep(v.journalWarning)
			v.found([]journal.Find{n})
		}
	}
}

// journalWarning logs that the journal could not be written.
func (v *play) journalWarning(err error) { v.s.log.Warn("the journal is not kept", "why", err) }
