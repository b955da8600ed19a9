package ui

import (
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/tile"
)

// Observe takes what happened, each event once: why the player's own commands were refused is shown beside
// the cursor, a chest that the player opened becomes a screen, comings and goings are told.
func (u *UI) Observe(events []event.Event, m *Model) {
	u.m = m
	for i := range events {
		e := &events[i]
		mine := m.Me != nil && e.Seat == m.Me.Seat
		if mine {
			u.hints.observe(u, e)
		}
		switch e.Kind {
		case event.Refused:
			if mine {
				u.refuse(u.say(reasonKey(event.Reason(e.A))))
			}
		case event.Opened:
			u.opened(e, mine)
		case event.Lit:
			if tile.Block(e.A) == tile.Beacon {
				u.Toast(u.words.Fill("notice.light", "names", e.Text))
				u.Tell(u.words.Fill("notice.light", "names", e.Text))
			}
		case event.Told:
			if mine && e.Text != "" {
				u.Toast(u.words.Fill("notice.kept", "names", e.Text))
			} else if mine {
				u.Toast(u.say("notice.dark"))
			}
		case event.KnockedOut:
			if mine {
				u.Toast(u.say("notice.knocked_out"))
			}
		case event.Ruled:
			u.ruled(island.Law(e.A), e.B != 0)
		case event.Entered:
			if !mine && m.Me != nil { // before that it is the player's own coming
				u.tellOf("notice.entered", e)
				u.sound(SoundJoined)
			}
		case event.Left:
			if !mine {
				u.tellOf("notice.left", e)
				u.sound(SoundLeft)
			}
		case event.Renamed:
			u.tellOf("notice.renamed", e)
		case event.Collected:
			if mine && e.B > 0 && u.isOpen(bagScreen) {
				u.sound(SoundPick)
			}
		}
	}
}

// opened takes that something was opened: the player's own chest becomes a screen, a gate is told.
func (u *UI) opened(e *event.Event, mine bool) {
	switch tile.Block(e.A) {
	case tile.Chest:
		if mine {
			u.OpenChest(e.Tile)
		}
	case tile.Handle:
		if mine {
			u.Toast(u.say("notice.handle"))
		}
	case tile.Gate:
		words := u.words.Fill("notice.gate", "names", e.Text)
		u.Toast(words)
		u.Tell(words)
	}
}

// tellOf tells of a coming or going, in the lane and in the chat.
func (u *UI) tellOf(key string, e *event.Event) {
	words := u.words.Fill(key, "name", e.Text)
	u.Toast(words)
	u.Tell(words)
}
