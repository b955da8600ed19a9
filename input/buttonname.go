package input

import (
	"strings"
)

// ParseButton returns the button that the settings call name, and whether there is one. Besides the names
// that String returns it knows the names of a standard pad by place ("PadRightBottom" is "PadA") and
// Mouse1 to Mouse5.
func ParseButton(name string) (Button, bool) {
	for b := NoButton + 1; b < ButtonCount; b++ {
		if buttons[b].name == name {
			return b, true
		}
	}
	for _, a := range aliases {
		if a.name == name {
			return a.button, true
		}
	}
	return NoButton, false
}

// Possible describes the names that ParseButton accepts.
func Possible() string {
	var rest []string
	for b := KeyNumpadAdd; b < ButtonCount; b++ {
		rest = append(rest, buttons[b].name)
	}
	return "A to Z, Digit0 to Digit9, F1 to F24, Numpad0 to Numpad9, " + strings.Join(rest, ", ")
}

// aliases are names that are read and never written.
var aliases = [...]struct {
	name   string
	button Button
}{
	{"Mouse1", MouseLeft}, {"Mouse2", MouseRight}, {"Mouse3", MouseMiddle}, {"Mouse4", MouseBack}, {"Mouse5", MouseForward},
	{"PadRightBottom", PadA}, {"PadRightRight", PadB}, {"PadRightLeft", PadX}, {"PadRightTop", PadY},
	{"PadFrontTopLeft", PadL1}, {"PadFrontTopRight", PadR1}, {"PadFrontBottomLeft", PadL2}, {"PadFrontBottomRight", PadR2},
	{"PadCenterLeft", PadSelect}, {"PadCenterRight", PadStart}, {"PadLeftStick", PadL3}, {"PadRightStick", PadR3},
	{"PadLeftTop", PadUp}, {"PadLeftBottom", PadDown}, {"PadLeftLeft", PadLeft}, {"PadLeftRight", PadRight},
	{"PadCenterCenter", PadHome},
}
