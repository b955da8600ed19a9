package ui

const (
	// maxWorldName is the longest name of a world, in bytes of UTF-8, and maxSeed the longest seed.
	maxWorldName, maxSeed = 32, 32
	// maxInvite is the longest invitation that can be pasted, in bytes.
	maxInvite = 1024
)

// Title is what the title remembers between ticks.
type Title struct {
	menus  *Menus
	scroll int
	began  uint64 // when the letters began to be built
}

// titleBack lays out what stands behind every screen of the title.
func (t *Title) back(u *Context) {
	u.unslide()
	u.p.fill(rect{0, 0, u.w + 1, u.h + 1}, fade(inkColour, 70))
	t.letters(u)
	u.text(rect{8, u.h - 20, u.w - 16, 16}, u.m.Version, style{col: dimColour, outline: true, small: true, align: right})
}

// showTitle lays out the title: what can be done at the left, the worlds that can be entered at the right.
func (t *Title) Show(u *Context) {
	const menuWidth, gap = 184, 16
	listWidth := min(304, u.w-menuWidth-gap-32)
	x := (u.w - menuWidth - gap - listWidth) / 2 &^ 3
	menu := titleRows*rowHeight + 2*padding - 4
	top := underLetters(u, menu)
	t.menu(u, rect{x, top, menuWidth, menu})
	room := max(3, min(len(u.m.Worlds), (u.h-32-top-2*padding-24)/offerRow))
	t.worlds(u, rect{x + menuWidth + gap, top, listWidth, max(menu, 2*padding+24+room*offerRow)})
}

// underLetters returns where a panel of height h stands at the title: a little above the middle of the
// space below the letters.
func underLetters(u *Context, h int) int {
	top := logoTop + 7*letterSide(u) + 24
	if u.h < top+h+8 {
		return max(8, u.h-h-24) &^ 3
	}
	return top + (u.h-top-h-24)/3&^3
}

const titleRows = 6

func (t *Title) menu(u *Context, r rect) {
	u.panel(r)
	r = r.inset(padding)
	row := func() rect { c := r.cut(rowHeight); c.h = buttonHeight; return c }
	play := u.say("title.play")
	if u.m.LastWorld != "" {
		play = u.say1("title.continue", "world", u.m.LastWorld)
	}
	if u.button(row(), ident("play", 0), play, "") {
		u.do(Play{})
	}
	if u.button(row(), ident("found", 0), u.say("title.found"), "") {
		t.menus.found.name.clear()
		t.menus.found.seed.clear()
		u.write(&t.menus.found, "found.name")
	}
	if u.button(row(), ident("invite", 0), u.say("title.invite"), "") {
		u.write(&t.menus.invite, "invite.box")
	}
	if u.button(row(), ident("settings", 0), u.say("title.settings"), "") {
		t.menus.settings.Open(u)
	}
	if u.button(row(), ident("showroom", 0), u.say("showroom.title"), "") {
		u.open(&t.menus.showroom)
	}
	if u.button(row(), ident("quit", 0), u.say("title.quit"), "") {
		u.do(Quit{})
	}
}
