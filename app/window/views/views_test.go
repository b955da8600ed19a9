package views_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/app/view"
	"manyhold/app/window/views"
	"manyhold/game"
	"manyhold/game/script/star"
	"manyhold/render/sketch"
)

const nothing = "def on_use(me, who):\n    pass\n"

// The halves of TestPing: the viewer's press goes over, the answer comes back, three times.
const pingHost = `
def on_ask(me, who, words):
    n = me.state.get("n", 0) + 1
    me.state["n"] = n
    if n < 3:
        tell("cross-ping", [n, words], who)
    else:
        tell("end", n, who)
`

const pingView = `
def on_use(me):
    panel("Ping", [label("ready"), button("ping", "Ping")])
    ask("ping 0")
def on_told(me, channel, value):
    me.local["last"] = channel
    if channel == "end":
        close()
    else:
        me.local["n"] = value[0]
        panel("Ping", [label(value[1] + " came back"), button("ping", "Ping")])
def on_widget(me, key, value):
    ask("ping %d" % me.local["n"])
def on_frame(me, time):
    write(0, -1, me.local.get("last", "nothing"))
`

// TestPing: the halves of a thing speak with each other: ping from the view half, cross-ping from the host
// half to that player alone, and the end. The panel opens, changes and closes on the way.
func TestPing(t *testing.T) {
	r := rehearse(t)
	x := r.place("Ping", pingHost, pingView, 0, 3)
	r.play(4)
	if is, _, _ := r.views.Panel(); is != nil {
		t.Fatal("a panel is open before anybody used the thing")
	}
	r.use(1, x)
	r.play(3)
	for n := 1; n < 3; n++ {
		is, of, _ := r.views.Panel()
		want := fmt.Sprintf("ping %d came back", n-1)
		if is == nil || of != x.ID || is.Widgets[0].Label != want {
			t.Fatalf("after %d: panel %+v, asked %q, faults %+v", n, is, r.asked, r.faults)
		}
		r.views.Answer(view.Widget{Kind: view.Button, Key: "ping"})
		r.play(3)
	}
	if is, _, _ := r.views.Panel(); is != nil {
		t.Errorf("the panel is open at the end: %+v", is)
	}
	if want := []string{"ping 0", "ping 1", "ping 2"}; !slices.Equal(r.asked, want) {
		t.Errorf("asked %q", r.asked)
	}
	if w := r.views.Writings(); len(w) != 1 || w[0].Text != "end" {
		t.Errorf("it writes %+v", w)
	}
}

// TestNobodyElse: another player's use opens no panel here, and what is told to another player is not heard.
func TestNobodyElse(t *testing.T) {
	r := rehearse(t)
	x := r.place("Ping", pingHost+"def on_use(me, who):\n    tell(\"end\", 0, who)\n", pingView, 0, 3)
	r.play(4)
	r.use(2, x)
	r.play(4)
	if is, _, _ := r.views.Panel(); is != nil || len(r.asked) > 0 || r.views.Writings()[0].Text != "nothing" {
		t.Errorf("panel %+v, asked %q, writes %+v", is, r.asked, r.views.Writings())
	}
}

// TestNothingChanges: with views and without them, at one window and at another, the world has the same
// digest after each turn: the view store is no part of it.
func TestNothingChanges(t *testing.T) {
	digests := map[string][]uint64{}
	for _, with := range []string{"no views", "player 1", "player 2"} {
		r := rehearse(t)
		x := r.example("fireworks", 0, 3)
		r.example("paint-canvas", -2, 2)
		seen := 0
		for n := range 60 {
			if n == 3 {
				r.use(2, x)
			}
			if with == "no views" {
				r.Run(game.TicksPerTurn)
			} else {
				s := r.scene()
				if with == "player 2" {
					s.Viewer, s.Seat, s.Centre = rigKey(2), r.Player(2).Seat, r.Body(2).Pos
				}
				r.Run(game.TicksPerTurn)
				s.Events = r.Log
				for range game.TicksPerTurn {
					for _, d := range r.views.Tick(s) {
						seen += len(d.Shapes) + len(d.Sparks.List)
					}
					s.Events = nil
				}
			}
			digests[with] = append(digests[with], r.Digest())
		}
		if len(r.faults) > 0 || with != "no views" && seen < 500 {
			t.Errorf("%s: %d shapes and sparks, faults %+v", with, seen, r.faults)
		}
	}
	for with, d := range digests {
		if !slices.Equal(d, digests["no views"]) {
			t.Errorf("the world differs with %s", with)
		}
	}
}

