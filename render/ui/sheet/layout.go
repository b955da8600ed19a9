package sheet

import (
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/panel"
)

// entry is a part of the panel that scrolls as a whole: a widget with its label, a line of words, or an
// option of a list.
type entry struct {
	slot int
	part int    // of a list: the option; -1 for its label
	h    int    // with the space below it
	id   uint32 // 0: it cannot have the focus
	line string // of words
	top  bool   // the label stands over the widget, not beside it
}

const (
	linesShown  = 4  // of a text box
	optionRow   = 20 // of a list
	besides     = 88 // pixels for a label beside its widget
	mostLines   = 12 // of a label
	wheelMemory = 30 // ticks for which a turn of the wheel goes on to scroll
)

// room is the width of the widgets.
func room(u *kit.Context) int { return min(width, u.W-16) - 2*kit.Padding }

// lay makes the entries for the width of the window, unless they are there.
func (s *Sheet) lay(u *kit.Context) {
	w := room(u)
	if s.wide == w {
		return
	}
	s.wide, s.entries = w, s.entries[:0]
	for k := range s.slots {
		n := &s.slots[k]
		over := n.Label != "" && (n.Kind == panel.Text || n.Kind == panel.TextBox || kit.Width(n.Label) > besides)
		e := entry{slot: k, h: kit.RowHeight, id: n.id, top: over}
		switch n.Kind {
		case panel.Label:
			s.words(k, n, w)
			continue
		case panel.List:
			s.options(k, n)
			continue
		case panel.Button, panel.Check:
			e.top = false
		case panel.TextBox:
			e.h = linesShown*kit.LineHeight + 12
		}
		if e.top {
			e.h += kit.LineHeight
		}
		s.entries = append(s.entries, e)
	}
}

// words makes an entry for each line of a label.
func (s *Sheet) words(k int, n *slot, w int) {
	text := n.Label
	if text != "" && n.Text != "" {
		text += " "
	}
	lines := kit.WrapLines(text+n.Text, w)
	for j, l := range lines[:min(len(lines), mostLines)] {
		e := entry{slot: k, h: kit.LineHeight, line: l}
		if j == len(lines)-1 || j == mostLines-1 {
			e.h += 4
		}
		s.entries = append(s.entries, e)
	}
}

// options makes an entry for each option of a list, and for its label.
func (s *Sheet) options(k int, n *slot) {
	if n.Label != "" {
		s.entries = append(s.entries, entry{slot: k, part: -1, h: kit.LineHeight, line: n.Label})
	}
	for j := range n.Options {
		e := entry{slot: k, part: j, h: optionRow, id: n.id + uint32(j+1)*0x9E3779B1}
		if j == len(n.Options)-1 {
			e.h += 8
		}
		s.entries = append(s.entries, e)
	}
}

// height is that of all entries.
func (s *Sheet) height() (h int) {
	for k := range s.entries {
		h += s.entries[k].h
	}
	return max(h, kit.LineHeight)
}

// to returns the entry behind the last one that is seen.
func (s *Sheet) to(h int) int {
	k := s.from
	for k < len(s.entries) && (s.entries[k].h <= h || k == s.from) {
		h -= s.entries[k].h
		k++
	}
	return k
}

// last is the entry from which the rest has room.
func (s *Sheet) last(h int) int {
	k := len(s.entries)
	for k > 0 && s.entries[k-1].h <= h {
		k--
		h -= s.entries[k].h
	}
	return min(k, max(0, len(s.entries)-1))
}

// reveal scrolls until an entry is seen.
func (s *Sheet) reveal(k, h int) {
	s.from = min(s.from, k)
	for s.from < k && s.to(h) <= k {
		s.from++
	}
}

// beside returns the nearest entry that can have the focus, a step up or down from another; -1 if there is
// none.
func (s *Sheet) beside(k, step int) int {
	for k += step; k >= 0 && k < len(s.entries); k += step {
		if s.entries[k].id != 0 {
			return k
		}
	}
	return -1
}

