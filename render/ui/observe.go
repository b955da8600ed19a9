package ui

import (
	"slices"
	"strings"

	"manyhold/game/event"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/menu"
	"manyhold/render/ui/model"
)

// Observe takes each event once: the reason of the player's own refused commands is shown beside the cursor,
// a chest that the player opened becomes a screen, comings and goings are announced.
func (u *UI) Observe(events []event.Event, m *model.Model) {
	u.c.Model = m
	for i := range events {
		e := &events[i]
		mine := m.Game.Me != nil && e.Seat == m.Game.Me.Seat
		if mine {
			u.hud.Hints.Observe(u.c, e)
			u.hud.Gains.Observe(u.c, e)
		}
		switch e.Kind {
		case event.Refused:
			if mine {
				u.c.Refuse(u.c.Say(kit.ReasonKey(event.Reason(e.A))))
			}
		case event.Opened:
			u.opened(e, mine)
		case event.Lit, event.Told, event.LightWon, event.Feasted, event.LanternRose, event.Flickered, event.Watched:
			shone(u, events, e, mine)
		case event.KnockedOut, event.Fell, event.Recovered, event.Revived, event.Robbed, event.Hurt, event.Clung, event.MothFled, event.Guttered, event.BurntDown:
			darkened(u, e, mine)
		case event.CarryAsked, event.Hoisted, event.Charted, event.Achieved, event.Rewarded:
			shown(u, e, mine)
		case event.Ruled:
			u.ruled(world.Law(e.A), e.B != 0)
		case event.Entered:
			delete(u.gone, e.Seat)
			if !mine && m.Game.Me != nil { // before that it is the player's own coming
				u.tellOf("notice.entered", e)
				u.c.Sound(kit.SoundJoined)
			}
		case event.Left:
			if !mine && !u.gone[e.Seat] { // a turn may come twice, when a branch of the world is merged
				u.gone[e.Seat] = true
				u.tellOf("notice.left", e)
				u.c.Sound(kit.SoundLeft)
			}
		case event.ClaimMade, event.ClaimEnded, event.ClaimShared:
			u.claimed(e, m)
		case event.Reverted, event.Reinstated:
			u.reverted(e, mine)
		case event.ThingSaid:
			u.hud.Tags.Hear(e)
		case event.ThingAsked:
			if mine {
				u.things.Question.Ask(u.c, e)
			}
		case event.Overruled:
			if mine {
				name, by, _ := strings.Cut(e.Text, "\n")
				words := u.c.Words.Fill("notice.overruled", "name", name, "was", kit.Itoa(int(e.A)), "is", kit.Itoa(int(e.B)), "by", by)
				u.c.Notices.News(u.c, words)
				u.chat.Tell(u.c, words)
			}
		case event.Renamed:
			u.tellOf("notice.renamed", e)
		case event.GoalReached:
			if mine && !m.Game.Equipped { // who begins with all of it has reached nothing
				u.c.Notices.News(u.c, u.c.Words.Fill("goal.reached", "goal", u.c.Say("goal."+goal.Goal(e.A).Name())))
			}
		case event.Collected:
			if mine && e.B > 0 && u.c.IsOpen(&u.bag) {
				u.c.Sound(kit.SoundPick)
			}
		}
	}
}

// shone tells of lighthouses.
func shone(u *UI, events []event.Event, e *event.Event, mine bool) {
	switch e.Kind {
	case event.Lit:
		if tile.Block(e.A) == tile.Beacon && !won(events, e.Tile) {
			u.c.Notices.News(u.c, u.c.Words.Fill("notice.relit", "names", e.Text))
			u.hud.Shone(u.c)
		}
	case event.Told:
		if mine && e.Text != "" {
			u.c.Notices.News(u.c, u.c.Words.Fill("notice.lit_by", "names", e.Text))
		} else if mine {
			u.c.Notices.News(u.c, u.c.Say("notice.dark"))
		}
	case event.LightWon:
		u.announce("notice.light_won", "name", e.Text, "n", kit.Itoa(int(e.B)))
		u.hud.Shone(u.c)
	case event.Feasted:
		u.c.Notices.News(u.c, u.c.Count("notice.feast", int(e.A)))
		u.chat.Tell(u.c, u.c.Words.Fill("notice.feast_names", "names", e.Text))
	case event.LanternRose:
		u.hud.Tags.Rise(e)
	case event.Flickered:
		if e.B == 1 {
			u.announce("notice.flicker", "number", kit.Itoa(int(e.A)+1))
		}
	case event.Watched:
		u.c.Notices.News(u.c, u.c.Words.Fill("notice.watch", "n", kit.Itoa(int(e.A)), "of", kit.Itoa(int(e.B))))
	}
}

// opened takes that something was opened: the player's own chest becomes a screen, a gate is told.
func (u *UI) opened(e *event.Event, mine bool) {
	switch tile.Block(e.A) {
	case tile.Chest:
		if mine {
			u.bag.OpenChest(u.c, e.Tile)
		}
	case tile.Notice:
		if mine {
			u.c.Open(&u.menus.Notice)
		}
	case tile.MatchBoard:
		if mine {
			u.OpenMatches(u.c)
		}
	case tile.Handle:
		if mine {
			u.c.Notices.News(u.c, u.c.Say("notice.handle"))
		}
	case tile.Gate:
		if e.Text == "" {
			u.announce("notice.gate_alone")
		} else {
			names := e.Text // of two
			if first, second, both := strings.Cut(names, ", "); both {
				names = u.c.Words.Fill("net.and", "names", first, "name", second)
			}
			u.announce("notice.gate", "names", names)
		}
	}
}

// announce tells something in the lane: one message, in one place.
func (u *UI) announce(key string, pairs ...string) {
	u.c.Notices.News(u.c, u.c.Words.Fill(key, pairs...))
}

// won reports whether events tell that the lighthouse on a tile was lit for the first time: then that is
// said, and not that it burns.
func won(events []event.Event, t grid.Tile) bool {
	return slices.ContainsFunc(events, func(e event.Event) bool { return e.Kind == event.LightWon && e.Tile == t })
}

// reverted tells of a revert in the chat, and the keeper in the lane, with the key that undoes it.
func (u *UI) reverted(e *event.Event, mine bool) {
	key := "notice.reverted"
	if e.Kind == event.Reinstated {
		key = "notice.reinstated"
	}
	if e.A == 1 {
		key += "_one"
	}
	words := u.c.Words.Fill(key, "n", kit.Itoa(int(e.A)), "name", e.Text)
	if e.B > 0 {
		words += " · " + u.c.Words.Fill("notice.kept", "n", kit.Itoa(int(e.B)))
	}
	u.chat.Tell(u.c, words)
	if mine && e.Kind == event.Reverted {
		words += " · " + u.c.Words.Fill("notice.undo_revert", "key", u.c.In.Name(input.UndoStep))
	}
	if mine {
		u.c.Notices.News(u.c, words)
	}
}

// tellOf tells of a coming or going, in the chat alone, whose newest lines are always in sight.
func (u *UI) tellOf(key string, e *event.Event) {
	u.chat.Tell(u.c, u.c.Words.Fill(key, "name", e.Text))
}

// ruled tells that a law holds from now on, or no more.
func (u *UI) ruled(law world.Law, holds bool) {
	if law >= world.LawCount {
		return
	}
	key := "notice.law_ended"
	if holds {
		key = "notice.law"
	}
	u.announce(key, "law", u.c.Say(menu.LawWords[law].Name))
}
