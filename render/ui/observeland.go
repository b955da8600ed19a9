package ui

import (
	"manyhold/game/claim"
	"manyhold/game/event"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// claimed tells a player what became of its claims, and of those on which it is a friend.
func (u *UI) claimed(e *event.Event, m *model.Model) {
	me := m.Game.Me
	if me == nil {
		return
	}
	mine := e.Seat == me.Seat
	size := func(key string, w, h int32) {
		u.c.Notices.News(u.c, u.c.Words.Fill(key, "w", kit.Itoa(int(w)), "h", kit.Itoa(int(h))))
	}
	switch {
	case e.Kind == event.ClaimMade && mine:
		size("claim.claimed", e.A, e.B)
		u.c.Sound(kit.SoundOK)
	case e.Kind == event.ClaimEnded && mine && e.A == 0:
		u.c.Notices.News(u.c, u.c.Say("claim.ended"))
	case e.Kind == event.ClaimEnded && mine:
		size([...]string{1: "claim.ended_keeper", 2: "claim.ended_time"}[min(max(e.A, 1), 2)], e.B>>8, e.B&0xff)
	case e.Kind == event.ClaimShared && e.B == int32(me.Seat):
		key := map[claim.Grant]string{claim.Befriend: "claim.befriended", claim.Unfriend: "claim.unfriended"}[claim.Grant(e.A)]
		for i := range m.Game.People {
			if p := &m.Game.People[i]; p.Seat == e.Seat && key != "" {
				u.c.Notices.News(u.c, u.c.Words.Fill(key, "name", p.Name))
			}
		}
	}
}
