package ui

import "manyhold/input"

const (
	buttonHeight = 24
	rowHeight    = 28 // a button and the space below it
	padding      = 12 // of panels
)

// panel draws a panel of a screen and keeps the cursor from the world behind it.
func (u *Context) panel(r rect) {
	u.solid(r)
	u.p.panel(r, panelColour, borderColour, borderColour)
}

// solid marks r as a part of the interface, where clicks are not for the world.
func (u *Context) solid(r rect) {
	if r.contains(u.cx, u.cy) {
		u.over = true
	}
}

// button is a line of words that does something. why, if not empty, is why it cannot now: it is shown
// while the button has the focus, and choosing it only sounds.
func (u *Context) button(r rect, id uint32, label, why string) bool {
	focused, chosen := u.take(place{id: id, r: r})
	if focused && why != "" {
		u.help = why
	}
	u.face(r, focused, why != "")
	at := r
	if focused {
		at.y--
	}
	col := textColour
	switch {
	case why != "":
		col = dimColour
	case focused:
		col = paleColour
	}
	u.text(at.inset(4), label, style{col: col, align: centre})
	return u.answer(chosen, why)
}

// face draws the body of a button; a focused one stands a pixel higher, in the colour of the focus.
func (u *Context) face(r rect, focused, disabled bool) {
	border, body, light := borderColour, raisedColour, borderColour
	if focused {
		r.y--
		border, light = focusColour, focusColour
		light.A = 90
		u.lightUp(r)
	}
	if disabled {
		body = inkColour
	}
	u.p.panel(r, body, border, light)
	if focused {
		u.runLight(r)
	}
}

// answer gives the choice of a widget its sound, and swallows it if the widget cannot do it.
func (u *Context) answer(chosen bool, why string) bool {
	if !chosen {
		return false
	}
	if why != "" {
		u.sound(SoundNo)
		return false
	}
	u.sound(SoundOK)
	return true
}

// turned reports by how much a focused widget that holds left and right was turned in this tick.
func (u *Context) turned(focused bool) int {
	switch {
	case u.drawing || !focused:
		return 0
	case u.in.Repeat(input.Left):
		return -1
	case u.in.Repeat(input.Right):
		return 1
	}
	return 0
}

// heading writes the title of a panel and a line below it, and cuts them from r.
func (u *Context) heading(r *rect, words string) {
	top := r.cut(24)
	u.text(rect{top.x, top.y, top.w, 16}, words, style{col: focusColour})
	u.p.fill(rect{top.x, top.y + 18, top.w, 1}, borderColour)
}

// helpLine writes what the focused widget has to say at the foot of a panel.
func (u *Context) helpLine(r rect) {
	u.paragraph(r, u.help, style{col: dimColour})
}

// centred returns a rectangle of w × h in the middle of the window, shrunk to fit it.
func (u *Canvas) centred(w, h int) rect {
	w, h = min(w, u.w-16), min(h, u.h-16)
	return rect{(u.w - w) / 2 &^ 3, (u.h - h) / 2 &^ 3, w, h}
}

// bar draws a horizontal bar, filled to part of 1.
func (u *Canvas) bar(r rect, part float64, full bool) {
	u.p.panel(r, wellColour, borderColour, wellColour)
	in := r.inset(2)
	col := focusColour
	if full {
		col = goodColour
	}
	in.w = int(float64(in.w)*min(max(part, 0), 1) + 0.5)
	u.p.fill(in, col)
}
