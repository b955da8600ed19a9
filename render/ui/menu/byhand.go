package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// maxHandText is the longest text of another machine that can be pasted, in bytes.
const maxHandText = 2400

// ByHand is connecting two machines by texts that people send each other.
type ByHand struct {
	letter
	box kit.Field
}

// Open begins an offer, unless a text is waiting for the other side already.
func (b *ByHand) Open(u *kit.Context) {
	b.box.Clear()
	if v := &u.Model.ByHand; v.Text == "" && !v.Busy {
		u.Do(model.OfferByHand{})
	}
	u.Open(b)
}

// Show lays out the own text, and a box for the other side's.
func (b *ByHand) Show(u *kit.Context) {
	u.Veil()
	v := &u.Model.ByHand
	w := min(letterWidth, u.W-16)
	plan := b.plan(u, w-2*kit.Padding, 190, v.Say, v.Text)
	foot := 24 + 8 + kit.ButtonHeight + 4 + 2*kit.LineHeight
	if v.Answer {
		foot -= 32
	}
	panel := u.Centred(w, 24+plan.body+12+foot+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("byhand.title"))
	top := r.Cut(plan.body)
	if v.Text == "" {
		u.Paragraph(top, v.Say, kit.Style{Col: kit.TextColour})
	} else {
		b.show(u, plan, top, v.Say, v.Text, "")
	}
	r.Cut(12)
	entered := false
	if !v.Answer {
		_, entered = u.Box(r.Cut(24), kit.Ident("byhand.box", 0), &b.box, u.Say("byhand.empty"))
		r.Cut(8)
		if !u.Drawing {
			u.PasteInto = &b.box
		}
	}
	b.foot(u, r, entered)
}

// foot lays out the actions.
func (b *ByHand) foot(u *kit.Context, r kit.Rect, entered bool) {
	v := &u.Model.ByHand
	row := r.Cut(kit.ButtonHeight)
	quarter := (row.W - 24) / 4 &^ 3
	at := func(i int) kit.Rect { return kit.R(row.X+i*(quarter+8), row.Y, quarter, row.H) }
	if v.Text != "" {
		copyText(u, at(0), kit.Ident("byhand.copy", 0), v.Text)
	} else if u.Button(at(0), kit.Ident("byhand.again", 0), u.Say("byhand.again"), "") {
		u.Do(model.OfferByHand{})
	}
	goes := false
	if !v.Answer {
		if u.Button(at(1), kit.Ident("byhand.paste", 0), u.Say("invite.paste"), "") {
			u.Do(model.RequestPaste{})
		}
		why := ""
		if b.box.Trimmed() == "" {
			why = u.Say("byhand.none")
		}
		goes = u.Button(at(2), kit.Ident("byhand.go", 0), u.Say("byhand.go"), why) || entered && why == ""
	}
	back := u.Button(at(3), kit.Ident("byhand.back", 0), u.Say("menu.back"), "")
	r.Cut(4)
	if b.box.Cut {
		u.Help = u.Say("edit.cut")
	}
	u.HelpLine(r)
	switch {
	case goes:
		u.Do(model.TakeByHand{Text: b.box.Trimmed()})
		b.box.Clear()
	case back || u.Backed():
		u.Close()
	}
}

// copyText lays out the button that puts a text on the clipboard.
func copyText(u *kit.Context, at kit.Rect, id uint32, text string) {
	why := ""
	if !u.Model.Share.CanCopy {
		why = u.Say("byhand.no_clipboard")
	}
	if u.Button(at, id, u.Say("share.copy"), why) {
		u.Do(model.CopyText{Text: text})
		u.Toast(u.Say("byhand.copied"))
	}
}
