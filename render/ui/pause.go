package ui

import "manyhold/input"

// Pause is the menu over a world.
type Pause struct {
	menus         *Menus
	onInvite      func() // called when the invitation is looked at
	openPhoto     func(*Context)
	toggleNetwork func(*Context)
}

// pauseRow is a row of the menu over a world: what it says, and what it does.
type pauseRow struct {
	key string // of its identity
	say string
	do  func(u *Context)
}

// showPause lays out the menu over a world that goes on behind it, in two columns.
func (p *Pause) Show(u *Context) {
	u.veil()
	note := 0
	if u.m.Attached && !u.m.Visiting {
		note = u.height(u.say("net.attached"), pauseWidth, false) + 4
	}
	columns := p.columns(u)
	rows := max(len(columns[0]), len(columns[1]))
	panel := u.centred(pauseWidth+2*padding, rows*rowHeight+2*padding+20+note)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.m.Name)
	top := len(u.stack)
	width := (r.w - 8) / 2 &^ 3
	for c, column := range columns {
		at := rect{r.x + c*(r.w-width), r.y, width, buttonHeight}
		for _, row := range column {
			if u.button(at, ident(row.key, 0), row.say, "") {
				row.do(u)
			}
			if len(u.stack) != top { // another screen is open now
				return
			}
			at.y += rowHeight
		}
	}
	r.cut(rows * rowHeight)
	if note > 0 {
		u.paragraph(r, u.say("net.attached"), style{col: dimColour})
	}
	if u.backed() || u.again(input.Menu) {
		u.close()
	}
}

// pauseWidth is the width of the menu's two columns together.
const pauseWidth = 392

// pauseColumns returns the rows of the menu: what belongs to playing together, and what to this machine.
func (p *Pause) columns(u *Context) [2][]pauseRow {
	m := p.menus
	shows := func(key, say string, s Screen) pauseRow {
		return pauseRow{key, say, func(u *Context) { u.open(s) }}
	}
	quit, resume := "pause.quit", "pause.resume"
	switch {
	case u.m.Visiting:
		resume = "pause.branch"
	case u.m.Attached:
		quit = "pause.close"
	}
	own := []pauseRow{
		{"settings", u.say("title.settings"), m.settings.Open},
		{"leave", u.say("pause.leave"), func(u *Context) { u.do(LeaveWorld{}) }},
		{"quit", u.say(quit), func(u *Context) { u.do(Quit{}) }},
	}
	together := []pauseRow{{"resume", u.say(resume), (*Context).close}}
	if u.m.Visiting {
		return [2][]pauseRow{together, own}
	}
	together = append(together,
		pauseRow{"share", u.say("pause.invite"), func(u *Context) { p.onInvite(); u.open(&m.share) }},
		shows("players", u.say1("pause.players", "n", itoa(len(u.m.People))), &m.players),
		pauseRow{"journal", u.say("pause.journal"), m.journal.Open})
	if !u.m.Attached { // such a window shows what its node is in
		together = append(together, pauseRow{"worlds", u.say("travel.title"), m.travel.Open})
	}
	together = append(together, shows("laws", u.say("law.title"), &m.laws), pauseRow{"wardrobe", u.say("wardrobe.title"), m.wardrobe.Open})
	return [2][]pauseRow{together, append([]pauseRow{
		shows("tools", u.say("tool.title"), &m.tools),
		{"photo", u.say("photo.title"), p.openPhoto},
		{"network", u.say("network.title"), func(u *Context) { p.toggleNetwork(u); u.close() }},
	}, own...)}
}
