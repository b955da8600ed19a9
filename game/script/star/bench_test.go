package star_test

import (
	"strconv"
	"sync"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// programs compute something, each in one handler. All of them are Starlark, too, so that the library's own
// evaluator can run them for comparison.
var programs = []struct{ name, source string }{
	{"fib", `
def on_use(me):
    a, b = 0, 1
    for i in range(2000):
        a, b = b, (a + b) % 1000003
    return a
`},
	{"while", `
def on_use(me):
    i, n = 0, 0
    while i < 3000:
        n = n + i
        i = i + 1
    return n
`},
	{"list", `
def on_use(me):
    l = [0] * 100
    for i in range(2000):
        l[i % 100] = l[(i + 7) % 100] + 1
    return l[0]
`},
	{"calls", `
def add(a, b):
    return a + b
def on_use(me):
    n = 0
    for i in range(1500):
        n = add(n, i)
    return n
`},
	{"words", `
def on_use(me):
    words = []
    for i in range(300):
        words.append("word %d" % i)
    return len(" ".join(words))
`},
	{"dict", `
def on_use(me):
    d = {}
    for i in range(1000):
        k = i % 50
        d[k] = d.get(k, 0) + i
    return len(d)
`},
	{"grid", `
def on_use(me):
    g = [[0] * 30 for y in range(30)]
    for y in range(30):
        for x in range(30):
            g[y][x] = x * y
    return g[7][9]
`},
}

// BenchmarkPrograms runs the programs by this evaluator.
func BenchmarkPrograms(b *testing.B) {
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			prog, err := star.Load(p.name, []byte(p.source), library(), star.LoadLimits)
			if err != nil {
				b.Fatal(err)
			}
			m := star.NewMachine()
			run := star.Run{Program: prog, Handler: "on_use", Args: []value.Value{value.Thing(1)}, Limits: value.Limits{Steps: 1 << 30, Bytes: 1 << 30}}
			var out star.Outcome
			b.ReportAllocs()
			for b.Loop() {
				out = m.Call(run)
			}
			if out.Fault != nil {
				b.Fatal(out.Fault)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(int64(b.N)*out.Steps), "ns/step")
		})
	}
}

