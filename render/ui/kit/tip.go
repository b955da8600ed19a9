package kit

import (
	"slices"
)

// Tip is a line of words about a slot, shown over it.
type Tip struct {
	Words string
	At    Rect
	Heads []Rect // headings, which no tip covers
}

// Show draws the tip, if there are words.
func (t *Tip) Show(u *Context) {
	if t.Words == "" {
		return
	}
	r := t.Place(u)
	u.P.Panel(r, InkColour, FocusColour, InkColour)
	u.Text(Rect{r.X + 8, r.Y, r.W - 14, r.H}, t.Words, Style{Col: TextColour})
}

// Place returns where the tip stands: above its slot, or below where a heading is above.
func (t *Tip) Place(u *Context) Rect {
	w := u.Measure(t.Words, false) + 16
	r := Rect{t.At.X + t.At.W/2 - w/2, t.At.Y - 24, w, 20}
	r.X = min(max(r.X, 4), u.W-w-4)
	if slices.ContainsFunc(t.Heads, r.Overlaps) {
		r.Y = t.At.Y + t.At.H + 4
	}
	return r
}
