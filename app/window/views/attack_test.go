package views_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"manyhold/app/view"
	"manyhold/app/window/views"
	"manyhold/game/script/attack"
	"manyhold/render/sketch"
)

// bounded checks that whatever view halves did, what is seen of it is within its limits.
func (r *rehearsal) bounded(name string) {
	r.T.Helper()
	sparks := 0
	for _, d := range r.list {
		texts, shades, quads := 0, 0, 0
		for k := range d.Shapes {
			s := &d.Shapes[k]
			quads += s.Quads()
			for _, v := range [...]float32{s.X, s.Y, s.X1, s.Y1, s.Size, s.Alpha, s.Values[0]} {
				if v != v || math.Abs(float64(v)) > 1e6 {
					r.T.Errorf("%s: %+v", name, s)
				}
			}
			switch s.Kind {
			case sketch.Text:
				texts++
			case sketch.Shade:
				shades++
			}
			if len(s.Words) > sketch.MaxText {
				r.T.Errorf("%s: a text of %d bytes", name, len(s.Words))
			}
		}
		if len(d.Shapes) > sketch.MaxShapes || quads > sketch.MaxQuads || texts > sketch.MaxTexts || shades > sketch.MaxShaders || len(d.Sparks.List) > sketch.MaxSparks {
			r.T.Errorf("%s: %d shapes, %d rectangles, %d texts, %d shaders, %d sparks", name, len(d.Shapes), quads, texts, shades, len(d.Sparks.List))
		}
		sparks += len(d.Sparks.List)
	}
	if sparks > views.MaxSparks {
		r.T.Errorf("%s: %d sparks", name, sparks)
	}
	if is, _, _ := r.views.Panel(); is != nil && (len(is.Widgets) > view.MaxWidgets || len(is.Title) > view.MaxWord) {
		r.T.Errorf("%s: panel of %d widgets", name, len(is.Widgets))
	}
}

