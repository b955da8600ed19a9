package sheet

import (
	"strconv"
	"strings"

	"manyhold/input"
	"manyhold/render/palette"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/panel"
)

// hand is a widget that is laid out.
type hand struct {
	u    *kit.Context
	s    *Sheet
	n    *slot
	r    kit.Rect
	id   uint32
	live bool
}

// show lays out an entry.
func (s *Sheet) show(u *kit.Context, e *entry, r kit.Rect, live bool) {
	n := &s.slots[e.slot]
	if e.id == 0 {
		u.Text(kit.R(r.X, r.Y, r.W, kit.LineHeight), e.line, kit.Style{Col: kit.TextColour})
		return
	}
	if e.top {
		u.Text(r.Cut(kit.LineHeight), n.Label, kit.Style{Col: kit.TextColour})
	}
	r.H -= 4
	if !e.top && n.Label != "" && (n.Kind == panel.Number || n.Kind == panel.Colour) {
		u.Text(kit.R(r.X, r.Y, besides, r.H), n.Label, kit.Style{Col: kit.TextColour})
		r.X, r.W = r.X+besides+4, r.W-besides-4
	}
	h := hand{u, s, n, r, e.id, live}
	switch n.Kind {
	case panel.Button:
		h.button()
	case panel.Text, panel.TextBox:
		h.text()
	case panel.Number:
		h.number()
	case panel.Colour:
		h.colour()
	case panel.Check:
		h.check()
	case panel.List:
		h.r.H = optionRow - 2
		h.option(e.part)
	}
}

// pressed reports whether the widget was clicked in this tick, or by the click that turned to the panel.
func (h *hand) pressed() bool {
	return h.live && !h.u.Drawing && (h.s.clicked || h.u.In.ButtonPressed(input.MouseLeft)) && h.r.Contains(h.u.CursorX, h.u.CursorY)
}

// take enters the widget.
func (h *hand) take(hold bool) (focused, chosen bool) {
	if !h.live {
		return false, false
	}
	focused, chosen = h.u.Take(kit.Widget{ID: h.id, R: h.r, Hold: hold})
	if h.s.clicked && h.pressed() {
		h.u.SetFocus(h.id)
		return true, true
	}
	return focused, chosen
}

func (h *hand) answer() { h.s.answer(h.u, h.n) }

func (h *hand) button() {
	focused, chosen := h.take(false)
	h.u.Face(h.r, focused, false)
	label := h.n.Label
	if label == "" {
		label = h.n.Text
	}
	at, col := h.r, kit.TextColour
	if focused {
		at.Y, col = at.Y-1, kit.PaleColour
	}
	h.u.Text(at.Inset(4), label, kit.Style{Col: col, Align: kit.Centre})
	if h.u.Answer(chosen, "") {
		h.answer()
	}
}

func (h *hand) check() {
	focused, chosen := h.take(true)
	h.u.Face(h.r, focused, false)
	h.u.Knob(h.r, h.n.On)
	h.u.Text(kit.R(h.r.X+36, h.r.Y, h.r.W-44, h.r.H), h.n.Label, kit.Style{Col: kit.TextColour})
	if h.u.Answer(chosen || h.live && h.u.Turned(focused) != 0, "") {
		h.n.On = !h.n.On
		h.answer()
	}
}

// option lays out an option of a list.
func (h *hand) option(k int) {
	focused, chosen := h.take(false)
	mine := h.n.Chosen == k
	h.u.P.Panel(h.r, kit.WellColour, kit.WellColour, kit.WellColour)
	if focused {
		h.u.Face(h.r, true, false)
	}
	col := kit.TextColour
	if mine {
		h.u.P.Fill(kit.R(h.r.X+6, h.r.Y+h.r.H/2-3, 6, 6), kit.FocusColour)
		col = kit.PaleColour
	}
	h.u.Text(kit.R(h.r.X+18, h.r.Y, h.r.W-22, h.r.H), h.n.Options[k], kit.Style{Col: col})
	if h.u.Answer(chosen, "") {
		h.n.Chosen = k
		h.answer()
	}
}

