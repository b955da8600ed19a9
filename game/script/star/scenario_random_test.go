package star_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/script/attack"
	"manyhold/game/script/star"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// author draws random programs. They assign, loop, call, and keep values in their state; many of them fail,
// which is an outcome like others.
type author struct {
	t     *rapid.T
	b     strings.Builder
	depth int
}

func (a *author) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(a.t, "pick")
}

// expr draws an expression, mostly one whose operations exist: of a number, a text, a list or a dict.
func (a *author) expr(depth int) string {
	switch rapid.IntRange(0, 9).Draw(a.t, "expr") {
	case 0, 1, 2:
		return a.num(depth)
	case 3, 4:
		return a.text(depth)
	case 5, 6:
		return a.list(depth)
	case 7, 8:
		return a.dict(depth)
	}
	return a.pick("None", "True", "()", "who", "me", "(1, 2)", "K", "F", "level(3)", "level(16)", "me.kind", "range(4)", "(0).keys()", "z")
}

func (a *author) num(depth int) string {
	if depth == 0 {
		return a.pick("a", "b", "c", "(0)", "(1)", "(2)", "(7)", "(0.5)", "(3.25)", "(-4)", "(140737488355327)", "SECOND", "level(3)")
	}
	x := func() string { return a.num(depth - 1) }
	switch rapid.IntRange(0, 9).Draw(a.t, "num") {
	case 0, 1, 2:
		return "(" + x() + " " + a.pick("+", "-", "*", "/", "//", "%") + " " + x() + ")"
	case 3:
		return "(int(" + x() + ") " + a.pick("&", "|", "^", ">>", "<<") + " int(" + x() + "))"
	case 4:
		return a.pick("abs", "floor", "ceil", "round", "sqrt", "int") + "(" + x() + ")"
	case 5:
		return "len(" + a.pick(a.list(depth-1), a.text(depth-1), a.dict(depth-1)) + ")"
	case 6:
		return a.pick("min", "max") + "(" + x() + ", " + x() + ")"
	case 7:
		return "(" + x() + " if " + a.expr(depth-1) + " else " + x() + ")"
	case 8:
		return "(lambda v: v + " + x() + ")(" + x() + ")"
	}
	return a.text(depth-1) + "." + a.pick("find", "count") + "(" + a.text(0) + ")"
}

func (a *author) text(depth int) string {
	if depth == 0 {
		return a.pick("s", `"x"`, `"yz"`, `"a b"`, "me.kind")
	}
	x := func() string { return a.text(depth - 1) }
	switch rapid.IntRange(0, 6).Draw(a.t, "text") {
	case 0:
		return "(" + x() + " + " + x() + ")"
	case 1:
		return a.pick("str", "repr", "type") + "(" + a.expr(depth-1) + ")"
	case 2:
		return x() + "." + a.pick("upper()", "strip()", "capitalize()", `replace("a", "bb")`)
	case 3:
		return x() + "[" + a.num(0) + ":]"
	case 4:
		return `"%s %r|%5.2f" % (` + a.expr(depth-1) + ", " + a.expr(depth-1) + ", " + a.num(depth-1) + ")"
	case 5:
		return x() + ".join([" + x() + ", " + x() + "])"
	}
	return "(" + x() + " * " + a.pick("2", "3", "a") + ")"
}

func (a *author) list(depth int) string {
	if depth == 0 {
		return a.pick("L", "[]", "[3, 1, 2]", "range(4)", "K")
	}
	x := func() string { return a.list(depth - 1) }
	switch rapid.IntRange(0, 8).Draw(a.t, "list") {
	case 0:
		return "[" + a.expr(depth-1) + ", " + a.expr(depth-1) + "]"
	case 1:
		return a.pick("sorted", "reversed", "enumerate", "list") + "(" + x() + ")"
	case 2:
		return "(L + list(" + x() + "))"
	case 3:
		return "[" + a.num(depth-1) + " for i in " + x() + "]"
	case 4:
		return a.dict(depth-1) + "." + a.pick("keys", "values", "items") + "()"
	case 5:
		return a.text(depth-1) + ".split(" + a.pick(`" "`, `"a"`, "") + ")"
	case 6:
		return "L[" + a.num(0) + ":" + a.num(0) + "]"
	case 7:
		return "zip(" + x() + ", " + x() + ")"
	}
	return "sorted(" + x() + ", key = lambda v: " + a.pick("str(v)", "0", a.num(depth-1)) + ")"
}

func (a *author) dict(depth int) string {
	if depth == 0 {
		return a.pick("D", "{}", "{1: 2}", "me.state")
	}
	switch rapid.IntRange(0, 3).Draw(a.t, "dict") {
	case 0:
		return "{" + a.pick(a.num(depth-1), a.text(depth-1), "(a, s)", "who") + ": " + a.expr(depth-1) + "}"
	case 1:
		return "{v: " + a.expr(depth-1) + " for v in " + a.list(depth-1) + "}"
	case 2:
		return a.dict(depth-1) + ".copy()"
	}
	return "dict(" + a.dict(depth-1) + ")"
}

