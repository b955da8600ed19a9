package input

import "math"

// Touch is a finger on the screen.
type Touch struct {
	ID   int     // the same while the finger stays
	X, Y float64 // in the pixels of the window's layout
}

// TouchMode says when there are buttons for fingers on the screen.
type TouchMode uint8

// The modes.
const (
	TouchAuto TouchMode = iota // from the first touch on
	TouchOn
	TouchOff
)

// TouchArea is the area for fingers: the window, and whether menus are open, where each touch is a click.
type TouchArea struct {
	Width, Height float64
	Mode          TouchMode
	Menus         bool
}

// TouchButton is a button on the screen: a square of Side around X, Y.
type TouchButton struct {
	Action  Action // the action of the button
	Button  Button // of a pad, that it counts as
	X, Y    float64
	Side    float64
	Pressed bool
}

// touches maps fingers to actions: the first finger on the left third steers, fingers on buttons press them,
// and one elsewhere is the mouse.
type touches struct {
	seen    bool
	buttons [touchButtons]TouchButton
	stick   int // ID of the finger that steers plus one, 0: none
	fromX   float64
	fromY   float64
	mouse   int // ID of the finger that is the mouse plus one
	mouseX  float64
	mouseY  float64
}

const touchButtons = 8

// touchPlaces are the buttons on the screen: from which corner, in units of a finger, and how large.
var touchPlaces = [touchButtons]struct {
	action Action
	button Button
	right  bool // from the right edge, else from the left
	x, y   float64
	side   float64
}{
	{Dig, PadR2, true, 0.8, 1.9, 1.3},
	{Place, PadL2, true, 2.2, 1.7, 1.1},
	{Use, PadA, true, 0.8, 3.2, 1.1},
	{Throw, PadB, true, 2.1, 2.9, 1},
	{PickUp, PadY, true, 3.4, 1.7, 1},
	{Menu, PadStart, false, 0.65, 4.4, 0.9},
	{Inventory, PadLeft, false, 0.65, 3.3, 0.9},
	{Chat, PadRight, false, 0.65, 5.5, 0.9},
}

// finger is the unit of the buttons in pixels: about the width of a thumb on a small screen.
func (a *TouchArea) finger() float64 { return max(36, min(a.Height/7.5, a.Width/11)) }

// TouchButtons returns the buttons on the screen and their state, nil while there are none. The State owns
// the slice.
func (s *State) TouchButtons() []TouchButton {
	if s.TouchArea.Mode == TouchOff || s.TouchArea.Mode == TouchAuto && !s.touched.seen || s.TouchArea.Menus {
		return nil
	}
	return s.touched.buttons[:]
}

// Touching reports whether a finger is the mouse in this tick.
func (s *State) Touching() bool { return s.touched.mouse > 0 }

// readTouches turns fingers into a stick, buttons of a pad and the mouse, before the rest of the snapshot is
// read.
func (s *State) readTouches() {
	n, t, area := &s.snap, &s.touched, &s.TouchArea
	unit := area.finger()
	for i, p := range touchPlaces {
		x := p.x * unit
		if p.right {
			x = area.Width - x
		}
		t.buttons[i] = TouchButton{Action: p.action, Button: p.button, X: x, Y: area.Height - p.y*unit, Side: p.side * unit}
	}
	if len(n.Touches) == 0 || area.Mode == TouchOff {
		t.stick, t.mouse = 0, 0
		return
	}
	t.seen = true
	stick, mouse := 0, 0
	for _, f := range n.Touches {
		id := f.ID + 1
		switch {
		case id == t.stick:
			stick = id
		case id == t.mouse:
			mouse = id
			t.mouseX, t.mouseY = f.X, f.Y
		case area.Menus:
			if t.mouse == 0 && mouse == 0 {
				mouse, t.mouseX, t.mouseY = id, f.X, f.Y
			}
		case s.pressButton(f):
		case t.stick == 0 && stick == 0 && f.X < area.Width/3 && f.Y > area.Height/3:
			stick, t.fromX, t.fromY = id, f.X, f.Y
		case t.mouse == 0 && mouse == 0:
			mouse, t.mouseX, t.mouseY = id, f.X, f.Y
		}
		if id == stick && !area.Menus {
			s.steerBy(f, unit)
		}
	}
	t.stick, t.mouse = stick, mouse
	if mouse > 0 {
		n.CursorX, n.CursorY = t.mouseX, t.mouseY
		n.Value[MouseLeft] = 1
	}
}

// pressButton presses the button under a finger, and reports whether there is one.
func (s *State) pressButton(f Touch) bool {
	for i := range s.touched.buttons {
		b := &s.touched.buttons[i]
		if math.Abs(f.X-b.X) <= b.Side/2 && math.Abs(f.Y-b.Y) <= b.Side/2 {
			b.Pressed = true
			s.snap.Value[b.Button] = 1
			return true
		}
	}
	return false
}

// steerBy leans the left stick as far as a finger has gone from where it went down: fully at one unit.
func (s *State) steerBy(f Touch, unit float64) {
	x, y := (f.X-s.touched.fromX)/unit, (f.Y-s.touched.fromY)/unit
	if length := math.Hypot(x, y); length > 1 {
		x, y = x/length, y/length
	}
	s.snap.Axis[LeftX], s.snap.Axis[LeftY] = x, y
}
