package input

// Axis is one of the four axes of a pad's two sticks.
type Axis uint8

// The axes, from -1 (left, up) to 1 (right, down).
const (
	LeftX Axis = iota
	LeftY
	RightX
	RightY
	AxisCount
)

// Snapshot is the raw state of all devices in one tick.
type Snapshot struct {
	// whether the window has the keyboard; without it all buttons count as released
	Focused bool
	// how far each button is pressed, 0 to 1; sticks and the wheel are left to Read
	Value   [ButtonCount]float32
	Axis    [AxisCount]float64 // the sticks as the device gives them: no dead zone yet
	CursorX float64            // in the pixels of the window's layout, from its left
	CursorY float64            // from its top
	WheelX  float64            // steps since the last snapshot, right is positive
	WheelY  float64            // steps since the last snapshot, up (away from the hand) is positive
	// fingers on the screen, in the order in which the device gives them; reused as Text is
	Touches []Touch
	Text    []rune // text typed since the last snapshot, without control characters
}

// Source is where the raw state comes from.
type Source interface {
	// Snap overwrites every field of s with the state of now; the memory of s.Text and s.Touches is reused.
	// It is called once per tick.
	Snap(s *Snapshot)
}
