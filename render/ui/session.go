package ui

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Toast shows a short line in the lane at the top for a few seconds, also over a screen: it is the answer to
// what is done there. A line that repeats the last one is left out.
func (u *UI) Toast(text string) { u.c.Toast(text) }

// Lane is the lane of short lines at the top.
type Lane struct{ c *kit.Context }

// Lane returns the lane.
func (u *UI) Lane() Lane { return Lane{u.c} }

// Keep takes its lines away, but for one, until Return: a match is shown, and they are of the world.
func (l Lane) Keep(stays string) { l.c.Notices.Keep(stays) }

// News shows a line as Toast does, once no screen is open any more.
func (l Lane) News(text string) { l.c.Notices.News(l.c, text) }

// Later shows a line after Return.
func (l Lane) Later(text string) { l.c.Notices.Later(text) }

// Return shows the lines that were kept.
func (l Lane) Return() { l.c.Notices.Return(l.c) }

// Lines returns the lines that are shown, and wait to be shown.
func (l Lane) Lines() []string { return l.c.Notices.Lines() }

// ConnectByHand opens the screen for connecting by hand. An offer under way goes on.
func (u *UI) ConnectByHand() { u.c.Open(&u.menus.ByHand) }

// Tell adds a line of the program's own (an answer to a slash command, an error) to the chat.
func (u *UI) Tell(text string) { u.chat.Tell(u.c, text) }

// Heard adds a message to the whole world to the chat.
func (u *UI) Heard(l model.ShoutLine) { u.chat.Heard(u.c, l) }

// VisitRequest reports a player's request to visit, to be decided in the list of players.
func (u *UI) VisitRequest(seat entity.Seat, name string) {
	u.menus.Players.RequestVisit(u.c, seat, name)
}

// OpenRevert opens the screen of the revert that is prepared.
func (u *UI) OpenRevert() { u.c.Open(&u.menus.Revert) }

// OpenThing opens the inspector of the thing that the model shows.
func (u *UI) OpenThing() { u.things.Thing.Open(u.c) }

// OpenMatches opens the match board, or during a match its room.
func (u *UI) OpenMatches(c *kit.Context) {
	if live := &c.Model.Game.Matches.Live; live.On {
		u.matches.Room.Open(c, c.Model.Game.Matches.Room.ID)
		return
	}
	u.matches.Board.Open(c)
}

// OpenMatch opens the screen of a match.
func (u *UI) OpenMatch(id string) { u.matches.Room.Open(u.c, id) }

// Enter says that another world is shown: a match, or after it the world. All screens close.
func (u *UI) Enter() { u.enterPhase(model.Playing) }

// Focus returns the words of the focused button, "" where none has the focus.
func (u *UI) Focus() string { return u.c.Named }

// MatchBoard reports whether a screen of matches is open, so that what it shows must be kept up to date.
func (u *UI) MatchBoard() bool {
	for _, s := range u.c.Stack {
		if s == kit.Screen(&u.matches.Board) || s == kit.Screen(&u.matches.Room) || s == kit.Screen(&u.matches.Create) {
			return true
		}
	}
	return false
}

// AskPassage asks whether the player wants to travel, and reports whether it did: see things.Passage.
func (u *UI) AskPassage(of model.Passage) bool { return u.things.Passage.Ask(u.c, of) }

// Photographed says that the requested picture is taken: the help is shown again.
func (u *UI) Photographed() { u.photo.Taken() }

// UseInputMethod lets text boxes take the commits of the system's input method instead of the runes of the
// State. It is for a real window; on a system without an input method nothing changes.
func (u *UI) UseInputMethod() { u.c.Method.Use() }

// SetWords lets the interface speak with other words from now on.
func (u *UI) SetWords(w *kit.Words) {
	u.c.Words = w
	clear(u.c.Fills)
	u.hud.ClockText = ""
	clear(u.c.Shapes)
}

// Refuse shows beside the cursor why something was not done.
func (u *UI) Refuse(why event.Reason) { u.c.Refuse(u.c.Say(kit.ReasonKey(why))) }

// Invitation returns the text in the box for an invitation, "" while that is not open.
func (u *UI) Invitation() string {
	if !u.c.IsOpen(&u.menus.Invite) {
		return ""
	}
	return u.menus.Invite.Text()
}

// Travelling reports whether the list of other worlds is open, so that it must be kept up to date.
func (u *UI) Travelling() bool { return u.c.IsOpen(&u.menus.Travel) }
