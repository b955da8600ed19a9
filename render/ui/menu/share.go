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
	if made := u.Model.Door.Made; made != "" {
		invite, how = made, u.Say("world.invites_note_made")
	} else if u.Model.Door.MayInvite {
		how += " " + u.Say("world.invites_note_plain")
	}
	w := min(460, u.W-16)
	plan := s.plan(u, w-2*kit.Padding, 150, how, invite)
	more := 0
	if u.Model.Door.MayInvite || len(u.Model.Door.Invitations) > 0 {
		more = kit.ButtonHeight + 8
	}
	panel := u.Centred(w, 24+plan.body+8+more+kit.ButtonHeight+4+2*kit.Padding+2*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("share.title"))
	s.show(u, plan, r.Cut(plan.body), how, invite, u.Say("share.none"))
	r.Cut(8)
	if more > 0 {
		s.terms(u, r.Cut(kit.ButtonHeight))
		r.Cut(8)
	}
	s.foot(u, r, invite)
}

// terms lays out the making of an invitation on the usual terms, and the way to the list of all.
func (s *Share) terms(u *kit.Context, row kit.Rect) {
	half := (row.W - 8) / 2 &^ 3
	why := ""
	if !u.Model.Door.MayInvite {
		why = u.Say("world.only_invite")
	}
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("share.make", 0), u.Say("share.make"), why) {
		u.Do(model.MakeInvite{})
	}
	label := u.Say1("share.list", "n", kit.Itoa(len(u.Model.Door.Invitations)))
	if u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("share.list", 0), label, "") {
		u.Open(&s.menus.Invitations)
	}
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
		if invite != u.Model.Share.Invite {
			u.Do(model.CopyText{Text: invite})
		} else {
			u.Do(model.CopyInvite{})
		}
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
