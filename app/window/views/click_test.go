package views_test

import (
	"fmt"
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/thing"
	"manyhold/render/sketch"
)

const clickHost = `
def on_ask(me, who, words):
    me.state["asked"] = words
`

const clickView = `
def on_click(me, x, y, button):
    if button == 2:
        me.local["dog"] = "%d" % x
    else:
        ask("go %s %s %s" % (me.local.get("dog", "all"), str(x), str(y)))
`

// TestClicksOnTheField: the referee of a match hears of clicks, from however far, and asks in the name of the
// player that clicked. Other things hear of none.
func TestClicksOnTheField(t *testing.T) {
	r := rehearse(t)
	other := r.place("Sign", clickHost, clickView, 0, 3)
	r.play(4)
	at := r.At(5, 2).Centre()
	if r.views.Click(at, 1); r.views.Clicks() {
		t.Fatal("there is no referee, and clicks are wanted")
	}
	r.play(4)
	if len(r.asked) != 0 {
		t.Fatalf("a thing that is no referee asked %q", r.asked)
	}
	referee := *other
	referee.ID, referee.At = thing.Referee, r.At(45, 0)
	living.SetThing(&r.State, &referee)
	r.play(5)
	if !r.views.Clicks() {
		t.Fatalf("the referee wants no clicks; faults %+v", r.faults)
	}
	r.views.Click(at, 1)
	r.play(4)
	r.views.Click(fixed.Vec{X: 7 * fixed.One}, 2)
	r.play(2)
	r.views.Click(at, 1)
	r.play(4)
	x, y := fmt.Sprint(float64(at.X)/fixed.One), fmt.Sprint(float64(at.Y)/fixed.One)
	if want := []string{"go all " + x + " " + y, "go 7 " + x + " " + y}; !slices.Equal(r.asked, want) {
		t.Errorf("asked %q, want %q", r.asked, want)
	}
	if state := string(r.Things.Find(thing.Referee).State); len(state) == 0 {
		t.Errorf("45 tiles off, the referee heard nothing: %+v", r.Log)
	}
}

// TestRefereesDrawFar: the referee of a match draws anywhere on its field, other things near themselves.
func TestRefereesDrawFar(t *testing.T) {
	r := rehearse(t)
	x := r.place("Sign", clickHost, "def on_frame(me, time):\n    disc(-40, 30, 1, RED)\n", 0, 3)
	r.play(4)
	for _, c := range []struct {
		id   game.EntityID
		want float32
	}{{x.ID, -sketch.Reach * sketch.Tile}, {thing.Referee, -40 * sketch.Tile}} {
		o := *r.Things.Find(x.ID)
		o.ID, o.At = c.id, r.At(1, 1)
		living.SetThing(&r.State, &o)
		r.play(5)
		found := false
		for _, d := range r.list {
			for _, s := range d.Shapes {
				found = found || s.X == c.want
			}
		}
		if !found {
			t.Errorf("%x draws nothing at %v: %+v", c.id, c.want, r.list)
		}
	}
}
