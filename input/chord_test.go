package input_test

import (
	"testing"

	"manyhold/input"
	"manyhold/input/fake"
)

// TestTheSecondLayer: with Select held, buttons are others; those that were down before, and Select alone,
// are themselves.
func TestTheSecondLayer(t *testing.T) {
	keys, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	pad := fake.New()
	var s input.State
	tick := func() { keys.Read(pad, &s) }
	tick()
	pad.Press(input.PadSelect)
	if tick(); s.Pressed(input.Map) {
		t.Error("Select counts before it comes up")
	}
	pad.Press(input.PadX)
	if tick(); !s.Pressed(input.Palette) || s.Pressed(input.Kick) || !s.ButtonPressed(input.PadSelectX) || s.Fresh() != input.PadSelectX {
		t.Error("Select and X are not what they are bound to")
	}
	pad.Release(input.PadSelect)
	if tick(); s.Pressed(input.Map) || s.Held(input.Kick) {
		t.Error("Select or X count once more")
	}
	pad.Release(input.PadX)
	tick()
	pad.Press(input.PadX)
	if tick(); !s.Pressed(input.Kick) || s.Held(input.Palette) {
		t.Error("X is not itself again")
	}
	pad.Press(input.PadSelect)
	if tick(); !s.Held(input.Kick) || s.Held(input.Palette) {
		t.Error("a button that was down before becomes another one")
	}
	pad.Release(input.PadSelect, input.PadX)
	if tick(); !s.Pressed(input.Map) {
		t.Error("Select alone does not count when it comes up")
	}
	if tick(); s.Held(input.Map) {
		t.Error("Select is held though it is up")
	}
	pad.Press(input.PadSelect)
	tick()
	pad.Focus(false)
	if tick(); s.Pressed(input.Map) {
		t.Error("Select counts when the window loses the keyboard")
	}
}

// TestActionsOfMakersHavePadButtons: the palette, the inspector, panels and building are reached by the pad,
// and no two of them by the same button.
func TestActionsOfMakersHavePadButtons(t *testing.T) {
	keys, _ := input.NewBindings(nil)
	for _, a := range []input.Action{input.Palette, input.Examine, input.Panel, input.Build, input.Pick, input.Turn, input.UndoStep, input.Use} {
		pad := 0
		for _, b := range keys.Buttons(a) {
			if b.Device() == input.Pad {
				pad++
			}
		}
		if pad != 1 {
			t.Errorf("%s has %d buttons of a pad", a, pad)
		}
	}
	if c := keys.Conflicts(); len(c) != 0 {
		t.Errorf("conflicts: %v", c)
	}
}
