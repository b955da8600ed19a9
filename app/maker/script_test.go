package maker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScripts: mistakes of scripts have their places, and the first blueprint's script is in order.
func TestScripts(t *testing.T) {
	check := Scripts(Languages())
	for _, c := range []struct {
		source string
		half   Half
		want   string // "": it is in order
	}{
		{"def on_use(me, who):\n    say(me.state[\"a\"] + me.name)\n    after(SECOND, \"x\")\n", Host, ""},
		{"def on_use(me, who)\n    pass\n", Host, "main.star:2:1: got newline"},
		{"def on_use(me, who):\n    sya(\"hello\")\n", Host, "main.star:2:5: nothing has the name sya"},
		{"def on_use(me, who):\n    return me.colour\n", Host, "main.star:2:"},
		{"def on_sue(me, who):\n    pass\n", Host, "main.star:1:5: nothing calls on_sue; did you mean on_use?"},
		{"def on_use(me, who):\n    CHANNELS = [\"x\"]\n", Host, "main.star:2:5: nothing reads CHANNELS in a function; a script's channels stand at the top level"},
		{"def on_use(me, who):\n    def on_tick(me):\n        pass\n", Host, "main.star:2:9: nothing calls on_tick in a function; handlers stand at the top level"},
		{"def on_use(me, who):\n    if who:\n        on_timer = lambda me: 1\n", Host, "main.star:3:9: nothing calls on_timer in a function"},
		{"def on_use(me):\n    def on_frame(me, time):\n        pass\n", View, "main.star:2:9: nothing calls on_frame in a function"},
		{"CHANNELS = [\"x\"]\ndef on_use(me, who):\n    def step(k):\n        say(k)\n    step(\"on\")\n", Host, ""},
		{"CHANNELS = \"x\"\n", Host, "main.star:1:1: CHANNELS is no list of strings"},
		{"N = 1\nCHANNELS = [\"x\", 2]\n", Host, "main.star:2:1: CHANNELS is no list of strings"},
		{"CHANNELS = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"]\n", Host, "main.star:1:1: 9 channels are more than the 8"},
		{"CHANNELS = (\"a-name-that-is-far-too-long-for-a-channel\",)\n", Host, "bytes, and may have"},
		{"CHANNELS = [c for c in [\"a\"]]\n", Host, ""}, // it is seen when it is loaded
		{"def on_use(me, who):\n    draw()\n", Host, "main.star:2:5: nothing has the name draw"},
		{"def on_frame(me, time):\n    line(0, 0, sin(time), 1, RED)\n", View, ""},
		{"def on_frame(me):\n    light(3)\n", View, "main.star:2:5: light belongs to main.star: a view half cannot write to the world; ask the host half"},
		{"def on_told(me, channel, value):\n    me.state[\"n\"] = value\n", View, "main.star:2:8: this half cannot change me.state; keep its own values in me.local"},
		{"def on_tick(me):\n    pass\n", View, "main.star:1:5: nothing calls on_tick"},
		{"A_SHADER = \"\"\"\nfunc Pixel(at vec2) vec4 {\n\treturn vec4(at[0], 0, 0, 1)\n}\n\"\"\"\n", View, "main.star:3:14: this expression does not exist here"},
		{"A_SHADER = \"func Pixel(at vec2) vec4 { return vec4(foo(1)) }\"\n", View, "main.star:1:52: nothing has the name foo"},
		{"SHADER = \"\"\"func Pixel(at vec2) vec4 {\n\treturn vec4(at, 0, 1)\n}\n\"\"\"\n", View, ""},
		{"x = [1][7]\n", Host, ""}, // it is checked, and not run
	} {
		wrong := check(HostFile, c.source, c.half)
		if (c.want == "") != (len(wrong) == 0) || c.want != "" && !strings.Contains(wrong.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.source, wrong, c.want)
		}
	}
	dir := filepath.Join(t.TempDir(), "Lamp")
	if err := New(dir, "Lamp"); err != nil {
		t.Fatal(err)
	}
	if _, wrong := Read(os.DirFS(dir), check); len(wrong) > 0 {
		t.Error(wrong)
	}
}
