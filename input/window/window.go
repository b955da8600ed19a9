// Package window is the input.Source of the real window: keyboard, mouse and every pad known to Ebitengine.
// All pads count as one; a button is pressed if any pad presses it.
package window

import (
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"manyhold/input"
)

// Source reads the devices of the window. It is used by the goroutine that runs Update, once per Update.
type Source struct {
	pads    []ebiten.GamepadID
	touches []ebiten.TouchID
	focused bool // the window had the keyboard once
}

// New returns the source of the window.
func New() *Source { return new(Source) }

// Snap implements input.Source.
func (w *Source) Snap(s *input.Snapshot) {
	s.Focused = w.focus()
	s.Value = [input.ButtonCount]float32{}
	s.Axis = [input.AxisCount]float64{}
	for _, k := range keys {
		if ebiten.IsKeyPressed(k.key) || inpututil.IsKeyJustPressed(k.key) {
			s.Value[k.button] = 1
		}
	}
	for _, m := range mouse {
		if ebiten.IsMouseButtonPressed(m.mouse) || inpututil.IsMouseButtonJustPressed(m.mouse) {
			s.Value[m.button] = 1
		}
	}
	s.CursorX, s.CursorY = ebiten.CursorPositionF()
	s.WheelX, s.WheelY = ebiten.Wheel()
	w.snapPads(s)
	w.snapTouches(s)
	s.Text = ebiten.AppendInputChars(s.Text[:0])
	n := 0
	for _, r := range s.Text {
		if unicode.IsPrint(r) {
			s.Text[n] = r
			n++
		}
	}
	s.Text = s.Text[:n]
}

// focus reports whether the window has the keyboard. Without a window manager, focus is never granted
// although keys arrive: a window that never had focus counts as focused.
func (w *Source) focus() bool {
	is := ebiten.IsFocused()
	w.focused = w.focused || is
	return is || !w.focused
}

func (w *Source) snapPads(s *input.Snapshot) {
	w.pads = ebiten.AppendGamepadIDs(w.pads[:0])
	for _, id := range w.pads {
		if !ebiten.IsStandardGamepadLayoutAvailable(id) {
			continue
		}
		for _, p := range pads {
			s.Value[p.button] = max(s.Value[p.button], float32(ebiten.StandardGamepadButtonValue(id, p.pad)))
		}
		for i, axis := range axes {
			if v := ebiten.StandardGamepadAxisValue(id, axis); v*v > s.Axis[i]*s.Axis[i] {
				s.Axis[i] = v
			}
		}
	}
}

func (w *Source) snapTouches(s *input.Snapshot) {
	w.touches = ebiten.AppendTouchIDs(w.touches[:0])
	s.Touches = s.Touches[:0]
	for _, id := range w.touches {
		x, y := ebiten.TouchPosition(id)
		s.Touches = append(s.Touches, input.Touch{ID: int(id), X: float64(x), Y: float64(y)})
	}
}

var axes = [input.AxisCount]ebiten.StandardGamepadAxis{
	input.LeftX:  ebiten.StandardGamepadAxisLeftStickHorizontal,
	input.LeftY:  ebiten.StandardGamepadAxisLeftStickVertical,
	input.RightX: ebiten.StandardGamepadAxisRightStickHorizontal,
	input.RightY: ebiten.StandardGamepadAxisRightStickVertical,
}

var mouse = [...]struct {
	button input.Button
	mouse  ebiten.MouseButton
}{
	{input.MouseLeft, ebiten.MouseButtonLeft},
	{input.MouseRight, ebiten.MouseButtonRight},
	{input.MouseMiddle, ebiten.MouseButtonMiddle},
	{input.MouseBack, ebiten.MouseButton3},
	{input.MouseForward, ebiten.MouseButton4},
}

var pads = [...]struct {
	button input.Button
	pad    ebiten.StandardGamepadButton
}{
	{input.PadA, ebiten.StandardGamepadButtonRightBottom},
	{input.PadB, ebiten.StandardGamepadButtonRightRight},
	{input.PadX, ebiten.StandardGamepadButtonRightLeft},
	{input.PadY, ebiten.StandardGamepadButtonRightTop},
	{input.PadL1, ebiten.StandardGamepadButtonFrontTopLeft},
	{input.PadR1, ebiten.StandardGamepadButtonFrontTopRight},
	{input.PadL2, ebiten.StandardGamepadButtonFrontBottomLeft},
	{input.PadR2, ebiten.StandardGamepadButtonFrontBottomRight},
	{input.PadSelect, ebiten.StandardGamepadButtonCenterLeft},
	{input.PadStart, ebiten.StandardGamepadButtonCenterRight},
	{input.PadL3, ebiten.StandardGamepadButtonLeftStick},
	{input.PadR3, ebiten.StandardGamepadButtonRightStick},
	{input.PadUp, ebiten.StandardGamepadButtonLeftTop},
	{input.PadDown, ebiten.StandardGamepadButtonLeftBottom},
	{input.PadLeft, ebiten.StandardGamepadButtonLeftLeft},
	{input.PadRight, ebiten.StandardGamepadButtonLeftRight},
	{input.PadHome, ebiten.StandardGamepadButtonCenterCenter},
}

// keys joins the keyboard's buttons to Ebitengine's keys, which have the same names.
var keys = func() (list []struct {
	button input.Button
	key    ebiten.Key
}) {
	for b := input.KeyA; b < input.MouseLeft; b++ {
		var k ebiten.Key
		if err := k.UnmarshalText([]byte(b.String())); err != nil {
			panic("input/window: Ebitengine has no key " + b.String())
		}
		list = append(list, struct {
			button input.Button
			key    ebiten.Key
		}{b, k})
	}
	return list
}()
