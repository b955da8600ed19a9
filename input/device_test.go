package input_test

import (
	"testing"

	"manyhold/input"
)

// TestHintsNameTheDeviceInHand: hints name keys to a player who has only those in hand, mouse buttons to one
// who aims with the cursor, and the buttons of a pad. Steps by keys do not end the use of the mouse, however
// often.
func TestHintsNameTheDeviceInHand(t *testing.T) {
	h := newHands(t)
	named := func(when, want string) {
		t.Helper()
		if got := h.Name(input.Dig); got != want {
			t.Errorf("%s: hints name %q, not %q", when, got, want)
		}
	}
	tap := func(b input.Button) {
		h.Tap(b)
		h.tick()
		h.tick()
	}
	h.tick()
	tap(input.KeyEnter)
	named("by keys from the beginning", "J")
	h.Cursor(40, 40)
	h.tick()
	named("the mouse moved", "Left click")
	for range 8 {
		tap(input.KeyW)
		h.Cursor(41, 40)
		h.tick()
		tap(input.KeyD)
		h.Cursor(40, 40)
		h.tick()
	}
	named("steps beside the mouse", "Left click")
	for range input.MouseRest {
		h.tick()
	}
	tap(input.KeyW)
	named("a step while the mouse rests for a moment", "Left click")
	tap(input.KeyJ)
	named("digging by a key while the mouse rests", "J")
	h.Wheel(1)
	h.tick()
	named("the wheel", "Left click")
	for range input.KeysAlone {
		h.tick()
	}
	named("nothing in hand", "Left click")
	tap(input.KeyW)
	named("a step long after the mouse", "J")
	tap(input.PadA)
	named("a pad", "Right trigger")
	tap(input.KeyW)
	named("keys after a pad", "J")
	tap(input.MouseLeft)
	named("a click", "Left click")
}