// set draws an assignment to a variable, of its own kind.
func (a *author) set(depth int) string {
	switch name := a.pick("a", "b", "c", "s", "L", "D"); name {
	case "s":
		return "s = " + a.text(depth)
	case "L":
		return "L = list(" + a.list(depth) + ")"
	case "D":
		return "D = " + a.dict(depth)
	default:
		return name + " " + a.pick("=", "=", "+=", "-=", "*=") + " " + a.num(depth)
	}
}

func (a *author) line(s string) {
	a.b.WriteString(strings.Repeat("    ", a.depth) + s + "\n")
}

// block draws statements.
func (a *author) block(depth int) {
	a.depth++
	for range rapid.IntRange(1, 4).Draw(a.t, "statements") {
		deep := rapid.IntRange(0, 3).Draw(a.t, "depth")
		kind := rapid.IntRange(0, 12).Draw(a.t, "statement")
		if depth == 0 {
			kind = min(kind, 7)
		}
		switch kind {
		case 0, 1, 2:
			a.line(a.set(deep))
		case 3, 4:
			a.line("me.state[" + a.pick(`"k"`, `"l"`, "1", "(1, 2)", "a") + "] = " + a.expr(deep))
		case 5:
			a.line(a.pick("D[", "L[", "D[") + a.num(0) + "] = " + a.expr(deep))
		case 6:
			a.line("out(" + a.expr(deep) + ")")
		case 7:
			a.line(a.pick("L.append(", "L.remove(", "D.pop(", "L.insert(0, ", "D.update({1: 2}) or out(", "L.sort() or out(") + a.num(deep) + ")")
		case 8, 9:
			a.line("for i in " + a.list(deep) + ":")
			a.block(depth - 1)
		case 10:
			a.line("if " + a.expr(deep) + ":")
			a.block(depth - 1)
			a.line("else:")
			a.block(depth - 1)
		case 11:
			a.line("def f(a, b = " + a.num(0) + "):")
			a.depth++
			a.line("c, s, L, D = 0, \"\", [a, b], {}")
			a.depth--
			a.block(depth - 1)
			a.line("    return a")
			a.line("a = f(" + a.num(deep) + ")")
		case 12:
			a.line("while " + a.num(deep) + ":")
			a.block(depth - 1)
			a.line("    " + a.pick("break", "continue", "a -= 1"))
		}
	}
	a.depth--
}

// write draws a program with two handlers.
func write(t *rapid.T) string {
	a := &author{t: t}
	a.line("z = 3")
	a.line("K = [1, {\"q\": 2}, (3, \"x\")]")
	a.line("F = lambda x: [x, K]")
	for _, name := range []string{"on_use", "on_timer"} {
		a.line("def " + name + "(me, who):")
		a.line("    a, b, c, s, L, D = 1, 2.5, 0, \"abc\", me.state.get(\"l\") or [3, 1, 2], me.state.get(\"k\") or {\"a\": 1, 2: 3}")
		a.block(3)
	}
	return a.b.String()
}

// told is what peers must agree on.
func told(o star.Outcome, lines []string) string {
	end := "done"
	if o.Fault != nil {
		end = fmt.Sprint(o.Fault.Kind, o.Fault.At)
	}
	return fmt.Sprintf("%s %d %d %x %q", end, o.Steps, o.Bytes, o.State, lines)
}

// peer runs handlers, and may do so in its own way.
type peer struct {
	name  string
	call  func(p *peer, source, handler string) star.Outcome
	prog  *star.Program
	m     *star.Machine
	state []byte
	lines []string
}

func (p *peer) run(handler string) star.Outcome {
	p.lines = nil
	return p.m.Call(star.Run{Program: p.prog, Handler: handler, Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)},
		State: p.state, Limits: star.RunLimits, Context: &p.lines})
}

