// Package panel says what a panel is that a maker's script shows in the window: its widgets, and the answers
// that the player gives with them. It draws nothing; package sheet does, from Model.Things.Panel.
//
// # How it is wired
//
// The session owns one model.Panel and sets it when a script opens a panel or changes it:
//
//	m.Things.Panel.Set(id, panel.Spec{Title: "Lamp", Widgets: …}, ask)
//
// The id tells panels apart: the entity of the thing does. Setting a further Spec with the same id changes
// the panel that is open; the focus, the cursor and the value that the player is just changing stay. With
// ask, the panel takes the keys as soon as no other screen is open; without it, it waits at the edge of the
// window for a click or for the key of input.Panel, and the player goes on playing. Clear takes the panel
// away.
//
// The interface answers with two actions: model.AnswerPanel for each value that the player sets, and
// model.ClosePanel once the player has closed it; the session calls Clear then. A Spec may come from anybody:
// Clean bounds it, and the interface does so itself.
package panel

// Kind is the kind of a widget.
type Kind uint8

// The kinds.
const (
	Label   Kind = iota // words: Label and Text
	Button              // answers when pressed
	Text                // one line of text
	TextBox             // several lines of text
	Number              // a number from Min to Max: dragged, stepped or typed
	Colour              // a colour of the game's palette
	Check               // on or off
	List                // one of Options
	KindCount
)

// Widget is a part of a panel. Key names it in answers. Which of the values it has depends on its kind.
type Widget struct {
	Kind                   Kind
	Key, Label, Text       string
	Number, Min, Max, Step float64 // without Min and Max: any number
	On                     bool
	Colour                 uint8
	Options                []string
	Chosen                 int // index of Options; another number: none is chosen
}

// Spec is a whole panel, with at most MaxWidgets widgets. Those beyond are left out.
type Spec struct {
	Title   string
	By      string // whose panel it is: a maker cannot write here
	Widgets []Widget
}

// Answer is what the player did with a widget: the new value, or that a button was pressed.
type Answer struct {
	Key    string
	Kind   Kind
	Text   string
	Number float64
	On     bool
	Colour uint8
	Chosen int
}
