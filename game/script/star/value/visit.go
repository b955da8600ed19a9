package value

// Iterator visits the elements of a value in their order: those of a list, tuple or range, and the keys of a
// dict. While it does, a list and a dict keep their length.
type Iterator struct {
	list     []Value
	entries  []entry
	at, last int64 // of a range: the next number, and how many follow
	step     int64
	loops    *int32 // of the list or dict, nil if that is frozen
}

// Visit begins to visit v. The caller calls End, except after a fault.
func Visit(m *Meter, v Value) Iterator {
	switch r := v.r.(type) {
	case *List:
		it := Iterator{list: r.v}
		if !r.frozen {
			it.loops = &r.loops
			r.loops++
		}
		return it
	case *Tuple:
		return Iterator{list: r.v}
	case *Dict:
		it := Iterator{entries: r.entries}
		if !r.frozen {
			it.loops = &r.loops
			r.loops++
		}
		return it
	case *Range:
		return Iterator{at: r.first, last: r.Len(), step: r.step}
	case *Text:
		m.Fail(Type, "a loop cannot visit a string; visit range(len(s)), or s.split")
	}
	m.Fail(Type, "a loop cannot visit %s", Article(v))
	return Iterator{}
}

// Next returns the next element, and whether there is one.
func (it *Iterator) Next() (Value, bool) {
	switch {
	case len(it.list) > 0:
		v := it.list[0]
		it.list = it.list[1:]
		return v, true
	case it.last > 0:
		v := Int(it.at)
		it.last--
		it.at += it.step
		return v, true
	}
	for len(it.entries) > 0 {
		e := &it.entries[0]
		it.entries = it.entries[1:]
		if e.key.IsSet() {
			return e.key, true
		}
	}
	return Value{}, false
}

// End ends the visit.
func (it *Iterator) End() {
	if it.loops != nil {
		*it.loops--
	}
}
