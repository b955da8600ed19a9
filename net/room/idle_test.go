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

// TestNobodyHoldsASetupUp: whatever a player with a seat does again and again, two others that want to play
// without it come to a countdown.
func TestNobodyHoldsASetupUp(t *testing.T) {
	for what, act := range map[string]func(x *table, turn int){
		"is silent":  func(*table, int) {},
		"configures": func(x *table, _ int) { _, v := x.Config(); x.send("eve", Packet{Kind: Configure, Number: v}) },
		"rejects": func(x *table, _ int) {
			_, v := x.Config()
			x.send("eve", Packet{Kind: Reject, Header: Header{Generation: v}, Text: "no"})
		},
		"is renamed":   func(x *table, turn int) { x.send("eve", Packet{Kind: Sit, Text: string(rune('a' + turn%26))}) },
		"comes again":  func(x *table, _ int) { x.send("eve", Packet{Kind: Leave}); x.send("eve", Packet{Kind: Sit}) },
		"sets a delay": func(x *table, turn int) { x.send("eve", Packet{Kind: Hold, Number: uint32(turn % 100)}) },
		"toggles": func(x *table, turn int) {
			_, v := x.Config()
			x.send([]string{"eve", "mal"}[turn/2%2], Packet{Kind: Ready, Header: Header{Generation: v}, Number: uint32(1 - turn%2)})
		},
	} {
		e := ball()
		e.Seats = []string{"a", "b", "c", "d"}
		x := newTable(t, e, false)
		for _, who := range []string{"ann", "bo", "eve", "mal"} {
			if who != "mal" || what == "toggles" {
				x.send(who, Packet{Kind: Sit, Text: who})
			}
		}
		turn := 0
		for ; turn < 6*60*20 && x.Phase() == Setup; turn++ {
			_, v := x.Config() // as the others know it when they get ready
			act(x, turn)
			if x.Invalid() != "" {
				_, v = x.Config()
				x.send("ann", Packet{Kind: Configure, Number: v})
				continue
			}
			for _, who := range []string{"ann", "bo"} {
				x.send(who, Packet{Kind: Ready, Header: Header{Generation: v}, Number: 1})
				x.send(who, Packet{Kind: Vote, Number: uint32(ForGoingOn)})
			}
			x.Advance(3)
		}
		if x.Phase() != Running {
			t.Errorf("one that %s holds the others up for %d s: %s", what, turn/20, x.told())
		}
	}
}
