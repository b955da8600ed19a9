package ui

import "manyhold/input"

// pauseRow is a row of the menu over a world: what it says, and what it does.
type pauseRow struct {
	key string // of its identity
	say string
	do  func(u *UI)
}

// showPause lays out the menu over a world that goes on behind it, in two columns.
func (u *UI) showPause() {
	u.veil()
	note := 0
	if u.m.Attached && !u.m.Visiting {
		note = u.height(u.say("net.attached"), pauseWidth, false) + 4
	}
	columns := u.pauseColumns()
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
	if u.backed() || u.menuAgain() {
		u.close()
	}
}

// pauseWidth is the width of the menu's two columns together.
const pauseWidth = 392

// pauseColumns returns the rows of the menu: what belongs to playing together, and what to this machine.
func (u *UI) pauseColumns() [2][]pauseRow {
	shows := func(key, say string, s screen) pauseRow {
		return pauseRow{key, say, func(u *UI) { u.open(s) }}
	}
	quit, resume := "pause.quit", "pause.resume"
	switch {
	case u.m.Visiting:
		resume = "pause.branch"
	case u.m.Attached:
		quit = "pause.close"
	}
	own := []pauseRow{
		{"settings", u.say("title.settings"), (*UI).openSettings},
		{"leave", u.say("pause.leave"), func(u *UI) { u.do(LeaveWorld{}) }},
		{"quit", u.say(quit), func(u *UI) { u.do(Quit{}) }},
	}
	together := []pauseRow{{"resume", u.say(resume), (*UI).close}}
	if u.m.Visiting {
		return [2][]pauseRow{together, own}
	}
	together = append(together,
		pauseRow{"share", u.say("pause.invite"), func(u *UI) { u.did(hintInvite); u.open(shareScreen) }},
		shows("players", u.say1("pause.players", "n", itoa(len(u.m.People))), playersScreen),
		pauseRow{"journal", u.say("pause.journal"), func(u *UI) { u.hud.peopleAt = 0; u.open(journalScreen) }})
	if !u.m.Attached { // such a window shows what its node is in
		together = append(together, pauseRow{"worlds", u.say("travel.title"), (*UI).openTravel})
	}
	together = append(together, shows("laws", u.say("law.title"), lawScreen), pauseRow{"wardrobe", u.say("wardrobe.title"), (*UI).openWardrobe})
	return [2][]pauseRow{together, append([]pauseRow{
		shows("tools", u.say("tool.title"), toolsScreen),
		{"photo", u.say("photo.title"), (*UI).openPhoto},
		{"network", u.say("network.title"), func(u *UI) { u.toggleNetwork(); u.close() }},
	}, own...)}
}

// menuAgain reports whether the key that opens the menu was pressed again.
func (u *UI) menuAgain() bool { return u.again(input.Menu) }

// again reports whether what opened the screen was pressed once more, to close it. A button that also leads about in
// menus, as those of a pad's cross do, does not.
func (u *UI) again(a input.Action) bool {
	if u.drawing || u.now <= u.since+1 || !u.in.Pressed(a) {
		return false
	}
	for _, way := range [...]input.Action{input.Up, input.Down, input.Left, input.Right, input.Confirm} {
		if u.in.Pressed(way) {
			return false
		}
	}
	return true
}

// scrollPlain lets keys and wheel move a list whose rows take no focus.
func (u *UI) scrollPlain(from *int, n, room int, r rect) {
	if u.drawing {
		return
	}
	switch {
	case u.in.Repeat(input.Down):
		*from++
	case u.in.Repeat(input.Up):
		*from--
	case r.contains(u.cx, u.cy):
		*from -= int(u.in.WheelY)
	}
	*from = max(0, min(*from, n-room))
}