// TestRandomProgramsAgree: a peer that keeps its machine and program, one that has a new machine for each
// run, one that ran other things before, one that loads the source anew each time and one that restores its
// state from a value see the same outcomes of random programs.
func TestRandomProgramsAgree(t *testing.T) {
	l := library()
	other, err := star.Load("other", []byte("def on_use(me):\n    x = [0] * 4000\n    def f(n):\n        return f(n + 1)\n    f(1)\n"), l, star.LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	ended := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		source := write(t)
		prog, err := star.Load("random", []byte(source), l, star.LoadLimits)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		peers := []*peer{
			{name: "keeps all", call: func(p *peer, source, h string) star.Outcome { return p.run(h) }},
			{name: "new machine", call: func(p *peer, source, h string) star.Outcome {
				p.m = star.NewMachine()
				return p.run(h)
			}},
			{name: "used machine", call: func(p *peer, source, h string) star.Outcome {
				p.m.Call(star.Run{Program: other, Handler: "on_use", Args: []value.Value{value.Thing(1)}, Limits: star.RunLimits})
				return p.run(h)
			}},
			{name: "loads anew", call: func(p *peer, source, h string) star.Outcome {
				p.prog, _ = star.Load("random", []byte(source), library(), star.LoadLimits)
				return p.run(h)
			}},
			{name: "restores", call: func(p *peer, source, h string) star.Outcome {
				var m value.Meter
				m.Begin(value.Limits{Steps: 1 << 40, Bytes: 1 << 40})
				d, err := state.DecodeDict(&m, p.state, nil)
				if err != nil || state.Check(p.state) != nil {
					t.Fatalf("the state %x: %v", p.state, err)
				}
				p.state = new(state.Encoder).EncodeDict(&m, nil, d)
				return p.run(h)
			}},
		}
		for _, p := range peers {
			p.prog, p.m = prog, star.NewMachine()
		}
		for range 4 {
			h := rapid.SampledFrom([]string{"on_use", "on_timer"}).Draw(t, "handler")
			var want string
			for i, p := range peers {
				out := p.call(p, source, h)
				p.state = out.State
				got := told(out, p.lines)
				if i == 0 {
					want = got
					kind := "done"
					if out.Fault != nil {
						kind = out.Fault.Kind.String()
					}
					ended[kind]++
				}
				if got != want {
					t.Fatalf("the peer that %s: %s\nthe others: %s\n%s", p.name, got, want, source)
				}
			}
		}
	})
	if ended["done"] == 0 || len(ended) < 4 {
		t.Errorf("the programs are too much alike: %v", ended)
	}
	t.Log(ended)
}

// TestWorkersAgree: one program, run by 1, 2 and 8 machines at the same time, has the same outcomes.
func TestWorkersAgree(t *testing.T) {
	source := "L = [1, 2, 3]\nD = {\"k\": L}\nF = [lambda x: x + i for i in L]\n" +
		"def on_use(me, who):\n    for x in L:\n        for k in D:\n            me.state[k] = [f(x) for f in F] + me.state.get(k, [])[:9]\n    out(sorted(L, reverse = True))\n"
	prog, err := star.Load("workers", []byte(source), library(), star.LoadLimits)
	if err != nil {
		t.Fatal(err)
	}
	const things = 400
	var want []string
	for _, workers := range []int{1, 2, 8} {
		got := make([]string, things)
		var wait sync.WaitGroup
		for w := range workers {
			wait.Go(func() {
				m := star.NewMachine()
				for i := w * things / workers; i < (w+1)*things/workers; i++ {
					var b []byte
					for range 3 {
						var lines []string
						out := m.Call(star.Run{Program: prog, Handler: "on_use", Self: uint64(i), State: b, Limits: star.RunLimits,
							Args: []value.Value{value.Thing(uint64(i)), value.Thing(9)}, Context: &lines})
						b = out.State
						got[i] += told(out, lines)
					}
				}
			})
		}
		wait.Wait()
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers have other outcomes", workers)
		}
	}
}

// FuzzCheck: a text is refused or becomes a program, and its run ends within its limits. Neither takes a
// panic.
func FuzzCheck(f *testing.F) {
	f.Add("def on_use(me, who):\n    me.state[\"n\"] = me.state.get(\"n\", 0) + 1\n")
	f.Add("X = [lambda: i for i in range(3)]\ndef on_use(me, who):\n    return {f(): 1 for f in X}\n")
	f.Add("def on_use(me, who):\n    while True:\n        x = [0] * 4000\n")
	f.Add("def f(n, *, k = 1):\n    pass\n")
	for _, a := range attack.All() {
		f.Add(a.Source)
	}
	l := library()
	m := star.NewMachine()
	f.Fuzz(func(t *testing.T, source string) {
		err := star.Check("x", []byte(source), l)
		prog, loadErr := star.Load("x", []byte(source), l, star.LoadLimits)
		if err != nil && loadErr == nil {
			t.Fatalf("refused, and loaded: %v", err)
		}
		if r, ok := loadErr.(*star.Refusal); loadErr != nil && (!ok || r.At.Line < 1 || r.At.Col < 1) {
			t.Fatalf("refused without a place: %v", loadErr)
		}
		if loadErr != nil {
			return
		}
		for _, h := range prog.Handlers() {
			var lines []string
			run := star.Run{Program: prog, Handler: h.Name, Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)}, Limits: star.RunLimits, Context: &lines}
			out := m.Call(run)
			if out.Steps > run.Limits.Steps || out.Bytes > run.Limits.Bytes || state.Check(out.State) != nil {
				t.Fatalf("%+v", out)
			}
			if out.Fault != nil && out.Fault.At.Line < 1 {
				t.Fatalf("a fault without a place: %v", out.Fault)
			}
			first := told(out, lines)
			lines = nil
			if again := told(star.NewMachine().Call(run), lines); again != first {
				t.Fatalf("%s, then %s", first, again)
			}
		}
	})
}
