package script_test

import (
	"testing"

	"manyhold/game/blueprint"
)

// A thing may send itself a message: it arrives in the next tick, like all others.
func TestAThingWritesToItself(t *testing.T) {
	s := stage(t)
	x := placed(s, "Echo", block, `
CHANNELS = ["c"]
def on_use(me, who):
    send(me, "c", 7)
def on_message(me, channel, value, sender):
    show("%s %d %s" % (channel, value, sender == me))
`, 0, 2)
	if use(s, 2, x); is(s, x).Label != "c 7 True" {
		t.Errorf("it shows %q", is(s, x).Label)
	}
}

// A player that a script takes into an area, or out of it, comes and goes as one that walks.
func TestAreasFeelTeleports(t *testing.T) {
	const note = `
def note(me, what, who):
    me.state["log"] = me.state.get("log", "") + what + who.name + " "
    show(me.state["log"])
def on_leave(me, who):
    note(me, "-", who)
def on_enter(me, who):
    note(me, "+", who)
`
	for _, c := range []struct {
		name, more string
		who, uses  int
		want       string
	}{
		{"into it", "", 2, 1, "+Bda "},
		{"within it", "    teleport(who, me.x + 1, me.y)\n", 1, 1, "+Ada "},
		{"out of it, by another thing", "", 2, 2, "+Bda -Bda "},
		{"out of it, by itself", "    teleport(who, me.x - 2, me.y - 2)\n", 1, 1, "+Ada -Ada "},
		{"a stranger that was taken there does not consent", "    teleport(who, me.x - 2, me.y - 2)\n", 2, 1, "+Bda "},
	} {
		s := stage(t)
		area := placed(s, "Area", blueprint.Shape{Form: blueprint.Area, Width: 2, Height: 2}, note+c.more, 2, 2)
		lift := placed(s, "Lift", block, `
def on_use(me, who):
    if who.x < me.x + 1:
        teleport(who, me.x + 2, me.y)
    else:
        teleport(who, me.x, me.y + 2)
`, 0, 2)
		s.Put(1, -1, 1).Put(2, 0, 1)
		for range c.uses {
			use(s, c.who, lift).Run(3)
		}
		if err := s.Restore(s.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if got := is(s, area).Label; got != c.want {
			t.Errorf("%s: it shows %q, want %q", c.name, got, c.want)
		}
	}
}
