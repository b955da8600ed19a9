package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/arnodel/golua/lib"
	"github.com/arnodel/golua/lib/base"
	"github.com/arnodel/golua/lib/packagelib"
	"github.com/arnodel/golua/lib/stringlib"
	"github.com/arnodel/golua/lib/tablelib"
	golua "github.com/arnodel/golua/runtime"
	gopher "github.com/yuin/gopher-lua"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
)

// engine loads a program. What it returns runs it once, with the thing 7 and the player 9. Effects are
// counted by the host.
type engine struct {
	name string
	load func(p program, h *host) (func() (int64, error), error)
}

// host is what the friendly door asks, the same in each engine. Effects go to a list, as in the game.
type host struct{ effects []effect }

type effect struct {
	kind string
	n    int64
	text string
}

func (h *host) add(e effect) { h.effects = append(h.effects, e) }

// name is the name of every player.
const name = "Ann"

var engines = []engine{
	{"ours", ours},
	{"go.starlark.net, no limits", library},
	{"gopher-lua, no limits", loadGopher},
	{"golua, quotas", loadGolua},
}

// ours is the evaluator of the game, with its limits: state is decoded before each run, and encoded after it.
func ours(p program, h *host) (func() (int64, error), error) {
	source := strings.NewReplacer("state(me)", "me.state", "owner(me)", "me.owner").Replace(p.star)
	say := func(kind string) star.Function {
		return star.Function{Name: kind, Params: []string{"text"}, Need: 1, Do: func(c *star.Call) value.Value {
			h.add(effect{kind: kind, text: c.Text(0, 120)})
			return value.None
		}}
	}
	l := star.NewLibrary([]star.Function{say("say"),
		{Name: "open_me", Params: []string{"open"}, Need: 1, Do: func(c *star.Call) value.Value {
			h.add(effect{kind: "open", n: 1})
			return value.None
		}},
		{Name: "after", Params: []string{"ticks", "name"}, Need: 2, Do: func(c *star.Call) value.Value {
			h.add(effect{kind: "after", n: c.Int(0, 1, 1<<20), text: c.Text(1, 32)})
			return value.None
		}},
		{Name: "friends", Params: []string{"a", "b"}, Need: 2, Do: func(c *star.Call) value.Value {
			return value.Bool(c.Thing(0) == 8 && c.Thing(1) == 9)
		}},
		{Name: "info", Params: []string{"thing", "name"}, Need: 2, Do: func(c *star.Call) value.Value { return c.String(name) }},
	}, nil, star.Attributes{Names: []string{"owner"}, Get: func(c *star.Call, thing uint64, _ string) value.Value { return value.Thing(thing + 1) }})
	prog, err := star.Load("x.star", []byte(source), l, star.LoadLimits)
	if err != nil {
		return nil, err
	}
	m := star.NewMachine()
	limits := value.Limits{Steps: 1 << 20, Bytes: 1 << 22} // room for the long programs; they are counted all the same
	run := star.Run{Program: prog, Entry: prog.Entry("on_use"), Self: 7, Args: []value.Value{value.Thing(7), value.Thing(9)}, Limits: limits}
	return func() (int64, error) {
		h.effects = h.effects[:0]
		out := m.Call(run)
		if out.Fault != nil {
			return 0, out.Fault
		}
		if out.Wrote {
			run.State, run.Room = out.State, out.State
		}
		n, _ := out.Result.AsInt()
		return n, nil
	}, nil
}

// library is go.starlark.net's own evaluator. Its state is a dict that stays in memory.
func library(p program, h *host) (func() (int64, error), error) {
	state := starlark.NewDict(1)
	builtin := func(name string, f func(args starlark.Tuple) starlark.Value) starlark.Value {
		return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return f(args), nil
		})
	}
	number := func(v starlark.Value) int64 { n, _ := v.(starlark.Int).Int64(); return n }
	names := starlark.StringDict{
		"say": builtin("say", func(a starlark.Tuple) starlark.Value {
			h.add(effect{kind: "say", text: string(a[0].(starlark.String))})
			return starlark.None
		}),
		"open_me": builtin("open_me", func(starlark.Tuple) starlark.Value { h.add(effect{kind: "open", n: 1}); return starlark.None }),
		"after": builtin("after", func(a starlark.Tuple) starlark.Value {
			h.add(effect{kind: "after", n: number(a[0]), text: string(a[1].(starlark.String))})
			return starlark.None
		}),
		"friends": builtin("friends", func(a starlark.Tuple) starlark.Value { return starlark.Bool(number(a[0]) == 8 && number(a[1]) == 9) }),
		"owner":   builtin("owner", func(a starlark.Tuple) starlark.Value { return starlark.MakeInt64(number(a[0]) + 1) }),
		"info":    builtin("info", func(starlark.Tuple) starlark.Value { return starlark.String(name) }),
		"state":   builtin("state", func(starlark.Tuple) starlark.Value { return state }),
	}
	thread := &starlark.Thread{}
	globals, err := starlark.ExecFileOptions(&syntax.FileOptions{While: true}, thread, "x.star", p.star, names)
	if err != nil {
		return nil, err
	}
	args := starlark.Tuple{starlark.MakeInt(7), starlark.MakeInt(9)}
	use := globals["on_use"]
	return func() (int64, error) {
		h.effects = h.effects[:0]
		v, err := starlark.Call(thread, use, args, nil)
		if err != nil {
			return 0, err
		}
		return number(v), nil
	}, nil
}

