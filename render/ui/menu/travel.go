package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Travel is the state of the screen of other worlds.
type Travel struct {
	menus  *Menus
	scroll int
	asked  string // the world that one more press enters
	askedT uint64
}

// Open opens the list of other worlds, over the current world.
func (t *Travel) Open(u *kit.Context) {
	*t = Travel{menus: t.menus}
	u.Open(t)
}

// closeWidth is the width of the button that closes the list, beside the one that leads back.
const closeWidth = 100

// Show lays out the worlds that the player can go to from this one: travel takes two presses.
func (t *Travel) Show(u *kit.Context) {
	u.Veil()
	const around = 2*kit.Padding + 24 + 2*kit.RowHeight + 24
	room := max(3, min(len(u.Model.Title.Worlds), 6, (u.Tallest()-around)/offerRow))
	panel := u.Centred(360, around+room*offerRow)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("travel.title"))
	list := r.Cut(room * offerRow)
	kit.ScrollList(u, &t.scroll, len(u.Model.Title.Worlds), room, "offer", list)
	if len(u.Model.Title.Worlds) == 0 {
		u.Paragraph(list, u.Say("travel.none"), kit.Style{Col: kit.DimColour})
	}
	for i := t.scroll; i < min(len(u.Model.Title.Worlds), t.scroll+room); i++ {
		c := list.Cut(offerRow)
		c.H -= 4
		t.offer(u, c, i, &u.Model.Title.Worlds[i])
	}
	row := r.Cut(kit.RowHeight)
	row.H = kit.ButtonHeight
	if u.Button(row, kit.Ident("travel.invite", 0), u.Say("title.invite"), "") {
		t.menus.Invite.Open(u)
		return
	}
	row = r.Cut(kit.RowHeight)
	row.H = kit.ButtonHeight
	end := (row.W - 8) / 2 &^ 3
	if u.Model.Game.BackTo != "" {
		end = closeWidth // the name of a world is longer
		if u.Button(kit.R(row.X, row.Y, row.W-8-end, row.H), kit.Ident("travel.back", 0), u.Say1("travel.back", "world", u.Model.Game.BackTo), "") {
			u.Do(model.GoBack{})
			return
		}
	}
	closed := u.Button(kit.R(row.X+row.W-end, row.Y, end, row.H), kit.Ident("travel.close", 0), u.Say("menu.back"), "")
	u.Help = u.Say("travel.how")
	if t.sure(u, t.asked) {
		u.Help = u.Say1("travel.sure", "world", u.Model.Game.Name)
	}
	u.HelpLine(r)
	if closed || u.Backed() {
		u.Close()
	}
}

// sure reports whether one more press enters a world.
func (t *Travel) sure(u *kit.Context, id string) bool {
	return t.askedT > 0 && t.asked == id && u.Now-t.askedT < sureTicks
}

// goTo enters a world of the list: from the title at once, from another world at the second press.
func (t *Travel) goTo(u *kit.Context, o *model.WorldOffer) {
	if u.Phase != model.Playing || t.sure(u, o.ID) {
		t.askedT = 0
		u.Do(model.JoinWorld{ID: o.ID})
		return
	}
	t.asked, t.askedT = o.ID, u.Now
}
