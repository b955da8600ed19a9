package ui

// Showroom is what the showroom remembers between ticks.
type Showroom struct {
	from   int
	chosen uint32 // the row that was opened last
	opened bool   // one is in a scene, and comes back to the list
}

// showroomWidth is the width of the list, where there is room.
const showroomWidth = 560

// showShowroom lays out the scenes of the showroom: the worlds on which the tests check what the game does.
func (t *Showroom) Show(u *Context) {
	n := len(u.m.Showroom)
	room := max(2, min(n, (u.h-2*padding-24-40-rowHeight-16)/offerRow))
	panel := u.centred(showroomWidth, 2*padding+24+40+room*offerRow+rowHeight)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("showroom.title"))
	u.paragraph(r.cut(40), u.say("showroom.how"), style{col: dimColour})
	list := r.cut(room * offerRow)
	scrollList(u, &t.from, n, room, "scene", list)
	for i := t.from; i < min(n, t.from+room); i++ {
		c := list.cut(offerRow)
		c.h -= 4
		t.row(u, c, i, &u.m.Showroom[i])
	}
	more(u, r, t.from+room < n)
	row := r.cut(rowHeight)
	row.h = buttonHeight
	back := u.button(rect{row.x + row.w/4, row.y + 4, row.w / 2, row.h}, ident("showroom.back", 0), u.say("menu.back"), "")
	if back || u.backed() {
		u.close()
	}
}

// sceneRow lays out one scene that can be opened.
func (t *Showroom) row(u *Context, r rect, i int, o *SceneOffer) {
	id := ident("scene", i)
	focused, chosen := u.take(place{id: id, r: r})
	u.face(r, focused, false)
	name := textColour
	if focused {
		r.y--
		name = paleColour
	}
	kw := u.measure(o.Kind, false) + 8
	u.text(rect{r.x + 8, r.y + 1, r.w - 16 - kw, 16}, o.Name, style{col: name})
	u.text(rect{r.x + r.w - kw - 4, r.y + 1, kw - 4, 16}, o.Kind, style{col: focusColour, align: right})
	u.text(rect{r.x + 8, r.y + 16, r.w - 16, 16}, o.About, style{col: dimColour})
	if u.answer(chosen, "") {
		t.chosen, t.opened = id, true
		u.do(OpenScene{ID: o.ID})
	}
}