// loadGopher is gopher-lua. Its state is a table that stays in memory.
func loadGopher(p program, h *host) (func() (int64, error), error) {
	l := gopher.NewState()
	state := l.NewTable()
	for name, f := range map[string]gopher.LGFunction{
		"say":     func(l *gopher.LState) int { h.add(effect{kind: "say", text: l.CheckString(1)}); return 0 },
		"open_me": func(l *gopher.LState) int { h.add(effect{kind: "open", n: 1}); return 0 },
		"after": func(l *gopher.LState) int {
			h.add(effect{kind: "after", n: l.CheckInt64(1), text: l.CheckString(2)})
			return 0
		},
		"friends": func(l *gopher.LState) int {
			l.Push(gopher.LBool(l.CheckInt64(1) == 8 && l.CheckInt64(2) == 9))
			return 1
		},
		"owner": func(l *gopher.LState) int { l.Push(gopher.LNumber(l.CheckInt64(1) + 1)); return 1 },
		"info":  func(l *gopher.LState) int { l.Push(gopher.LString(name)); return 1 },
		"state": func(l *gopher.LState) int { l.Push(state); return 1 },
	} {
		l.SetGlobal(name, l.NewFunction(f))
	}
	if err := l.DoString(p.lua); err != nil {
		return nil, err
	}
	call := gopher.P{Fn: l.GetGlobal("on_use"), NRet: 1, Protect: true}
	return func() (int64, error) {
		h.effects = h.effects[:0]
		if err := l.CallByParam(call, gopher.LNumber(7), gopher.LNumber(9)); err != nil {
			return 0, err
		}
		n := l.ToInt64(-1)
		l.Pop(1)
		return n, nil
	}, nil
}

// loadGolua is golua with quotas of processor and memory for each run. Its state is a table that stays in
// memory.
func loadGolua(p program, h *host) (func() (int64, error), error) {
	r := golua.New(io.Discard)
	lib.LoadLibs(r, packagelib.LibLoader, base.LibLoader, stringlib.LibLoader, tablelib.LibLoader)
	state := golua.TableValue(golua.NewTable())
	integer := func(c *golua.GoCont, n int) int64 { v, _ := c.IntArg(n); return v }
	for name, f := range map[string]struct {
		args int
		do   func(c *golua.GoCont) golua.Value
	}{
		"say": {1, func(c *golua.GoCont) golua.Value {
			s, _ := c.StringArg(0)
			h.add(effect{kind: "say", text: s})
			return golua.NilValue
		}},
		"open_me": {1, func(*golua.GoCont) golua.Value { h.add(effect{kind: "open", n: 1}); return golua.NilValue }},
		"after": {2, func(c *golua.GoCont) golua.Value {
			s, _ := c.StringArg(1)
			h.add(effect{kind: "after", n: integer(c, 0), text: s})
			return golua.NilValue
		}},
		"friends": {2, func(c *golua.GoCont) golua.Value { return golua.BoolValue(integer(c, 0) == 8 && integer(c, 1) == 9) }},
		"owner":   {1, func(c *golua.GoCont) golua.Value { return golua.IntValue(integer(c, 0) + 1) }},
		"info":    {2, func(*golua.GoCont) golua.Value { return golua.StringValue(name) }},
		"state":   {1, func(*golua.GoCont) golua.Value { return state }},
	} {
		g := r.SetEnvGoFunc(r.GlobalEnv(), name, func(t *golua.Thread, c *golua.GoCont) (golua.Cont, error) {
			return c.PushingNext1(t.Runtime, f.do(c)), nil
		}, f.args, false)
		golua.SolemnlyDeclareCompliance(golua.ComplyCpuSafe|golua.ComplyMemSafe, g)
	}
	chunk, err := r.CompileAndLoadLuaChunk("x", []byte(p.lua), golua.TableValue(r.GlobalEnv()))
	if err != nil {
		return nil, err
	}
	if _, err := golua.Call1(r.MainThread(), golua.FunctionValue(chunk)); err != nil {
		return nil, err
	}
	use := r.GlobalEnv().Get(golua.StringValue("on_use"))
	limits := golua.RuntimeContextDef{HardLimits: golua.RuntimeResources{Cpu: 1 << 24, Memory: 1 << 24}}
	return func() (n int64, err error) {
		h.effects = h.effects[:0]
		_, err = r.MainThread().CallContext(limits, func() error {
			v, err := golua.Call1(r.MainThread(), use, golua.IntValue(7), golua.IntValue(9))
			if err == nil {
				var ok bool
				if n, ok = golua.ToInt(v); !ok {
					err = fmt.Errorf("it returns a %s", v.TypeName())
				}
			}
			return err
		})
		return n, err
	}, nil
}