// under returns the entry at the cursor, -1 if there is none.
func (s *Sheet) under(u *kit.Context, area kit.Rect) int {
	y := area.Y
	for k := s.from; k < s.to(area.H); k++ {
		if kit.R(area.X, y, area.W, s.entries[k].h).Contains(u.CursorX, u.CursorY) {
			return k
		}
		y += s.entries[k].h
	}
	return -1
}

// wheel scrolls by the wheel, and reports whether it did. Over a number the wheel turns the number, unless it
// was scrolling just now.
func (s *Sheet) wheel(u *kit.Context, area kit.Rect) bool {
	turn := int(u.In.WheelY)
	if turn == 0 || !area.Contains(u.CursorX, u.CursorY) {
		return false
	}
	at := s.under(u, area)
	if u.IsOpen(s) && at >= 0 && s.slots[s.entries[at].slot].Kind == panel.Number && (s.scrolled == 0 || u.Now-s.scrolled > wheelMemory) {
		return false
	}
	s.scrolled = u.Now
	s.from = max(0, min(s.from-turn, s.last(area.H)))
	return true
}

// scroll keeps the focused entry in view, and lets the keys lead to those that are not seen.
func (s *Sheet) scroll(u *kit.Context, area kit.Rect) {
	if u.Drawing {
		return
	}
	wheeled := s.wheel(u, area)
	s.from = max(0, min(s.from, s.last(area.H)))
	_, dy, turn := u.Ways()
	step := dy + turn
	at := -1
	for k := range s.entries {
		if s.entries[k].id == u.Focused && u.Focused != 0 {
			at = k
		}
	}
	switch {
	case at < 0:
		s.fromClose(u, area, dy, turn)
		return
	case wheeled:
		if at < s.from || at >= s.to(area.H) {
			if to := s.beside(s.from-1, 1); to >= 0 && to < s.to(area.H) && s.drag.id == 0 {
				u.Focused = s.entries[to].id
			}
		}
		return
	}
	s.reveal(at, area.H)
	if n := &s.slots[s.entries[at].slot]; step == 0 || dy != 0 && n.Kind == panel.TextBox && n.box.Within(dy) || u.Keyboard.TookPad {
		return
	}
	last := s.last(area.H)
	switch to := s.beside(at, step); {
	case to >= 0:
		s.reveal(to, area.H)
	case step > 0 && s.from < last: // words at the end
		s.from, u.Stay = last, true
	case step > 0 && turn == 0:
		s.from = 0
	case step < 0 && s.from > 0: // words at the beginning
		s.from = 0
	}
}

// fromClose scrolls while the button that closes has the focus: no other widget may be seen.
func (s *Sheet) fromClose(u *kit.Context, area kit.Rect, dy, turn int) {
	last := s.last(area.H)
	switch next := s.beside(s.from-1, 1); {
	case u.Focused != closeID:
	case turn > 0:
		s.from = 0
	case dy < 0 || turn < 0:
		s.from = last
	case dy > 0 && s.from < last && (next < 0 || next >= s.to(area.H)):
		s.from++
		u.Stay = s.from < last && (next < 0 || next >= s.to(area.H))
	}
}

// Rest lays the panel out while it has no keys. A click in it, or its key, turns to it. For fingers only its
// title is there, because they need the rest of the window.
func (s *Sheet) Rest(u *kit.Context, live bool) {
	if s.id == 0 || s.title == "" && len(s.slots) == 0 || u.IsOpen(s) || u.IsOpen(&s.picker) {
		return
	}
	s.lay(u)
	r := s.place(u)
	fingers := len(u.In.TouchButtons()) > 0
	if fingers {
		r.H = header + kit.Padding
	}
	if live && !u.Drawing {
		inside := r.Contains(u.CursorX, u.CursorY)
		if u.In.Pressed(input.Panel) || u.In.ButtonPressed(input.MouseLeft) && inside {
			s.enter(u)
			return
		}
		if inside && s.wheel(u, s.area(r)) { // it is not for the camera
			u.In.Consume(input.ZoomIn)
			u.In.Consume(input.ZoomOut)
		}
	}
	s.still(u, r)
	if !fingers {
		s.foot(u, r, u.Say1("panel.use", "key", u.In.Name(input.Panel)))
	}
}

