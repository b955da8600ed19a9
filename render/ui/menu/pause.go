package menu

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Pause is the menu over a world.
type Pause struct {
	menus         *Menus
	OnInvite      func() // called when the invitation is looked at
	OpenPhoto     func(*kit.Context)
	ToggleNetwork func(*kit.Context)
	OpenMatches   func(*kit.Context)
	OpenMap       func(*kit.Context)

	world, leaving rowsScreen
}

// row is a row of a menu over a world: its identity, its words and its action.
type row struct {
	key string
	say string
	do  func(u *kit.Context)
}

// Show lays out the menu over a world that keeps running behind it: at most six rows, of which two lead on.
func (p *Pause) Show(u *kit.Context) {
	u.Veil()
	note := 0
	if u.Model.Game.Attached && !u.Model.Game.Visiting {
		note = u.Height(u.Say("net.attached"), pauseWidth, false) + 4
	}
	rows := p.rows(u)
	offer := offerHeight(u)
	width := rowWidth
	if note+offer > 0 {
		width = pauseWidth
	}
	panel := u.Centred(width+2*kit.Padding, len(rows)*kit.RowHeight+2*kit.Padding+20+note+offer)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Model.Game.Name)
	if offer > 0 {
		offerDecree(u, r.Cut(offer))
	}
	if showRows(u, &r, rows, kit.RowHeight) {
		return
	}
	if note > 0 {
		u.Paragraph(r, u.Say("net.attached"), kit.Style{Col: kit.DimColour})
	}
	if u.Backed() || u.Again(input.Menu) {
		u.Close()
	}
}

// showRows lays out rows from the top of r on, each a pitch below the last. left reports that a row was
// chosen, which led to another screen.
func showRows(u *kit.Context, r *kit.Rect, rows []row, pitch int) (left bool) {
	top := len(u.Stack)
	for _, x := range rows {
		at := r.Cut(pitch)
		at.H = kit.ButtonHeight
		if u.Button(at, kit.Ident(x.key, 0), x.say, "") {
			x.do(u)
		}
		if len(u.Stack) != top {
			return true
		}
	}
	return false
}

// rowsScreen is a screen of rows, one level below the pause menu.
type rowsScreen struct {
	title string
	rows  func(u *kit.Context) []row
}

// Show lays out the rows in one column.
func (s *rowsScreen) Show(u *kit.Context) {
	u.Veil()
	rows := s.rows(u)
	const around = 2*kit.Padding + 20
	pitch := min(kit.RowHeight, (u.Tallest()-around)/max(len(rows), 1)) // nearer to each other in a low window
	panel := u.Centred(rowWidth+2*kit.Padding, len(rows)*pitch+around)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say(s.title))
	if !showRows(u, &r, rows, pitch) && u.Backed() {
		u.Close()
	}
}

// offerHeight is the height of the offer to take the world back, zero when there is none.
func offerHeight(u *kit.Context) int {
	if !u.Model.Game.Usurped || u.Model.Game.Visiting {
		return 0
	}
	return u.Height(usurpedWords(u), pauseWidth, false) + kit.RowHeight + 10
}

// usurpedWords say from whom the world is to be taken back.
func usurpedWords(u *kit.Context) string {
	if name := u.Model.Game.Tyrant; name != "" {
		return u.Say1("pause.tyrant", "name", name)
	}
	return u.Say("pause.usurped")
}

// offerDecree lays out what happened to the world, and the button that takes it back.
func offerDecree(u *kit.Context, r kit.Rect) {
	words := usurpedWords(u)
	u.Paragraph(r.Cut(u.Height(words, r.W, false)+4), words, kit.Style{Col: kit.ProvisionalColour})
	if u.Button(kit.R(r.X, r.Y, r.W, kit.ButtonHeight), kit.Ident("take_back", 0), u.Say("pause.take_back"), "") {
		u.Do(model.TakeBack{})
		u.Close()
	}
}

const (
	// pauseWidth is the width of the menu with an offer or a note, rowWidth without.
	pauseWidth, rowWidth = 392, 220
)

