// Package fake is an input.Source controlled by a test.
package fake

import "manyhold/input"

// Source holds the test's input. The zero Source is a window without keyboard focus; New returns one with
// focus.
type Source struct {
	now input.Snapshot
	tap []input.Button
}

// New returns a source with the keyboard's focus and nothing pressed.
func New() *Source {
	f := new(Source)
	f.now.Focused = true
	return f
}

// Snap implements input.Source. Wheel, text and taps are handed out once.
func (f *Source) Snap(s *input.Snapshot) {
	text, touches := append(s.Text[:0], f.now.Text...), append(s.Touches[:0], f.now.Touches...)
	*s = f.now
	s.Text, s.Touches = text, touches
	for _, b := range f.tap {
		s.Value[b] = 1
	}
	f.tap = f.tap[:0]
	f.now.Text = f.now.Text[:0]
	f.now.WheelX, f.now.WheelY = 0, 0
}

// Press holds buttons until Release.
func (f *Source) Press(buttons ...input.Button) {
	for _, b := range buttons {
		f.now.Value[b] = 1
	}
}

// Release lets buttons go.
func (f *Source) Release(buttons ...input.Button) {
	for _, b := range buttons {
		f.now.Value[b] = 0
	}
}

// Tap presses buttons for one snapshot.
func (f *Source) Tap(buttons ...input.Button) { f.tap = append(f.tap, buttons...) }

// Squeeze presses an analogue button by v, 0 to 1.
func (f *Source) Squeeze(b input.Button, v float32) { f.now.Value[b] = v }

// Stick sets one axis, -1 to 1.
func (f *Source) Stick(a input.Axis, v float64) { f.now.Axis[a] = v }

// Cursor moves the mouse's cursor.
func (f *Source) Cursor(x, y float64) { f.now.CursorX, f.now.CursorY = x, y }

// Wheel turns the wheel by y steps, up is positive.
func (f *Source) Wheel(y float64) { f.now.WheelY += y }

// Type types text.
func (f *Source) Type(text string) { f.now.Text = append(f.now.Text, []rune(text)...) }

// Touch lays fingers on the screen, in place of those that were there.
func (f *Source) Touch(fingers ...input.Touch) { f.now.Touches = fingers }

// Focus gives or takes the keyboard.
func (f *Source) Focus(is bool) { f.now.Focused = is }
