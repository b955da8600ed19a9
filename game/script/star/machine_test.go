package star

import (
	"testing"

	"manyhold/game/script/star/value"
)

// TestIdleMachineKeepsNothing: after a run, whether it ended well or not, a machine holds no value of it. So
// nothing can be seen by the next run, and a large list does not stay in memory.
func TestIdleMachineKeepsNothing(t *testing.T) {
	l := NewLibrary([]Function{{Name: "tell", Params: []string{"x"}, Do: func(c *Call) value.Value { return c.Arg(0) }}}, nil, Attributes{})
	p, err := Load("x", []byte(`
def deep(n, l):
    return deep(n - 1, [l]) if n else tell(l)
def on_use(me):
    x = deep(30, [0] * 1000)
    max([1], [2], [3], key = lambda v: v[0])
    me.state["k"] = {"a": [1, 2], "b": {"c": x and 1}}
    return x
def on_fail(me):
    me.state["k"] = {"a": {"b": on_use}}
    deep(10, [1])
    f = lambda: deep(1 // 0, [2])
    f()
def on_store(me):
    me.state["k"] = {"a": {"b": on_use}}
`), l, LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMachine()
	for _, h := range []string{"on_use", "on_fail", "on_store"} {
		out := m.Call(Run{Program: p, Handler: h, Self: 7, Args: []value.Value{value.Thing(7)}, Limits: RunLimits, Context: t})
		if (out.Fault == nil) != (h == "on_use") {
			t.Fatalf("%s: %v", h, out.Fault)
		}
		for i, v := range m.stack[:maxStack] {
			if v.IsSet() {
				t.Errorf("%s leaves a %s at %d of the stack", h, v.Kind(), i)
			}
		}
		for d := range m.frames {
			if f := &m.frames[d]; f.result.IsSet() || f.free != nil {
				t.Errorf("%s leaves a result in frame %d", h, d)
			}
		}
		if m.program != nil || m.state != nil || m.bytes != nil || m.call.args != nil || m.call.context != nil {
			t.Errorf("%s leaves its program, state or arguments", h)
		}
	}
}

// TestStatesMemory: the memory of a state is used again only when nothing can see it any more, and a state is
// written to the memory that the caller gives, also if the state from before is there.
func TestStatesMemory(t *testing.T) {
	l := NewLibrary(nil, nil, Attributes{})
	p, err := Load("x", []byte(`
def on_give(me):
    me.state["k"] = 1
    return [me.state]
def on_list(me):
    me.state["k"] = [2]
    return me.state["k"]
def on_count(me):
    me.state["n"] = me.state.get("n", 0) + 1
    return me.state["n"]
def on_many(me):
    for i in range(20):
        me.state[i] = i
def on_fail(me):
    me.state["lost"] = 7
    fail("now")
def on_clear(me):
    me.state.clear()
`), l, LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMachine()
	call := func(h string, state, room []byte) Outcome {
		return m.Call(Run{Program: p, Entry: p.Entry(h), Self: 7, Args: []value.Value{value.Thing(7)}, State: state, Room: room, Limits: RunLimits})
	}
	given, list := call("on_give", nil, nil), call("on_list", nil, nil)
	room := make([]byte, 0, 64)
	var state []byte
	for n := range 9 {
		out := call("on_count", state, room)
		if state = out.State; !out.Wrote || out.Result != value.Int(int64(n+1)) || &state[0] != &room[:1][0] {
			t.Fatalf("run %d: %+v", n, out)
		}
		before := string(state)
		if f := call("on_fail", state, room); f.Fault == nil || f.Wrote || string(f.State) != before {
			t.Fatalf("a fault changes the state: %+v", f)
		}
		call("on_many", nil, nil)
		if b := p.Entry("on_none"); b != (Entry{}) {
			t.Fatal("a function without a name")
		}
	}
	if out := call("on_clear", state, room); !out.Wrote || len(out.State) != 0 {
		t.Errorf("an empty state: %+v", out)
	}
	var meter value.Meter
	meter.Begin(RunLimits)
	for want, out := range map[string]Outcome{`[{"k": 1}]`: given, "[2]": list} {
		if got, _ := value.Str(&meter, out.Result, true).AsText(); got != want {
			t.Errorf("a later run changes the result %s to %s", want, got)
		}
	}
}
