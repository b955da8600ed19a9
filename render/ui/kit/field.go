package kit

import (
	"strings"
	"unicode/utf8"

	"manyhold/input"
	"manyhold/render/ui/model"
)

// Field is a text box and its text. The zero field is empty and accepts no text: limit is its size.
type Field struct {
	Text  []rune
	At    int  // where the cursor stands, in runes
	Limit int  // most bytes of UTF-8
	Cut   bool // the last insertion was cut off
	All   bool // all of it is selected: the next letter replaces it
	// Replaces says that pasted text replaces the text instead of being inserted.
	Replaces bool
	Lines    bool  // it has several lines, for Context.Area
	from     int   // first rune shown
	starts   []int // of Area: where the lines begin
	top      int   // of Area: the first line shown
	memo     string
}

func NewField(limit int) Field { return Field{Limit: limit} }

// String returns the text.
func (f *Field) String() string {
	if len(f.memo) == 0 && len(f.Text) > 0 {
		f.memo = string(f.Text)
	}
	return f.memo
}

// Set replaces the text.
func (f *Field) Set(s string) {
	f.Clear()
	f.Insert(s)
	f.Cut = false
}

// Paste inserts s, or replaces the text by it.
func (f *Field) Paste(s string) {
	f.All = f.All || f.Replaces
	f.Insert(s)
}

// SelectAll selects the whole text, if there is any.
func (f *Field) SelectAll() { f.All = len(f.Text) > 0 }

func (f *Field) Clear() {
	f.Text, f.At, f.from, f.top, f.Cut, f.All, f.memo = f.Text[:0], 0, 0, 0, false, false, ""
}

// Insert puts s at the cursor, as much of it as the limit allows; controls become spaces, and invalid UTF-8
// is left out.
func (f *Field) Insert(s string) {
	if f.All {
		f.Clear()
	}
	size := 0
	for _, r := range f.Text {
		size += utf8.RuneLen(r)
	}
	f.Cut = false
	var put []rune
	for _, r := range s {
		if r == utf8.RuneError || r == '\r' {
			continue
		}
		switch {
		case r == '\n' && f.Lines:
		case r == '\n' || r == '\t':
			r = ' '
		case Invisible(r) && !joins(r):
			continue
		}
		if size += utf8.RuneLen(r); size > f.Limit {
			f.Cut = true
			break
		}
		put = append(put, r)
	}
	f.Text = append(f.Text[:f.At], append(put, f.Text[f.At:]...)...)
	f.At += len(put)
	f.memo = ""
}

// joins reports whether r, though invisible, belongs to the spelling of some scripts and emoji.
func joins(r rune) bool { return r == 0x200C || r == 0x200D || r >= 0xFE00 && r <= 0xFE0F }

func (f *Field) Remove(from, to int) {
	if f.All {
		f.Clear()
		return
	}
	from, to = max(from, 0), min(to, len(f.Text))
	if from < to {
		f.Text = append(f.Text[:from], f.Text[to:]...)
		f.At, f.Cut, f.memo = from, false, ""
	}
}

// keys lets the keys of this tick edit the text, and reports whether it changed and whether Enter was
// pressed.
func (u *Context) keys(f *Field) (changed, entered bool) {
	in := u.In
	before := len(f.Text)
	if changed, entered = u.Keyboard.edit(u, f); changed || entered {
		return changed, entered
	}
	text, busy := u.Method.typed(u)
	if text != "" && !in.Control {
		f.Insert(text)
		u.Sound(SoundType)
		return true, false
	}
	switch {
	case busy:
	case in.Edit(input.Backspace):
		f.Remove(f.At-1, f.At)
	case in.Edit(input.Delete):
		f.Remove(f.At, f.At+1)
	case in.Edit(input.CursorLeft):
		f.At, f.All = max(f.At-1, 0), false
	case in.Edit(input.CursorRight):
		f.At, f.All = min(f.At+1, len(f.Text)), false
	case in.Edit(input.CursorHome):
		f.At, f.All = 0, false
	case in.Edit(input.CursorEnd):
		f.At, f.All = len(f.Text), false
	case in.Edit(input.SelectAll):
		f.SelectAll()
	case in.Edit(input.Paste):
		u.Do(model.RequestPaste{})
	case in.Edit(input.Submit):
		return false, true
	case in.ButtonPressed(input.PadA) && !u.Keyboard.TookPad:
		u.Keyboard.OpenFor(u)
	}
	return len(f.Text) != before, false
}

// Box is a text box: it shows the text of f, or empty while there is none. entered reports that Enter was
// pressed in it.
func (u *Context) Box(r Rect, id uint32, f *Field, empty string) (changed, entered bool) {
	focused, _ := u.Take(Widget{ID: id, R: r, edit: true})
	if focused && !u.Drawing {
		if u.In.Touching() && u.In.ButtonPressed(input.MouseLeft) && r.Contains(u.CursorX, u.CursorY) {
			u.Keyboard.OpenFor(u)
		}
		u.PasteInto = f
		if u.Editing { // it had the focus before this tick, so the keys are its own
			changed, entered = u.keys(f)
		}
	}
	f.well(u, r, focused)
	in := Rect{r.X + 6, r.Y, r.W - 12, r.H}
	f.hint(u, in, empty, focused)
	u.boxText(in, f, focused)
	return changed, entered
}

// boxText writes the part of the text that has room, so that the cursor is always seen.
func (u *Context) boxText(in Rect, f *Field, focused bool) {
	f.from = min(f.from, f.At)
	for f.from < f.At && widthOf(f.Text[f.from:f.At])+6 > in.W {
		f.from++
	}
	if focused {
		u.caret = Rect{in.X + widthOf(f.Text[f.from:f.At]), in.Y + (in.H-14)/2, 1, 14}
	}
	if !u.P.On {
		return
	}
	to, w := f.from, 0
	for to < len(f.Text) && w+advance(f.Text[to]) <= in.W {
		w += advance(f.Text[to])
		to++
	}
	if f.All && focused {
		u.P.Fill(Rect{in.X, in.Y + 4, w, in.H - 8}, RaisedColour)
		u.P.Fill(Rect{in.X, in.Y + in.H - 5, w, 1}, FocusColour)
	}
	s := f.String()
	u.Text(in, s[byteAt(s, f.from):byteAt(s, to)], Style{Col: TextColour})
	if focused && u.Now/30%2 == 0 {
		u.P.Fill(u.caret, FocusColour)
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

// Trimmed returns the text of f without spaces around it.
func (f *Field) Trimmed() string { return strings.TrimSpace(f.String()) }

// well draws what the text stands in, and says so if the text was cut off.
func (f *Field) well(u *Context, r Rect, focused bool) {
	border := BorderColour
	if focused {
		border = FocusColour
		if f.Cut {
			u.Help = u.Say("edit.cut")
		}
	}
	u.P.Panel(r, WellColour, border, WellColour)
}

// hint writes what an empty field is for.
func (f *Field) hint(u *Context, at Rect, empty string, focused bool) {
	if len(f.Text) > 0 {
		return
	}
	if focused { // beside the cursor
		at.X, at.W = at.X+3, at.W-3
	}
	u.Text(at, empty, Style{Col: DimColour})
}
