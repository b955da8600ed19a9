package star_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// load loads a script that must be right.
func load(t *testing.T, source string, l *star.Library) *star.Program {
	t.Helper()
	p, err := star.Load("test.star", []byte(source), l, star.LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestProgramTellsItsHandlers: the host learns which handlers there are, how many values they take, and the
// constants of the top level.
func TestProgramTellsItsHandlers(t *testing.T) {
	p := load(t, "CHANNELS = [\"ann/goal\", \"ann/\" + \"note\"]\nBAD = [1]\nLIMIT = 3 * SECOND\n"+
		"def on_use(me, who):\n    pass\ndef on_tick():\n    pass\ndef upgrade(me, old):\n    pass\ndef other(a):\n    pass\non_wave = lambda me, how = 1: how\non_none = 3\n", library())
	var got []string
	for _, h := range p.Handlers() {
		got = append(got, fmt.Sprint(h.Name, h.Params, h.At))
	}
	if want := []string{"on_tick0 6:1", "on_use2 4:1", "on_wave2 12:11", "upgrade2 8:1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !p.Has("other") || p.Has("on_none") || p.Has("len") {
		t.Error("Has")
	}
	if l, ok := p.Texts("CHANNELS"); !ok || !slices.Equal(l, []string{"ann/goal", "ann/note"}) {
		t.Errorf("%q %v", l, ok)
	}
	if _, ok := p.Texts("BAD"); ok {
		t.Error("a number is no text")
	}
	if l, ok := p.Texts("NONE"); !ok || l != nil {
		t.Error("no list is no text")
	}
	if v, ok := p.Constant("LIMIT"); !ok || v != value.Int(180) {
		t.Error(v, ok)
	}
	if _, ok := p.Constant("SECOND"); ok {
		t.Error("a name of the host is no constant of the script")
	}
	if steps, bytes := p.Cost(); steps == 0 || bytes == 0 {
		t.Error("the top level costs something")
	}
}

// TestOutcome: a run without a handler changes nothing; a run that does not look at the state keeps its
// bytes; a fault keeps the bytes before; surplus values are dropped and missing ones are a fault.
func TestOutcome(t *testing.T) {
	p := load(t, "def on_write(me):\n    me.state[\"n\"] = me.state.get(\"n\", 0) + 1\n    return me.state[\"n\"] * 10\ndef on_look(me):\n    me.state\n"+
		"def on_idle():\n    pass\ndef on_fail(me):\n    me.state[\"n\"] = 9\n    fail(\"x\")\ndef on_more(me, a, b):\n    pass\n", library())
	m := star.NewMachine()
	run := star.Run{Program: p, Self: 7, Args: []value.Value{value.Thing(7)}, Limits: star.RunLimits}
	call := func(handler string) star.Outcome {
		run.Handler = handler
		out := m.Call(run)
		run.State = out.State
		return out
	}
	if out := call("on_write"); out.Fault != nil || out.Result != value.Int(10) || len(out.State) == 0 {
		t.Fatalf("%+v", out)
	}
	before := string(run.State)
	for _, h := range []string{"on_idle", "on_look", "on_nothing", "on_fail", "on_more"} {
		out := call(h)
		if string(out.State) != before {
			t.Errorf("%s changed the state to %x", h, out.State)
		}
		if fails := h == "on_fail" || h == "on_more"; fails != (out.Fault != nil) {
			t.Errorf("%s: %v", h, out.Fault)
		}
		if out.Steps == 0 != (h == "on_nothing") {
			t.Errorf("%s took %d steps", h, out.Steps)
		}
	}
	if out := call("on_write"); out.Result != value.Int(20) {
		t.Errorf("%+v", out)
	}
	run.State = []byte{7, 1, 3}
	if out := call("on_write"); out.Fault == nil || out.Fault.Kind != value.State {
		t.Errorf("broken state: %v", out.Fault)
	}
}

// TestExactLimits: a run with just as many steps and bytes as it needs ends well, and with one less it fails
// at the limit.
func TestExactLimits(t *testing.T) {
	p := load(t, "def on_use(me):\n    for i in range(10):\n        me.state[i] = [i] * 20\n", library())
	m := star.NewMachine()
	run := star.Run{Program: p, Handler: "on_use", Self: 7, Args: []value.Value{value.Thing(7)}, Limits: star.RunLimits}
	all := m.Call(run)
	run.Limits = value.Limits{Steps: all.Steps, Bytes: all.Bytes}
	if out := m.Call(run); out.Fault != nil || out.Steps != all.Steps || out.Bytes != all.Bytes {
		t.Fatalf("%+v", out)
	}
	for steps := range all.Steps {
		run.Limits = value.Limits{Steps: steps, Bytes: all.Bytes}
		if out := m.Call(run); out.Fault == nil || out.Fault.Kind != value.Steps || out.Steps != steps || out.State != nil {
			t.Fatalf("%d steps: %+v", steps, out)
		}
	}
	for bytes := int64(0); bytes < all.Bytes; bytes += 7 {
		run.Limits = value.Limits{Steps: all.Steps, Bytes: bytes}
		if out := m.Call(run); out.Fault == nil || out.Fault.Kind != value.Bytes || out.Bytes != bytes {
			t.Fatalf("%d bytes: %+v", bytes, out)
		}
	}
}

// TestCallOfTheHost: a function of the host reads its arguments, refuses them, and makes values.
func TestCallOfTheHost(t *testing.T) {
	var told []string
	l := star.NewLibrary([]star.Function{
		{Name: "ask", Params: []string{"n", "text", "thing", "on"}, Need: 2, Do: func(c *star.Call) value.Value {
			told = append(told, fmt.Sprint(c.Self(), c.Number(0), c.Text(1, 4), c.Has(2), c.Has(3) && c.Truth(3)))
			if c.Has(2) {
				return c.Things([]uint64{c.Thing(2), 1, 2})
			}
			return c.String("yes")
		}},
		{Name: "send", Params: []string{"value"}, Need: 1, Do: func(c *star.Call) value.Value {
			told = append(told, fmt.Sprintf("%x", c.Bytes(0, 16)))
			return value.None
		}},
		{Name: "costly", Steps: 100, Do: func(c *star.Call) value.Value {
			c.Charge(50)
			c.Alloc(640)
			c.Refuse("never; do not ask")
			return value.None
		}},
	}, nil, star.Attributes{})
	m := star.NewMachine()
	call := func(body string, args ...value.Value) star.Outcome {
		return m.Call(star.Run{Program: load(t, "def on_use(me, v = None):\n    "+body+"\n", l), Handler: "on_use", Self: 7,
			Args: append([]value.Value{value.Thing(7)}, args...), Limits: star.RunLimits})
	}
	for body, want := range map[string]string{
		"return ask(1.5, \"abcd\")":                 "",
		"return ask(1, \"a\", me)[2].id":            "",
		"return ask(text = \"b\", n = 2, on = [1])": "",
		"return ask(1, \"abcde\")":                  "refused at 2:12: value 2 has 5 bytes and may have 4; shorten it",
		"ask(\"1\", \"a\")":                         "type at 2:5: this needs a number, not a string",
		"ask(1, \"a\", 3)":                          "type at 2:5: this needs a thing, not a number",
		"ask(1)":                                    "argument at 2:5: ask needs a value for text",
		"ask(1, \"a\", n = 2)":                      "argument at 2:5: ask gets n twice",
		"send({\"k\": [1, None]})":                  "",
		"send(\"0123456789abcdef\")":                "state at 2:5: this takes more than its 16 bytes",
		"send(len)":                                 "state at 2:5: a function cannot be stored",
		"costly()":                                  "refused at 2:5: never; do not ask",
	} {
		out := call(body)
		got := ""
		if out.Fault != nil {
			got = fmt.Sprintf("%s at %s: %s", out.Fault.Kind, out.Fault.At, out.Fault.Why)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	slices.Sort(told)
	if got, want := strings.Join(told, "; "), "0701"; !strings.HasPrefix(got, want) || len(told) < 4 {
		t.Errorf("%s", got)
	}
	if out := call("costly()"); out.Steps < 150 || out.Bytes != 640 {
		t.Errorf("%d steps, %d bytes", out.Steps, out.Bytes)
	}
	message, err := state.Read([]byte{5, 1, 3, 2}, 256)
	if err != nil {
		t.Fatal(err)
	}
	if out := call("return v[0]", message); out.Result != value.Int(1) {
		t.Errorf("%+v", out)
	}
	if out := call("v.append(2)", message); out.Fault == nil || out.Fault.Kind != value.Frozen {
		t.Errorf("a message was changed: %v", out.Fault)
	}
}

// TestMemory: scripts of a library whose memory is another attribute cannot change a state that they see, by
// no statement and no name; what they keep is theirs.
func TestMemory(t *testing.T) {
	held, err := state.Read(state.Encode(roomy(), nil, value.ListOf([]value.Value{value.Int(1)}), state.Max), state.Max)
	if err != nil {
		t.Fatal(err)
	}
	l := star.NewLibrary(nil, nil, star.Attributes{Memory: "local", Names: []string{"state"}, Get: func(*star.Call, uint64, string) value.Value { return held }})
	l.Advise(map[string]string{"say": "say belongs elsewhere; go there"})
	for body, want := range map[string]string{
		"me.state[0] = 1":                       "2:8: this half cannot change me.state; keep its own values in me.local, or let the other half do it",
		"me.state[0][1] += 1":                   "2:8: this half cannot change",
		"(me.state)[0] = 1":                     "2:9: this half cannot change",
		"me.state.append(1)":                    "2:8: this half cannot change",
		"me.state[1].clear()":                   "2:8: this half cannot change",
		"for me.state[0] in [1]:\n        pass": "2:12: this half cannot change",
		"me.state = 1":                          "2:7: the attributes of things cannot be assigned to; keep values in me.local[name]",
		"say(1)":                                "2:5: say belongs elsewhere; go there",
		"len(me.state.copy())":                  "",
		"me.local[\"a\"] = [1]":                 "",
	} {
		err := star.Check("x", []byte("def on_draw(me):\n    "+body+"\n"), l)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", body, err)
		}
	}
	p, err := star.Load("x", []byte("def on_draw(me):\n    me.local[\"n\"] = me.local.get(\"n\", 0) + me.state[0]\n    return me.local[\"n\"]\n"+
		"def on_bite(me):\n    s = me.state\n    s.append(2)\n"), l, star.LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	run := star.Run{Program: p, Handler: "on_draw", Self: 7, Args: []value.Value{value.Thing(7)}, Limits: star.RunLimits}
	m := star.NewMachine()
	run.State = m.Call(run).State
	if out := m.Call(run); out.Result != value.Int(2) {
		t.Errorf("it keeps %+v", out)
	}
	run.Handler = "on_bite"
	if out := m.Call(run); out.Fault == nil || out.Fault.Kind != value.Frozen {
		t.Errorf("by another name: %v", out.Fault)
	}
}

// roomy returns a meter that nothing exceeds here.
func roomy() *value.Meter {
	m := new(value.Meter)
	m.Begin(star.RunLimits)
	return m
}

// TestLiterals: the constants that are strings are found where they are written, and nothing else is.
func TestLiterals(t *testing.T) {
	list := star.Literals([]byte("A = 1\nB = \"x\"\nC = \"\"\"\ny\n\"\"\"\nD = B + B\nE, F = 1, 2\ndef f():\n    G = \"z\"\n"))
	want := []star.Literal{{Name: "B", Text: "x", At: value.Pos{Line: 2, Col: 6}}, {Name: "C", Text: "\ny\n", At: value.Pos{Line: 3, Col: 8}}}
	if !slices.Equal(list, want) {
		t.Errorf("found %+v", list)
	}
	if star.Literals([]byte("A = (")) != nil {
		t.Error("a broken source has constants")
	}
}

// TestInners: what functions define is found where it is written, however deep, and nothing else is.
func TestInners(t *testing.T) {
	list := star.Inners([]byte("A = 1\ndef f(x):\n    B = x\n    B += 1\n    x[0] = \"C = 1\"\n    if x:\n        def g():\n            D = A\n\"\"\"\n    E = 1\n\"\"\"\n"))
	var found []string
	for _, x := range list {
		found = append(found, fmt.Sprint(x.Name, " ", x.At))
	}
	if want := []string{"B 3:5", "g 7:13", "D 8:13"}; !slices.Equal(found, want) {
		t.Errorf("found %q", found)
	}
	if star.Inners([]byte("def f():\n    A = (")) != nil {
		t.Error("a broken source defines something")
	}
}

// TestOuters: the names of the top level are found with the lists of strings that are written there.
func TestOuters(t *testing.T) {
	var found []string
	for _, x := range star.Outers([]byte("A = 1\nB = [\"x\", \"y\"]\nC = ()\nD = [A]\nE = (\"z\")\ndef f():\n    G = 1\nH = [\"x\", 2]\n")) {
		found = append(found, fmt.Sprint(x.Name, " ", x.At, " ", x.Texts, x.Listed, x.Plain))
	}
	want := []string{"A 1:1 [] false true", "B 2:1 [x y] true false", "C 3:1 [] true false", "D 4:1 [] false false", "E 5:1 [] false true",
		"f 6:5 [] false true", "H 8:1 [] false true"}
	if !slices.Equal(found, want) {
		t.Errorf("found %q", found)
	}
}

// TestTwoMeanings: a library with two meanings of a name is our own bug.
func TestTwoMeanings(t *testing.T) {
	for _, name := range []string{"len", "twice"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s has two meanings", name)
				}
			}()
			star.NewLibrary(nil, []star.Constant{{Name: "twice"}, {Name: name}}, star.Attributes{})
		}()
	}
}
