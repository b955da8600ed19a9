package value

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxDepth is how deeply values may be nested that are compared or written.
const maxDepth = 8

// Equal reports whether x == y. It charges each element that it looks at.
func Equal(m *Meter, x, y Value) bool { return equal(m, x, y, maxDepth) }

func equal(m *Meter, x, y Value, depth int) bool {
	switch a := x.r.(type) {
	case *noneRef, *boolRef, *numberRef, *thingRef:
		return x == y
	case *Text:
		b, ok := y.r.(*Text)
		if !ok || len(a.s) != len(b.s) {
			return false
		}
		m.Charge(int64(len(a.s)) / 64)
		return a.s == b.s
	case *List:
		b, ok := y.r.(*List)
		return ok && equalAll(m, a.v, b.v, depth)
	case *Tuple:
		b, ok := y.r.(*Tuple)
		return ok && equalAll(m, a.v, b.v, depth)
	case *Dict:
		b, ok := y.r.(*Dict)
		return ok && equalDicts(m, a, b, depth)
	case *Range:
		b, ok := y.r.(*Range)
		n := a.Len()
		return ok && n == b.Len() && (n == 0 || a.first == b.first && (n == 1 || a.step == b.step))
	}
	return x.r == y.r
}

func deeper(m *Meter, depth int) int {
	if depth == 0 {
		m.Fail(Depth, "values that are nested more than %d deep cannot be compared", maxDepth)
	}
	return depth - 1
}

func equalAll(m *Meter, a, b []Value, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	depth = deeper(m, depth)
	for k := range a {
		m.Charge(1)
		if !equal(m, a[k], b[k], depth) {
			return false
		}
	}
	return true
}

func equalDicts(m *Meter, a, b *Dict, depth int) bool {
	if a.live != b.live {
		return false
	}
	depth = deeper(m, depth)
	for _, e := range a.entries {
		if e.key.IsSet() {
			m.Charge(2)
			v, ok := b.Get(m, e.key)
			if !ok || !equal(m, e.value, v, depth) {
				return false
			}
		}
	}
	return true
}

// Order compares two numbers, strings, booleans or things, or tuples of these: −1, 0 or 1.
func Order(m *Meter, x, y Value) int { return order(m, x, y, 4) }

func order(m *Meter, x, y Value, depth int) int {
	m.Charge(1)
	switch a := x.r.(type) {
	case *numberRef, *boolRef:
		if x.r == y.r {
			return cmp.Compare(x.n, y.n)
		}
	case *thingRef:
		if x.r == y.r {
			return cmp.Compare(uint64(x.n), uint64(y.n))
		}
	case *Text:
		if b, ok := y.r.(*Text); ok {
			m.Charge(int64(min(len(a.s), len(b.s))) / 64)
			return cmp.Compare(a.s, b.s)
		}
	case *Tuple:
		if b, ok := y.r.(*Tuple); ok && depth > 0 {
			for k := range min(len(a.v), len(b.v)) {
				if c := order(m, a.v[k], b.v[k], depth-1); c != 0 {
					return c
				}
			}
			return cmp.Compare(len(a.v), len(b.v))
		}
	}
	m.Fail(Type, "%s and %s have no order", Article(x), Article(y))
	return 0
}

// Ranked is a value with the key by which it is sorted.
type Ranked struct{ Key, Value Value }

// CheckRanked checks that the keys can be ordered among themselves, and charges for ordering them: by their
// number and sizes, not by the comparisons that a sorting algorithm makes. Compare may follow.
func CheckRanked(m *Meter, l []Ranked) {
	weight := int64(0)
	for i := range l {
		w := weigh(m, l[i].Key, 2)
		m.Charge(w)
		weight += w
		if i > 0 && !alike(l[0].Key, l[i].Key) {
			m.Fail(Type, "%s and %s have no order", Article(l[0].Key), Article(l[i].Key))
		}
	}
	m.Charge(weight * int64(bits.Len(uint(len(l)))) / 2)
}

// weigh returns the price of comparing a key once; values without order are faults.
func weigh(m *Meter, v Value, depth int) int64 {
	switch r := v.r.(type) {
	case *numberRef, *boolRef, *thingRef:
		return 1
	case *Text:
		return 1 + int64(len(r.s))/64
	case *Tuple:
		if depth > 0 && len(r.v) <= 8 {
			w := int64(1)
			for _, e := range r.v {
				w += weigh(m, e, depth-1)
			}
			return w
		}
	}
	m.Fail(Type, "%s cannot be ordered", Article(v))
	return 0
}

// alike reports whether two keys that were weighed can be ordered.
func alike(x, y Value) bool {
	if x.Kind() != y.Kind() {
		return false
	}
	a, ok := x.r.(*Tuple)
	if !ok {
		return true
	}
	b := y.r.(*Tuple)
	return slices.EqualFunc(a.v, b.v, alike)
}

// Compare compares keys that CheckRanked accepted. It charges nothing.
func Compare(x, y Value) int {
	switch a := x.r.(type) {
	case *Text:
		return cmp.Compare(a.s, y.r.(*Text).s)
	case *thingRef:
		return cmp.Compare(uint64(x.n), uint64(y.n))
	case *Tuple:
		return slices.CompareFunc(a.v, y.r.(*Tuple).v, Compare)
	}
	return cmp.Compare(x.n, y.n)
}

// Sort orders l by its keys. Equal keys keep their order, also with reverse.
func Sort(m *Meter, l []Ranked, reverse bool) {
	CheckRanked(m, l)
	slices.SortStableFunc(l, func(x, y Ranked) int {
		if reverse {
			x, y = y, x
		}
		return Compare(x.Key, y.Key)
	})
}
