package room

import (
	"bytes"
	"testing"
)

// TestWaitsAreState: for how long players have waited for others is in the state of a room, and a state
// without it is that of a room in which nobody waits, as those before it was counted.
func TestWaitsAreState(t *testing.T) {
	x := newTable(t, ball(), false)
	for _, line := range []string{"ann sits 1", "bo sits 2", "ann ready"} {
		x.do(line)
	}
	before := x.Append(nil)
	x.do("time passes 600")
	state := x.Append(nil)
	again, err := Restore(state, nil)
	if err != nil || again.Seats()[1].Waited != 600 || !bytes.Equal(again.Append(nil), state) {
		t.Fatalf("%v %+v", err, again)
	}
	if len(state) < len(before)+2*len(x.Seats()) {
		t.Errorf("%d bytes, and %d before", len(state), len(before))
	}
	brief, err := Restore(state[:len(state)-2*len(x.Seats())], nil)
	if err != nil || brief.Seats()[1].Waited != 0 {
		t.Errorf("without the waits: %v", err)
	}
	for what, tail := range map[string][]byte{"nobody waits": {0, 0, 0, 0, 0, 0}, "of a free seat": {0, 0, 0, 0, 1, 0}, "too long": {0xff, 0xff, 0, 0, 0, 0}, "half a number": {1, 0, 0, 0, 0}} {
		if _, err := Restore(append(bytes.Clone(before), tail...), nil); err == nil {
			t.Errorf("%s: it is taken", what)
		}
	}
}
