package kit

import (
	"manyhold/input"
)

// Area is a text box of several lines, for a field with Lines. Enter begins a new line; Control and Enter, or
// the keyboard's own key, say that it is done. Up and down move the cursor, and lead out at the first and the
// last line.
func (u *Context) Area(r Rect, id uint32, f *Field, empty string) (changed, entered bool) {
	focused, _ := u.Take(Widget{ID: id, R: r, edit: true})
	in := Rect{r.X + 6, r.Y + 4, r.W - 12, r.H - 8}
	f.fold(in.W)
	if focused && !u.Drawing {
		if u.In.ButtonPressed(input.MouseLeft) && r.Contains(u.CursorX, u.CursorY) {
			f.At, f.All = f.at(f.top+max(0, u.CursorY-in.Y)/LineHeight, u.CursorX-in.X), false
			if u.In.Touching() {
				u.Keyboard.OpenFor(u)
			}
		}
		u.PasteInto = f
		if u.Editing {
			changed, entered = f.areaKeys(u)
			f.fold(in.W)
		}
	}
	f.well(u, r, focused)
	f.hint(u, Rect{in.X, in.Y, in.W, LineHeight}, empty, focused)
	f.areaText(u, in, focused)
	return changed, entered
}

// areaKeys lets the keys of this tick edit the text: those of lines here, all others as in a text box.
func (f *Field) areaKeys(u *Context) (changed, entered bool) {
	in := u.In
	row := f.row()
	_, dy, _ := u.directions(Widget{edit: true})
	switch {
	case u.Keyboard.Open && u.Keyboard.TookPad:
	case dy != 0 && f.Within(dy):
		f.At, f.All, u.Stay = f.at(row+dy, widthOf(f.Text[f.starts[row]:f.At])), false, true
		return false, false
	case in.Edit(input.Submit) && in.Control:
		return false, true
	case in.Edit(input.Submit):
		f.Insert("\n")
		u.Sound(SoundType)
		return true, false
	case in.Edit(input.CursorHome):
		f.At, f.All = f.starts[row], false
		return false, false
	case in.Edit(input.CursorEnd):
		f.At, f.All = f.end(row), false
		return false, false
	}
	return u.keys(f)
}

// areaText writes the lines that have room, so that the cursor is always seen.
func (f *Field) areaText(u *Context, in Rect, focused bool) {
	room, row := max(1, in.H/LineHeight), f.row()
	if focused {
		f.top = min(max(f.top, row+1-room), row)
		u.caret = Rect{in.X + widthOf(f.Text[f.starts[row]:f.At]), in.Y + (row-f.top)*LineHeight + 1, 1, 14}
	}
	f.top = max(0, min(f.top, len(f.starts)-room))
	if !u.P.On {
		return
	}
	s := f.String()
	at := byteAt(s, f.starts[f.top])
	for k := f.top; k < len(f.starts) && k < f.top+room; k++ {
		line := Rect{in.X, in.Y + (k-f.top)*LineHeight, in.W, LineHeight}
		to := at + byteAt(s[at:], f.end(k)-f.starts[k])
		if f.All && focused {
			u.P.Fill(Rect{line.X, line.Y, widthOf(f.Text[f.starts[k]:f.end(k)]), line.H}, BorderColour)
		}
		u.Text(line, s[at:to], Style{Col: TextColour})
		if k+1 < len(f.starts) {
			at += byteAt(s[at:], f.starts[k+1]-f.starts[k])
		}
	}
	if focused && u.Now/30%2 == 0 {
		u.P.Fill(u.caret, FocusColour)
	}
}

// fold finds where the lines of the text begin at a width: after each end of a line, and where one has no
// more room.
func (f *Field) fold(w int) {
	f.starts = append(f.starts[:0], 0)
	x, space := 0, -1
	for k, r := range f.Text {
		begin := f.starts[len(f.starts)-1]
		if r == '\n' {
			f.starts = append(f.starts, k+1)
			x, space = 0, -1
			continue
		}
		a := advance(r)
		if x+a > w && k > begin {
			begin = k
			if space >= 0 {
				begin = space + 1
			}
			f.starts = append(f.starts, begin)
			x, space = widthOf(f.Text[begin:k]), -1
		}
		if x += a; r == ' ' {
			space = k
		}
	}
}

// row returns the line in which the cursor stands.
func (f *Field) row() int {
	row := 0
	for row+1 < len(f.starts) && f.starts[row+1] <= f.At {
		row++
	}
	return row
}

// end returns where a line ends: before the letter that ends it, if there is one.
func (f *Field) end(row int) int {
	if row+1 >= len(f.starts) {
		return len(f.Text)
	}
	to := f.starts[row+1]
	if to > f.starts[row] && (f.Text[to-1] == '\n' || f.Text[to-1] == ' ') {
		to--
	}
	return to
}

// at returns the place in a line that is nearest to x.
func (f *Field) at(row, x int) int {
	row = max(0, min(row, len(f.starts)-1))
	at, w := f.starts[row], 0
	for at < f.end(row) {
		a := advance(f.Text[at])
		if w+a/2 >= x {
			break
		}
		at, w = at+1, w+a
	}
	return at
}

// Within reports whether a step up or down from the cursor stays in the text of an area.
func (f *Field) Within(dy int) bool {
	row := f.row() + dy
	return row >= 0 && row < len(f.starts)
}
