package menu

import (
	"manyhold/game/item"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Show lays out the founding of a new world.
func (f *Found) Show(u *kit.Context) {
	t := f
	panel := u.Centred(320, 232)
	panel.Y = underLogo(u, panel.H)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("found.title"))
	u.Text(r.Cut(20), u.Say("found.name"), kit.Style{Col: kit.TextColour})
	_, entered := u.Box(r.Cut(24), kit.Ident("found.name", 0), &t.name, u.Say("found.name_empty"))
	u.Text(r.Cut(24), u.Say("found.seed"), kit.Style{Col: kit.TextColour})
	_, again := u.Box(r.Cut(24), kit.Ident("found.seed", 0), &t.seed, u.Say("found.seed_empty"))
	r.Cut(4)
	mark := u.Say("found.start_off")
	if t.builder {
		mark = u.Say("found.start_on")
	}
	if u.Button(r.Cut(kit.ButtonHeight), kit.Ident("found.start", 0), mark, "") {
		t.builder = !t.builder
	}
	if u.Focused == kit.Ident("found.start", 0) {
		u.Help = u.Say("found.start_help")
	}
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	half := (row.W - 8) / 2 &^ 3
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("found.go", 0), u.Say("found.go"), "") || entered || again {
		start := item.Settlers
		if t.builder {
			start = item.Builders
		}
		u.Do(model.NewWorld{Name: t.name.Trimmed(), Seed: t.seed.Trimmed(), Start: start})
		u.Close()
		return
	}
	back := u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("found.back", 0), u.Say("menu.back"), "")
	r.Cut(8)
	u.HelpLine(r)
	if back || u.Backed() {
		u.Close()
	}
}

// Open opens the box. An older text in it is selected, so that a letter or a paste replaces it.
func (i *Invite) Open(u *kit.Context) {
	i.box.SelectAll()
	u.Write(i, "invite.box")
}

// Return opens the box again after joining by it has failed. It is called when another phase of the program
// begins.
func (i *Invite) Return(u *kit.Context) {
	refused := i.refused
	if i.asked, i.refused = false, false; refused {
		i.Open(u)
	}
}

// Text is what is in the box.
func (i *Invite) Text() string { return i.box.Trimmed() }

// preview lays out the world of the invitation in the box.
func (i *Invite) preview(u *kit.Context, r kit.Rect) {
	v := &u.Model.Title.Preview
	if v.Picture != nil {
		kit.DrawPicture(u, kit.R(r.X, r.Y, 2*model.PictureSide, 2*model.PictureSide), v.Picture, v.Name)
		r.X, r.W = r.X+2*model.PictureSide+8, r.W-2*model.PictureSide-8
	}
	u.Text(kit.R(r.X, r.Y, r.W, 16), v.Name, kit.Style{Col: kit.PaleColour})
	u.Text(kit.R(r.X, r.Y+16, r.W, 16), u.Say("invite.preview"), kit.Style{Col: kit.DimColour})
}

// previewRow is the height of the preview of a world.
const previewRow = 40

// Show lays out joining by invitation.
func (i *Invite) Show(u *kit.Context) {
	f := &i.box
	shown := u.Model.Title.Preview != model.Preview{}
	more := 0
	if shown {
		more = previewRow
	}
	panel := u.Centred(400, 196+more)
	panel.Y = underLogo(u, panel.H)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("invite.title"))
	u.Paragraph(r.Cut(40), u.Say("invite.how"), kit.Style{Col: kit.TextColour})
	_, entered := u.Box(r.Cut(24), kit.Ident("invite.box", 0), f, u.Say("invite.empty"))
	r.Cut(12)
	if shown {
		i.preview(u, r.Cut(previewRow))
	}
	row := r.Cut(kit.ButtonHeight)
	third := (row.W - 16) / 3 &^ 3
	why := ""
	if f.Trimmed() == "" {
		why = u.Say("invite.none")
	}
	if u.Button(kit.R(row.X, row.Y, third, row.H), kit.Ident("invite.paste", 0), u.Say("invite.paste"), "") {
		u.Do(model.RequestPaste{})
	}
	goes := u.Button(kit.R(row.X+third+8, row.Y, third, row.H), kit.Ident("invite.go", 0), u.Say("title.join"), why)
	back := u.Button(kit.R(row.X+2*third+16, row.Y, third, row.H), kit.Ident("invite.back", 0), u.Say("menu.back"), "")
	r.Cut(8)
	if !u.Drawing {
		u.PasteInto = f
	}
	if f.Cut {
		u.Help = u.Say("edit.cut")
	}
	u.HelpLine(r)
	switch {
	case goes || entered && why == "":
		i.asked = true
		u.Do(model.JoinInvite{Text: f.Trimmed()})
	case entered:
		u.Sound(kit.SoundNo)
	case back || u.Backed():
		u.Close()
	}
}