// attacks are view halves that flood, stall, grow and pry. Each is used by the viewer once, told something,
// and answered, and runs for a second.
var attacks = map[string]string{
	"sparks":            "def on_frame(me, time):\n    for n in range(16):\n        burst(0, 0, 96, RED, life = 8, speed = 1)\n",
	"too many bursts":   "def on_frame(me, time):\n    for n in range(99):\n        burst(0, 0, 96, RED)\n",
	"sprays":            "def on_frame(me, time):\n    for n in range(16):\n        spray(0, 0, 240, 8, RED, life = 8, speed = 0)\n",
	"shapes":            "def on_frame(me, time):\n    for n in range(9999):\n        rect(0, 0, 1, 1, RED)\n",
	"large discs":       "def on_frame(me, time):\n    for n in range(200):\n        disc(0, 0, 8, RED)\n",
	"long lines":        "def on_frame(me, time):\n    for n in range(200):\n        line(-16, -16, 16, 16, RED, 16)\n",
	"texts":             "def on_frame(me, time):\n    for n in range(99):\n        write(0, 0, \"x\" * 64)\n",
	"huge text":         "def on_frame(me, time):\n    write(0, 0, \"x\" * 16000)\n",
	"text with breaks":  "def on_frame(me, time):\n    write(0, 0, \"a\\u202eb\")\n",
	"endless":           "def on_frame(me, time):\n    while True:\n        pass\n",
	"endless told":      "def on_told(me, channel, value):\n    while True:\n        pass\n",
	"recursion":         "def f(n):\n    return f(n + 1)\ndef on_frame(me, time):\n    f(0)\n",
	"memory":            "def on_frame(me, time):\n    x = [0]\n    for n in range(40):\n        x = x + x\n",
	"memory kept":       "def on_frame(me, time):\n    me.local[str(time)] = \"x\" * 900\n",
	"state by a name":   "def on_frame(me, time):\n    s = me.state\n    s[\"x\"] = 1\n",
	"state of another":  "def on_frame(me, time):\n    for x in near(\"thing\", 16):\n        x.state\n",
	"local of another":  "def on_frame(me, time):\n    for x in near(\"thing\", 16):\n        x.local[\"a\"] = 1\n",
	"asks in frames":    "def on_frame(me, time):\n    ask(\"give me all\")\n",
	"asks when told":    "def on_told(me, channel, value):\n    ask(\"give me all\")\n",
	"asks in a lambda":  "def on_frame(me, time):\n    (lambda: ask(\"x\"))()\n",
	"asks a lot":        "def on_use(me):\n    for n in range(99):\n        ask(\"x\")\n",
	"asks too much":     "def on_use(me):\n    ask(\"x\" * 181)\n",
	"asks nothing":      "def on_use(me):\n    ask(\"\")\n",
	"panel at passers":  "def on_frame(me, time):\n    panel(\"Look!\", [button(\"a\", \"Press\")])\n",
	"panel when told":   "def on_told(me, channel, value):\n    panel(\"Look!\", [button(\"a\", \"Press\")])\n",
	"panel flood":       "def on_use(me):\n    for n in range(500):\n        panel(str(n), [button(\"a\", \"Press\")])\ndef on_frame(me, time):\n    pass\n",
	"large panel":       "def on_use(me):\n    panel(\"x\", [label(\"y\")] * 25)\n",
	"long words":        "def on_use(me):\n    panel(\"x\" * 65, [])\n",
	"forged widgets":    "def on_use(me):\n    panel(\"x\", [(1, \"k\"), (99, 1), (4, \"k\", \"l\", \"nan\", 1, 2, 3)])\n",
	"no widgets":        "def on_use(me):\n    panel(\"x\", 7)\n",
	"equal keys":        "def on_use(me):\n    panel(\"x\", [button(\"a\", \"A\"), toggle(\"a\", \"A\")])\n",
	"sounds":            "def on_frame(me, time):\n    for n in range(99):\n        sound(\"x\")\n",
	"shader by hand":    "def on_frame(me, time):\n    shader(\"func Pixel(at vec2) vec4 { return vec4(1) }\", 0, 0, 8, 8)\n",
	"shaders":           "A_SHADER = \"func Pixel(at vec2) vec4 { return vec4(1) }\"\ndef on_frame(me, time):\n    for n in range(9):\n        shader(A_SHADER, 0, 0, 8, 8)\n",
	"five shaders":      "A_SHADER = \"func Pixel(at vec2) vec4 { return vec4(1) }\"\n" + "B_SHADER = \"func Pixel(at vec2) vec4 { return vec4(2) }\"\nC_SHADER = \"func Pixel(at vec2) vec4 { return vec4(3) }\"\nD_SHADER = \"func Pixel(at vec2) vec4 { return vec4(4) }\"\nE_SHADER = \"func Pixel(at vec2) vec4 { return vec4(5) }\"\n",
	"an endless shader": "A_SHADER = \"func Pixel(at vec2) vec4 { for { } }\"\n",
	"hidden memory":     "L = []\ndef on_frame(me, time):\n    L.append(time)\n",
	"host functions":    "def on_frame(me, time):\n    say(\"x\")\n",
	"names of Python":   "def on_frame(me, time):\n    open(\"/etc/passwd\")\n",
	"far queries":       "def on_frame(me, time):\n    for n in range(999):\n        near(\"player\", 16)\n",
	"rests for ever":    "def on_frame(me, time):\n    rest(140737488355327)\n",
	"rests backwards":   "def on_frame(me, time):\n    rest(-5)\n",
	"sleepless sprays":  "def on_told(me, channel, value):\n    spray(0, 0, 240, 8, RED)\n",
	"angles":            "def on_frame(me, time):\n    rect(sin(140737488355327), cos(-140737488355327), 1, 1, RED)\n",
	"clear colours":     "def on_frame(me, time):\n    rect(0, 0, 1, 1, 0)\n    burst(0, 0, 9, \".\")\n",
}

// teller tells its view halves something in every tick.
const teller = "def on_tick(me):\n    for n in range(8):\n        tell(\"x\", [n, \"y\" * 200])\ndef on_ask(me, who, words):\n    me.state[\"asked\"] = me.state.get(\"asked\", 0) + 1\n"

// TestAttacks: no view half does more than it may, and none disturbs another one beside it.
func TestAttacks(t *testing.T) {
	quiet := map[string]bool{"asks in frames": true, "asks when told": true, "asks in a lambda": true, "panel at passers": true, "panel when told": true}
	for name, source := range attacks {
		r := rehearse(t)
		x := r.place("Attack", teller, source, 0, 3)
		r.place("Good", nothing, "def on_frame(me, time):\n    disc(0, 0, 1, RED)\n", 1, 3)
		r.play(4)
		r.use(1, x)
		for range 16 {
			r.play(1)
			r.bounded(name)
			r.views.Answer(view.Widget{Kind: view.Button, Key: "a"})
		}
		if len(r.list) == 0 || r.views.Fault(x.ID) == nil && len(r.faults) > 0 {
			t.Errorf("%s: the thing beside it is not drawn, or has the fault", name)
		}
		if quiet[name] && (len(r.asked) > 0 || r.views.Fault(x.ID) == nil) {
			t.Errorf("%s: it asks %q in the viewer's name", name, r.asked)
		}
		if is, _, _ := r.views.Panel(); quiet[name] && is != nil {
			t.Errorf("%s: it opens a panel", name)
		}
		if n := len(r.asked); n > views.AskTokens+10 {
			t.Errorf("%s: asked %d times", name, n)
		}
	}
}

