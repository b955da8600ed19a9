package menu

import (
	"manyhold/game/world"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// LawWords are the names of the laws, and their meanings.
var LawWords = [world.LawCount]struct{ Name, help string }{
	world.Blocking:  {"law.blocking", "law.blocking_help"},
	world.Strife:    {"law.strife", "law.strife_help"},
	world.Mercy:     {"law.mercy", "law.mercy_help"},
	world.Homestead: {"law.homestead", "law.homestead_help"},
}

// lawWidth is the width of the panel of the laws.
const lawWidth = 380

// Show lays out the laws of the world, their meanings, and who may change them.
func (l *Laws) Show(u *kit.Context) {
	u.Veil()
	w := min(lawWidth, u.W-16)
	text := w - 2*kit.Padding
	why := lawsFixed(u)
	who := why
	if why == "" {
		who = u.Say("law.how")
	}
	tall := u.Height(who, text, false) + 8
	for _, l := range &LawWords {
		tall += kit.ButtonHeight + 2 + u.Height(u.Say(l.help), text-16, false) + 8
	}
	panel := u.Centred(w, 24+tall+kit.ButtonHeight+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("law.title"))
	for n := range LawWords {
		l := &LawWords[n]
		law(u, r.Cut(kit.ButtonHeight), world.Law(n), u.Say(l.Name), why)
		r.Cut(2)
		help := u.Say(l.help)
		line := r.Cut(u.Height(help, text-16, false))
		u.Paragraph(kit.R(line.X+8, line.Y, text-16, line.H), help, kit.Style{Col: kit.DimColour})
		r.Cut(8)
	}
	u.Paragraph(r.Cut(u.Height(who, text, false)+8), who, kit.Style{Col: kit.PaleColour})
	row := r.Cut(kit.ButtonHeight)
	if u.Button(kit.R(row.X+row.W/4, row.Y, row.W/2, row.H), kit.Ident("law.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}

// lawsFixed says why the player may not change the laws; empty: may.
func lawsFixed(u *kit.Context) string {
	if !u.Model.Laws.MayChange {
		return u.Say("law.not_yours")
	}
	return ""
}

// law lays out the switch of one law; why says why it cannot be turned.
func law(u *kit.Context, r kit.Rect, law world.Law, name, why string) {
	id := kit.Ident("law", int(law))
	focused, chosen := u.Take(kit.Widget{ID: id, R: r, Hold: true})
	holds := u.Model.Laws.Hold.Has(law)
	if focused && why != "" {
		u.Help = why
	}
	u.Face(r, focused, why != "")
	u.Knob(r, holds)
	col := kit.TextColour
	if why != "" {
		col = kit.DimColour
	}
	u.Text(kit.R(r.X+36, r.Y, r.W-44, r.H), name, kit.Style{Col: col})
	if u.Turned(focused) != 0 {
		chosen = true
	}
	if u.Answer(chosen, why) {
		u.Do(model.SetLaw{Law: law, Holds: !holds})
	}
}
