package ui

import "slices"

// Tip is a line of words about a slot, shown over it.
type Tip struct {
	words string
	at    rect
	heads []rect // headings, which no tip covers
}

// show draws the tip, if there are words.
func (t *Tip) show(u *Context) {
	if t.words == "" {
		return
	}
	r := t.place(u)
	u.p.panel(r, inkColour, focusColour, inkColour)
	u.text(rect{r.x + 8, r.y, r.w - 14, r.h}, t.words, style{col: textColour})
}

// place returns where the tip stands: above its slot, or below where a heading is above.
func (t *Tip) place(u *Context) rect {
	w := u.measure(t.words, false) + 16
	r := rect{t.at.x + t.at.w/2 - w/2, t.at.y - 24, w, 20}
	r.x = min(max(r.x, 4), u.w-w-4)
	if slices.ContainsFunc(t.heads, r.overlaps) {
		r.y = t.at.y + t.at.h + 4
	}
	return r
}
