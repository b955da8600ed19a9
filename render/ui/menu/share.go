package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Share is the invitation.
type Share struct {
	menus *Menus
	letter
}

// Show lays out the invitation to this world, whole, as a picture for telephones, and how it is used.
func (s *Share) Show(u *kit.Context) {
	u.Veil()
	invite, how := u.Model.Share.Invite, u.Say("share.how")
	w := min(460, u.W-16)
	plan := s.plan(u, w-2*kit.Padding, 150, how, invite)
	panel := u.Centred(w, 24+plan.body+8+kit.ButtonHeight+4+2*kit.Padding+2*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("share.title"))
	s.show(u, plan, r.Cut(plan.body), how, invite, u.Say("share.none"))
	r.Cut(8)
	s.foot(u, r, invite)
}

// foot lays out the actions on the invitation.
func (s *Share) foot(u *kit.Context, r kit.Rect, invite string) {
	row := r.Cut(kit.ButtonHeight)
	third := (row.W - 16) / 3 &^ 3
	why := ""
	switch {
	case invite == "":
		why = u.Say("share.none")
	case !u.Model.Share.CanCopy:
		why = u.Say("share.no_clipboard")
	}
	if u.Button(kit.R(row.X, row.Y, third, row.H), kit.Ident("share.copy", 0), u.Say("share.copy"), why) {
		u.Do(model.CopyInvite{})
		u.Toast(u.Say("share.copied"))
	}
	why = ""
	if !u.Model.ByHand.Able {
		why = u.Say("byhand.no_node")
	}
	hand := u.Button(kit.R(row.X+third+8, row.Y, third, row.H), kit.Ident("share.byhand", 0), u.Say("byhand.open"), why)
	back := u.Button(kit.R(row.X+row.W-third, row.Y, third, row.H), kit.Ident("share.back", 0), u.Say("menu.back"), "")
	r.Cut(4)
	u.HelpLine(r)
	switch {
	case hand:
		s.menus.ByHand.Open(u)
	case back || u.Backed():
		u.Close()
	}
}
