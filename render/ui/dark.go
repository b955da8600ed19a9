package ui

import (
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/render/ui/kit"
)

// darkened tells what the dark does to the player. Advice is given once.
func darkened(u *UI, e *event.Event, mine bool) {
	if e.Kind == event.MothFled {
		switch e.A {
		case event.AwayTonight:
			u.announce("notice.moth_fled")
		case event.AwayAWhile:
			once(u, &u.told.returns, "notice.moth_returns")
		}
		return
	}
	if me := u.c.Model.Game.Me; e.Kind == event.Revived && me != nil && e.Entity == me.Body && me.Body != 0 {
		u.c.Notices.News(u.c, u.c.Words.Fill("notice.helped", "name", nameOf(u.c.Model, e.Seat)))
		return
	}
	if !mine {
		return
	}
	switch e.Kind {
	case event.KnockedOut:
		u.c.Notices.News(u.c, u.c.Say("notice.knocked_out"))
	case event.Fell:
		u.c.Notices.News(u.c, u.c.Say("notice.fell"))
	case event.Recovered:
		u.c.Notices.News(u.c, u.c.Say("notice.recovered"))
	case event.Revived:
		u.c.Notices.News(u.c, u.c.Say("notice.revived"))
	case event.Robbed:
		u.c.Notices.News(u.c, u.c.Words.Fill("notice.robbed", "item", u.c.Say(kit.ItemKey(item.Kind(e.A)))))
	case event.Hurt:
		once(u, &u.told.hurt, "notice.heal")
	case event.Clung:
		once(u, &u.told.clung, "notice.shades")
	case event.Guttered:
		once(u, &u.told.guttered, "notice.torch_low")
	case event.BurntDown:
		if e.A > 0 {
			u.c.Toast(u.c.Words.Fill("notice.torch_out", "n", kit.Itoa(int(e.A))))
		} else {
			u.c.Toast(u.c.Say("notice.torch_last"))
		}
	}
}

// told is what was said already, once in a session.
type told struct{ hurt, clung, guttered, returns bool }

// once tells something the first time only.
func once(u *UI, said *bool, key string) {
	if !*said {
		*said = true
		u.c.Notices.News(u.c, u.c.Say(key))
	}
}