// BenchmarkLibrary runs the same programs by go.starlark.net, without any limits.
func BenchmarkLibrary(b *testing.B) {
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			thread := &starlark.Thread{}
			globals, err := starlark.ExecFileOptions(&syntax.FileOptions{While: true}, thread, p.name, p.source, nil)
			if err != nil {
				b.Fatal(err)
			}
			args := starlark.Tuple{starlark.MakeInt(1)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := starlark.Call(thread, globals["on_use"], args, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// door is the friendly door: it opens for its owner and the owner's friends, and shuts itself.
const door = `
SHUT_AFTER = 3 * SECOND

def on_use(me, who):
    if not friends(me.owner, who):
        say("Only %s and friends come in here." % info(me.owner, "name"))
        return
    me.state["visits"] = me.state.get("visits", 0) + 1
    open_me(True)
    after(SHUT_AFTER, "shut")

def on_nothing(me, who):
    pass

def on_effect(me, who):
    light(12)

def on_count(me, who):
    me.state["n"] = me.state.get("n", 0) + 1

def on_tick(me):
    left = me.state.get("glow", 0)
    if left > 0:
        me.state["glow"] = left - 1
        light(min(15, left))
`

// effect is what the functions of the benchmark ask for.
type effect struct {
	kind string
	n    int64
	text string
}

// host is a host as a game has it: effects go to a list that the worker keeps.
func host() *star.Library {
	effects := func(c *star.Call, e effect) value.Value {
		c.Alloc(64)
		out := c.Context().(*[]effect)
		*out = append(*out, e)
		return value.None
	}
	text := func(name string) star.Function {
		return star.Function{Name: name, Params: []string{"text"}, Need: 1, Do: func(c *star.Call) value.Value {
			return effects(c, effect{kind: name, text: c.Text(0, 200)})
		}}
	}
	return star.NewLibrary([]star.Function{text("say"), text("show"),
		{Name: "open_me", Params: []string{"open"}, Need: 1, Do: func(c *star.Call) value.Value { return effects(c, effect{kind: "open"}) }},
		{Name: "light", Params: []string{"level"}, Need: 1, Do: func(c *star.Call) value.Value {
			return effects(c, effect{kind: "light", n: c.Int(0, 0, 15)})
		}},
		{Name: "after", Params: []string{"ticks", "name"}, Need: 2, Do: func(c *star.Call) value.Value {
			return effects(c, effect{kind: "after", n: c.Int(0, 1, 1<<20), text: c.Text(1, 32)})
		}},
		{Name: "friends", Params: []string{"a", "b"}, Need: 2, Do: func(c *star.Call) value.Value {
			return value.Bool(c.Thing(0) != 0 && c.Thing(1) != 0)
		}},
		{Name: "info", Params: []string{"thing", "name"}, Need: 2, Do: func(c *star.Call) value.Value {
			c.Thing(0)
			return c.String("Ann")
		}},
	}, []star.Constant{{Name: "SECOND", Value: value.Int(60)}}, star.Attributes{Names: []string{"owner"},
		Get: func(c *star.Call, thing uint64, name string) value.Value { return value.Thing(thing + 1) }})
}

// BenchmarkHandlers runs handlers as a tick of the world does.
func BenchmarkHandlers(b *testing.B) {
	prog, err := star.Load("door.star", []byte(door), host(), star.LoadLimits)
	if err != nil {
		b.Fatal(err)
	}
	m := star.NewMachine()
	var effects []effect
	before := m.Call(star.Run{Program: prog, Handler: "on_use", Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)},
		Limits: star.RunLimits, Context: &effects}).State
	lamp := []byte(nil)
	for _, c := range []struct {
		name, handler string
		state         []byte
	}{{"empty", "on_nothing", before}, {"effect", "on_effect", before}, {"counter", "on_count", before}, {"door", "on_use", before}, {"lamp", "on_tick", lamp}} {
		b.Run(c.name, func(b *testing.B) {
			run := star.Run{Program: prog, Handler: c.handler, Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)},
				State: c.state, Limits: star.RunLimits, Context: &effects}
			b.ReportAllocs()
			for b.Loop() {
				effects = effects[:0]
				if out := m.Call(run); out.Fault != nil {
					b.Fatal(out.Fault)
				}
			}
		})
	}
}

// BenchmarkLoad compiles a script and evaluates its top level.
func BenchmarkLoad(b *testing.B) {
	l := host()
	b.SetBytes(int64(len(door)))
	for b.Loop() {
		if _, err := star.Load("door.star", []byte(door), l, star.LoadLimits); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThousandLamps runs the tick of a thousand lamps that glow, each with its state, on one worker and
// on two.
func BenchmarkThousandLamps(b *testing.B) {
	prog, err := star.Load("door.star", []byte(door), host(), star.LoadLimits)
	if err != nil {
		b.Fatal(err)
	}
	glow, err := star.Load("glow.star", []byte("def on_tick(me):\n    me.state[\"glow\"] = 100000\n"), host(), star.LoadLimits)
	if err != nil {
		b.Fatal(err)
	}
	first := star.NewMachine().Call(star.Run{Program: glow, Handler: "on_tick", Self: 1, Args: []value.Value{value.Thing(1)}, Limits: star.RunLimits}).State
	for _, workers := range []int{1, 2} {
		b.Run(strconv.Itoa(workers), func(b *testing.B) {
			states := make([][]byte, 1000)
			for i := range states {
				states[i] = first
			}
			machines := make([]*star.Machine, workers)
			effects := make([][]effect, workers)
			for w := range machines {
				machines[w] = star.NewMachine()
			}
			tick := func(w int) {
				effects[w] = effects[w][:0]
				run := star.Run{Program: prog, Handler: "on_tick", Args: make([]value.Value, 1), Limits: star.RunLimits, Context: &effects[w]}
				for i := w * 1000 / workers; i < (w+1)*1000/workers; i++ {
					run.Self, run.State = uint64(i+1), states[i]
					run.Args[0] = value.Thing(run.Self)
					states[i] = machines[w].Call(run).State
				}
			}
			for b.Loop() {
				var wait sync.WaitGroup
				for w := 1; w < workers; w++ {
					wait.Go(func() { tick(w) })
				}
				tick(0)
				wait.Wait()
			}
		})
	}
}