// colour lays out a colour: left and right turn it, choosing opens all of them.
func (h *hand) colour() {
	u, n := h.u, h.n
	focused, chosen := h.take(true)
	u.Face(h.r, focused, false)
	u.Arrows(h.r, "")
	swatch(u, kit.R(h.r.X+24, h.r.Y+5, h.r.W-48, h.r.H-10), n.Colour)
	turn := 0
	if h.live {
		turn = u.Turned(focused)
	}
	switch {
	case turn != 0 && u.Answer(true, ""):
		count := int(palette.Count)
		n.Colour = uint8((int(n.Colour) + turn + count) % count)
		h.answer()
	case u.Answer(chosen, ""):
		h.s.picker.open(u, h.s, n)
	}
}

// swatch shows a colour; the first one is clear.
func swatch(u *kit.Context, r kit.Rect, colour uint8) {
	u.P.Fill(r, kit.InkColour)
	if c := palette.Index(colour); c != palette.Clear && c < palette.Count {
		u.P.Fill(r.Inset(1), c.RGBA())
		return
	}
	u.BrokenLine(r.X+2, r.Y+r.H/2, r.W-4, 1, false, kit.DashedLine, kit.DimColour)
}

// text lays out a text box. Its text is given when Enter says so, or when the focus leaves it.
func (h *hand) text() {
	u, s, n := h.u, h.s, h.n
	if !h.live {
		h.stillText()
		return
	}
	if s.clicked && h.pressed() {
		u.SetFocus(h.id)
	}
	if !u.Drawing && u.Focused == h.id && s.edited != h.id {
		s.keep(u)
		s.edited, n.before = h.id, n.box.String()
	}
	box := u.Box
	if n.Kind == panel.TextBox {
		box = u.Area
		if u.Focused == h.id {
			u.Help = u.Say("panel.lines")
		}
	}
	if _, entered := box(h.r, h.id, &n.box, u.Say("thing.nothing")); entered {
		n.Text, n.before = n.box.String(), n.box.String()
		h.answer()
		u.Sound(kit.SoundOK)
	}
	if !u.Drawing && u.Focused != h.id && s.edited == h.id {
		s.keep(u)
	}
}

// stillText shows a text without focus.
func (h *hand) stillText() {
	u := h.u
	u.P.Panel(h.r, kit.WellColour, kit.BorderColour, kit.WellColour)
	in := kit.R(h.r.X+6, h.r.Y, h.r.W-12, h.r.H)
	if h.n.Kind == panel.Text {
		u.Text(in, h.n.box.String(), kit.Style{Col: kit.TextColour})
		return
	}
	in.Y += 4
	for _, line := range first(u.Wrap(h.n.box.String(), in.W), linesShown) {
		u.Text(in.Cut(kit.LineHeight), line, kit.Style{Col: kit.TextColour})
	}
}

func first(lines []string, n int) []string { return lines[:min(len(lines), n)] }

// keep gives what was typed and not given yet.
func (s *Sheet) keep(u *kit.Context) {
	for k := range s.slots {
		n := &s.slots[k]
		switch {
		case n.id == s.typing:
			s.typed(u, n)
		case n.id == s.edited && n.box.String() != n.before:
			n.Text, n.before = n.box.String(), n.box.String()
			s.answer(u, n)
		}
	}
	s.edited, s.typing = 0, 0
}

// typed takes a number that was typed.
func (s *Sheet) typed(u *kit.Context, n *slot) {
	s.typing = 0
	v, err := strconv.ParseFloat(strings.Replace(n.box.Trimmed(), ",", ".", 1), 64)
	if err != nil || v != v {
		u.Sound(kit.SoundNo)
		return
	}
	if v = n.Nearest(v); v != n.Number {
		n.Number = v
		s.answer(u, n)
		u.Sound(kit.SoundOK)
	}
}
