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
}

// pauseRow is a row of the menu over a world: its words and its action.
type pauseRow struct {
	key string // of its identity
	say string
	do  func(u *kit.Context)
}

// Show lays out the menu over a world that keeps running behind it, in two columns.
func (p *Pause) Show(u *kit.Context) {
	u.Veil()
	note := 0
	if u.Model.Game.Attached && !u.Model.Game.Visiting {
		note = u.Height(u.Say("net.attached"), pauseWidth, false) + 4
	}
	columns := p.columns(u)
	rows := max(len(columns[0]), len(columns[1]))
	offer := offerHeight(u)
	panel := u.Centred(pauseWidth+2*kit.Padding, rows*kit.RowHeight+2*kit.Padding+20+note+offer)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Model.Game.Name)
	if offer > 0 {
		offerDecree(u, r.Cut(offer))
	}
	top := len(u.Stack)
	width := (r.W - 8) / 2 &^ 3
	for c, column := range columns {
		at := kit.R(r.X+c*(r.W-width), r.Y, width, kit.ButtonHeight)
		for _, row := range column {
			if u.Button(at, kit.Ident(row.key, 0), row.say, "") {
				row.do(u)
			}
			if len(u.Stack) != top { // a different screen is open now
				return
			}
			at.Y += kit.RowHeight
		}
	}
	r.Cut(rows * kit.RowHeight)
	if note > 0 {
		u.Paragraph(r, u.Say("net.attached"), kit.Style{Col: kit.DimColour})
	}
	if u.Backed() || u.Again(input.Menu) {
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

// pauseWidth is the width of the menu's two columns together.
const pauseWidth = 392

// columns returns the rows of the menu: those about playing together, and those about this machine.
func (p *Pause) columns(u *kit.Context) [2][]pauseRow {
	m := p.menus
	shows := func(key, say string, s kit.Screen) pauseRow {
		return pauseRow{key, say, func(u *kit.Context) { u.Open(s) }}
	}
	quit, resume := "pause.quit", "pause.resume"
	switch {
	case u.Model.Game.Visiting:
		resume = "pause.branch"
	case u.Model.Game.Attached:
		quit = "pause.close"
	}
	own := []pauseRow{
		{"settings", u.Say("title.settings"), m.Settings.Open},
		{"leave", u.Say("pause.leave"), func(u *kit.Context) { u.Do(model.LeaveWorld{}) }},
		{"quit", u.Say(quit), func(u *kit.Context) { u.Do(model.Quit{}) }},
	}
	together := []pauseRow{{"resume", u.Say(resume), (*kit.Context).Close}}
	if u.Model.Game.Visiting {
		return [2][]pauseRow{together, own}
	}
	if live := &u.Model.Game.Matches.Live; live.On { // a match is no world that one could invite to, or change
		own[1] = pauseRow{"leave", u.Say("match.to_world"), func(u *kit.Context) { u.CloseAll(); u.Do(model.BackToWorld{}) }}
		if live.Lost.On {
			together = append(together, pauseRow{"reconnect", u.Say("match.reconnect"), func(u *kit.Context) { u.CloseAll(); u.Do(model.ReconnectMatch{}) }})
		}
		return [2][]pauseRow{append(together, pauseRow{"match", u.Say("match.room"), p.OpenMatches}), own}
	}
	together = append(together,
		pauseRow{"share", u.Say("pause.invite"), func(u *kit.Context) { p.OnInvite(); u.Open(&m.Share) }},
		shows("players", u.Say1("pause.players", "n", kit.Itoa(len(u.Model.Game.People))), &m.Players),
		pauseRow{"journal", u.Say("pause.journal"), m.journal.Open},
		pauseRow{"match", u.Say("match.board"), p.OpenMatches})
	if !u.Model.Game.Attached { // an attached window belongs to the world of its node
		together = append(together, pauseRow{"worlds", u.Say("travel.title"), m.Travel.Open})
	}
	together = append(together, pauseRow{"page", u.Say("page.title"), m.Page.Open}, pauseRow{"wardrobe", u.Say("wardrobe.title"), m.Wardrobe.Open})
	return [2][]pauseRow{together, append([]pauseRow{
		shows("tools", u.Say("tool.title"), &m.Tools),
		{"photo", u.Say("photo.title"), p.OpenPhoto},
		{"network", u.Say("network.title"), func(u *kit.Context) { p.ToggleNetwork(u); u.Close() }},
		{"land", u.Say("claim.title"), m.Land.Open},
	}, own...)}
}