// TestFaults: each mistake stops the view of its thing alone, with its place and words, and nothing of it is
// shown any more; another version begins anew.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		"1 // 0":                                   "2:7: ",
		"s = me.state\n    s[\"a\"] = 1":           "3:5: a dict of the top level or of a message cannot be changed; change a copy, or keep it in me.local",
		"me.local[\"f\"] = on_frame":               "1:1: ",
		"ask(\"x\")":                               "2:5: ask works only in on_use, on_widget and on_click",
		"panel(\"x\", [])":                         "2:5: a panel opens only in on_use",
		"sound(\"x\")":                             "2:5: the blueprint has no asset \"x\"",
		"sprite(0, 0, \"x\")":                      "2:5: the blueprint has no asset \"x\"",
		"rect(0, 0, 1, 1, \"red\")":                "2:5: \"red\" is no colour; give the letter",
		"rect(0, 0, 1, 1, 33)":                     "2:5: value 5 must be from 0 to 32",
		"shader(\"x\", 0, 0, 1, 1)":                "2:5: shader draws a text of the top level whose name ends in SHADER",
		"write(0, 0, \"a\\nb\")":                   "2:5: the text must be one line",
		"near(\"player\", 99)":                     "2:5: near looks at most 16 tiles far",
		"while True:\n        pass":                "2:5: the run needs more than 20000 steps",
		"x = [0]\n    while True:\n        x += x": "4:11: ",
		"button(\"\", \"x\")":                      "2:5: a widget needs a key",
		"number(\"x\", \"x\", 1, 9, 2)":            "2:5: the number of a widget has min before max",
	} {
		r := rehearse(t)
		bad := r.place("Bad", nothing, "def on_frame(me, time):\n    "+body+"\n", 0, 3)
		r.place("Good", nothing, "def on_frame(me, time):\n    disc(0, 0, 1, RED)\n", 1, 3)
		r.play(8)
		if len(r.faults) != 1 || !strings.HasPrefix(fmt.Sprintf("%d:%d: %s", r.faults[0].Line, r.faults[0].Column, r.faults[0].Why), want) {
			t.Errorf("%s: %+v, want %s", body, r.faults, want)
		}
		if r.views.Fault(bad.ID) == nil || len(r.views.Failed(nil)) != 1 || len(r.list) != 1 {
			t.Errorf("%s: %d drawings", body, len(r.list))
		}
	}
}

// TestLoadFaults: a view half that cannot be loaded says where it is wrong, also within a shader.
func TestLoadFaults(t *testing.T) {
	for source, want := range map[string]string{
		"def on_frame(me):\n    say(\"x\")\n":                         "2:5: say belongs to main.star",
		"def on_told(me, channel, value):\n    me.state[\"x\"] = 1\n": "2:8: this half cannot change me.state",
		"x = [1][2]\n":                 "1:8: ",
		"def on_frame(me)\n    pass\n": "2:1: ",
		"A_SHADER = \"\"\"\nfunc Pixel(at vec2) vec4 {\n\treturn at[0]\n}\n\"\"\"\n": "3:9: A_SHADER: this expression does not exist here",
		"SHADER = \"func Pixel(at vec2) vec4 { for true { } }\"\n":                   "1:38: SHADER: the turns of a loop must be known",
	} {
		r := rehearse(t)
		x := r.place("Bad", nothing, source, 0, 3)
		r.play(4)
		f := r.views.Fault(x.ID)
		if f == nil || !strings.HasPrefix(fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Why), want) {
			t.Errorf("%q: %+v, want %s", source, f, want)
		}
	}
}

// TestBudget: things that take all of their steps share the ticks: each has its turn, and no tick takes more
// than its budget and one run.
func TestBudget(t *testing.T) {
	r := rehearse(t)
	for n := range int32(8) {
		r.place(fmt.Sprintf("Busy-%d", n), nothing, "def on_frame(me, time):\n    n = 0\n    while n < 2000:\n        n += 1\n    me.local[\"n\"] = me.local.get(\"n\", 0) + 1\n    write(0, 0, str(me.local[\"n\"]))\n", n-4, 3)
	}
	r.play(10)
	before := counts(r)
	r.play(20)
	after := counts(r)
	least, most := 1<<30, 0
	for k := range after {
		least, most = min(least, after[k]-before[k]), max(most, after[k]-before[k])
	}
	if len(r.faults) > 0 || len(after) != 8 || least == 0 || most-least > 2 || most > 30 {
		t.Errorf("they ran %d to %d times in 60 ticks; faults %+v", least, most, r.faults)
	}
}

// counts are the numbers that things write.
func counts(r *rehearsal) (list []int) {
	for _, w := range r.views.Writings() {
		n := 0
		fmt.Sscan(w.Text, &n)
		list = append(list, n)
	}
	return list
}

