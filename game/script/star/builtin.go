package star

import (
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

// builtins are the functions that every script has. Only init writes the table.
var builtins map[string]value.Value

// makes returns a native of some required parameters, and some that may be left out.
func makes(name string, need int, do func(m *Machine, a []value.Value) value.Value, params ...string) *native {
	return &native{name: name, params: params, need: need, do: do}
}

func init() {
	builtins = map[string]value.Value{}
	for _, f := range slices.Concat(builtinNumbers(), builtinSequences(), builtinValues()) {
		builtins[f.name] = value.Of(f)
	}
}

// maxWhy is how many bytes of the text given to fail are shown.
const maxWhy = 200

// text returns a string; any other value is a fault.
func (m *Machine) text(v value.Value) string {
	s, ok := v.AsText()
	if !ok {
		m.meter.Fail(value.Type, "this needs a string, not %s", value.Article(v))
	}
	return s
}

// number makes a native of one number.
func number(name string, f func(m *value.Meter, n int64) int64) *native {
	return makes(name, 1, func(m *Machine, a []value.Value) value.Value {
		return value.Number(fixed.Q(f(&m.meter, m.meter.Units(a[0]))))
	}, "x")
}

func floor(_ *value.Meter, n int64) int64 { return n &^ (fixed.One - 1) }

func ceil(m *value.Meter, n int64) int64 { return floor(m, m.Add(n, fixed.One-1)) }

func abs(m *value.Meter, n int64) int64 {
	if n < 0 {
		return m.Sub(0, n)
	}
	return n
}

// truncate drops the fraction.
func truncate(m *value.Meter, n int64) int64 {
	if n < 0 {
		return ceil(m, n)
	}
	return floor(m, n)
}

// round rounds to the nearest whole number, halves away from zero.
func round(m *value.Meter, n int64) int64 {
	if n < 0 {
		return -floor(m, m.Add(m.Sub(0, n), fixed.One/2))
	}
	return floor(m, m.Add(n, fixed.One/2))
}

func sqrt(m *value.Meter, n int64) int64 {
	if n < 0 {
		m.Fail(value.Wrong, "a number below zero has no square root")
	}
	m.Charge(4)
	return int64(fixed.Sqrt(fixed.Q(n)))
}

func builtinNumbers() []*native {
	return []*native{
		number("abs", abs), number("floor", floor), number("ceil", ceil), number("round", round), number("sqrt", sqrt),
		makes("clamp", 3, func(m *Machine, a []value.Value) value.Value {
			x, low, high := m.meter.Units(a[0]), m.meter.Units(a[1]), m.meter.Units(a[2])
			if low > high {
				m.meter.Fail(value.Wrong, "the least value of clamp is above the greatest")
			}
			return value.Number(fixed.Q(min(max(x, low), high)))
		}, "x", "low", "high"),
		makes("int", 1, func(m *Machine, a []value.Value) value.Value {
			if s, ok := a[0].AsText(); ok {
				return parseInt(m, s)
			}
			if b, ok := a[0].AsBool(); ok {
				if b {
					return value.Int(1)
				}
				return value.Int(0)
			}
			return value.Number(fixed.Q(truncate(&m.meter, m.meter.Units(a[0]))))
		}, "x"),
		makes("num", 1, func(m *Machine, a []value.Value) value.Value {
			if s, ok := a[0].AsText(); ok {
				return parseNumber(m, s)
			}
			return value.Number(fixed.Q(m.meter.Units(a[0])))
		}, "x"),
	}
}

// parseNumber reads a number with an optional sign.
func parseNumber(m *Machine, s string) value.Value {
	minus := s != "" && s[0] == '-'
	if minus || s != "" && s[0] == '+' {
		s = s[1:]
	}
	n, ok := value.ParseNumber(s)
	if !ok {
		m.meter.Fail(value.Wrong, "the string is no number")
	}
	if minus {
		n = -n
	}
	return value.Number(fixed.Q(n))
}

// parseInt reads a whole number with an optional sign.
func parseInt(m *Machine, s string) value.Value {
	v := parseNumber(m, s)
	if _, ok := v.AsInt(); !ok {
		m.meter.Fail(value.Wrong, "the string is no whole number; num reads fractions, too")
	}
	return v
}

func builtinValues() []*native {
	return []*native{
		makes("str", 1, func(m *Machine, a []value.Value) value.Value { return value.Str(&m.meter, a[0], false) }, "x"),
		makes("repr", 1, func(m *Machine, a []value.Value) value.Value { return value.Str(&m.meter, a[0], true) }, "x"),
		makes("bool", 1, func(m *Machine, a []value.Value) value.Value { return value.Bool(a[0].Truth()) }, "x"),
		makes("type", 1, func(m *Machine, a []value.Value) value.Value {
			m.meter.NewString(8)
			return value.String(a[0].Kind().String())
		}, "x"),
		makes("fail", 0, func(m *Machine, a []value.Value) value.Value {
			why := "the script called fail"
			if a[0].IsSet() {
				why, _ = value.Str(&m.meter, a[0], false).AsText()
				why = why[:min(len(why), maxWhy)]
			}
			m.meter.Fail(value.Failed, "%s", why)
			return value.None
		}, "why"),
		makes("dict", 0, func(m *Machine, a []value.Value) value.Value {
			d := value.NewDict(&m.meter)
			if a[0].IsSet() {
				update(m, d, a[0])
			}
			return value.Of(d)
		}, "pairs"),
		makes("list", 0, func(m *Machine, a []value.Value) value.Value { return value.ListOf(copied(m, a[0])) }, "x"),
		makes("tuple", 0, func(m *Machine, a []value.Value) value.Value { return value.TupleOf(copied(m, a[0])) }, "x"),
	}
}

// copied returns the elements of v, none if v is no value.
func copied(m *Machine, v value.Value) []value.Value {
	if !v.IsSet() {
		m.meter.NewList(0)
		return nil
	}
	return value.Copy(&m.meter, v)
}
