package star

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

func (c *compiler) exprs(l []syntax.Expr) []expr {
	out := make([]expr, 0, len(l))
	for _, e := range l {
		out = append(out, c.expr(e))
	}
	return out
}

func (c *compiler) expr(x syntax.Expr) expr {
	if c.nesting++; c.nesting > maxNesting {
		refuse(start(x), "the expression is nested more than %d deep; give a part of it a name", maxNesting)
	}
	defer func() { c.nesting-- }()
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return c.expr(x.X)
	case *syntax.Ident:
		return c.name(x)
	case *syntax.Literal:
		v := c.literal(x)
		return func(*frame) value.Value { return v }
	case *syntax.ListExpr:
		return c.sequence(x.List, value.ListOf)
	case *syntax.TupleExpr:
		return c.sequence(x.List, value.TupleOf)
	case *syntax.DictExpr:
		return c.dict(x)
	case *syntax.CondExpr:
		is, yes, no := c.expr(x.Cond), c.expr(x.True), c.expr(x.False)
		return func(f *frame) value.Value {
			if is(f).Truth() {
				return yes(f)
			}
			return no(f)
		}
	case *syntax.LambdaExpr:
		return c.function("lambda", x.Function.(*resolve.Function), at(x.Lambda))
	case *syntax.Comprehension:
		return c.comprehension(x)
	case *syntax.IndexExpr:
		return c.index(x)
	case *syntax.SliceExpr:
		return c.slice(x)
	case *syntax.DotExpr:
		return c.dot(x)
	case *syntax.UnaryExpr:
		return c.unary(x)
	case *syntax.BinaryExpr:
		return c.binary(x)
	case *syntax.CallExpr:
		return c.call(x)
	}
	refuse(start(x), "this expression does not exist here")
	return nil
}

// name compiles the use of a variable or of a name of the library.
func (c *compiler) name(x *syntax.Ident) expr {
	b := x.Binding.(*resolve.Binding)
	i, at := b.Index, at(x.NamePos)
	unset := func(f *frame) value.Value {
		f.m.meter.FailAt(at, value.Unset, "%s has no value yet", x.Name)
		return value.None
	}
	switch b.Scope {
	case resolve.Local:
		return func(f *frame) value.Value {
			if v := f.vars[i]; v.IsSet() {
				return v
			}
			return unset(f)
		}
	case resolve.Cell:
		return func(f *frame) value.Value {
			if v := f.vars[i].Ref().(*cell).v; v.IsSet() {
				return v
			}
			return unset(f)
		}
	case resolve.Free:
		return func(f *frame) value.Value {
			if v := f.free[i].v; v.IsSet() {
				return v
			}
			return unset(f)
		}
	case resolve.Global:
		globals := c.globals
		return func(f *frame) value.Value {
			if v := globals[i]; v.IsSet() {
				return v
			}
			return unset(f)
		}
	}
	v := c.library.lookup(x.Name)
	if !v.IsSet() {
		c.unknown(at, x.Name)
	}
	return func(*frame) value.Value { return v }
}

// literal returns the value of a number or a string.
func (c *compiler) literal(x *syntax.Literal) value.Value {
	switch x.Token {
	case syntax.STRING:
		s := x.Value.(string)
		if len(s) > value.MaxString {
			refuse(at(x.TokenPos), "the string has %d bytes and may have %d; divide it", len(s), value.MaxString)
		}
		if !c.texts[s].IsSet() {
			c.texts[s] = value.String(s)
		}
		return c.texts[s]
	case syntax.INT:
		if i, ok := x.Value.(int64); ok && -value.MaxInt-1 <= i && i <= value.MaxInt {
			return value.Int(i)
		}
		refuse(at(x.TokenPos), "the number is too large; %d is the greatest", int64(value.MaxInt))
	case syntax.FLOAT: // from its digits: a float would be rounded first
		if n, ok := value.ParseNumber(x.Raw); ok {
			return value.Number(fixed.Q(n))
		}
		refuse(at(x.TokenPos), "write the number with up to 15 digits before the point and up to 12 after it, without an exponent")
	}
	refuse(at(x.TokenPos), "bytes do not exist here; a string holds any bytes")
	return value.None
}

// sequence compiles a list or a tuple.
func (c *compiler) sequence(l []syntax.Expr, of func([]value.Value) value.Value) expr {
	parts := c.exprs(l)
	return func(f *frame) value.Value {
		f.m.meter.NewList(int64(len(parts)))
		v := make([]value.Value, len(parts))
		for k, e := range parts {
			v[k] = e(f)
		}
		return of(v)
	}
}