// TestPlain: a window without effects draws and writes nothing of things, but shows their panels; when it
// shows effects again, the things draw again at once.
func TestPlain(t *testing.T) {
	r := rehearse(t)
	x := r.place("Show", nothing, "def on_use(me):\n    burst(0, -1, 40, RED)\n    panel(\"x\", [label(\"l\")])\ndef on_frame(me, time):\n    disc(0, -1, 1, RED)\n    write(0, -2, \"here\")\n    rest(60)\n", 0, 3)
	r.play(4)
	if len(r.list) != 1 || len(r.views.Writings()) != 1 {
		t.Fatalf("it draws %d and writes %+v", len(r.list), r.views.Writings())
	}
	r.plain = true
	r.use(1, x)
	r.play(3)
	if is, _, _ := r.views.Panel(); len(r.list) != 0 || len(r.views.Writings()) != 0 || is == nil {
		t.Errorf("plain: it draws %d, writes %+v, panel %v", len(r.list), r.views.Writings(), is)
	}
	r.plain = false
	if r.play(1); len(r.list) != 1 || !r.list[0].Sparks.Idle() || len(r.views.Writings()) != 1 {
		t.Errorf("afterwards it draws %+v and writes %+v", r.list, r.views.Writings())
	}
}

// TestRest: a thing that rests runs no more until its state changes, something is told, or the viewer uses
// it.
func TestRest(t *testing.T) {
	r := rehearse(t)
	x := r.place("Sleeper", "def on_use(me, who):\n    me.state[\"n\"] = 1\n", "def on_frame(me, time):\n    me.local[\"n\"] = me.local.get(\"n\", 0) + 1\n    write(0, 0, str(me.local[\"n\"]))\n    rest(60)\n", 0, 3)
	r.play(20)
	if n := counts(r); len(n) != 1 || n[0] != 1 {
		t.Fatalf("it ran %v times", n)
	}
	r.use(2, x)
	if r.play(3); counts(r)[0] != 2 {
		t.Errorf("a change of its state does not wake it: %v", counts(r))
	}
}

// TestAskFlood: a panel whose every answer asks gives the host half at most some questions a second, and the
// last one is not lost.
func TestAskFlood(t *testing.T) {
	r := rehearse(t)
	x := r.place("Flood", nothing, "def on_use(me):\n    panel(\"x\", [number(\"n\", \"n\", 0, 0, 999)])\ndef on_widget(me, key, value):\n    ask(\"first %d\" % value)\n    ask(\"n %d\" % value)\n", 0, 3)
	r.play(4)
	r.use(1, x)
	r.play(2)
	for n := range 60 {
		r.views.Answer(view.Widget{Kind: view.Number, Key: "n", Number: float64(n)})
		r.play(1)
	}
	r.play(30)
	seconds := 90.0 * game.TicksPerTurn / game.TicksPerSecond
	if n := len(r.asked); n == 0 || float64(n) > views.AskTokens+seconds*game.TicksPerSecond/views.AskEvery+2 || r.asked[n-1] != "n 59" {
		t.Errorf("asked %d times in %.0f s, last %q; faults %+v", n, seconds, r.asked[len(r.asked)-1], r.faults)
	}
}

// TestPanelCloses: a panel closes when the viewer walks away, when its thing fails, and when the viewer
// closes it; answers to what is not there do nothing.
func TestPanelCloses(t *testing.T) {
	open := func() (*rehearsal, game.EntityID) {
		r := rehearse(t)
		x := r.place("P", nothing, "def on_use(me):\n    panel(\"x\", [button(\"b\", \"B\"), label(\"l\")])\ndef on_widget(me, key, value):\n    1 // 0\n", 0, 3)
		r.play(4)
		r.use(1, x)
		r.play(2)
		if is, _, _ := r.views.Panel(); is == nil {
			t.Fatal("it does not open")
		}
		return r, x.ID
	}
	is := func(r *rehearsal) bool { p, _, _ := r.views.Panel(); return p != nil }
	r, _ := open()
	r.views.Answer(view.Widget{Kind: view.Button, Key: "c"})
	r.views.Answer(view.Widget{Kind: view.Toggle, Key: "b"})
	r.views.Answer(view.Widget{Kind: view.Label})
	if r.play(2); !is(r) || len(r.faults) > 0 {
		t.Error("a wrong answer does something")
	}
	r.Put(1, 10, 10)
	if r.play(1); is(r) {
		t.Error("it stays open from afar")
	}
	r, id := open()
	r.views.Answer(view.Widget{Kind: view.Button, Key: "b"})
	if r.play(1); is(r) || r.views.Fault(id) == nil {
		t.Error("it stays open without its script")
	}
	r, _ = open()
	if r.views.ClosePanel(); is(r) {
		t.Error("it cannot be closed")
	}
}

