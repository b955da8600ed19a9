package ui

import (
	"image"
	"runtime"

	"github.com/hajimehoshi/ebiten/v2/exp/textinput"
)

// inputMethod lets a text box be written in through the input method of the system, by which scripts with more
// letters than keys are typed. What it commits is all that is typed, plain letters included, so while it
// works State.Text is not read.
type inputMethod struct {
	on bool
	//lint:ignore SA1019 its successor, Composer, has another protocol, which wants to be tested with real input methods
	field     textinput.Field
	composing string // what is being composed and not committed yet
}

// commitsAreRunes says that what an input method commits comes as typed runes too. There these are taken:
// the field loses letters that follow each other faster than ticks do. Under X they come (glfw's
// Xutf8LookupString reports both); elsewhere the field alone has them.
const commitsAreRunes = runtime.GOOS != "windows" && runtime.GOOS != "darwin"

// UseInputMethod lets text boxes take what the system's input method commits, instead of the runes of the
// State. It is for a real window; where the system has no input method, nothing changes.
func (u *UI) UseInputMethod() { u.method.on = true }

// typed returns what was typed in this tick, and whether the keys of this tick belong to the input method.
func (u *UI) typed() (text string, busy bool) {
	m := &u.method
	if !m.on {
		return string(u.in.Text), false
	}
	if !m.field.IsFocused() {
		m.field.Focus()
		m.field.SetTextAndSelection("", 0, 0)
	}
	at := image.Rect(u.caret.x*u.s, u.caret.y*u.s, (u.caret.x+1)*u.s, (u.caret.y+u.caret.h)*u.s)
	handled, err := m.field.HandleInputWithBounds(at)
	if err != nil { // it does not work here: the runes of the State are as good
		m.on, m.composing = false, ""
		return string(u.in.Text), false
	}
	text = m.field.Text()
	if text != "" {
		m.field.SetTextAndSelection("", 0, 0)
	}
	if commitsAreRunes {
		text = string(u.in.Text)
	}
	rendered := m.field.TextForRendering()
	busy = m.composing != "" || handled && text == ""
	m.composing = rendered[:min(m.field.UncommittedTextLengthInBytes(), len(rendered))]
	return text, busy || m.composing != ""
}

// rest gives the keyboard back when no text box has the focus.
func (m *inputMethod) rest() {
	if m.on && m.field.IsFocused() {
		m.field.Blur()
		m.composing = ""
	}
}

// showComposing draws what is being composed, above the cursor of the text box.
func (u *UI) showComposing() {
	if u.method.composing == "" || !u.p.on {
		return
	}
	w := u.measure(u.method.composing, false) + 8
	r := rect{min(u.caret.x, u.w-w-4), u.caret.y - 22, w, 20}
	u.p.panel(r, inkColour, focusColour, inkColour)
	u.text(rect{r.x + 4, r.y, r.w - 6, r.h}, u.method.composing, style{col: textColour})
}