// TestCorpus runs the attacks on the language as view halves.
func TestCorpus(t *testing.T) {
	ran := 0
	for _, a := range attack.All() {
		if len(a.Source) > 16<<10 {
			continue // no blueprint holds it, or nearly none
		}
		r := rehearse(t)
		x := r.place("Attack", nothing, strings.Replace(a.Source, "def on_use(me, who)", "def on_use(me, who = None)", 1), 0, 3)
		r.play(2)
		r.use(1, x)
		r.play(2)
		r.bounded(a.Name)
		if ran++; len(r.asked) > 0 {
			t.Errorf("%s asks", a.Name)
		}
	}
	if ran < 100 {
		t.Errorf("only %d ran", ran)
	}
}

// extremes are values that a function should not trust.
var extremes = []string{"0", "-1", "2.5", "140737488355327", "-140737488355327", "True", "None", `""`, `"x"`, `"r"`, `"x" * 200`, `"\n"`, "[]", "[1]", "{}", "me", "me.state", "lambda: 1", "range(9)", "(1, 2)", "RED"}

// TestExtremes calls each function of the library with extreme values, in a frame and in a deed of the
// viewer.
func TestExtremes(t *testing.T) {
	names, _ := view.Library.Names()
	r, wrong, right := rehearse(t), 0, 0
	for _, name := range names {
		if strings.ToUpper(name) == name {
			continue
		}
		var calls []string
		for _, e := range extremes {
			for n := range 7 {
				calls = append(calls, name+"("+strings.Repeat(e+", ", n)+")")
			}
		}
		for _, handler := range []string{"on_frame(me, time)", "on_use(me)"} {
			for _, call := range calls {
				v := views.New(views.Hooks{})
				r.version++
				r.hold("X", fmt.Sprintf("def %s:\n    %s\n", handler, call))
				if r.tickOnce(v); v.Fault(r.held.ID) != nil {
					wrong++
				} else {
					right++
				}
			}
		}
	}
	if wrong < 1000 || right < 100 {
		t.Errorf("%d calls are faults, %d are none", wrong, right)
	}
}

// FuzzView loads and runs any text as a view half: nothing panics, and its place is known where it is wrong.
func FuzzView(f *testing.F) {
	for _, source := range attacks {
		f.Add(source)
	}
	f.Add(pingView)
	var r *rehearsal // one world for all texts of a process
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 32<<10 || strings.ContainsRune(source, 0) {
			return
		}
		if r == nil {
			r = rehearse(t)
		}
		r.T = t
		r.version++
		r.hold("X", source)
		if r.Things.Empty() {
			return // it is no text of a blueprint
		}
		v := views.New(views.Hooks{})
		r.tickOnce(v)
		for _, x := range r.Things.List() {
			if w := v.Fault(x.ID); w != nil && (w.Line < 1 || w.Column < 1 || w.Why == "") {
				t.Errorf("%+v", w)
			}
		}
	})
}

// TestManyShadersAreNotCompiled: they are counted first.
func TestManyShadersAreNotCompiled(t *testing.T) {
	r := rehearse(t)
	compiled := 0
	r.views = views.New(views.Hooks{Compile: func(*sketch.Shader) error { compiled++; return nil }})
	var source strings.Builder
	for n := range 200 {
		fmt.Fprintf(&source, "A%d_SHADER = \"func Pixel(at vec2) vec4 { return vec4(%d) }\"\n", n, n)
	}
	x := r.place("Attack", nothing, source.String(), 0, 3)
	if r.play(3); r.views.Fault(x.ID) == nil || compiled > 0 {
		t.Errorf("%d shaders are compiled", compiled)
	}
}

// TestViewsLeaveTheWorldInSight: whatever many things draw, most of a window is left free of it.
func TestViewsLeaveTheWorldInSight(t *testing.T) {
	for name, draw := range map[string]string{
		"a wall":       "rect(-16, -16, 32, 32, RED)",
		"walls":        "[rect(-6, -6, 12, 12, RED) for n in range(20)]",
		"veils":        "[rect(-9, -9, 18, 18, RED, 0.5) for n in range(20)]",
		"discs":        "[disc(0, 0, 8, RED) for n in range(7)]",
		"bars":         "[line(-16, n, 16, n, RED, 16) for n in range(16)]",
		"light":        "[glow(0, 0, 8, WHITE, 1) for n in range(99)]",
		"large sprite": "[sprite(n, 0, None, 4) for n in range(20)]",
	} {
		r := rehearse(t)
		for n := range int32(6) {
			r.place(fmt.Sprint("Attack-", n), nothing, "def on_frame(me, time):\n    "+draw+"\n", n%3, 3+n/3)
		}
		r.play(12)
		hidden := float32(0)
		for _, d := range r.list {
			for k := range d.Shapes {
				hidden += d.Shapes[k].Cover()
			}
		}
		if hidden > views.MaxCover || len(r.faults) > 0 {
			t.Errorf("%s: %v tiles are hidden; %v", name, hidden, r.faults)
		}
	}
}
