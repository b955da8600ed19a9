package input

import "math"

const (
	// RepeatDelay is how long a button is held before it repeats, in ticks: 400 ms.
	RepeatDelay = 24
	// RepeatEvery is the time between repeats, in ticks: 67 ms.
	RepeatEvery = 4
	// StickDead is how far a stick must lean to count at all: pads rest up to 0.15 off the middle.
	StickDead = 0.2
	// StickFull is how far a stick must lean to count as fully: many never reach 1 in the diagonal.
	StickFull = 0.95
	// MouseRest is how long the mouse must lie still, in ticks, before a key for digging or placing means the
	// place in front of the figure: 2 s. Players who aim with the mouse and dig with a key move it more
	// often.
	MouseRest = 120
	// KeysAlone is how long the mouse must lie still, in ticks, before any key means that the player has only
	// the keyboard in hand: 10 s.
	KeysAlone = 600
	// PressAt is the deflection from which an analogue button counts as pressed, and ReleaseAt the one below
	// which it counts as released; between the two it keeps its state.
	PressAt, ReleaseAt = 0.5, 0.35
	// MaxText is the most runes that are taken in one tick, a pasted or flooded rest is dropped.
	MaxText = 64
)

// Edit is a key of text boxes. These keys are fixed: a text box works the same with any bindings.
type Edit uint8

// The editing keys. On macOS the command key replaces Control.
const (
	Backspace Edit = iota
	Delete
	CursorLeft
	CursorRight
	CursorUp
	CursorDown
	CursorHome
	CursorEnd
	Submit    // Enter
	Cancel    // Escape
	Tab       // to the next box
	SelectAll // Control-A
	Copy      // Control-C
	Cut       // Control-X
	Paste     // Control-V, Shift-Insert
	Undo      // Control-Z
	EditCount
)

// editKeys holds the keys of each editing key, and whether it wants Control.
var editKeys = [EditCount]struct {
	keys    [2]Button
	control bool
}{
	Backspace:   {keys: [2]Button{KeyBackspace}},
	Delete:      {keys: [2]Button{KeyDelete}},
	CursorLeft:  {keys: [2]Button{KeyArrowLeft}},
	CursorRight: {keys: [2]Button{KeyArrowRight}},
	CursorUp:    {keys: [2]Button{KeyArrowUp}},
	CursorDown:  {keys: [2]Button{KeyArrowDown}},
	CursorHome:  {keys: [2]Button{KeyHome}},
	CursorEnd:   {keys: [2]Button{KeyEnd}},
	Submit:      {keys: [2]Button{KeyEnter, KeyNumpadEnter}},
	Cancel:      {keys: [2]Button{KeyEscape}},
	Tab:         {keys: [2]Button{KeyTab}},
	SelectAll:   {keys: [2]Button{KeyA}, control: true},
	Copy:        {keys: [2]Button{KeyC}, control: true},
	Cut:         {keys: [2]Button{KeyX}, control: true},
	Paste:       {keys: [2]Button{KeyV}, control: true},
	Undo:        {keys: [2]Button{KeyZ}, control: true},
}

// State holds the player's actions in this tick. Bindings.Read fills it, and the goroutine that calls Read
// owns it. The zero State has no action and is ready to use.
type State struct {
	MoveX, MoveY float64 // where the player wants to go, east and south, length 0 to 1
	AimX, AimY   float64 // where a stick aims, length 0 to 1; zero while it rests
	CursorX      float64 // in the pixels of the window's layout
	CursorY      float64
	CursorMoved  bool    // in this tick
	WheelX       float64 // steps in this tick
	WheelY       float64 // steps in this tick, up is positive
	Text         []rune  // typed in this tick; reused in the next
	Device       Device  // used last; hints show its names
	Shift        bool    // held
	Control      bool    // held (or the command key)
	Focused      bool    // the window has the keyboard
	// the cursor says where one aims; else it is before the figure, as with a pad or the keyboard alone
	Pointing bool

	TouchArea TouchArea // set by the caller before Read

	still    int // ticks since the mouse was used
	touched  touches
	snap     Snapshot
	bindings *Bindings
	seen     bool // the cursor's place is known
	kept     kept
	buttons  [ButtonCount]press
	actions  [ActionCount]press
	edits    [EditCount]press
	mute     [ButtonCount]bool // held when the window got the keyboard: silent until released
	consumed [ActionCount]bool // silent until let go
	down     [ActionCount]bool // as the buttons are, whether or not it toggles
	latched  [ActionCount]bool // toggled actions that are on
	fresh    Button
}

