package sheet

import (
	"strconv"
	"strings"

	"manyhold/input"
	"manyhold/render/ui/kit"
)

const (
	// dragPixels is how far a drag leads to the next step of a number, in logical pixels. A number between
	// two bounds goes from one to the other over the width of its widget.
	dragPixels = 2
	typeable   = "0123456789-.,"
)

// number lays out a number. A drag to the side changes it, and is given when the button comes up; left, right
// and the wheel step; digits or choosing it begin to type.
func (h *hand) number() {
	u, s, n := h.u, h.s, h.n
	if s.typing == h.id && u.Focused != h.id && !u.Drawing {
		s.typed(u, n)
	}
	if h.live && !u.Drawing && u.Focused == h.id && s.typing != h.id && !u.Editing && s.drag.id == 0 {
		h.begin()
	}
	if h.live && s.typing == h.id {
		u.Help = u.Say("panel.type")
		if _, entered := u.Box(h.r, h.id, &n.box, ""); entered {
			s.typed(u, n)
		}
		return
	}
	focused, _ := h.take(true)
	u.Face(h.r, focused, false)
	if focused {
		u.Help = u.Say(u.ByDevice("panel.number", "panel.number_keys", "panel.number_pad"))
	}
	if h.live && !u.Drawing {
		h.change(focused)
	}
	v := n.Number
	if s.drag.id == h.id {
		v = s.drag.to
	}
	if n.Bounded() && n.Max > n.Min {
		part := (v - n.Min) / (n.Max - n.Min)
		u.P.Fill(kit.R(h.r.X+3, h.r.Y+h.r.H-6, h.r.W-6, 3), kit.WellColour)
		u.P.Fill(kit.R(h.r.X+3, h.r.Y+h.r.H-6, int(part*float64(h.r.W-6)+0.5), 3), kit.FocusColour)
	}
	u.Arrows(kit.R(h.r.X, h.r.Y-1, h.r.W, h.r.H), numeral(v))
}

// begin begins to type, if the keys say so.
func (h *hand) begin() {
	u, n := h.u, h.n
	begins := u.In.Pressed(input.Confirm)
	first := ""
	for _, r := range u.In.Text {
		if strings.ContainsRune(typeable, r) {
			begins, first = true, first+string(r)
		}
	}
	if !begins {
		return
	}
	h.s.typing = h.id
	if first != "" {
		n.box.Set(first)
	} else {
		n.box.Set(numeral(n.Number))
		n.box.SelectAll()
	}
	u.Keyboard.OpenFor(u)
}

// change answers the mouse, the wheel and the arrows.
func (h *hand) change(focused bool) {
	u, s, n, d := h.u, h.s, h.n, &h.s.drag
	turn := u.Turned(focused)
	if h.r.Contains(u.CursorX, u.CursorY) && s.scrolled != u.Now {
		turn += int(u.In.WheelY)
	}
	switch {
	case d.id == h.id && u.In.ButtonHeld(input.MouseLeft):
		d.moved = d.moved || u.CursorX-d.x > 2 || d.x-u.CursorX > 2
		d.to = n.Nearest(d.from + float64(u.CursorX-d.x)/dragPixels*h.pace())
	case d.id == h.id:
		to, moved, x, touched := d.to, d.moved, d.x, d.touched
		*d = drag{}
		switch {
		case !moved && x < h.r.X+20:
			h.step(-1)
		case !moved && x >= h.r.X+h.r.W-20:
			h.step(1)
		case !moved:
			s.typing = h.id
			n.box.Set(numeral(n.Number))
			n.box.SelectAll()
			u.BeginEdit(touched)
		case to != n.Number:
			n.Number = to
			h.answer()
			u.Sound(kit.SoundOK)
		}
	case h.pressed():
		*d = drag{id: h.id, touched: u.In.Touching(), x: u.CursorX, from: n.Number, to: n.Number}
	case turn != 0:
		h.step(turn)
	}
}

// pace is by how much a number changes for dragPixels.
func (h *hand) pace() float64 {
	n := h.n
	if !n.Bounded() {
		return n.Step
	}
	return (n.Max - n.Min) * dragPixels / float64(h.r.W)
}

// step changes the number by some steps.
func (h *hand) step(turn int) {
	to := h.n.Nearest(h.n.Number + float64(turn)*h.n.Step)
	if to != h.n.Number && h.u.Answer(true, "") {
		h.n.Number = to
		h.answer()
	}
}

// numeral writes a number with at most three digits after the point.
func numeral(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
