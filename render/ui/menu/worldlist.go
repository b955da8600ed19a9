package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// offerRow is the height of a world in the list, and the space below it.
const offerRow = 40

// worlds lays out the worlds that can be entered; those heard nearby come first in Model.Worlds.
func (t *Title) worlds(u *kit.Context, r kit.Rect) {
	u.Panel(r)
	r = r.Inset(kit.Padding)
	u.Heading(&r, u.Say("title.worlds"))
	room := max(1, (r.H+4)/offerRow)
	if len(u.Model.Title.Worlds) == 0 {
		if u.Model.Title.Deaf {
			u.Paragraph(r, u.Say("title.search_off"), kit.Style{Col: kit.DimColour})
			return
		}
		u.Paragraph(r, u.Say("title.listening"), kit.Style{Col: kit.DimColour})
		kit.Listening(u, kit.R(r.X, r.Y+r.H-12, r.W, 8))
		return
	}
	kit.ScrollList(u, &t.scroll, len(u.Model.Title.Worlds), room, "offer", r)
	for i := t.scroll; i < min(len(u.Model.Title.Worlds), t.scroll+room); i++ {
		c := r.Cut(offerRow)
		c.H -= 4
		t.menus.Travel.offer(u, c, i, &u.Model.Title.Worlds[i])
	}
	kit.More(u, r, t.scroll+room < len(u.Model.Title.Worlds))
}

// offer lays out one world that can be entered.
func (t *Travel) offer(u *kit.Context, r kit.Rect, i int, o *model.WorldOffer) {
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident("offer", i), R: r})
	u.Face(r, focused, o.Refusal != "")
	if focused {
		r.Y--
	}
	name, col := kit.TextColour, kit.DimColour
	if focused {
		name = kit.PaleColour
	}
	x := r.X + 16
	dot := kit.R(r.X+8, r.Y+8, 4, 4)
	if o.Picture != nil {
		kit.DrawPicture(u, kit.R(r.X+2, r.Y+2, 2*model.PictureSide, 2*model.PictureSide), o.Picture, o.Name)
		x += 2*model.PictureSide + 4
		dot.X += 2*model.PictureSide + 4
	}
	if o.Nearby {
		u.P.Fill(dot, kit.FocusColour)
	} else {
		u.P.Fill(dot.Inset(1), kit.DimColour)
	}
	join := u.Say("title.join")
	if !o.Nearby {
		join = u.Say("title.enter")
	}
	if u.Phase == model.Playing && t.sure(u, o.ID) {
		join = u.Say("players.sure")
	}
	jw := u.Measure(join, false) + 8
	title := kit.R(x, r.Y+2, r.X+r.W-4-jw-x, 16)
	if o.Lock != model.NoLock {
		lock(u, kit.R(title.X, title.Y+1, 8, 12), o.Lock == model.OpenLock)
		title.X, title.W = title.X+12, title.W-12
	}
	u.Text(title, o.Name, kit.Style{Col: name})
	u.Text(kit.R(x, r.Y+18, r.X+r.W-8-x, 16), offerLine(u, o), kit.Style{Col: col})
	u.Text(kit.R(r.X+r.W-jw, r.Y+2, jw-8, 16), join, kit.Style{Col: kit.FocusColour, Align: kit.Right})
	if u.Answer(chosen, o.Refusal) {
		t.goTo(u, o)
	}
}

// lock draws a padlock, with its shackle open or closed.
func lock(u *kit.Context, r kit.Rect, open bool) {
	col := kit.ProvisionalColour
	if open {
		col = kit.FocusColour
	}
	body := kit.R(r.X, r.Y+5, 8, 7)
	u.P.Fill(body, col)
	u.P.Fill(kit.R(r.X+3, r.Y+7, 2, 3), kit.InkColour)
	u.P.Fill(kit.R(r.X+1, r.Y, 6, 2), col)
	u.P.Fill(kit.R(r.X+1, r.Y+1, 2, 4), col)
	if !open {
		u.P.Fill(kit.R(r.X+5, r.Y+1, 2, 4), col)
	}
}

// offerLine returns the players of an offered world, or why it cannot be entered.
func offerLine(u *kit.Context, o *model.WorldOffer) string {
	switch {
	case o.Refusal != "":
		return o.Refusal
	case o.Lock != model.NoLock:
		return u.Say2("entrance.offer", "state", lockWords(u, o.Lock), "players", peopleLine(u, o))
	case o.Host != "":
		return u.Say2("title.host", "host", o.Host, "players", peopleLine(u, o))
	case o.Nearby:
		return peopleLine(u, o)
	}
	return u.Say("title.saved")
}

// peopleLine returns the players of an offered world, and its matches if there are any.
func peopleLine(u *kit.Context, o *model.WorldOffer) string {
	players := u.Count("title.players", o.Players)
	if o.Matches == 0 {
		return players
	}
	return u.Say2("title.playing", "players", players, "matches", u.Count("title.matches", o.Matches))
}

// lockWords says whether a closed world is open to the player.
func lockWords(u *kit.Context, l model.Lock) string {
	if l == model.OpenLock {
		return u.Say("entrance.unlocked")
	}
	return u.Say("entrance.locked")
}
