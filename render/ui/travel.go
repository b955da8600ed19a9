package ui

// Travel is what the screen of other worlds remembers.
type Travel struct {
	menus  *Menus
	scroll int
	asked  string // the world that one more press enters
	askedT uint64
}

// openTravel opens the list of other worlds, over the one that one is in.
func (t *Travel) Open(u *Context) {
	*t = Travel{menus: t.menus}
	u.open(t)
}

// showTravel lays out the worlds that one can go to from this one: nobody is taken anywhere without pressing twice.
func (t *Travel) Show(u *Context) {
	u.veil()
	room := max(3, min(len(u.m.Worlds), 6))
	panel := u.centred(360, 2*padding+24+room*offerRow+2*rowHeight+24)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("travel.title"))
	list := r.cut(room * offerRow)
	scrollList(u, &t.scroll, len(u.m.Worlds), room, "offer", list)
	if len(u.m.Worlds) == 0 {
		u.paragraph(list, u.say("travel.none"), style{col: dimColour})
	}
	for i := t.scroll; i < min(len(u.m.Worlds), t.scroll+room); i++ {
		c := list.cut(offerRow)
		c.h -= 4
		t.offer(u, c, i, &u.m.Worlds[i])
	}
	row := r.cut(rowHeight)
	row.h = buttonHeight
	if u.button(row, ident("travel.invite", 0), u.say("title.invite"), "") {
		u.write(&t.menus.invite, "invite.box")
		return
	}
	row = r.cut(rowHeight)
	row.h = buttonHeight
	half := (row.w - 8) / 2 &^ 3
	if u.m.BackTo != "" {
		if u.button(rect{row.x, row.y, half, row.h}, ident("travel.back", 0), u.say1("travel.back", "world", u.m.BackTo), "") {
			u.do(GoBack{})
			return
		}
	}
	closed := u.button(rect{row.x + row.w - half, row.y, half, row.h}, ident("travel.close", 0), u.say("menu.back"), "")
	u.help = u.say("travel.how")
	if t.sure(u, t.asked) {
		u.help = u.say1("travel.sure", "world", u.m.Name)
	}
	u.helpLine(r)
	if closed || u.backed() {
		u.close()
	}
}

// sure reports whether one more press enters a world.
func (t *Travel) sure(u *Context, id string) bool {
	return t.askedT > 0 && t.asked == id && u.now-t.askedT < sureTicks
}

// goTo enters a world of the list: from the title at once, from another world when it was pressed for the second time.
func (t *Travel) goTo(u *Context, o *WorldOffer) {
	if u.phase != Playing || t.sure(u, o.ID) {
		t.askedT = 0
		u.do(JoinWorld{ID: o.ID})
		return
	}
	t.asked, t.askedT = o.ID, u.now
}