// still draws the panel without focus.
func (s *Sheet) still(u *kit.Context, r kit.Rect) {
	u.Panel(r)
	s.heading(u, r)
	if s.area(r).H > 0 {
		s.content(u, s.area(r), false)
	}
}

// place returns where the panel stands.
func (s *Sheet) place(u *kit.Context) kit.Rect {
	w := min(width, u.W-16)
	h := min(s.height()+header+kit.LineHeight+2*kit.Padding, max(u.H-top-foot, 96))
	return kit.R(u.W-w-8, max(4, min(top, u.H-h-foot)), w, h)
}

// area is the part of the panel that scrolls.
func (*Sheet) area(r kit.Rect) kit.Rect {
	in := r.Inset(kit.Padding)
	return kit.R(in.X, in.Y+header, in.W, in.H-header-kit.LineHeight)
}

// heading writes the title and whose panel it is, so that none passes for a window of the game; foot writes
// the line below the widgets.
func (s *Sheet) heading(u *kit.Context, r kit.Rect) {
	in := r.Inset(kit.Padding)
	u.Text(kit.R(in.X, in.Y-2, in.W-24, 16), s.title, kit.Style{Col: kit.FocusColour})
	u.Text(kit.R(in.X, in.Y+11, in.W-24, 16), s.by, kit.Style{Col: kit.DimColour})
	u.P.Fill(kit.R(in.X, in.Y+29, in.W, 1), kit.BorderColour)
}

func (*Sheet) foot(u *kit.Context, r kit.Rect, words string) {
	in := r.Inset(kit.Padding)
	u.Text(kit.R(in.X, in.Y+in.H-kit.LineHeight+4, in.W, kit.LineHeight), words, kit.Style{Col: kit.DimColour})
}

var closeID = kit.Ident("panel.close", 0)

// Show lays the panel out while it has the keys. A click beside it goes back to the world.
func (s *Sheet) Show(u *kit.Context) {
	if s.id == 0 {
		u.CloseUnlessDrawing()
		return
	}
	s.lay(u)
	r := s.place(u)
	u.Panel(r)
	s.heading(u, r)
	area := s.area(r)
	s.scroll(u, area)
	s.content(u, area, true)
	if !u.Drawing {
		s.clicked = false
		if !u.In.ButtonHeld(input.MouseLeft) {
			s.drag = drag{}
		}
	}
	in := r.Inset(kit.Padding)
	away := u.Button(kit.R(in.X+in.W-18, in.Y-5, 18, 18), closeID, "×", "")
	if u.Focused == closeID || u.Help == "" {
		u.Help = u.Say1(u.ByDevice("panel.close", "panel.close_keys", "panel.close_pad"), "key", u.In.Name(input.Panel))
	}
	s.foot(u, r, u.Help)
	switch {
	case u.Drawing:
	case s.typing != 0 && s.typing == u.Focused && u.Backed(): // only the typing ends
		s.typing = 0
	case away || u.Backed():
		s.shut(u)
	case u.In.ButtonPressed(input.MouseLeft) && !u.Over && !u.Keyboard.TookPad, !u.Editing && u.Again(input.Panel):
		s.keep(u)
		u.Close()
	}
}

// content lays out the entries that are seen; live if they answer the hands.
func (s *Sheet) content(u *kit.Context, area kit.Rect, live bool) {
	y := area.Y
	to := s.to(area.H)
	for k := s.from; k < to && k < len(s.entries); k++ {
		e := &s.entries[k]
		s.show(u, e, kit.R(area.X, y, area.W, e.h), live)
		y += e.h
	}
	kit.More(u, kit.R(area.X, area.Y+area.H+2, area.W, 0), to < len(s.entries))
	if s.from > 0 {
		kit.Less(u, kit.R(area.X, area.Y-2, area.W, 0))
	}
}