// kept is what reading keeps from one tick to the next.
type kept struct {
	wheel  float64 // the part of a step that was turned
	second layer
}

// press follows one thing that can be held.
type press struct {
	ticks    uint32 // for how many ticks it is held now, 1 in the first
	released bool   // let go in this tick
	again    bool   // pressed anew though it was held: the wheel's second step
}

func (p *press) next(down, anew bool) {
	p.released = !down && p.ticks > 0
	p.again = down && anew
	switch {
	case !down:
		p.ticks = 0
	case anew || p.ticks == math.MaxUint32:
		p.ticks = 1
	default:
		p.ticks++
	}
}

func (p *press) pressed() bool { return p.ticks == 1 }

func (p *press) repeat() bool {
	return p.ticks == 1 || p.ticks > RepeatDelay && (p.ticks-RepeatDelay-1)%RepeatEvery == 0
}

// Held reports whether a is held.
func (s *State) Held(a Action) bool { return s.actions[a].ticks > 0 }

// Pressed reports whether a was pressed in this tick.
func (s *State) Pressed(a Action) bool { return s.actions[a].pressed() }

// Released reports whether a was let go in this tick.
func (s *State) Released(a Action) bool { return s.actions[a].released }

// Repeat reports whether a was pressed in this tick or repeats in it, for menus.
func (s *State) Repeat(a Action) bool { return s.actions[a].repeat() }

// HeldTicks returns for how many ticks a is held, 0 when it is not.
func (s *State) HeldTicks(a Action) int { return int(s.actions[a].ticks) }

// Edit reports whether an editing key was pressed in this tick or repeats in it, for text boxes.
func (s *State) Edit(e Edit) bool { return s.edits[e].repeat() }

// ButtonHeld reports whether a button is held, independent of bindings: MouseLeft on a widget.
func (s *State) ButtonHeld(b Button) bool { return s.buttons[b].ticks > 0 }

// ButtonPressed reports whether a button was pressed in this tick.
func (s *State) ButtonPressed(b Button) bool { return s.buttons[b].pressed() }

// ButtonReleased reports whether a button was let go in this tick.
func (s *State) ButtonReleased(b Button) bool { return s.buttons[b].released }

// Fresh returns the first button pressed in this tick, for the screen where keys are chosen; NoButton when
// there is none.
func (s *State) Fresh() Button { return s.fresh }

// Name returns the button of a on the device used last: "E", "A button". It is empty before the first Read
// and when a has no button.
func (s *State) Name(a Action) string {
	if s.bindings == nil {
		return ""
	}
	return s.bindings.Name(a, s.Device)
}

// Consume makes a silent, in the rest of this tick and until its buttons are let go.
func (s *State) Consume(a Action) {
	s.consumed[a] = s.actions[a].ticks > 0 && s.down[a] || s.consumed[a] && s.down[a]
	s.latched[a] = false
	s.actions[a] = press{}
	switch a {
	case MoveUp, MoveDown, MoveLeft, MoveRight:
		s.MoveX, s.MoveY = 0, 0
	case AimUp, AimDown, AimLeft, AimRight:
		s.AimX, s.AimY = 0, 0
	}
}

// ConsumeWorld consumes all actions of the World: an open text box or menu calls it in every tick.
func (s *State) ConsumeWorld() {
	for a := NoAction + 1; a < ActionCount; a++ {
		if a.Context() == World {
			s.Consume(a)
		}
	}
}
