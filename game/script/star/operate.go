package star

import (
	"go.starlark.net/syntax"

	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

func (c *compiler) unary(x *syntax.UnaryExpr) expr {
	if x.X == nil || x.Op == syntax.STAR || x.Op == syntax.STARSTAR {
		refuse(at(x.OpPos), "* and ** do not exist here; name each value")
	}
	o, at := c.expr(x.X), at(x.OpPos)
	switch x.Op {
	case syntax.NOT:
		return func(f *frame) value.Value { return value.Bool(!o(f).Truth()) }
	case syntax.PLUS, syntax.MINUS:
		minus := x.Op == syntax.MINUS
		return func(f *frame) value.Value {
			v := o(f)
			m := &f.m.meter
			m.At = at
			n := m.Units(v)
			if minus {
				n = m.Sub(0, n)
			}
			return value.Number(fixed.Q(n))
		}
	case syntax.TILDE:
		return func(f *frame) value.Value {
			v := o(f)
			f.m.meter.At = at
			return f.m.meter.NewInt(^f.m.meter.Whole(v))
		}
	}
	refuse(at, "this operator does not exist here")
	return nil
}

func (c *compiler) binary(x *syntax.BinaryExpr) expr {
	a, b := c.expr(x.X), c.expr(x.Y)
	at, op := at(x.OpPos), x.Op
	switch op {
	case syntax.AND:
		return func(f *frame) value.Value {
			if v := a(f); !v.Truth() {
				return v
			}
			return b(f)
		}
	case syntax.OR:
		return func(f *frame) value.Value {
			if v := a(f); v.Truth() {
				return v
			}
			return b(f)
		}
	case syntax.PLUS:
		return func(f *frame) value.Value {
			v := a(f)
			w := b(f)
			f.m.meter.At = at
			if v.IsNumber() && w.IsNumber() {
				return value.Number(fixed.Q(f.m.meter.Add(v.Units(), w.Units())))
			}
			return operate(&f.m.meter, op, v, w)
		}
	case syntax.EQL, syntax.NEQ:
		want := op == syntax.EQL
		return func(f *frame) value.Value {
			v := a(f)
			w := b(f)
			if v.IsNumber() && w.IsNumber() {
				return value.Bool((v.Units() == w.Units()) == want)
			}
			f.m.meter.At = at
			return value.Bool(value.Equal(&f.m.meter, v, w) == want)
		}
	case syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		return ordering(a, b, op, at)
	case syntax.IN, syntax.NOT_IN:
		want := op == syntax.IN
		return func(f *frame) value.Value {
			v := a(f)
			w := b(f)
			f.m.meter.At = at
			return value.Bool(contains(&f.m.meter, v, w) == want)
		}
	case syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT, syntax.AMP, syntax.PIPE,
		syntax.CIRCUMFLEX, syntax.LTLT, syntax.GTGT:
		return func(f *frame) value.Value {
			v := a(f)
			w := b(f)
			f.m.meter.At = at
			return operate(&f.m.meter, op, v, w)
		}
	}
	refuse(at, "this operator does not exist here")
	return nil
}

// ordering compiles <, <=, > and >=.
func ordering(a, b expr, op syntax.Token, at value.Pos) expr {
	least, most := -1, 1 // the results of comparing for which it is true
	switch op {
	case syntax.LT:
		most = -1
	case syntax.LE:
		most = 0
	case syntax.GT:
		least = 1
	case syntax.GE:
		least = 0
	}
	return func(f *frame) value.Value {
		v := a(f)
		w := b(f)
		k := 0
		if v.IsNumber() && w.IsNumber() {
			if v.Units() < w.Units() {
				k = -1
			} else if v.Units() > w.Units() {
				k = 1
			}
		} else {
			f.m.meter.At = at
			k = value.Order(&f.m.meter, v, w)
		}
		return value.Bool(least <= k && k <= most)
	}
}

// operate returns x op y for the operators that make values.
func operate(m *value.Meter, op syntax.Token, x, y value.Value) value.Value {
	if x.IsNumber() && y.IsNumber() {
		return value.Number(fixed.Q(arithmetic(m, op, x, y)))
	}
	switch op {
	case syntax.PLUS:
		if v, ok := join(m, x, y); ok {
			return v
		}
	case syntax.STAR:
		if x.IsNumber() {
			x, y = y, x
		}
		if y.IsNumber() {
			return value.Repeat(m, x, m.Whole(y))
		}
	case syntax.PERCENT:
		if s, ok := x.AsText(); ok {
			if y.Kind() == value.KindTuple {
				l, _ := value.Elements(y)
				return value.Format(m, s, l)
			}
			return value.Format(m, s, []value.Value{y})
		}
	}
	if op == syntax.PLUS && (x.Kind() == value.KindString || y.Kind() == value.KindString) {
		m.Fail(value.Type, "%s + %s has no meaning; turn the other one into a string with str", value.Article(x), value.Article(y))
	}
	m.Fail(value.Type, "%s %s %s has no meaning", value.Article(x), op, value.Article(y))
	return value.None
}

// join returns x+y of strings, lists or tuples.
func join(m *value.Meter, x, y value.Value) (value.Value, bool) {
	if x.Kind() != y.Kind() {
		return value.None, false
	}
	if s, ok := x.AsText(); ok {
		t, _ := y.AsText()
		return value.Concat(m, s, t), true
	}
	a, ok := value.Elements(x)
	if !ok {
		return value.None, false
	}
	b, _ := value.Elements(y)
	m.NewList(int64(len(a)) + int64(len(b)))
	l := append(append(make([]value.Value, 0, len(a)+len(b)), a...), b...)
	if x.Kind() == value.KindTuple {
		return value.TupleOf(l), true
	}
	return value.ListOf(l), true
}

// arithmetic returns the units of x op y of two numbers.
func arithmetic(m *value.Meter, op syntax.Token, x, y value.Value) int64 {
	a, b := x.Units(), y.Units()
	switch op {
	case syntax.PLUS:
		return m.Add(a, b)
	case syntax.MINUS:
		return m.Sub(a, b)
	case syntax.STAR:
		return m.Mul(a, b)
	case syntax.SLASH:
		return m.Div(a, b)
	case syntax.SLASHSLASH:
		return m.FloorDiv(a, b)
	case syntax.PERCENT:
		return m.Mod(a, b)
	}
	i, j := m.Whole(x), m.Whole(y)
	switch op {
	case syntax.AMP:
		i &= j
	case syntax.PIPE:
		i |= j
	case syntax.CIRCUMFLEX:
		i ^= j
	case syntax.LTLT:
		i = m.Shift(i, j, false)
	case syntax.GTGT:
		i = m.Shift(i, j, true)
	}
	return m.NewInt(i).Units()
}

// contains reports x in y.
func contains(m *value.Meter, x, y value.Value) bool {
	switch r := y.Ref().(type) {
	case *value.Dict:
		_, ok := r.Get(m, x)
		return ok
	case *value.Text:
		s, _ := y.AsText()
		if t, ok := x.AsText(); ok {
			return value.IndexOf(m, s, t, 0) >= 0
		}
	case *value.Range:
		return r.Has(x)
	default:
		if l, ok := value.Elements(y); ok {
			return value.Find(m, l, x) >= 0
		}
	}
	m.Fail(value.Type, "%s in %s has no meaning", value.Article(x), value.Article(y))
	return false
}
