package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Invitations is the list of the invitations to the world.
type Invitations struct {
	scroll int
	sure   string // the one whose end was asked for once
}

// invitationRow is the height of an invitation in the list, and the space below it.
const invitationRow = 40

// Show lays out the invitations with their terms. The player's own can be shown again, and open ones ended.
func (i *Invitations) Show(u *kit.Context) {
	u.Veil()
	panel := u.Centred(min(460, u.W-16), 300)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("invitations.title"))
	foot := kit.R(r.X, panel.Y+panel.H-kit.Padding-kit.ButtonHeight, r.W, kit.ButtonHeight)
	r.H = foot.Y - 8 - r.Y
	all := u.Model.Door.Invitations
	if len(all) == 0 {
		u.Paragraph(r, u.Say("world.invites_none"), kit.Style{Col: kit.DimColour})
	}
	room := max(1, (r.H+4)/invitationRow)
	kit.ScrollList(u, &i.scroll, len(all), room, "invitation", r)
	for k := i.scroll; k < min(len(all), i.scroll+room); k++ {
		c := r.Cut(invitationRow)
		c.H -= 4
		i.row(u, c, k, &all[k])
	}
	third := foot.W / 3 &^ 3
	if u.Button(kit.R(foot.X+third, foot.Y, third, foot.H), kit.Ident("invitations.back", 0), u.Say("menu.back"), "") || u.Backed() {
		i.sure = ""
		u.Close()
	}
}

// row lays out one invitation.
func (i *Invitations) row(u *kit.Context, r kit.Rect, k int, v *model.Invitation) {
	const wide = 76
	name := v.Note
	if name == "" {
		name = v.ID
	}
	col := kit.TextColour
	if v.State != "open" {
		col = kit.DimColour
	}
	u.Text(kit.R(r.X, r.Y, r.W-2*wide-12, 16), u.Words.Fill("invitations.line", "name", name, "rank", u.Say("rank."+v.Rank), "state", u.Say("invitations."+stateKey(v.State))), kit.Style{Col: col})
	u.Text(kit.R(r.X, r.Y+17, r.W-2*wide-12, 16), u.Words.Fill("invitations.terms", "used", kit.Itoa(v.Used), "uses", kit.Itoa(v.Uses), "date", v.Expires, "by", v.By), kit.Style{Col: kit.DimColour})
	if v.Mine && u.Button(kit.R(r.X+r.W-2*wide-4, r.Y+4, wide, kit.ButtonHeight), kit.Ident("invitations.show", k), u.Say("invitations.show"), "") {
		u.Do(model.ShowInvite{ID: v.ID})
		u.Close()
	}
	if v.State != "open" {
		return
	}
	label := u.Say("invitations.end")
	if i.sure == v.ID {
		label = u.Say("players.sure")
	}
	if u.Button(kit.R(r.X+r.W-wide, r.Y+4, wide, kit.ButtonHeight), kit.Ident("invitations.end", k), label, "") {
		if i.sure != v.ID {
			i.sure = v.ID
			return
		}
		i.sure = ""
		u.Do(model.EndInvite{ID: v.ID})
	}
}

// stateKey is the key of a state's word.
func stateKey(state string) string {
	if state == "used up" {
		return "used_up"
	}
	return state
}
