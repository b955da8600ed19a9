package script_test

import (
	"bytes"
	"testing"

	"manyhold/game/event"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// TestTell: what a host half tells is an event of the step, to all or to one player, with its value; nothing
// of it is in the state.
func TestTell(t *testing.T) {
	states := map[bool]string{}
	for _, told := range []bool{false, true} {
		source := "def on_use(me, who):\n    me.state[\"n\"] = 1\n"
		if told {
			source += "    tell(\"bang\", [1, \"a\\nb\"])\n    tell(\"only\", who.name, who)\n"
		}
		s := stage(t)
		x := placed(s, "Teller", block, source, 0, 1)
		use(s, 2, x)
		states[told] = string(is(s, x).State)
		if !told {
			continue
		}
		var seen []event.Event
		for _, e := range s.Log {
			if e.Kind == event.ThingTold && e.Entity == x.ID {
				seen = append(seen, e)
			}
		}
		if len(seen) != 2 || seen[0].Seat != 0 || seen[1].Seat != s.Player(2).Seat {
			t.Fatalf("told %+v", seen)
		}
		channel, v, ok := script.Told(&seen[0])
		if !ok || channel != "bang" || !bytes.Equal(encode(v), []byte{5, 2, 3, 2, 4, 3, 'a', '\n', 'b'}) {
			t.Errorf("told %q %v", channel, v)
		}
		if channel, v, ok := script.Told(&seen[1]); !ok || channel != "only" || !v.Truth() {
			t.Errorf("told one %q %v", channel, v)
		}
	}
	if states[true] != states[false] || states[true] == "" {
		t.Error("telling changes the state")
	}
	for _, text := range []string{"", "a", "a\n", "a\n\xff", "\n\x00\x00"} {
		if _, _, ok := script.Told(&event.Event{Text: text}); ok {
			t.Errorf("%q is told", text)
		}
	}
}

// TestTellLimits: a run tells so many things at most, and nothing to a player that is not there.
func TestTellLimits(t *testing.T) {
	s := stage(t)
	many := placed(s, "Many", block, "def on_use(me, who):\n    for n in range(9):\n        tell(\"n\", n)\n", 0, 1)
	if use(s, 2, many); is(s, many).Health.Count != 1 {
		t.Errorf("more than %d tells are no fault", script.MaxTells)
	}
	gone := placed(s, "Gone", block, "def on_use(me, who):\n    tell(\"n\", 1, me)\n", 1, 1)
	use(s, 2, gone)
	for _, e := range s.Log {
		if e.Kind == event.ThingTold && e.Entity == gone.ID {
			t.Error("something was told to nobody")
		}
	}
}

// encode returns the canonical bytes of a value.
func encode(v value.Value) []byte {
	var m value.Meter
	m.Begin(star.RunLimits)
	return state.Encode(&m, nil, v, state.Max)
}
