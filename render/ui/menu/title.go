package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// maxWorldName is the longest name of a world, in bytes of UTF-8, and maxSeed the longest seed.
	maxWorldName, maxSeed = 32, 32
	// maxInvite is the longest invitation, or offer by hand, that can be pasted, in bytes.
	maxInvite = maxHandText
)

// Title is the state of the title between ticks.
type Title struct {
	menus  *Menus
	scroll int
	began  uint64 // when the letters began to be built
}

// Back lays out the background of every screen of the title.
func (t *Title) Back(u *kit.Context) {
	u.Unslide()
	u.P.Fill(kit.R(0, 0, u.W+1, u.H+1), kit.Fade(kit.InkColour, 70))
	t.logo(u)
	u.Text(kit.R(8, u.H-20, u.W-16, 16), u.Model.Title.Version, kit.Style{Col: kit.DimColour, Outline: true, Small: true, Align: kit.Right})
}

// Show lays out the title: the actions at the left, the worlds at the right.
func (t *Title) Show(u *kit.Context) {
	const menuWidth, gap = 184, 16
	listWidth := min(304, u.W-menuWidth-gap-32)
	x := (u.W - menuWidth - gap - listWidth) / 2 &^ 3
	menu := titleRows*kit.RowHeight + 2*kit.Padding - 4
	top := underLogo(u, menu)
	t.menu(u, kit.R(x, top, menuWidth, menu))
	room := max(3, min(len(u.Model.Title.Worlds), (u.H-32-top-2*kit.Padding-24)/offerRow))
	t.worlds(u, kit.R(x+menuWidth+gap, top, listWidth, max(menu, 2*kit.Padding+24+room*offerRow)))
}

// underLogo returns where a panel of height h stands at the title: a little above the middle of the
// space below the letters.
func underLogo(u *kit.Context, h int) int {
	top := logoTop + 7*tileSide(u) + 24
	if u.H < top+h+8 {
		return max(8, u.H-h-24) &^ 3
	}
	return top + (u.H-top-h-24)/3&^3
}

const titleRows = 6

func (t *Title) menu(u *kit.Context, r kit.Rect) {
	u.Panel(r)
	r = r.Inset(kit.Padding)
	row := func() kit.Rect { c := r.Cut(kit.RowHeight); c.H = kit.ButtonHeight; return c }
	play := u.Say("title.play")
	if u.Model.Title.LastWorld != "" {
		play = u.Say1("title.continue", "world", u.Model.Title.LastWorld)
	}
	if u.Button(row(), kit.Ident("play", 0), play, "") {
		u.Do(model.Play{})
	}
	if u.Button(row(), kit.Ident("found", 0), u.Say("title.found"), "") {
		t.menus.found.name.Clear()
		t.menus.found.seed.Clear()
		u.Write(&t.menus.found, "found.name")
	}
	if u.Button(row(), kit.Ident("invite", 0), u.Say("title.invite"), "") {
		t.menus.Invite.Open(u)
	}
	if u.Button(row(), kit.Ident("settings", 0), u.Say("title.settings"), "") {
		t.menus.Settings.Open(u)
	}
	if u.Button(row(), kit.Ident("showroom", 0), u.Say("showroom.title"), "") {
		u.Open(&t.menus.Showroom)
	}
	if u.Button(row(), kit.Ident("quit", 0), u.Say("title.quit"), "") {
		u.Do(model.Quit{})
	}
}
