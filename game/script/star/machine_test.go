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
