package kit

import (
	"image"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2/exp/textinput"
)

// inputMethod connects a text box to the system's input method, for scripts with more letters than keys. It
// commits all typed text, plain letters included, so State.Text is ignored while it works.
type inputMethod struct {
	on bool
	//lint:ignore SA1019 its successor, Composer, needs tests with real input methods first
	field     textinput.Field
	composing string // text being composed, not committed yet
}

// commitsAreRunes says that committed text also arrives as typed runes. In that case the runes are used,
// because the field loses letters that follow each other faster than ticks. It is so under X (glfw's
// Xutf8LookupString reports both); elsewhere only the field has them.
const commitsAreRunes = runtime.GOOS != "windows" && runtime.GOOS != "darwin"

// Use lets text boxes take the commits of the system's input method instead of the runes of the State. It is
// for a real window; on a system without an input method nothing changes.
func (m *inputMethod) Use() { m.on = true }

// typed returns the text typed in this tick, and whether the keys of this tick belong to the input method.
func (m *inputMethod) typed(u *Context) (text string, busy bool) {
	if !m.on {
		return string(u.In.Text), false
	}
	if !m.field.IsFocused() {
		m.field.Focus()
		m.field.SetTextAndSelection("", 0, 0)
	}
	at := image.Rect(u.caret.X*u.Scale, u.caret.Y*u.Scale, (u.caret.X+1)*u.Scale, (u.caret.Y+u.caret.H)*u.Scale)
	handled, err := m.field.HandleInputWithBounds(at)
	if err != nil { // it does not work here: the runes of the State are as good
		m.on, m.composing = false, ""
		return string(u.In.Text), false
	}
	text = m.field.Text()
	if text != "" {
		m.field.SetTextAndSelection("", 0, 0)
	}
	if commitsAreRunes {
		text = string(u.In.Text)
	}
	rendered := m.field.TextForRendering()
	busy = m.composing != "" || handled && text == ""
	m.composing = rendered[:min(m.field.UncommittedTextLengthInBytes(), len(rendered))]
	return text, busy || m.composing != ""
}

// Rest gives the keyboard back when no text box has the focus.
func (m *inputMethod) Rest() {
	if m.on && m.field.IsFocused() {
		m.field.Blur()
		m.composing = ""
	}
}

// Show draws the text being composed, above the cursor of the text box.
func (m *inputMethod) Show(u *Context) {
	if m.composing == "" || !u.P.On {
		return
	}
	w := u.Measure(m.composing, false) + 8
	r := Rect{min(u.caret.X, u.W-w-4), u.caret.Y - 22, w, 20}
	u.P.Panel(r, InkColour, FocusColour, InkColour)
	u.Text(Rect{r.X + 4, r.Y, r.W - 6, r.H}, m.composing, Style{Col: TextColour})
}
