package ui

import (
	"manyhold/game/challenge"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// shown tells what players do with each other, what they find, and what they have met together.
func shown(u *UI, e *event.Event, mine bool) {
	switch e.Kind {
	case event.CarryAsked, event.Hoisted:
		carried(u, e, mine)
	case event.Charted:
		if at, ok := u.c.Model.Mine(); ok && mine {
			far := e.Tile.Centre().Sub(at).Len() / fixed.One
			u.c.Toast(u.c.Words.Fill("notice.charted", "place", placeOf(u, e.Tile), "n", kit.Itoa(int(far))))
		}
	case event.Achieved:
		if e.A >= 0 && int(e.A) < len(challenge.Rows) {
			row := &challenge.Rows[e.A]
			u.announce("notice.achieved", "what", u.c.Words.Fill("challenge."+row.Name, "n", kit.Itoa(int(row.Goal))))
		}
	case event.Rewarded:
		if mine {
			u.c.Toast(u.c.Words.Fill("notice.rewarded", "item", u.c.Say(kit.ItemKey(item.Kind(e.A))), "n", kit.Itoa(int(e.B))))
		}
	}
}

// carried tells the two players of a question, or of an answer.
func carried(u *UI, e *event.Event, mine bool) {
	me := u.c.Model.Game.Me
	asked := me != nil && me.Body == e.Entity
	switch {
	case e.Kind == event.CarryAsked && asked:
		u.c.Toast(u.c.Words.Fill("notice.carry_asked", "name", nameOf(u.c.Model, e.Seat), "key", u.c.In.Name(input.PickUp)))
	case e.Kind == event.CarryAsked && mine:
		u.c.Toast(u.c.Say("notice.carry_asking"))
	case e.Kind == event.Hoisted && asked:
		u.c.Toast(u.c.Words.Fill("notice.carried", "name", nameOf(u.c.Model, e.Seat)))
	}
}

// nameOf returns the name of the player on a seat.
func nameOf(m *model.Model, seat entity.Seat) string {
	for k := range m.Game.People {
		if p := &m.Game.People[k]; p.Seat == seat {
			return p.Name
		}
	}
	return "?"
}

// placeOf returns the name of a place, as the model has it.
func placeOf(u *UI, t grid.Tile) string {
	if u.c.Model.HUD.Board.PlaceName != nil {
		return u.c.Model.HUD.Board.PlaceName(t)
	}
	return u.c.Say("find.unknown")
}
