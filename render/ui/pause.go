package ui

import "manyhold/input"

// showPause lays out the menu over a world that goes on behind it.
func (u *UI) showPause() {
	u.veil()
	rows, note := 8, 0
	resume, quit := "pause.resume", "pause.quit"
	switch {
	case u.m.Visiting:
		rows, resume = 4, "pause.branch"
	case u.m.Attached:
		quit = "pause.close"
		note = u.height(u.say("net.attached"), 240-2*padding, false) + 4
	}
	panel := u.centred(240, rows*rowHeight+2*padding+20+note)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.m.Name)
	row := func() rect { c := r.cut(rowHeight); c.h = buttonHeight; return c }
	if u.button(row(), ident("resume", 0), u.say(resume), "") {
		u.close()
		return
	}
	if !u.m.Visiting && u.pauseWorld(row) {
		return
	}
	if u.button(row(), ident("settings", 0), u.say("title.settings"), "") {
		u.openSettings()
		return
	}
	if u.button(row(), ident("leave", 0), u.say("pause.leave"), "") {
		u.do(LeaveWorld{})
	}
	if u.button(row(), ident("quit", 0), u.say(quit), "") {
		u.do(Quit{})
	}
	if note > 0 {
		u.paragraph(r, u.say("net.attached"), style{col: dimColour})
	}
	if u.backed() || u.menuAgain() {
		u.close()
	}
}

// pauseWorld lays out the rows of a world that one is in; it reports whether another screen was opened.
func (u *UI) pauseWorld(row func() rect) bool {
	if u.button(row(), ident("share", 0), u.say("pause.invite"), "") {
		u.did(hintInvite)
		u.open(shareScreen)
		return true
	}
	if u.button(row(), ident("players", 0), u.say1("pause.players", "n", itoa(len(u.m.People))), "") {
		u.open(playersScreen)
		return true
	}
	if u.button(row(), ident("journal", 0), u.say("pause.journal"), "") {
		u.hud.peopleAt = 0
		u.open(journalScreen)
		return true
	}
	if u.button(row(), ident("wardrobe", 0), u.say("wardrobe.title"), "") {
		u.openWardrobe()
		return true
	}
	return false
}

// menuAgain reports whether the key that opens the menu was pressed again.
func (u *UI) menuAgain() bool { return !u.drawing && u.now > u.since+1 && u.in.Pressed(input.Menu) }

// showPlayers lays out everybody in the world.
func (u *UI) showPlayers() {
	u.veil()
	const each = 24
	n := len(u.m.People)
	room := min(max(n, 1), (u.h-120)/each)
	panel := u.centred(320, 24+room*each+8+buttonHeight+2*padding+4)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say1("pause.players", "n", itoa(n)))
	list := r.cut(room * each)
	u.scrollPlain(&u.hud.peopleAt, n, room, list)
	for i := u.hud.peopleAt; i < min(n, u.hud.peopleAt+room); i++ {
		u.playerRow(list.cut(each), &u.m.People[i])
	}
	u.more(rect{r.x, r.y, r.w, 12}, u.hud.peopleAt+room < n)
	r.cut(8)
	row := r.cut(buttonHeight)
	if u.button(rect{row.x + row.w/4, row.y, row.w / 2, row.h}, ident("players.back", 0), u.say("menu.back"), "") || u.backed() {
		u.close()
	}
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

// playerRow writes one player, and how its peer is reached.
func (u *UI) playerRow(r rect, p *Person) {
	u.head(r.x, r.y+4, p)
	state, col := "", dimColour
	switch {
	case p.Me:
		state = u.say("players.you")
	case p.Asleep:
		state = u.say("players.asleep")
	case p.Link == LinkGood:
		state = u.say("players.good")
	case p.Link == LinkSlow:
		state = u.say("players.slow")
	case p.Link == LinkGone:
		state = u.say("players.gone")
	}
	w := u.measure(state, false)
	u.text(rect{r.x + 24, r.y, r.w - 24 - w - 24, r.h}, p.Name, style{col: nameColour(int(p.Seat))})
	u.text(rect{r.x + r.w - w - 12, r.y, w + 2, r.h}, state, style{col: col})
	if !p.Me {
		u.linkDot(r.x+r.w-6, r.y+9, p.Link)
	}
}
