package script_test

import (
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/script/star/value"
)

// TestWrongChannels: a script with a wrong list of channels is stopped at once, with the place of the list.
// So it does not wait in vain for messages.
func TestWrongChannels(t *testing.T) {
	for source, line := range map[string]uint16{
		"CHANNELS = 7\n":                                 1,
		"\nCHANNELS = [\"a\", 2]\n":                      2,
		"N = range(9)\nCHANNELS = [str(x) for x in N]\n": 2,
		"CHANNELS = [\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]\n": 1,
		"CHANNELS = [str(x) for x in range(8)]\n":                                                 0,
		"CHANNELS = ()\n": 0,
	} {
		s := stage(t)
		x := placed(s, "Ears", blueprint.Shape{}, source+"def on_use(me, who):\n    show(\"used\")\n", 0, 1)
		use(s, 2, x).Run(2)
		h := is(s, x).Health
		if h.Stopped != (line > 0) || line > 0 && (h.Last.Line != line || value.FaultKind(h.Last.Kind) != value.Refused) {
			t.Errorf("%q: %+v", source, h)
		}
		if got := is(s, x).Label; (got == "used") != (line == 0) {
			t.Errorf("%q: it shows %q", source, got)
		}
	}
}
