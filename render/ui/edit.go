package ui

import (
	"strings"
	"unicode/utf8"

	"manyhold/input"
)

// field is a text box and what is in it. The zero field is empty and takes nothing: limit is its size.
type field struct {
	text  []rune
	at    int  // where the cursor stands, in runes
	limit int  // most bytes of UTF-8
	cut   bool // what was last put in did not fit whole
	all   bool // all of it is selected: the next letter replaces it
	from  int  // first rune shown
	memo  string
}

func newField(limit int) field { return field{limit: limit} }

// String returns the text.
func (f *field) String() string {
	if len(f.memo) == 0 && len(f.text) > 0 {
		f.memo = string(f.text)
	}
	return f.memo
}

// set replaces the text.
func (f *field) set(s string) {
	f.clear()
	f.insert(s)
	f.cut = false
}

func (f *field) clear() {
	f.text, f.at, f.from, f.cut, f.all, f.memo = f.text[:0], 0, 0, false, false, ""
}

// insert puts s at the cursor, as much of it as the limit allows; controls become spaces, and what is not
// UTF-8 is left out.
func (f *field) insert(s string) {
	if f.all {
		f.clear()
	}
	size := 0
	for _, r := range f.text {
		size += utf8.RuneLen(r)
	}
	f.cut = false
	var put []rune
	for _, r := range s {
		if r == utf8.RuneError || r == '\r' {
			continue
		}
		if r == '\n' || r == '\t' {
			r = ' '
		}
		if invisible(r) && !joins(r) {
			continue
		}
		if size += utf8.RuneLen(r); size > f.limit {
			f.cut = true
			break
		}
		put = append(put, r)
	}
	f.text = append(f.text[:f.at], append(put, f.text[f.at:]...)...)
	f.at += len(put)
	f.memo = ""
}

// joins reports whether r, though invisible, belongs to the spelling of some scripts and emoji.
func joins(r rune) bool { return r == 0x200C || r == 0x200D || r >= 0xFE00 && r <= 0xFE0F }

func (f *field) remove(from, to int) {
	if f.all {
		f.clear()
		return
	}
	from, to = max(from, 0), min(to, len(f.text))
	if from < to {
		f.text = append(f.text[:from], f.text[to:]...)
		f.at, f.cut, f.memo = from, false, ""
	}
}

// keys lets the keys of this tick edit the text, and reports whether it changed and whether Enter was
// pressed.
func (u *Context) keys(f *field) (changed, entered bool) {
	in := u.in
	before := len(f.text)
	if changed, entered = u.keyboard.edit(u, f); changed || entered {
		return changed, entered
	}
	text, busy := u.method.typed(u)
	if text != "" && !in.Control {
		f.insert(text)
		u.sound(SoundType)
		return true, false
	}
	switch {
	case busy:
	case in.Edit(input.Backspace):
		f.remove(f.at-1, f.at)
	case in.Edit(input.Delete):
		f.remove(f.at, f.at+1)
	case in.Edit(input.CursorLeft):
		f.at, f.all = max(f.at-1, 0), false
	case in.Edit(input.CursorRight):
		f.at, f.all = min(f.at+1, len(f.text)), false
	case in.Edit(input.CursorHome):
		f.at, f.all = 0, false
	case in.Edit(input.CursorEnd):
		f.at, f.all = len(f.text), false
	case in.Edit(input.SelectAll):
		f.all = len(f.text) > 0
	case in.Edit(input.Paste):
		u.do(RequestPaste{})
	case in.Edit(input.Submit):
		return false, true
	case in.ButtonPressed(input.PadA) && !u.keyboard.tookPad:
		u.keyboard.openFor(u)
	}
	return len(f.text) != before, false
}

// box is a text box: it writes what is in f, or empty while there is nothing. entered reports that Enter was
// pressed in it.
func (u *Context) box(r rect, id uint32, f *field, empty string) (changed, entered bool) {
	focused, _ := u.take(place{id: id, r: r, edit: true})
	if focused && !u.drawing {
		if u.in.Touching() && u.in.ButtonPressed(input.MouseLeft) && r.contains(u.cx, u.cy) {
			u.keyboard.openFor(u)
		}
		u.pasteInto = f
		if u.editing { // it had the focus before this tick, so the keys are its own
			changed, entered = u.keys(f)
		}
	}
	border := borderColour
	if focused {
		border = focusColour
		if f.cut {
			u.help = u.say("edit.cut")
		}
	}
	u.p.panel(r, wellColour, border, wellColour)
	in := rect{r.x + 6, r.y, r.w - 12, r.h}
	if len(f.text) == 0 {
		at := in
		if focused { // beside the cursor
			at.x, at.w = in.x+3, in.w-3
		}
		u.text(at, empty, style{col: dimColour})
	}
	u.boxText(in, f, focused)
	return changed, entered
}

// boxText writes the part of the text that has room, so that the cursor is always seen.
func (u *Context) boxText(in rect, f *field, focused bool) {
	f.from = min(f.from, f.at)
	for f.from < f.at && widthOf(f.text[f.from:f.at])+6 > in.w {
		f.from++
	}
	if focused {
		u.caret = rect{in.x + widthOf(f.text[f.from:f.at]), in.y + (in.h-14)/2, 1, 14}
	}
	if !u.p.on {
		return
	}
	to, w := f.from, 0
	for to < len(f.text) && w+advance(f.text[to]) <= in.w {
		w += advance(f.text[to])
		to++
	}
	if f.all && focused {
		u.p.fill(rect{in.x, in.y + 4, w, in.h - 8}, borderColour)
	}
	s := f.String()
	u.text(in, s[byteAt(s, f.from):byteAt(s, to)], style{col: textColour})
	if focused && u.now/30%2 == 0 {
		u.p.fill(u.caret, focusColour)
	}
}

func widthOf(rs []rune) int {
	w := 0
	for _, r := range rs {
		w += advance(r)
	}
	return w
}

// byteAt returns the place of the n-th rune of s.
func byteAt(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// trimmed returns the text of f without spaces around it.
func (f *field) trimmed() string { return strings.TrimSpace(f.String()) }
