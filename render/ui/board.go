package ui

import (
	"unicode/utf8"

	"manyhold/input"
)

// A pad and fingers have no letters. Where one of them writes in a text box, a board of keys stands over the screen: its
// keys are chosen like buttons, and what they type goes the way of what a keyboard types.

const (
	// boardColumns and boardRows are the places of the board; the last row is of boardDeeds keys, two columns each.
	boardColumns, boardRows = 10, 5
	boardDeeds              = 5
	// boardKeyW and boardKeyH are the size of a key and the space beside it.
	boardKeyW, boardKeyH = 26, 20
	boardHint            = 16 // the line that says what a pad's buttons do
)

// boardPages are the letters of the board, four rows of ten: small ones, capitals, and signs.
var boardPages = [...][boardRows - 1]string{
	{"1234567890", "qwertyuiop", "asdfghjkl:", "zxcvbnm,./"},
	{"1234567890", "QWERTYUIOP", "ASDFGHJKL:", "ZXCVBNM!?/"},
	{"!?@#$%&*()", "-_+=\"';<>~", "äöüßéèêáàç", "ñíóúôåøæœ…"},
}

// What the keys of the last row do, from the left, and their words.
const (
	deedShift = iota
	deedSigns
	deedSpace
	deedErase
	deedDone
)

var boardWords = [boardDeeds]string{"board.shift", "board.signs", "board.space", "board.erase", "board.done"}

// Keyboard is the board of keys, and what it has typed and a text box has not taken yet.
type Keyboard struct {
	open        bool
	page        int
	column, row int // of the key under the pad's focus
	typed       string
	erase       bool
	move        int // of the text's cursor
	done        bool
	byPad       bool // and not by fingers
	tookPad     bool // the pad's buttons of this tick are the board's
}

// openBoard brings up the board if what was used last has no letters.
func (b *Keyboard) openFor(u *Context) {
	if pad := u.in.Device == input.Pad; pad || u.in.Touching() {
		*b = Keyboard{open: true, row: 1, byPad: pad}
	}
}

// boardKeys answers the pad and clicks on the board, before the screen does. It is put away when letters are typed on a
// keyboard, or when no text box has the focus any more.
func (b *Keyboard) answer(u *Context) {
	b.tookPad = b.open
	if !b.open {
		return
	}
	b.typed, b.erase, b.move, b.done = "", false, 0, false
	in := u.in
	if !u.editing && !u.writing || len(in.Text) > 0 {
		b.open = false
		return
	}
	b.byPad = in.Device == input.Pad
	if in.ButtonPressed(input.MouseLeft) {
		if column, row, on := b.keyAt(u, int(in.CursorX)/u.s, int(in.CursorY)/u.s); on {
			b.column, b.row = column, row
			b.press(u)
		}
	}
	switch {
	case !b.byPad:
	case in.ButtonPressed(input.PadA):
		b.press(u)
	case in.ButtonPressed(input.PadB):
		b.open = false
		u.sound(SoundClose)
	case in.ButtonPressed(input.PadX):
		b.erase = true
	case in.ButtonPressed(input.PadY):
		b.typed = " "
	case in.ButtonPressed(input.PadStart):
		b.done, b.open = true, false
	case in.ButtonPressed(input.PadL1):
		b.move = -1
	case in.ButtonPressed(input.PadR1):
		b.move = 1
	default:
		b.steer(in)
	}
}

// steer moves the pad's focus, round the edges.
func (b *Keyboard) steer(in *input.State) {
	step := 1
	if b.row == boardRows-1 { // keys of two columns
		step = 2
		b.column &^= 1
	}
	switch {
	case in.Repeat(input.Up):
		b.row = (b.row + boardRows - 1) % boardRows
	case in.Repeat(input.Down):
		b.row = (b.row + 1) % boardRows
	case in.Repeat(input.Left):
		b.column = (b.column + boardColumns - step) % boardColumns
	case in.Repeat(input.Right):
		b.column = (b.column + step) % boardColumns
	}
}

// pressKey does what the key under the focus does.
func (b *Keyboard) press(u *Context) {
	if b.row < boardRows-1 {
		b.typed = letterAt(boardPages[b.page][b.row], b.column)
		if b.page == 1 { // one capital, then small letters again
			b.page = 0
		}
		return
	}
	u.sound(SoundHover)
	switch b.column / 2 {
	case deedShift:
		b.page = either(b.page == 1, 0, 1)
	case deedSigns:
		b.page = either(b.page == 2, 0, 2)
	case deedSpace:
		b.typed = " "
	case deedErase:
		b.erase = true
	case deedDone:
		b.done, b.open = true, false
	}
}

func either(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// letterAt returns the n-th letter of a row.
func letterAt(row string, n int) string {
	at := byteAt(row, n)
	_, size := utf8.DecodeRuneInString(row[at:])
	return row[at : at+size]
}

// boardTypes lets what the board typed in this tick edit the text of the focused box.
func (b *Keyboard) edit(u *Context, f *field) (changed, entered bool) {
	switch {
	case b.typed != "":
		f.insert(b.typed)
		u.sound(SoundType)
	case b.erase:
		f.remove(f.at-1, f.at)
	case b.move != 0:
		f.at, f.all = min(max(f.at+b.move, 0), len(f.text)), false
	}
	changed = b.typed != "" || b.erase
	entered = b.done
	b.typed, b.erase, b.move, b.done = "", false, 0, false
	return changed, entered
}

// boardRect returns where the board stands: in the half of the window in which the text box is not.
func (b *Keyboard) place(u *Context) rect {
	r := rect{0, 4, boardColumns*boardKeyW + 16, boardRows*boardKeyH + 16 + boardHint}
	r.x = (u.w - r.w) / 2 &^ 3
	if u.caret.y < u.h/2 {
		r.y = u.h - r.h - 4
	}
	return r
}

// boardAt returns the key at a place in logical pixels, if there is one.
func (b *Keyboard) keyAt(u *Context, x, y int) (column, row int, on bool) {
	r := b.place(u).inset(8)
	column, row = (x-r.x)/boardKeyW, (y-r.y)/boardKeyH
	return column, row, x >= r.x && y >= r.y && column < boardColumns && row < boardRows
}

// showBoard draws the board over the screen.
func (b *Keyboard) show(u *Context) {
	if !b.open || !u.p.on {
		return
	}
	r := b.place(u)
	u.p.panel(r, inkColour, focusColour, inkColour)
	in := r.inset(8)
	for row := range boardRows - 1 {
		for column := range boardColumns {
			at := rect{in.x + column*boardKeyW, in.y + row*boardKeyH, boardKeyW - 2, boardKeyH - 2}
			b.drawKey(u, at, letterAt(boardPages[b.page][row], column), b.byPad && b.row == row && b.column == column)
		}
	}
	for deed := range boardDeeds {
		at := rect{in.x + 2*deed*boardKeyW, in.y + (boardRows-1)*boardKeyH, 2*boardKeyW - 2, boardKeyH - 2}
		b.drawKey(u, at, u.say(boardWords[deed]), b.byPad && b.row == boardRows-1 && b.column/2 == deed)
	}
	if b.byPad {
		u.text(rect{in.x, in.y + boardRows*boardKeyH, in.w, boardHint}, u.say("board.pad"), style{col: dimColour})
	}
}

// boardKey draws one key.
func (b *Keyboard) drawKey(u *Context, r rect, words string, focused bool) {
	border, col := borderColour, textColour
	if focused {
		border, col = focusColour, paleColour
	}
	u.p.panel(r, raisedColour, border, raisedColour)
	u.text(r, words, style{col: col, align: centre})
}
