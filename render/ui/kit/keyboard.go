package kit

import (
	"unicode/utf8"

	"manyhold/input"
)

// A pad and fingers have no letters. When one of them writes in a text box, an on-screen keyboard appears:
// its keys are chosen like buttons, and take the same path as typed keys.

const (
	// KeyboardColumns and KeyboardRows are the places of the keyboard; the last row has FunctionKeys keys,
	// two columns each.
	KeyboardColumns, KeyboardRows = 10, 5
	functionKeys                  = 5
	// KeyW and KeyH are the size of a key and the space beside it.
	KeyW, KeyH   = 26, 20
	keyboardHint = 16 // the line of help for a pad's buttons
)

// KeyboardPages are the letters of the keyboard, four rows of ten: small ones, capitals, and signs.
var KeyboardPages = [...][KeyboardRows - 1]string{
	{"1234567890", "qwertyuiop", "asdfghjkl:", "zxcvbnm,./"},
	{"1234567890", "QWERTYUIOP", "ASDFGHJKL:", "ZXCVBNM!?/"},
	{"!?@#$%&*()", "-_+=\"';<>~", "äöüßéèêáàç", "ñíóúôåøæœ↵"},
}

// newLine is the key that ends a line of a text box with several.
const newLine = "↵"

// Functions of the keys of the last row, from the left, and their words.
const (
	KeyShift = iota
	KeySigns
	keySpace
	keyErase
	KeyDone
)

var functionKeyWords = [functionKeys]string{"keyboard.shift", "keyboard.symbols", "keyboard.space", "keyboard.delete", "keyboard.done"}

// Keyboard is the on-screen keyboard, and the typed text that the text box has not taken yet.
type Keyboard struct {
	Open        bool
	page        int
	Column, Row int // of the key under the pad's focus
	typed       string
	erase       bool
	move        int // of the text's cursor
	done        bool
	byPad       bool // and not by fingers
	TookPad     bool // the pad's buttons of this tick are the board's
}

// OpenFor shows the keyboard if the device used last has no letters.
func (b *Keyboard) OpenFor(u *Context) {
	if pad := u.In.Device == input.Pad; pad || u.In.Touching() {
		*b = Keyboard{Open: true, Row: 1, byPad: pad}
	}
}