func (c *compiler) dict(x *syntax.DictExpr) expr {
	type pair struct {
		key, value expr
		at         value.Pos
	}
	var pairs []pair
	for _, e := range x.List {
		e := e.(*syntax.DictEntry)
		pairs = append(pairs, pair{c.expr(e.Key), c.expr(e.Value), start(e)})
	}
	return func(f *frame) value.Value {
		m := &f.m.meter
		d := value.NewDict(m)
		for _, p := range pairs {
			k := p.key(f)
			v := p.value(f)
			m.At = p.at
			d.Put(m, k, v)
		}
		return value.Of(d)
	}
}

func (c *compiler) index(x *syntax.IndexExpr) expr {
	o, k, at := c.expr(x.X), c.expr(x.Y), at(x.Lbrack)
	return func(f *frame) value.Value {
		a := o(f)
		b := k(f)
		f.m.meter.At = at
		return value.At(&f.m.meter, a, b)
	}
}

func (c *compiler) slice(x *syntax.SliceExpr) expr {
	o, at := c.expr(x.X), at(x.Lbrack)
	var parts [3]expr
	for k, e := range []syntax.Expr{x.Lo, x.Hi, x.Step} {
		parts[k] = func(*frame) value.Value { return value.None }
		if e != nil {
			parts[k] = c.expr(e)
		}
	}
	return func(f *frame) value.Value {
		v, from, to, step := o(f), parts[0](f), parts[1](f), parts[2](f)
		f.m.meter.At = at
		return value.Slice(&f.m.meter, v, from, to, step)
	}
}

func (c *compiler) dot(x *syntax.DotExpr) expr {
	o, name, at := c.expr(x.X), x.Name.Name, at(x.Name.NamePos)
	if !c.library.hasAttribute(name) {
		if methods[name] != nil {
			refuse(at, "the method %s must be called; write %s(...)", name, name)
		}
		refuse(at, "things have no .%s; the documentation lists their attributes", name)
	}
	return func(f *frame) value.Value {
		v := o(f)
		f.m.meter.At = at
		return f.m.attribute(v, name)
	}
}

// comprehension compiles [… for …] and {…: … for …}.
func (c *compiler) comprehension(x *syntax.Comprehension) expr {
	place := start(x)
	entry, isDict := x.Body.(*syntax.DictEntry)
	if x.Curly && !isDict {
		refuse(place, "sets do not exist here; use a dict: {x: True for x in list}")
	}
	type result struct {
		list []value.Value
		dict *value.Dict
	}
	type step func(f *frame, out *result)
	clauses := make([]func(step) step, 0, len(x.Clauses))
	for _, clause := range x.Clauses { // in this order, so that faults and refusals come by place
		switch cl := clause.(type) {
		case *syntax.ForClause:
			over, set, n, at := c.expr(cl.X), c.target(cl.Vars), 2+cost(cl.X), at(cl.For)
			clauses = append(clauses, func(then step) step {
				return func(f *frame, out *result) {
					m := &f.m.meter
					m.Step(at, n)
					v := over(f)
					m.At = at
					it := value.Visit(m, v)
					for e, ok := it.Next(); ok; e, ok = it.Next() {
						m.Step(at, 2)
						set(f, e)
						then(f, out)
					}
					it.End()
				}
			})
		case *syntax.IfClause:
			is, n, at := c.expr(cl.Cond), 1+cost(cl.Cond), at(cl.If)
			clauses = append(clauses, func(then step) step {
				return func(f *frame, out *result) {
					f.m.meter.Step(at, n)
					if is(f).Truth() {
						then(f, out)
					}
				}
			})
		}
	}
	var run step
	n := 1 + cost(x.Body)
	if isDict {
		k, v := c.expr(entry.Key), c.expr(entry.Value)
		run = func(f *frame, out *result) {
			m := &f.m.meter
			m.Step(place, n)
			a, b := k(f), v(f)
			m.At = place
			out.dict.Put(m, a, b)
		}
	} else {
		body := c.expr(x.Body)
		run = func(f *frame, out *result) {
			m := &f.m.meter
			m.Step(place, n)
			v := body(f)
			m.At = place
			value.Grow(m, out.list)
			out.list = append(out.list, v)
		}
	}
	for k := len(clauses) - 1; k >= 0; k-- {
		run = clauses[k](run)
	}
	return func(f *frame) value.Value {
		var out result
		if isDict {
			out.dict = value.NewDict(&f.m.meter)
			run(f, &out)
			return value.Of(out.dict)
		}
		f.m.meter.NewList(0)
		run(f, &out)
		return value.ListOf(out.list)
	}
}
