package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Share is the invitation.
type Share struct {
	menus *Menus
	letter
	rank, uses, days int // the terms of the next invitation: places in the lists below, from the usual ones
}

// The terms that can be chosen: the usual ones first.
var (
	inviteRanks = []string{"builder", "visitor", "keeper"}
	inviteUses  = []int{20, 50, 100, 1000, 1, 2, 5, 10}
	inviteDays  = []int{7, 14, 30, 90, 366, 0, 1, 3}
)

// Show lays out the invitation to this world, whole, as a picture for telephones, and how it is used.
func (s *Share) Show(u *kit.Context) {
	u.Veil()
	invite, how := u.Model.Share.Invite, u.Say("share.how")
	if made := u.Model.Door.Made; made != "" {
		invite, how = made, u.Say("world.invites_note_made")
	} else if u.Model.Door.MayInvite {
		how += " " + u.Say("world.invites_note_plain")
	}
	w := min(letterWidth, u.W-16)
	plan := s.plan(u, w-2*kit.Padding, 150, how, invite)
	more := 0
	if u.Model.Door.MayInvite || len(u.Model.Door.Invitations) > 0 {
		more = kit.ButtonHeight + 8
	}
	if u.Model.Door.MayInvite {
		more += kit.ButtonHeight + 8
	}
	panel := u.Centred(w, 24+plan.body+8+more+kit.ButtonHeight+4+2*kit.Padding+2*kit.LineHeight)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("share.title"))
	s.show(u, plan, r.Cut(plan.body), how, invite, u.Say("share.none"))
	r.Cut(8)
	if u.Model.Door.MayInvite {
		s.terms(u, r.Cut(kit.ButtonHeight))
		r.Cut(8)
	}
	if more > 0 {
		s.make(u, r.Cut(kit.ButtonHeight))
		r.Cut(8)
	}
	s.foot(u, r, invite)
}

// terms lays out what the next invitation gives: each press takes the next rank, number of uses or of days.
func (s *Share) terms(u *kit.Context, row kit.Rect) {
	third := (row.W - 16) / 3 &^ 3
	ranks := inviteRanks
	if !u.Model.Door.MayKeepers {
		ranks = ranks[:2]
	}
	s.rank %= len(ranks)
	next := func(at int, name, label string, chosen *int, of int) {
		if u.Button(kit.R(row.X+at*(third+8), row.Y, third, row.H), kit.Ident(name, 0), label, "") {
			*chosen = (*chosen + 1) % of
		}
	}
	next(0, "share.rank", u.Say1("share.rank", "rank", u.Say("rank."+ranks[s.rank])), &s.rank, len(ranks))
	next(1, "share.uses", u.Count("share.uses", inviteUses[s.uses]), &s.uses, len(inviteUses))
	days := u.Count("share.days", inviteDays[s.days])
	if inviteDays[s.days] == 0 {
		days = u.Say("share.today")
	}
	next(2, "share.days", days, &s.days, len(inviteDays))
}

// make lays out the making of an invitation on the chosen terms, and the way to the list of all.
func (s *Share) make(u *kit.Context, row kit.Rect) {
	half := (row.W - 8) / 2 &^ 3
	why := ""
	if !u.Model.Door.MayInvite {
		why = u.Say("world.only_invite")
	}
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("share.make", 0), u.Say("share.make"), why) {
		u.Do(model.MakeInvite{Rank: inviteRanks[s.rank], Uses: inviteUses[s.uses], Days: inviteDays[s.days]})
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
