// Package star checks, compiles and runs scripts. Their language is Starlark as go.starlark.net parses and
// resolves it; the evaluator is this package's. docs/scripts.md describes the language as its users read it.
//
// A run is a function of its arguments: the program, the handler, the values, the bytes of the state and the
// answers of the host's functions. Nothing else survives from one run to the next, so a run gives the same
// outcome on each machine: the same state, steps, bytes and fault. The price of a run is a sum over the
// syntax tree: each statement charges its number of nodes, each call 4 and a quarter of its variables, and
// each element or byte that an operation touches is charged by package value.
//
// A source becomes a Program by Load, which evaluates the top level once and freezes all that it made.
// Programs never change and may be shared. A Machine runs handlers of any program, one at a time; each worker
// has its own.
//
//	lib := star.NewLibrary(functions, constants, attributes)
//	prog, err := star.Load("door.star", source, lib, star.LoadLimits)
//	run := star.Run{Program: prog, Handler: "on_use", Self: door, Args: args, State: bytes}
//	run.Limits = star.RunLimits
//	out := machine.Call(run)
//
// The language knows no game: its host supplies functions, constants and the attributes of things in a
// Library.
package star

import (
	"maps"
	"slices"
	"strings"

	"manyhold/game/script/star/value"
)

// The usual limits of a run, and of the top level of a script.
var (
	RunLimits  = value.Limits{Steps: 20_000, Bytes: 1 << 20}
	LoadLimits = value.Limits{Steps: 20_000, Bytes: 1 << 18}
)

// Function is a function of the host.
type Function struct {
	Name   string
	Params []string // names of the parameters, by position or by name
	Need   int      // how many of them must be given; an argument left out is the zero Value
	Steps  int64    // charged before each call
	Top    bool     // the top level of a script may call it, too
	Do     func(c *Call) value.Value
}

// NewFunction returns a function with the parameters that a text names, such as "text, [reach]". Those in
// brackets may be left out.
func NewFunction(name, params string, steps int64, do func(c *Call) value.Value) Function {
	f := Function{Name: name, Steps: steps, Do: do}
	for _, p := range strings.FieldsFunc(params, func(c rune) bool { return c == ',' || c == ' ' }) {
		bare := strings.Trim(p, "[]")
		if bare == p {
			f.Need++
		}
		f.Params = append(f.Params, bare)
	}
	return f
}

// Attributes are what the host tells of a thing: thing.x, for example. Each machine serves id and state
// itself.
type Attributes struct {
	Names []string
	Get   func(c *Call, thing uint64, name string) value.Value // name is one of Names

	// Memory is the attribute of the own thing that is a script's memory, "" for "state". Where it is another
	// one, state can be one of Names, and nothing of it can be changed.
	Memory string
}

// Constant is a named value of the host.
type Constant struct {
	Name  string
	Value value.Value
}

// Library is everything of the host that a script can name. It does not change.
type Library struct {
	names      map[string]value.Value
	attributes Attributes
	advice     map[string]string
}

// Advise sets what the author of a script reads that uses a name which this library lacks: the reason and,
// after a semicolon, the remedy. It is called before the library is used.
func (l *Library) Advise(advice map[string]string) { l.advice = advice }

// frozenState is what the author reads of a script that would change a state which it only sees.
const frozenState = "this half cannot change me.state; keep its own values in me.%s, or let the other half do it"

// NewLibrary returns a library. Two equal names are our own bug, and so is the name of a builtin: it panics.
func NewLibrary(functions []Function, constants []Constant, attributes Attributes) *Library {
	if attributes.Memory == "" {
		attributes.Memory = "state"
	}
	l := &Library{names: map[string]value.Value{}, attributes: attributes}
	add := func(name string, v value.Value) {
		if _, taken := l.names[name]; taken || builtins[name].IsSet() {
			panic("star: two meanings of " + name)
		}
		value.Freeze(v)
		l.names[name] = v
	}
	for _, f := range functions {
		add(f.Name, value.Of(&native{name: f.Name, params: f.Params, need: f.Need, steps: f.Steps, inside: !f.Top,
			do: func(m *Machine, a []value.Value) value.Value {
				m.call.args = a
				return f.Do(&m.call)
			}}))
	}
	for _, c := range constants {
		add(c.Name, c.Value)
	}
	return l
}

// Names returns the functions and constants of the library, in order, and the attributes of things.
func (l *Library) Names() (names, attributes []string) {
	return slices.Sorted(maps.Keys(l.names)), l.attributes.Names
}

// lookup returns the meaning of a name that the script does not define.
func (l *Library) lookup(name string) value.Value {
	switch name {
	case "None":
		return value.None
	case "True", "False":
		return value.Bool(name == "True")
	}
	if v := builtins[name]; v.IsSet() {
		return v
	}
	return l.names[name]
}

// hasAttribute reports whether a thing has an attribute of that name.
func (l *Library) hasAttribute(name string) bool {
	return name == "id" || name == l.attributes.Memory || slices.Contains(l.attributes.Names, name)
}
