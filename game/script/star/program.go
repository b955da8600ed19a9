package star

import (
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
)

// Program is a script that was loaded. It never changes, and any number of machines may run it at the same
// time.
type Program struct {
	library  *Library
	names    []string    // of the globals
	texts    state.Names // the strings of the source
	globals  []value.Value
	handlers map[string]*closure // functions of the top level
	top      function
	outcome  Outcome
}

// Handler is a function of the top level whose name begins with on_ or is upgrade.
type Handler struct {
	Name   string
	Params int
	At     value.Pos
}

// Check reports whether a source is a program, without running it: nil, or a *Refusal.
func Check(file string, source []byte, l *Library) error {
	_, err := compile(file, source, l)
	return err
}

// Load checks a source and evaluates its top level. The error is a *Refusal.
func Load(file string, source []byte, l *Library, limits value.Limits) (*Program, error) {
	p, err := compile(file, source, l)
	if err != nil {
		return nil, err
	}
	m := NewMachine()
	m.outside = true
	m.begin(p, limits)
	if fault := m.evaluate(p); fault != nil {
		return nil, &Refusal{File: file, At: fault.At, Why: fault.Why, Run: fault}
	}
	p.outcome.Steps, p.outcome.Bytes = m.meter.Used()
	for _, g := range p.globals {
		value.Freeze(g)
	}
	for i, g := range p.globals {
		if c, ok := g.Ref().(*closure); ok {
			p.handlers[p.names[i]] = c
		}
	}
	return p, nil
}

// evaluate runs the top level.
func (m *Machine) evaluate(p *Program) (fault *value.Fault) {
	defer m.rescue(&fault)
	m.invoke(&closure{fn: &p.top}, 0, nil)
	return nil
}

// dialect is the part of Starlark that scripts are written in. The compiler refuses more.
var dialect = &syntax.FileOptions{While: true, Set: true, Recursion: true}

// compile checks a source and compiles it.
func compile(file string, source []byte, l *Library) (p *Program, err error) {
	defer func() {
		if e := recover(); e != nil {
			r, ok := e.(*Refusal)
			if !ok {
				panic(e)
			}
			r.File = file
			p, err = nil, r
		}
	}()
	scan(source)
	f, err := dialect.Parse(file, source, 0)
	if err != nil {
		panic(explain(err))
	}
	bound(f)
	known := func(string) bool { return true } // the compiler refuses names without a meaning
	if err := resolve.File(f, known, known); err != nil {
		panic(explain(err))
	}
	module := f.Module.(*resolve.Module)
	p = &Program{library: l, handlers: map[string]*closure{}, texts: state.Names{}, globals: make([]value.Value, len(module.Globals))}
	for _, g := range module.Globals {
		p.names = append(p.names, g.First.Name)
	}
	c := &compiler{library: l, globals: p.globals, names: p.names, texts: p.texts}
	p.top = function{name: "the top level", at: value.Pos{Line: 1, Col: 1}}
	c.variables(&p.top, module.Locals)
	p.top.body = c.block(f.Stmts)
	return p, nil
}

// Handlers returns the handlers that a script defines, in the order of their names.
func (p *Program) Handlers() []Handler {
	var out []Handler
	for _, name := range p.names {
		if c := p.handlers[name]; c != nil && (strings.HasPrefix(name, "on_") || name == "upgrade") {
			out = append(out, Handler{name, c.fn.params, c.fn.at})
		}
	}
	slices.SortStableFunc(out, func(x, y Handler) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// Has reports whether a script defines a function of that name at its top level.
func (p *Program) Has(name string) bool { return p.handlers[name] != nil }

// Entry returns the function of that name; its zero value if there is none.
func (p *Program) Entry(name string) Entry { return Entry{p.handlers[name]} }

// Constant returns the value of a name of the top level, and whether there is one. It is frozen.
func (p *Program) Constant(name string) (value.Value, bool) {
	if i := slices.Index(p.names, name); i >= 0 && p.globals[i].IsSet() {
		return p.globals[i], true
	}
	return value.None, false
}

// Texts returns a constant that is a list or tuple of strings, such as CHANNELS; ok is false if it is
// something else. A script without that name has no texts.
func (p *Program) Texts(name string) (texts []string, ok bool) {
	v, ok := p.Constant(name)
	if !ok {
		return nil, true
	}
	l, ok := value.Elements(v)
	if !ok {
		return nil, false
	}
	for _, e := range l {
		s, ok := e.AsText()
		if !ok {
			return nil, false
		}
		texts = append(texts, s)
	}
	return texts, true
}

// Literal is a constant of the top level that is a string as it is written there.
type Literal struct {
	Name string
	Text string
	At   value.Pos // of the first character between the quotes
}

// Literals returns the constants of a source that are strings, without running it: of a source that Load
// accepts.
func Literals(source []byte) (list []Literal) {
	f, err := dialect.Parse("", source, 0)
	if err != nil {
		return nil
	}
	for _, s := range f.Stmts {
		a, ok := s.(*syntax.AssignStmt)
		if !ok || a.Op != syntax.EQ {
			continue
		}
		name, named := a.LHS.(*syntax.Ident)
		l, text := a.RHS.(*syntax.Literal)
		if !named || !text || l.Token != syntax.STRING {
			continue
		}
		place, quotes := at(l.TokenPos), int32(1)
		if strings.HasPrefix(l.Raw, `"""`) || strings.HasPrefix(l.Raw, "'''") {
			quotes = 3
		}
		place.Col += quotes
		list = append(list, Literal{name.Name, l.Value.(string), place})
	}
	return list
}

// Cost returns the steps and bytes that the top level took.
func (p *Program) Cost() (steps, bytes int64) { return p.outcome.Steps, p.outcome.Bytes }