// Show lays out how far joining has come, and the way back.
func (s *Joining) Show(u *kit.Context) {
	j := &u.Model.Join
	if j.Answer != "" {
		s.answer(u, j)
		return
	}
	failed := j.Error != ""
	head, words := u.Say("join.title"), j.Text
	if failed {
		head, words = u.Say("join.failed"), j.Error
	} else if words == "" {
		words = u.Say("join.wait")
	}
	if j.Head != "" {
		head = j.Head
	}
	more := 0
	if j.Knock != model.NoKnock {
		more = kit.ButtonHeight + 8
	}
	tall := max(52, u.Height(words, 360-2*kit.Padding, false)+4)
	panel := u.Centred(360, 104+tall+more)
	panel.Y = underLogo(u, panel.H)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, head)
	u.Paragraph(r.Cut(tall), words, kit.Style{Col: kit.TextColour})
	foot := kit.R(r.X, panel.Y+panel.H-kit.Padding-kit.ButtonHeight, r.W, kit.ButtonHeight)
	if !failed {
		at := kit.R(r.X, foot.Y-more-20, r.W, 8)
		if j.Progress < 0 {
			kit.Listening(u, at)
		} else {
			u.Bar(at, j.Progress, j.Progress >= 1)
		}
	}
	words = u.Say("join.cancel")
	if failed {
		words = u.Say("menu.back")
	}
	if more > 0 {
		atDoor(u, j, kit.R(foot.X, foot.Y-more, foot.W, foot.H))
	}
	at := kit.R(foot.X+foot.W/4, foot.Y, foot.W/2, foot.H)
	if failed && j.Again {
		half := (foot.W - 8) / 2 &^ 3
		if u.Button(kit.R(foot.X, foot.Y, half, foot.H), kit.Ident("join.again", 0), u.Say("join.again"), j.Wait) {
			u.Do(model.JoinAgain{})
			return
		}
		at = kit.R(foot.X+foot.W-half, foot.Y, half, foot.H)
	}
	if u.Button(at, kit.Ident("join.cancel", 0), words, "") || u.Backed() {
		s.menus.Invite.refused = failed && s.menus.Invite.asked
		u.Do(model.CancelJoin{})
	}
}

// atDoor lays out what a player can do who is not let in: knock, and paste an invitation.
func atDoor(u *kit.Context, j *model.JoinStatus, row kit.Rect) {
	half := (row.W - 8) / 2 &^ 3
	say, withdraw := "entrance.knock", j.Knock == model.KnockWaits
	if withdraw {
		say = "entrance.withdraw"
	}
	if u.Button(kit.R(row.X, row.Y, half, row.H), kit.Ident("entrance.knock", 0), u.Say(say), "") {
		u.Do(model.Knock{Withdraw: withdraw})
	}
	if j.Paste && u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("entrance.paste", 0), u.Say("entrance.paste"), "") {
		u.Do(model.PasteInvite{})
	}
}

// answer lays out the answer that has to be sent back before joining goes on.
func (s *Joining) answer(u *kit.Context, j *model.JoinStatus) {
	w := min(letterWidth, u.W-16)
	plan := s.plan(u, w-2*kit.Padding, 190, j.Text, j.Answer)
	panel := u.Centred(w, 24+plan.body+12+16+kit.ButtonHeight+4+kit.LineHeight+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("byhand.answer"))
	s.show(u, plan, r.Cut(plan.body), j.Text, j.Answer, "")
	r.Cut(12)
	kit.Listening(u, r.Cut(8))
	r.Cut(8)
	row := r.Cut(kit.ButtonHeight)
	half := (row.W - 8) / 2 &^ 3
	copyText(u, kit.R(row.X, row.Y, half, row.H), kit.Ident("join.copy", 0), j.Answer)
	back := u.Button(kit.R(row.X+row.W-half, row.Y, half, row.H), kit.Ident("join.cancel", 0), u.Say("join.cancel"), "")
	r.Cut(4)
	u.HelpLine(r)
	if back || u.Backed() {
		u.Do(model.CancelJoin{})
	}
}

func (f *Found) init() { f.name, f.seed = kit.NewField(maxWorldName), kit.NewField(maxSeed) }
