package ui

import "manyhold/game/island"

// SetLaw lets a law of the world hold, or end.
type SetLaw struct {
	Law   island.Law
	Holds bool
}

// lawWords are the names of the laws, and what each means.
var lawWords = [island.LawCount]struct{ name, help string }{
	island.Blocking: {"law.blocking", "law.blocking_help"},
	island.Strife:   {"law.strife", "law.strife_help"},
	island.Mercy:    {"law.mercy", "law.mercy_help"},
}

// lawWidth is the width of the panel of the laws.
const lawWidth = 380

// showLaws lays out the laws of the world, each with what it means, and who may change them.
func (u *UI) showLaws() {
	u.veil()
	w := min(lawWidth, u.w-16)
	text := w - 2*padding
	why := u.lawsFixed()
	who := why
	if why == "" {
		who = u.say("law.who")
	}
	tall := u.height(who, text, false) + 8
	for _, l := range &lawWords {
		tall += buttonHeight + 2 + u.height(u.say(l.help), text-16, false) + 8
	}
	panel := u.centred(w, 24+tall+buttonHeight+2*padding)
	u.panel(panel)
	r := panel.inset(padding)
	u.heading(&r, u.say("law.title"))
	for n := range lawWords {
		l := &lawWords[n]
		u.law(r.cut(buttonHeight), island.Law(n), u.say(l.name), why)
		r.cut(2)
		help := u.say(l.help)
		line := r.cut(u.height(help, text-16, false))
		u.paragraph(rect{line.x + 8, line.y, text - 16, line.h}, help, style{col: dimColour})
		r.cut(8)
	}
	u.paragraph(r.cut(u.height(who, text, false)+8), who, style{col: paleColour})
	row := r.cut(buttonHeight)
	if u.button(rect{row.x + row.w/4, row.y, row.w / 2, row.h}, ident("law.back", 0), u.say("menu.back"), "") || u.backed() {
		u.close()
	}
}

// lawsFixed says why the player may not change the laws; empty: may.
func (u *UI) lawsFixed() string {
	if !u.m.MayRule {
		return u.say("law.not_yours")
	}
	return ""
}

// law lays out the switch of one law; why says why it cannot be turned.
func (u *UI) law(r rect, law island.Law, name, why string) {
	id := ident("law", int(law))
	focused, chosen := u.take(place{id: id, r: r, hold: true})
	holds := u.m.Laws.Has(law)
	if focused && why != "" {
		u.help = why
	}
	u.face(r, focused, why != "")
	u.knob(r, holds)
	col := textColour
	if why != "" {
		col = dimColour
	}
	u.text(rect{r.x + 36, r.y, r.w - 44, r.h}, name, style{col: col})
	if u.turned(focused) != 0 {
		chosen = true
	}
	if u.answer(chosen, why) {
		u.do(SetLaw{law, !holds})
	}
}

// ruled tells that a law holds from now on, or no more.
func (u *UI) ruled(law island.Law, holds bool) {
	if law >= island.LawCount {
		return
	}
	key := "notice.law_ended"
	if holds {
		key = "notice.law"
	}
	words := u.words.Fill(key, "law", u.say(lawWords[law].name))
	u.Toast(words)
	u.Tell(words)
}
