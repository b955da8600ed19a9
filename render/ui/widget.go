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

// again reports whether what opened the screen was pressed once more, to close it. A button that also leads about in
// menus, as those of a pad's cross do, does not.
func (u *Context) again(a input.Action) bool {
	if u.drawing || u.now <= u.since+1 || !u.in.Pressed(a) {
		return false
	}
	for _, way := range [...]input.Action{input.Up, input.Down, input.Left, input.Right, input.Confirm} {
		if u.in.Pressed(way) {
			return false
		}
	}
	return true
}

// knob draws at the left of a row whether it is on.
func (u *Canvas) knob(r rect, on bool) {
	well := rect{r.x + 8, r.y + 8, 20, 8}
	u.p.panel(well, wellColour, borderColour, wellColour)
	if on {
		u.p.fill(rect{well.x + 10, well.y - 2, 10, 12}, goodColour)
	} else {
		u.p.fill(rect{well.x, well.y - 2, 10, 12}, dimColour)
	}
}

// arrows writes what is chosen between an arrow to the left and one to the right.
func (u *Canvas) arrows(r rect, words string) {
	u.text(rect{r.x + 20, r.y, r.w - 40, r.h}, words, style{col: textColour, align: centre})
	u.text(rect{r.x + 4, r.y, 12, r.h}, "◀", style{col: focusColour, align: centre})
	u.text(rect{r.x + r.w - 16, r.y, 12, r.h}, "▶", style{col: focusColour, align: centre})
}

// mapPanel is the side of the panel of the small map, in the upper right of the window.
const mapPanel = 72
