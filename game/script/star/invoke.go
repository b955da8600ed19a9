package star

import (
	"slices"

	"manyhold/game/script/star/value"
)

// function is the code of a def or a lambda.
type function struct {
	name   string
	at     value.Pos
	names  []string // of the parameters
	params int
	given  int    // how many of the last parameters have a default
	vars   int    // parameters included
	shared []int  // variables that inner functions use, too
	free   []free // variables of outer functions
	body   []stmt
}

// free is where a function finds a variable of an outer function when it is made.
type free struct {
	index int
	outer bool // among the variables of the function that makes it; else among that one's own free ones
}

// cell is a variable that several functions share.
type cell struct{ v value.Value }

// Kind implements value.Ref.
func (*cell) Kind() value.Kind { return value.KindCell }

// closure is a function with the variables that it took along.
type closure struct {
	fn       *function
	free     []*cell
	defaults []value.Value
	frozen   bool
}

// Kind implements value.Ref.
func (*closure) Kind() value.Kind { return value.KindFunction }

// Hold implements value.Holder.
func (c *closure) Hold() []value.Value {
	if c.frozen {
		return nil
	}
	c.frozen = true
	out := slices.Clone(c.defaults)
	for _, f := range c.free {
		out = append(out, f.v)
	}
	return out
}

// native is a function that is written in Go.
type native struct {
	name   string
	params []string
	need   int   // how many of them must be given
	steps  int64 // charged before each call
	more   bool  // takes up to maxParams values, and params by name only, which follow these values
	method bool  // the first parameter stands before the dot
	inside bool  // only handlers call it
	do     func(m *Machine, a []value.Value) value.Value
}

// Kind implements value.Ref.
func (*native) Kind() value.Kind { return value.KindFunction }

// named is an argument by name.
type named struct {
	name string
	v    value.Value
}

// invokeValue calls anything that can be called, with the stack's values from base on.
func (m *Machine) invokeValue(f value.Value, base int, by []named) value.Value {
	switch fn := f.Ref().(type) {
	case *closure:
		return m.invoke(fn, base, by)
	case *native:
		return m.invokeNative(fn, base, by)
	}
	m.meter.Fail(value.Type, "%s cannot be called", value.Article(f))
	return value.None
}

// invoke calls a function of the script with the stack's values from base on.
func (m *Machine) invoke(c *closure, base int, by []named) value.Value {
	g := c.fn
	from := m.meter.At
	if base+g.vars > maxStack {
		m.meter.Fail(value.Depth, "the open calls have more than %d variables", maxStack)
	}
	if m.depth == maxCalls {
		m.meter.Fail(value.Depth, "more than %d calls are open", maxCalls)
	}
	m.meter.Charge(4 + int64(g.vars)/4)
	n := len(m.stack) - base
	if n > g.params {
		m.meter.Fail(value.Argument, "%s takes %s, not %d", g.name, value.Count(g.params, "value"), n)
	}
	m.stack = m.stack[:base+g.vars]
	m.high = max(m.high, base+g.vars)
	vars := m.stack[base : base+g.vars : base+g.vars]
	clear(vars[n:])
	if n < g.params || len(by) > 0 {
		m.bind(c, vars, n, by)
	}
	for _, i := range g.shared {
		m.meter.Alloc(48)
		vars[i] = value.Of(&cell{vars[i]})
	}
	m.depth++
	f := &m.frames[m.depth]
	f.vars, f.free, f.result, f.fn, f.from = vars, c.free, value.None, g, from
	execute(f, g.body)
	m.depth--
	m.meter.At = from
	result := f.result
	f.free, f.result = nil, value.Value{} // so that an idle machine keeps nothing
	return result
}

// bind fills the parameters from n on, by name and by default.
func (m *Machine) bind(c *closure, vars []value.Value, n int, by []named) {
	g := c.fn
	for _, a := range by {
		i := slices.Index(g.names, a.name)
		switch {
		case i < 0:
			m.meter.Fail(value.Argument, "%s has no parameter %s", g.name, a.name)
		case vars[i].IsSet():
			m.meter.Fail(value.Argument, "%s gets %s twice", g.name, a.name)
		}
		vars[i] = a.v
	}
	for i := n; i < g.params; i++ {
		if vars[i].IsSet() {
			continue
		}
		d := i - (g.params - g.given)
		if d < 0 {
			m.meter.Fail(value.Argument, "%s needs a value for %s", g.name, g.names[i])
		}
		vars[i] = c.defaults[d]
	}
}

// invokeNative calls a function of Go with the stack's values from base on.
func (m *Machine) invokeNative(f *native, base int, by []named) value.Value {
	if f.inside && m.outside {
		m.meter.Fail(value.Refused, "%s acts on the world; only a handler can call it", f.name)
	}
	m.meter.Charge(2 + f.steps)
	if n := len(m.stack) - base; n != len(f.params) || f.more || len(by) > 0 {
		m.bindNative(f, base, by)
	}
	return f.do(m, m.stack[base:])
}

// bindNative completes the arguments: those left out are no values.
func (m *Machine) bindNative(f *native, base int, by []named) {
	n, hidden := len(m.stack)-base, 0
	if f.method {
		hidden = 1
	}
	first := base // of the named parameters
	switch {
	case f.more && n > maxParams:
		m.meter.Fail(value.Argument, "%s takes up to %d values, not %d", f.name, maxParams, n)
	case f.more:
		first = base + n
	case n > len(f.params):
		m.meter.Fail(value.Argument, "%s takes %s, not %d", f.name, value.Count(len(f.params)-hidden, "value"), n-hidden)
	}
	for len(m.stack) < first+len(f.params) {
		m.push(value.Value{})
	}
	slots := m.stack[first:]
	for _, a := range by {
		i := slices.Index(f.params[hidden:], a.name) + hidden
		switch {
		case i < hidden:
			m.meter.Fail(value.Argument, "%s has no parameter %s", f.name, a.name)
		case slots[i].IsSet():
			m.meter.Fail(value.Argument, "%s gets %s twice", f.name, a.name)
		}
		slots[i] = a.v
	}
	if f.more {
		if n < f.need {
			m.meter.Fail(value.Argument, "%s needs a value", f.name)
		}
		return
	}
	for i := range f.need {
		if !slots[i].IsSet() {
			m.meter.Fail(value.Argument, "%s needs a value for %s", f.name, f.params[i])
		}
	}
}