// TestWidgets: each kind of widget arrives at the panel, and its answer at the script.
func TestWidgets(t *testing.T) {
	r := rehearse(t)
	x := r.place("All", nothing, `
def on_use(me):
    panel("All", [label("l"), button("button", "B"), text("text", "T", "a"), lines("lines", "L", "a\nb"), number("number", "N", 2.5, 0, 10, 0.5),
        colour("colour", "C", RED), toggle("toggle", "S", True), choice("choice", "O", ["x", "y"], "y")])
def on_widget(me, key, value):
    ask(key + "=" + str(value))
`, 0, 3)
	r.play(4)
	r.use(1, x)
	r.play(2)
	is, _, _ := r.views.Panel()
	if is == nil || len(is.Widgets) != 8 || is.Widgets[4].Step != 0.5 || is.Widgets[7].Chosen != 1 || !is.Widgets[6].On || is.Widgets[3].Text != "a\nb" {
		t.Fatalf("%+v %+v", is, r.faults)
	}
	for _, w := range []view.Widget{{Kind: view.Button, Key: "button"}, {Kind: view.Text, Key: "text", Text: "é"}, {Kind: view.Lines, Key: "lines", Text: "c\nd"},
		{Kind: view.Number, Key: "number", Number: 99}, {Kind: view.Colour, Key: "colour", Colour: 7}, {Kind: view.Toggle, Key: "toggle"}, {Kind: view.Choice, Key: "choice", Chosen: 0}} {
		r.views.Answer(w)
		r.play(12)
	}
	want := []string{"button=True", "text=é", "lines=c\nd", "number=10", "colour=7", "toggle=False", "choice=x"}
	if !slices.Equal(r.asked, want) || len(r.faults) != 0 {
		t.Errorf("asked %q; %+v", r.asked, r.faults)
	}
}

// TestSounds: sounds are asked for by name, and not more often than a few times a second.
func TestSounds(t *testing.T) {
	r := rehearse(t)
	b := soundBlueprint()
	r.put(b, 0, 3)
	r.play(40)
	if n := len(r.sounds); n < 4 || n > 2*5 || r.sounds[0] != "ding" || len(r.faults) > 0 {
		t.Errorf("%d sounds in 2 s: %v %+v", n, r.sounds, r.faults)
	}
}

// TestClip: whatever a script asks for, places are within reach, and no number is none.
func TestClip(t *testing.T) {
	r := rehearse(t)
	r.place("Far", nothing, `
B = 140737488355327
def on_frame(me, time):
    for a in [B, -B, 0.00002, 0]:
        line(a, -a, B, a, RED, a, a)
        rect(a, a, a, B, RED, a)
        disc(a, a, a, RED, a)
        ring(a, a, a, RED, a, a)
        glow(a, a, a, RED, a)
        sprite(a, a, scale = a, alpha = a)
        write(a, a, "x", 0)
    burst(B, -B, B, RED, speed = B, life = B, angle = B, spread = B, gravity = B, drag = B, size = B, shine = B, even = B)
    spray(-B, B, B, B, RED, speed = -B, life = -B, gravity = -B)
`, 0, 3)
	r.play(4)
	if len(r.faults) > 0 || len(r.list) != 1 {
		t.Fatalf("%+v", r.faults)
	}
	const far = sketch.Reach * sketch.Tile
	for _, s := range r.list[0].Shapes {
		for _, v := range []float32{s.X, s.Y} {
			if !(v >= -far && v <= far) {
				t.Errorf("%+v", s)
			}
		}
		if !(s.Alpha >= 0 && s.Alpha <= 1 && s.Size >= 0 && s.Size <= sketch.MaxRadius*sketch.Tile) {
			t.Errorf("%+v", s)
		}
	}
	for _, q := range r.list[0].Sparks.List {
		if !(q.X >= -far && q.X <= far && q.Y >= -far && q.Y <= far && q.VX == q.VX && q.Life <= sketch.MaxLife) {
			t.Errorf("%+v", q)
		}
	}
}

// TestLibraryIsReadOnly: no function of the host half that has an effect exists in the view half.
func TestLibraryIsReadOnly(t *testing.T) {
	for _, name := range []string{"say", "show", "light", "frame", "open_me", "after", "cancel", "publish", "send", "push", "shove", "teleport", "heal", "hurt", "freeze", "give", "take", "menu", "travel", "tell"} {
		err := star.Check("view.star", []byte("def on_frame(me):\n    "+name+"()\n"), view.Library)
		if err == nil || !strings.Contains(err.Error(), "view.star:2:5: "+name+" belongs to main.star: a view half cannot write to the world; ask the host half") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
