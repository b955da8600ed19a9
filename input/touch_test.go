package input_test

import (
	"testing"

	"manyhold/input"
	"manyhold/input/fake"
)

// TestTouch plays with fingers alone: one steers, one presses a button at the same time, one taps the world;
// in menus all touches are clicks.
func TestTouch(t *testing.T) {
	b, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	var s input.State
	s.TouchArea = input.TouchArea{Width: 640, Height: 360}
	hand := fake.New()
	read := func(fingers ...input.Touch) { hand.Touch(fingers...); b.Read(hand, &s) }
	if read(); s.TouchButtons() != nil {
		t.Error("there are buttons for fingers though nobody touched")
	}
	read(input.Touch{ID: 1, X: 100, Y: 250})
	buttons := s.TouchButtons()
	if len(buttons) == 0 {
		t.Fatal("a touch brings no buttons")
	}
	read(input.Touch{ID: 1, X: 160, Y: 250})
	if s.MoveX < 0.99 || s.MoveY != 0 {
		t.Errorf("the finger that steers east leads to %v, %v", s.MoveX, s.MoveY)
	}
	dig := buttons[0]
	read(input.Touch{ID: 1, X: 100, Y: 190}, input.Touch{ID: 2, X: dig.X, Y: dig.Y})
	if s.MoveY > -0.99 || !s.Held(input.Dig) || s.ButtonHeld(input.MouseLeft) {
		t.Errorf("steering north and digging is %v, %v, dig %v", s.MoveX, s.MoveY, s.Held(input.Dig))
	}
	read(input.Touch{ID: 3, X: 320, Y: 100})
	if s.MoveX != 0 || s.CursorX != 320 || !s.ButtonPressed(input.MouseLeft) {
		t.Error("a tap on the world is no click there")
	}
	if read(); s.ButtonHeld(input.MouseLeft) || !s.ButtonReleased(input.MouseLeft) {
		t.Error("the click does not end with the touch")
	}
	s.TouchArea.Menus = true
	read(input.Touch{ID: 4, X: dig.X, Y: dig.Y})
	if s.Held(input.Dig) && !s.ButtonHeld(input.MouseLeft) || !s.ButtonPressed(input.MouseLeft) || s.TouchButtons() != nil {
		t.Error("in a menu a touch is no click")
	}
	s.TouchArea.Mode = input.TouchOff
	read()
	if read(input.Touch{ID: 5, X: 100, Y: 100}); s.ButtonHeld(input.MouseLeft) {
		t.Error("touches that are switched off click")
	}
}

// TestTouchButtonsHaveRoom asks at small and large screens that buttons are inside, apart from each other,
// and as wide as a thumb.
func TestTouchButtonsHaveRoom(t *testing.T) {
	b, _ := input.NewBindings(nil)
	for _, size := range [][2]float64{{640, 360}, {854, 480}, {1024, 768}, {1280, 720}, {2560, 1080}, {3840, 2160}} {
		var s input.State
		s.TouchArea = input.TouchArea{Width: size[0], Height: size[1], Mode: input.TouchOn}
		b.Read(fake.New(), &s)
		all := s.TouchButtons()
		for i, p := range all {
			h := p.Side / 2
			if p.X-h < 0 || p.Y-h < 0 || p.X+h > size[0] || p.Y+h > size[1] || p.Side < 32 {
				t.Errorf("%v: %v is not inside or too small: %+v", size, p.Action, p)
			}
			for _, q := range all[:i] {
				if g := (p.Side + q.Side) / 2; abs(p.X-q.X) < g && abs(p.Y-q.Y) < g {
					t.Errorf("%v: %v and %v overlap", size, p.Action, q.Action)
				}
			}
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }
