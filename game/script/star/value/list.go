package value

import "slices"

// The limits of single values. Beyond them, an operation is a fault of kind Size.
const (
	MaxString = 16 << 10 // bytes
	MaxList   = 4096     // elements of a list or a tuple
	MaxDict   = 2048     // entries
)

// The prices of memory, in bytes. The numbers are near the sizes on a 64-bit machine, but they are part
// of the rules and do not follow it.
const (
	elementBytes = 24
	listBytes    = 40
	entryBytes   = 144
	dictBytes    = 64
	textBytes    = 32
)

// List is the contents of a list.
type List struct {
	v      []Value
	frozen bool
	loops  int32 // that visit it
}

// Kind implements Ref.
func (*List) Kind() Kind { return KindList }

// Tuple is the contents of a tuple.
type Tuple struct {
	v      []Value
	frozen bool // Freeze has visited it
}

// Kind implements Ref.
func (*Tuple) Kind() Kind { return KindTuple }

// Range is the contents of a range: whole numbers from first by step, before end.
type Range struct{ first, end, step int64 }

// Kind implements Ref.
func (*Range) Kind() Kind { return KindRange }

// Len returns how many numbers a range has.
func (r *Range) Len() int64 {
	switch {
	case r.step > 0 && r.end > r.first:
		return (r.end-r.first-1)/r.step + 1
	case r.step < 0 && r.end < r.first:
		return (r.first-r.end-1)/-r.step + 1
	}
	return 0
}

// NewRange returns a range. A step of zero is a fault.
func NewRange(m *Meter, first, end, step int64) Value {
	if step == 0 {
		m.Fail(Wrong, "the step of a range is zero")
	}
	m.Alloc(listBytes)
	return Of(&Range{first, end, step})
}

// NewString charges for a string of n bytes.
func (m *Meter) NewString(n int64) {
	if n > MaxString {
		m.Fail(Size, "a string of more than %d bytes", MaxString)
	}
	m.Alloc(n + textBytes)
}

// NewList charges for a list or tuple of n elements.
func (m *Meter) NewList(n int64) {
	if n > MaxList {
		m.Fail(Size, "a list of more than %d elements", MaxList)
	}
	m.Alloc(n*elementBytes + listBytes)
}

// ListOf returns a list that owns v. The caller has charged it.
func ListOf(v []Value) Value { return Value{r: &List{v: v}} }

// TupleOf returns a tuple that owns v. The caller has charged it.
func TupleOf(v []Value) Value { return Value{r: &Tuple{v: v}} }

// Elements returns the elements of a list or tuple, which the caller must not change, and whether v is one.
func Elements(v Value) ([]Value, bool) {
	switch r := v.r.(type) {
	case *List:
		return r.v, true
	case *Tuple:
		return r.v, true
	}
	return nil, false
}

// Len returns the length of a string, list, tuple, dict or range.
func Len(m *Meter, v Value) int64 {
	switch r := v.r.(type) {
	case *Text:
		return int64(len(r.s))
	case *List:
		return int64(len(r.v))
	case *Tuple:
		return int64(len(r.v))
	case *Dict:
		return int64(r.live)
	case *Range:
		return r.Len()
	}
	m.Fail(Type, "%s has no length", Article(v))
	return 0
}

// change checks that a list may change its elements, and its length if resize.
func (l *List) change(m *Meter, resize bool) {
	if l.frozen {
		m.Fail(Frozen, "a list of the top level or of a message cannot be changed; change a copy, or keep it in me.state")
	}
	if resize && l.loops > 0 {
		m.Fail(Changed, "a list cannot get longer or shorter while a loop visits it")
	}
}

// reserve charges for n more elements.
func (l *List) reserve(m *Meter, n int64) {
	l.change(m, true)
	if int64(len(l.v))+n > MaxList {
		m.Fail(Size, "a list of more than %d elements", MaxList)
	}
	m.Alloc(2 * elementBytes * n) // append copies a list several times while it grows
}

// Append adds an element.
func (l *List) Append(m *Meter, v Value) {
	l.reserve(m, 1)
	l.v = append(l.v, v)
}

// Extend adds all elements of v.
func (l *List) Extend(m *Meter, v Value) {
	add := Copy(m, v)
	l.reserve(m, int64(len(add)))
	l.v = append(l.v, add...)
}

// shifted charges for moving the elements after i.
func (l *List) shifted(m *Meter, i int64) { m.Charge((int64(len(l.v)) - i) / 8) }

// Insert adds an element before index i, which counts from the end if it is negative and is clamped.
func (l *List) Insert(m *Meter, i int64, v Value) {
	n := int64(len(l.v))
	if i < 0 {
		i += n
	}
	i = min(max(i, 0), n)
	l.reserve(m, 1)
	l.shifted(m, i)
	l.v = slices.Insert(l.v, int(i), v)
}

// Remove takes out the element at index i.
func (l *List) Remove(m *Meter, i int64) Value {
	l.change(m, true)
	k := pick(m, i, len(l.v))
	l.shifted(m, int64(k))
	v := l.v[k]
	l.v = slices.Delete(l.v, k, k+1)
	return v
}

// Clear takes out all elements.
func (l *List) Clear(m *Meter) {
	l.change(m, true)
	l.v = nil
}

// Reverse reverses the order of the elements.
func (l *List) Reverse(m *Meter) {
	l.change(m, true)
	m.Charge(int64(len(l.v)) / 8)
	slices.Reverse(l.v)
}

// Replace makes v, which it owns from now on, the elements.
func (l *List) Replace(m *Meter, v []Value) {
	l.change(m, true)
	l.v = v
}

// Find returns the index of the first element equal to x, −1 if there is none.
func Find(m *Meter, l []Value, x Value) int64 {
	for k, e := range l {
		m.Charge(1)
		if Equal(m, x, e) {
			return int64(k)
		}
	}
	return -1
}

// pick checks an index into n elements; negative ones count from the end.
func pick(m *Meter, i int64, n int) int {
	k := i
	if k < 0 {
		k += int64(n)
	}
	if k < 0 || k >= int64(n) {
		m.Fail(Index, "the index %d is outside of %s", i, Count(n, "element"))
	}
	return int(k)
}

// At returns x[y].
func At(m *Meter, x, y Value) Value {
	switch r := x.r.(type) {
	case *Dict:
		v, ok := r.Get(m, y)
		if !ok {
			m.Fail(Key, "the dict has no key %s", show(y))
		}
		return v
	case *List:
		return r.v[pick(m, m.Whole(y), len(r.v))]
	case *Tuple:
		return r.v[pick(m, m.Whole(y), len(r.v))]
	case *Text:
		k := pick(m, m.Whole(y), len(r.s))
		m.Alloc(textBytes)
		return String(r.s[k : k+1])
	case *Range:
		i, n := m.Whole(y), r.Len()
		if i < 0 {
			i += n
		}
		if i < 0 || i >= n {
			m.Fail(Index, "the index %s is outside of %d numbers", show(y), n)
		}
		return Int(r.first + i*r.step)
	}
	m.Fail(Type, "%s has no elements", Article(x))
	return None
}

// SetAt executes x[y] = v.
func SetAt(m *Meter, x, y, v Value) {
	switch r := x.r.(type) {
	case *Dict:
		r.Put(m, y, v)
	case *List:
		r.change(m, false)
		r.v[pick(m, m.Whole(y), len(r.v))] = v
	case *Tuple, *Text:
		m.Fail(Type, "the elements of %s cannot be changed; make a new one", Article(x))
	default:
		m.Fail(Type, "%s has no elements", Article(x))
	}
}

// Slice returns x[from:to:step]; parts that were left out are no values.
func Slice(m *Meter, x, from, to, step Value) Value {
	var n int64
	switch r := x.r.(type) {
	case *List:
		n = int64(len(r.v))
	case *Tuple:
		n = int64(len(r.v))
	case *Text:
		n = int64(len(r.s))
	default:
		m.Fail(Type, "%s cannot be cut", Article(x))
	}
	if step.IsSet() && !step.IsNone() && m.Whole(step) != 1 {
		m.Fail(Wrong, "only slices with a step of 1; use reversed or a comprehension")
	}
	clip := func(v Value, otherwise int64) int64 {
		if !v.IsSet() || v.IsNone() {
			return otherwise
		}
		i := m.Whole(v)
		if i < 0 {
			i += n
		}
		return min(max(i, 0), n)
	}
	a := clip(from, 0)
	b := max(a, clip(to, n))
	if t, ok := x.r.(*Text); ok {
		m.Alloc(textBytes)
		return String(t.s[a:b])
	}
	l, _ := Elements(x)
	m.NewList(b - a)
	cut := slices.Clone(l[a:b])
	if x.Kind() == KindTuple {
		return TupleOf(cut)
	}
	return ListOf(cut)
}

// Copy returns the elements of v as a new slice that the caller owns, and charges for it.
func Copy(m *Meter, v Value) []Value {
	n := int64(0)
	if _, ok := v.r.(*Text); !ok {
		n = Len(m, v)
	}
	m.NewList(n)
	out := make([]Value, 0, n)
	if l, ok := Elements(v); ok {
		return append(out, l...)
	}
	it := Visit(m, v)
	for e, ok := it.Next(); ok; e, ok = it.Next() {
		out = append(out, e)
	}
	it.End()
	return out
}

// Grow charges for one more element of a list under construction.
func Grow(m *Meter, l []Value) {
	if len(l) >= MaxList {
		m.Fail(Size, "a list of more than %d elements", MaxList)
	}
	m.Alloc(2 * elementBytes)
}
