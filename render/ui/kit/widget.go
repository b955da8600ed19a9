package kit

import (
	"manyhold/input"
)

const (
	ButtonHeight = 24
	RowHeight    = 28 // a button and the space below it
	Padding      = 12 // of panels
)

// Panel draws a panel of a screen and keeps the cursor from the world behind it.
func (u *Context) Panel(r Rect) {
	u.Solid(r)
	if u.Notices.panel.W == 0 {
		u.Notices.panel = r // the first is that of the screen
	}
	u.P.Panel(r, PanelColour, BorderColour, BorderColour)
}

// Solid marks r as a part of the interface, where clicks are not for the world.
func (u *Context) Solid(r Rect) {
	if r.Contains(u.CursorX, u.CursorY) {
		u.Over = true
	}
}

// Button is a line of words that does something. why, if not empty, is why it cannot now: it is shown
// while the button has the focus, and choosing it only sounds.
func (u *Context) Button(r Rect, id uint32, label, why string) bool {
	focused, chosen := u.Take(Widget{ID: id, R: r})
	if focused {
		u.Named = label
		if why != "" {
			u.Help = why
		}
	}
	u.Face(r, focused, why != "")
	at := r
	if focused {
		at.Y--
	}
	col := TextColour
	switch {
	case why != "":
		col = DimColour
	case focused:
		col = PaleColour
	}
	u.Text(at.Inset(4), label, Style{Col: col, Align: Centre})
	return u.Answer(chosen, why)
}

// Face draws the body of a button; a focused one stands a pixel higher, in the colour of the focus.
func (u *Context) Face(r Rect, focused, disabled bool) {
	border, body, light := BorderColour, RaisedColour, BorderColour
	if focused {
		r.Y--
		border, light = FocusColour, FocusColour
		light.A = 90
		u.lightUp(r)
	}
	if disabled {
		body = InkColour
	}
	u.P.Panel(r, body, border, light)
	if focused {
		u.runLight(r)
	}
}

// Answer gives the choice of a widget its sound, and swallows it if the widget cannot do it.
func (u *Context) Answer(chosen bool, why string) bool {
	if !chosen {
		return false
	}
	if why != "" {
		u.Sound(SoundNo)
		return false
	}
	u.Sound(SoundOK)
	return true
}

// Turned reports by how much a focused widget that holds left and right was turned in this tick.
func (u *Context) Turned(focused bool) int {
	switch {
	case u.Drawing || !focused:
		return 0
	case u.In.Repeat(input.Left):
		return -1
	case u.In.Repeat(input.Right):
		return 1
	}
	return 0
}

// Heading writes the title of a panel and a line below it, and cuts them from r.
func (u *Context) Heading(r *Rect, words string) {
	top := r.Cut(24)
	u.Text(Rect{top.X, top.Y, top.W, 16}, words, Style{Col: FocusColour})
	u.P.Fill(Rect{top.X, top.Y + 18, top.W, 1}, BorderColour)
}

// HelpLine writes the help of the focused widget at the foot of a panel.
func (u *Context) HelpLine(r Rect) {
	u.Paragraph(r, u.Help, Style{Col: DimColour})
}

// Tallest is the greatest height of a panel in the middle of the window.
func (u *Canvas) Tallest() int { return u.H - laneStrip - 8 }

// Centred returns a rectangle of w × h in the middle of the window, shrunk to fit it. The strip above it is
// free for a line of the lane.
func (u *Canvas) Centred(w, h int) Rect {
	w, h = min(w, u.W-16), min(h, u.Tallest())
	return Rect{(u.W - w) / 2 &^ 3, max((u.H-h)/2&^3, laneStrip), w, h}
}

// Bar draws a horizontal bar, filled to part of 1.
func (u *Canvas) Bar(r Rect, part float64, full bool) {
	u.P.Panel(r, WellColour, BorderColour, WellColour)
	in := r.Inset(2)
	col := FocusColour
	if full {
		col = GoodColour
	}
	in.W = int(float64(in.W)*min(max(part, 0), 1) + 0.5)
	u.P.Fill(in, col)
}

// Again reports whether the key that opened the screen was pressed once more, to close it. Buttons that also
// move the focus, such as a pad's cross, do not count.
func (u *Context) Again(a input.Action) bool {
	if u.Drawing || u.Now <= u.Since+1 || !u.In.Pressed(a) {
		return false
	}
	for _, way := range [...]input.Action{input.Up, input.Down, input.Left, input.Right, input.Confirm} {
		if u.In.Pressed(way) {
			return false
		}
	}
	return true
}

// Knob draws at the left of a row whether it is on.
func (u *Canvas) Knob(r Rect, on bool) {
	well := Rect{r.X + 8, r.Y + 8, 20, 8}
	u.P.Panel(well, WellColour, BorderColour, WellColour)
	if on {
		u.P.Fill(Rect{well.X + 10, well.Y - 2, 10, 12}, GoodColour)
	} else {
		u.P.Fill(Rect{well.X, well.Y - 2, 10, 12}, DimColour)
	}
}

// Arrows writes the choice between an arrow to the left and one to the right.
func (u *Canvas) Arrows(r Rect, words string) {
	u.Text(Rect{r.X + 20, r.Y, r.W - 40, r.H}, words, Style{Col: TextColour, Align: Centre})
	u.Text(Rect{r.X + 4, r.Y, 12, r.H}, "◀", Style{Col: FocusColour, Align: Centre})
	u.Text(Rect{r.X + r.W - 16, r.Y, 12, r.H}, "▶", Style{Col: FocusColour, Align: Centre})
}

// MapPanel is the side of the panel of the small map, in the upper right of the window.
const MapPanel = 72