// Answer answers the pad and clicks on the board, before the screen does. It is put away when letters are
// typed on a keyboard, or when no text box has the focus any more.
func (b *Keyboard) Answer(u *Context) {
	b.TookPad = b.Open
	if !b.Open {
		return
	}
	b.typed, b.erase, b.move, b.done = "", false, 0, false
	in := u.In
	if !u.Editing && !u.Writing || len(in.Text) > 0 {
		b.Open = false
		return
	}
	b.byPad = in.Device == input.Pad
	if in.ButtonPressed(input.MouseLeft) {
		if column, row, on := b.keyAt(u, int(in.CursorX)/u.Scale, int(in.CursorY)/u.Scale); on {
			b.Column, b.Row = column, row
			b.press(u)
		}
	}
	switch {
	case !b.byPad:
	case in.ButtonPressed(input.PadA):
		b.press(u)
	case in.ButtonPressed(input.PadB):
		b.Open = false
		u.Sound(SoundClose)
	case in.ButtonPressed(input.PadX):
		b.erase = true
	case in.ButtonPressed(input.PadY):
		b.typed = " "
	case in.ButtonPressed(input.PadStart):
		b.done, b.Open = true, false
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
	if b.Row == KeyboardRows-1 { // keys of two columns
		step = 2
		b.Column &^= 1
	}
	switch {
	case in.Repeat(input.Up):
		b.Row = (b.Row + KeyboardRows - 1) % KeyboardRows
	case in.Repeat(input.Down):
		b.Row = (b.Row + 1) % KeyboardRows
	case in.Repeat(input.Left):
		b.Column = (b.Column + KeyboardColumns - step) % KeyboardColumns
	case in.Repeat(input.Right):
		b.Column = (b.Column + step) % KeyboardColumns
	}
}

// press carries out the key under the focus.
func (b *Keyboard) press(u *Context) {
	if b.Row < KeyboardRows-1 {
		b.typed = runeAt(KeyboardPages[b.page][b.Row], b.Column)
		if b.page == 1 { // one capital, then small letters again
			b.page = 0
		}
		return
	}
	u.Sound(SoundHover)
	switch b.Column / 2 {
	case KeyShift:
		b.page = either(b.page == 1, 0, 1)
	case KeySigns:
		b.page = either(b.page == 2, 0, 2)
	case keySpace:
		b.typed = " "
	case keyErase:
		b.erase = true
	case KeyDone:
		b.done, b.Open = true, false
	}
}

func either(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// runeAt returns the n-th letter of a row.
func runeAt(row string, n int) string {
	at := byteAt(row, n)
	_, size := utf8.DecodeRuneInString(row[at:])
	return row[at : at+size]
}

// edit applies the keys typed in this tick to the text of the focused box.
func (b *Keyboard) edit(u *Context, f *Field) (changed, entered bool) {
	switch {
	case b.typed == newLine:
		f.Insert("\n")
		u.Sound(SoundType)
	case b.typed != "":
		f.Insert(b.typed)
		u.Sound(SoundType)
	case b.erase:
		f.Remove(f.At-1, f.At)
	case b.move != 0:
		f.At, f.All = min(max(f.At+b.move, 0), len(f.Text)), false
	}
	changed = b.typed != "" || b.erase
	entered = b.done
	b.typed, b.erase, b.move, b.done = "", false, 0, false
	return changed, entered
}

// Place returns where the keyboard stands: in the half of the window in which the text box is not.
func (b *Keyboard) Place(u *Context) Rect {
	r := Rect{0, 4, KeyboardColumns*KeyW + 16, KeyboardRows*KeyH + 16 + keyboardHint}
	r.X = (u.W - r.W) / 2 &^ 3
	if u.caret.Y < u.H/2 {
		r.Y = u.H - r.H - 4
	}
	return r
}

// keyAt returns the key at a place in logical pixels, if there is one.
func (b *Keyboard) keyAt(u *Context, x, y int) (column, row int, on bool) {
	r := b.Place(u).Inset(8)
	column, row = (x-r.X)/KeyW, (y-r.Y)/KeyH
	return column, row, x >= r.X && y >= r.Y && column < KeyboardColumns && row < KeyboardRows
}

// Show draws the keyboard over the screen.
func (b *Keyboard) Show(u *Context) {
	if !b.Open || !u.P.On {
		return
	}
	r := b.Place(u)
	u.P.Panel(r, InkColour, FocusColour, InkColour)
	in := r.Inset(8)
	for row := range KeyboardRows - 1 {
		for column := range KeyboardColumns {
			at := Rect{in.X + column*KeyW, in.Y + row*KeyH, KeyW - 2, KeyH - 2}
			b.drawKey(u, at, runeAt(KeyboardPages[b.page][row], column), b.byPad && b.Row == row && b.Column == column)
		}
	}
	for deed := range functionKeys {
		at := Rect{in.X + 2*deed*KeyW, in.Y + (KeyboardRows-1)*KeyH, 2*KeyW - 2, KeyH - 2}
		b.drawKey(u, at, u.Say(functionKeyWords[deed]), b.byPad && b.Row == KeyboardRows-1 && b.Column/2 == deed)
	}
	if b.byPad {
		u.Text(Rect{in.X, in.Y + KeyboardRows*KeyH, in.W, keyboardHint}, u.Say("keyboard.pad"), Style{Col: DimColour})
	}
}

// drawKey draws one key.
func (b *Keyboard) drawKey(u *Context, r Rect, words string, focused bool) {
	border, col := BorderColour, TextColour
	if focused {
		border, col = FocusColour, PaleColour
	}
	u.P.Panel(r, RaisedColour, border, RaisedColour)
	u.Text(r, words, Style{Col: col, Align: Centre})
}
