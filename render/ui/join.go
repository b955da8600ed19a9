package ui

// showFound lays out the founding of a new world.
func (f *Found) Show(u *Context) {
	t := f
	panel := u.centred(320, 204)
	panel.y = underLetters(u, panel.h)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("found.title"))
	u.text(r.cut(20), u.say("found.name"), style{col: textColour})
	_, entered := u.box(r.cut(24), ident("found.name", 0), &t.name, u.say("found.name_empty"))
	u.text(r.cut(24), u.say("found.seed"), style{col: textColour})
	_, again := u.box(r.cut(24), ident("found.seed", 0), &t.seed, u.say("found.seed_empty"))
	r.cut(12)
	row := r.cut(buttonHeight)
	half := (row.w - 8) / 2 &^ 3
	if u.button(rect{row.x, row.y, half, row.h}, ident("found.go", 0), u.say("found.go"), "") || entered || again {
		u.do(NewWorld{Name: t.name.trimmed(), Seed: t.seed.trimmed()})
		u.close()
		return
	}
	back := u.button(rect{row.x + row.w - half, row.y, half, row.h}, ident("found.back", 0), u.say("menu.back"), "")
	r.cut(8)
	u.helpLine(r)
	if back || u.backed() {
		u.close()
	}
}

// showInvite lays out joining by invitation.
func (i *Invite) Show(u *Context) {
	f := &i.box
	panel := u.centred(400, 196)
	panel.y = underLetters(u, panel.h)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("invite.title"))
	u.paragraph(r.cut(40), u.say("invite.how"), style{col: textColour})
	_, entered := u.box(r.cut(24), ident("invite.box", 0), f, u.say("invite.empty"))
	r.cut(12)
	row := r.cut(buttonHeight)
	third := (row.w - 16) / 3 &^ 3
	why := ""
	if f.trimmed() == "" {
		why = u.say("invite.none")
	}
	if u.button(rect{row.x, row.y, third, row.h}, ident("invite.paste", 0), u.say("invite.paste"), "") {
		u.do(RequestPaste{})
	}
	goes := u.button(rect{row.x + third + 8, row.y, third, row.h}, ident("invite.go", 0), u.say("title.join"), why)
	back := u.button(rect{row.x + 2*third + 16, row.y, third, row.h}, ident("invite.back", 0), u.say("menu.back"), "")
	r.cut(8)
	if !u.drawing {
		u.pasteInto = f
	}
	if f.cut {
		u.help = u.say("edit.cut")
	}
	u.helpLine(r)
	switch {
	case goes || entered && why == "":
		u.do(JoinInvite{Text: f.trimmed()})
	case entered:
		u.sound(SoundNo)
	case back || u.backed():
		u.close()
	}
}

// showJoining lays out how far joining has come, and the way back.
func (*JoiningScreen) Show(u *Context) {
	j := &u.m.Join
	panel := u.centred(360, 156)
	panel.y = underLetters(u, panel.h)
	u.panel(panel)
	r := panel.inset(padding)
	failed := j.Error != ""
	head, words := u.say("join.title"), j.Text
	if failed {
		head, words = u.say("join.failed"), j.Error
	} else if words == "" {
		words = u.say("join.wait")
	}
	u.heading(&r, head)
	u.paragraph(r.cut(52), words, style{col: textColour})
	foot := rect{r.x, panel.y + panel.h - padding - buttonHeight, r.w, buttonHeight}
	if !failed {
		at := rect{r.x, foot.y - 20, r.w, 8}
		if j.Progress < 0 {
			listening(u, at)
		} else {
			u.bar(at, j.Progress, j.Progress >= 1)
		}
	}
	words = u.say("join.cancel")
	if failed {
		words = u.say("menu.back")
	}
	at := rect{foot.x + foot.w/4, foot.y, foot.w / 2, foot.h}
	if failed && j.Again {
		half := (foot.w - 8) / 2 &^ 3
		if u.button(rect{foot.x, foot.y, half, foot.h}, ident("join.again", 0), u.say("join.again"), "") {
			u.do(JoinAgain{})
			return
		}
		at = rect{foot.x + foot.w - half, foot.y, half, foot.h}
	}
	if u.button(at, ident("join.cancel", 0), words, "") || u.backed() {
		u.do(CancelJoin{})
	}
}

func (f *Found) init() { f.name, f.seed = newField(maxWorldName), newField(maxSeed) }
