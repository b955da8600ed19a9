package star

import (
	"slices"

	"manyhold/game/fixed"
	"manyhold/game/script/star/value"
)

func builtinSequences() []*native {
	return []*native{
		makes("len", 1, func(m *Machine, a []value.Value) value.Value { return value.Int(value.Len(&m.meter, a[0])) }, "x"),
		makes("range", 1, func(m *Machine, a []value.Value) value.Value {
			first, end, step := int64(0), m.meter.Whole(a[0]), int64(1)
			if a[1].IsSet() {
				first, end = end, m.meter.Whole(a[1])
			}
			if a[2].IsSet() {
				step = m.meter.Whole(a[2])
			}
			return value.NewRange(&m.meter, first, end, step)
		}, "from", "to", "step"),
		makes("enumerate", 1, enumerate, "x", "start"),
		makes("reversed", 1, func(m *Machine, a []value.Value) value.Value {
			l := value.Copy(&m.meter, a[0])
			slices.Reverse(l)
			return value.ListOf(l)
		}, "x"),
		makes("sorted", 1, func(m *Machine, a []value.Value) value.Value {
			return value.ListOf(m.sort(value.Copy(&m.meter, a[0]), a[1], a[2]))
		}, "x", "key", "reverse"),
		makes("any", 1, func(m *Machine, a []value.Value) value.Value { return value.Bool(m.some(a[0], true)) }, "x"),
		makes("all", 1, func(m *Machine, a []value.Value) value.Value { return value.Bool(!m.some(a[0], false)) }, "x"),
		makes("sum", 1, func(m *Machine, a []value.Value) value.Value {
			n := int64(0)
			if a[1].IsSet() {
				n = m.meter.Units(a[1])
			}
			it := value.Visit(&m.meter, a[0])
			for e, ok := it.Next(); ok; e, ok = it.Next() {
				m.meter.Charge(1)
				n = m.meter.Add(n, m.meter.Units(e))
			}
			it.End()
			return value.Number(fixed.Q(n))
		}, "x", "start"),
		{name: "zip", more: true, do: zip},
		{name: "min", params: []string{"key"}, need: 1, more: true, do: func(m *Machine, a []value.Value) value.Value { return m.extreme(a, -1) }},
		{name: "max", params: []string{"key"}, need: 1, more: true, do: func(m *Machine, a []value.Value) value.Value { return m.extreme(a, 1) }},
	}
}

// pairBytes is charged for a tuple of two beside those that its list charges.
const pairBytes = 88

func enumerate(m *Machine, a []value.Value) value.Value {
	first := int64(0)
	if a[1].IsSet() {
		first = m.meter.Whole(a[1])
	}
	l := value.Copy(&m.meter, a[0])
	m.meter.Alloc(int64(len(l)) * pairBytes)
	for k := range l {
		l[k] = value.TupleOf([]value.Value{m.meter.NewInt(first + int64(k)), l[k]})
	}
	return value.ListOf(l)
}

// zip returns tuples of the first elements, the second elements and so on, up to the shortest list.
func zip(m *Machine, a []value.Value) value.Value {
	if len(a) == 0 {
		m.meter.NewList(0)
		return value.ListOf(nil)
	}
	lists := make([][]value.Value, len(a))
	n := value.MaxList
	for k, v := range a {
		lists[k] = value.Copy(&m.meter, v)
		n = min(n, len(lists[k]))
	}
	m.meter.NewList(int64(n))
	out := make([]value.Value, n)
	for i := range out {
		m.meter.NewList(int64(len(lists)))
		t := make([]value.Value, len(lists))
		for k, l := range lists {
			t[k] = l[i]
		}
		out[i] = value.TupleOf(t)
	}
	return value.ListOf(out)
}

// some reports whether an element's truth is want.
func (m *Machine) some(v value.Value, want bool) bool {
	it := value.Visit(&m.meter, v)
	found := false
	for e, ok := it.Next(); ok && !found; e, ok = it.Next() {
		m.meter.Charge(1)
		found = e.Truth() == want
	}
	it.End()
	return found
}

// ranked pairs each value with its key: that of a function, or itself.
func (m *Machine) ranked(l []value.Value, key value.Value) []value.Ranked {
	m.meter.Alloc(48 * int64(len(l)))
	out := make([]value.Ranked, len(l))
	for i, v := range l {
		out[i] = value.Ranked{Key: v, Value: v}
		if key.IsSet() && !key.IsNone() {
			place, base := m.meter.At, len(m.stack)
			m.push(v)
			out[i].Key = m.invokeValue(key, base, nil)
			m.pop(base)
			m.meter.At = place
		}
	}
	return out
}

// sort orders l, which it may change.
func (m *Machine) sort(l []value.Value, key, reverse value.Value) []value.Value {
	ranks := m.ranked(l, key)
	value.Sort(&m.meter, ranks, reverse.IsSet() && reverse.Truth())
	for k := range ranks {
		l[k] = ranks[k].Value
	}
	return l
}

// extreme returns the least value, or with sign 1 the greatest; the first one of several. The last of a is
// the key.
func (m *Machine) extreme(a []value.Value, sign int) value.Value {
	a, key := a[:len(a)-1], a[len(a)-1]
	if len(a) == 1 {
		a = value.Copy(&m.meter, a[0])
	}
	if len(a) == 0 {
		m.meter.Fail(value.Wrong, "an empty list has no least and no greatest element; check its length first")
	}
	if !key.IsSet() {
		if v, ok := extremeNumber(&m.meter, a, sign); ok {
			return v
		}
	}
	ranks := m.ranked(a, key)
	value.CheckRanked(&m.meter, ranks)
	best := 0
	for k := range ranks {
		if value.Compare(ranks[k].Key, ranks[best].Key) == sign {
			best = k
		}
	}
	return ranks[best].Value
}

// extremeNumber is extreme for numbers; ok is false if an element is none.
func extremeNumber(m *value.Meter, a []value.Value, sign int) (v value.Value, ok bool) {
	m.Charge(int64(len(a)) / 4)
	v = a[0]
	for _, e := range a {
		if !e.IsNumber() {
			return value.None, false
		}
		if sign < 0 && e.Units() < v.Units() || sign > 0 && e.Units() > v.Units() {
			v = e
		}
	}
	return v, true
}
