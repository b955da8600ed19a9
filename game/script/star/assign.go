package star

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/script/star/value"
)

func (c *compiler) assignment(s *syntax.AssignStmt) stmt {
	at, n := start(s), 1+cost(s.RHS)+cost(s.LHS)
	x, set := c.expr(s.RHS), c.target(s.LHS)
	if id, ok := s.LHS.(*syntax.Ident); ok { // the most frequent
		if b := id.Binding.(*resolve.Binding); b.Scope == resolve.Local {
			i := b.Index
			return func(f *frame) flow { f.m.meter.Step(at, n); f.vars[i] = x(f); return onward }
		}
	}
	return func(f *frame) flow { f.m.meter.Step(at, n); set(f, x(f)); return onward }
}

// augmented compiles x += y and the like. A list is extended in place, as in Python.
func (c *compiler) augmented(s *syntax.AssignStmt) stmt {
	at, place, n := start(s), at(s.OpPos), 1+cost(s.RHS)+cost(s.LHS)
	op := s.Op - syntax.PLUS_EQ + syntax.PLUS
	y := c.expr(s.RHS)
	combine := func(f *frame, a, b value.Value) value.Value {
		m := &f.m.meter
		m.At = place
		if l, ok := a.Ref().(*value.List); ok && op == syntax.PLUS {
			l.Extend(m, b)
			return a
		}
		return operate(m, op, a, b)
	}
	switch l := s.LHS.(type) {
	case *syntax.Ident:
		x, set := c.expr(l), c.target(l)
		return func(f *frame) flow {
			f.m.meter.Step(at, n)
			a := x(f)
			set(f, combine(f, a, y(f)))
			return onward
		}
	case *syntax.IndexExpr:
		c.changes(l.X)
		x, k := c.expr(l.X), c.expr(l.Y)
		bracket := start(l)
		return func(f *frame) flow {
			m := &f.m.meter
			m.Step(at, n)
			o, i := x(f), k(f)
			m.At = bracket
			a := value.At(m, o, i)
			v := combine(f, a, y(f))
			m.At = bracket
			value.SetAt(m, o, i, v)
			return onward
		}
	}
	refuse(start(s.LHS), "this cannot be assigned to")
	return nil
}

// target compiles the left side of an assignment, or the variables of a loop.
func (c *compiler) target(x syntax.Expr) setter {
	switch x := x.(type) {
	case *syntax.Ident:
		b := x.Binding.(*resolve.Binding)
		i := b.Index
		switch b.Scope {
		case resolve.Local:
			return func(f *frame, v value.Value) { f.vars[i] = v }
		case resolve.Cell:
			return func(f *frame, v value.Value) { f.vars[i].Ref().(*cell).v = v }
		case resolve.Global:
			globals := c.globals
			return func(f *frame, v value.Value) { globals[i] = v }
		}
	case *syntax.ParenExpr:
		return c.target(x.X)
	case *syntax.TupleExpr:
		return c.unpack(x.List, start(x))
	case *syntax.ListExpr:
		return c.unpack(x.List, start(x))
	case *syntax.IndexExpr:
		c.changes(x.X)
		o, k, at := c.expr(x.X), c.expr(x.Y), start(x)
		return func(f *frame, v value.Value) {
			a := o(f)
			i := k(f)
			f.m.meter.At = at
			value.SetAt(&f.m.meter, a, i, v)
		}
	case *syntax.DotExpr:
		refuse(at(x.Dot), "the attributes of things cannot be assigned to; keep values in me.%s[name]", c.library.attributes.Memory)
	}
	refuse(start(x), "this cannot be assigned to")
	return nil
}

// changes refuses to change a part of a state that scripts of this library only see. A part that has got
// another name is found when it would be changed: it is frozen.
func (c *compiler) changes(x syntax.Expr) {
	for {
		switch e := x.(type) {
		case *syntax.ParenExpr:
			x = e.X
			continue
		case *syntax.IndexExpr:
			x = e.X
			continue
		case *syntax.DotExpr:
			if memory := c.library.attributes.Memory; e.Name.Name == "state" && memory != "state" {
				refuse(at(e.Name.NamePos), frozenState, memory)
			}
		}
		return
	}
}

// changing are the methods that change what they belong to.
var changing = []string{"append", "clear", "extend", "insert", "pop", "remove", "reverse", "setdefault", "sort", "update"}

// unpack compiles a target of several parts.
func (c *compiler) unpack(l []syntax.Expr, at value.Pos) setter {
	var parts []setter
	for _, e := range l {
		parts = append(parts, c.target(e))
	}
	return func(f *frame, v value.Value) {
		m := f.m
		from, ok := value.Elements(v)
		switch {
		case !ok:
			m.meter.FailAt(at, value.Type, "%s cannot be divided into %d values", value.Article(v), len(parts))
		case len(from) != len(parts):
			m.meter.FailAt(at, value.Argument, "%s cannot be assigned to %s", value.Count(len(from), "value"), value.Count(len(parts), "name"))
		}
		base := len(m.stack)
		for _, e := range from { // a copy, because a part may be an element of v
			m.push(e)
		}
		for k, set := range parts {
			set(f, m.stack[base+k])
		}
		m.pop(base)
	}
}
