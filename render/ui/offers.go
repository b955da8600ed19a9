package ui

// offerRow is the height of a world in the list, and the space below it.
const offerRow = 36

// titleWorlds lays out the worlds that can be entered; those heard nearby come first in Model.Worlds.
func (t *Title) worlds(u *Context, r rect) {
	u.panel(r)
	r = r.inset(padding)
	u.heading(&r, u.say("title.worlds"))
	room := max(1, (r.h+4)/offerRow)
	if len(u.m.Worlds) == 0 {
		if u.m.Deaf {
			u.paragraph(r, u.say("title.deaf"), style{col: dimColour})
			return
		}
		u.paragraph(r, u.say("title.listening"), style{col: dimColour})
		listening(u, rect{r.x, r.y + r.h - 12, r.w, 8})
		return
	}
	scrollList(u, &t.scroll, len(u.m.Worlds), room, "offer", r)
	for i := t.scroll; i < min(len(u.m.Worlds), t.scroll+room); i++ {
		c := r.cut(offerRow)
		c.h -= 4
		t.menus.travel.offer(u, c, i, &u.m.Worlds[i])
	}
	more(u, r, t.scroll+room < len(u.m.Worlds))
}

// offer lays out one world that can be entered.
func (t *Travel) offer(u *Context, r rect, i int, o *WorldOffer) {
	focused, chosen := u.take(place{id: ident("offer", i), r: r})
	u.face(r, focused, o.Refusal != "")
	if focused {
		r.y--
	}
	name, col := textColour, dimColour
	if focused {
		name = paleColour
	}
	dot := rect{r.x + 8, r.y + 8, 4, 4}
	if o.Nearby {
		u.p.fill(dot, focusColour)
	} else {
		u.p.fill(dot.inset(1), dimColour)
	}
	join := u.say("title.join")
	if !o.Nearby {
		join = u.say("title.enter")
	}
	if u.phase == Playing && t.sure(u, o.ID) {
		join = u.say("players.sure")
	}
	jw := u.measure(join, false) + 8
	u.text(rect{r.x + 16, r.y + 1, r.w - 20 - jw, 16}, o.Name, style{col: name})
	u.text(rect{r.x + 16, r.y + 16, r.w - 24, 16}, offerLine(u, o), style{col: col})
	u.text(rect{r.x + r.w - jw, r.y + 1, jw - 8, 16}, join, style{col: focusColour, align: right})
	if u.answer(chosen, o.Refusal) {
		t.goTo(u, o)
	}
}

// offerLine returns who is in an offered world, or why it cannot be entered.
func offerLine(u *Context, o *WorldOffer) string {
	switch {
	case o.Refusal != "":
		return o.Refusal
	case o.Host != "":
		return u.say2("title.host", "host", o.Host, "players", u.count("title.players", o.Players))
	case o.Nearby:
		return u.count("title.players", o.Players)
	}
	return u.say("title.kept")
}