// rows returns the rows of the menu.
func (p *Pause) rows(u *kit.Context) []row {
	m, g := p.menus, &u.Model.Game
	resume := row{"resume", u.Say("pause.resume"), (*kit.Context).Close}
	settings := row{"settings", u.Say("title.settings"), m.Settings.Open}
	world := row{"world", u.Say("pause.world"), func(u *kit.Context) { u.Open(&p.world) }}
	leave := row{"leave", u.Say("pause.leaving"), func(u *kit.Context) { u.Open(&p.leaving) }}
	switch {
	case g.Visiting:
		resume.say = u.Say("pause.branch")
		return []row{resume, settings, {"photo", u.Say("photo.title"), p.OpenPhoto}, leave}
	case g.Matches.Live.On: // a match is no world that one could invite to, or change
		rows := []row{resume}
		if g.Matches.Live.Lost.On {
			rows = append(rows, row{"reconnect", u.Say("match.reconnect"), func(u *kit.Context) { u.CloseAll(); u.Do(model.ReconnectMatch{}) }})
		}
		return append(rows, row{"match", u.Say("match.room"), p.OpenMatches}, settings,
			row{"back", u.Say("match.to_world"), func(u *kit.Context) { u.CloseAll(); u.Do(model.BackToWorld{}) }}, p.quit(u))
	case u.Model.Scene.On: // nobody else can be here
		return []row{resume, world, settings, leave}
	}
	return []row{resume,
		{"share", u.Say("pause.invite"), func(u *kit.Context) { p.OnInvite(); u.Open(&m.Share) }},
		{"journal", u.Say("pause.journal"), m.Journal.Open}, world, settings, leave}
}

// worldRows are the rows about the world and what a player does in it.
func (p *Pause) worldRows(u *kit.Context) []row {
	m := p.menus
	hands := []row{
		{"wardrobe", u.Say("wardrobe.title"), m.Wardrobe.Open},
		{"tools", u.Say("tool.title"), func(u *kit.Context) { u.Open(&m.Tools) }},
		{"photo", u.Say("photo.title"), p.OpenPhoto},
	}
	help := row{"help", u.Say("card.title"), func(u *kit.Context) { u.Open(&m.Help) }}
	if u.Model.Scene.On {
		return append(hands, help)
	}
	rows := append([]row{
		{"players", u.Say1("pause.players", "n", kit.Itoa(len(u.Model.Game.People))), func(u *kit.Context) { u.Open(&m.Players) }},
		{"match", u.Say("match.board"), p.OpenMatches},
		{"page", u.Say("page.title"), m.Page.Open},
		{"land", u.Say("claim.title"), m.Land.Open},
	}, hands...)
	return append(rows, row{"network", u.Say("network.title"), func(u *kit.Context) { p.ToggleNetwork(u); u.CloseAll() }}, help,
		row{"goals", u.Say("goal.title"), func(u *kit.Context) { u.Open(&m.Goals) }},
		row{"map", u.Say("map.title"), func(u *kit.Context) { u.CloseAll(); p.OpenMap(u) }})
}

// leaveRows are the ways out of a world.
func (p *Pause) leaveRows(u *kit.Context) []row {
	rows := []row{{"title", u.Say("pause.leave"), func(u *kit.Context) { u.Do(model.LeaveWorld{}) }}}
	if g := &u.Model.Game; !g.Attached && !g.Visiting && !u.Model.Scene.On { // an attached window belongs to the world of its node
		rows = append(rows, row{"worlds", u.Say("travel.title"), p.menus.Travel.Open})
	}
	return append(rows, p.quit(u))
}

// quit is the row that ends the program.
func (p *Pause) quit(u *kit.Context) row {
	key := "pause.quit"
	if u.Model.Game.Attached && !u.Model.Game.Visiting {
		key = "pause.close"
	}
	return row{"quit", u.Say(key), func(u *kit.Context) { u.Do(model.Quit{}) }}
}
