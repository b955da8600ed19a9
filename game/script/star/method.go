package star

import (
	"manyhold/game/script/star/value"
)

// method is what a name after a dot does, by the kind of value before it.
type method struct {
	name             string
	text, list, dict *native
}

// methods are the methods of strings, lists and dicts. Only init writes the table.
var methods map[string]*method

// on returns the method of a value; a value without it is a fault.
func (d *method) on(m *Machine, v value.Value) *native {
	var f *native
	switch v.Kind() {
	case value.KindString:
		f = d.text
	case value.KindList:
		f = d.list
	case value.KindDict:
		f = d.dict
	}
	if f == nil {
		m.meter.Fail(value.Type, "%s has no method %s", value.Article(v), d.name)
	}
	return f
}

func init() {
	methods = map[string]*method{}
	get := func(f *native) *method {
		f.method = true
		if methods[f.name] == nil {
			methods[f.name] = &method{name: f.name}
		}
		return methods[f.name]
	}
	for _, f := range textMethods() {
		get(f).text = f
	}
	for _, f := range listMethods() {
		get(f).list = f
	}
	for _, f := range dictMethods() {
		get(f).dict = f
	}
}

// onList makes a method of lists.
func onList(name string, need int, do func(m *Machine, l *value.List, a []value.Value) value.Value, params ...string) *native {
	return makes(name, need+1, func(m *Machine, a []value.Value) value.Value {
		return do(m, a[0].Ref().(*value.List), a)
	}, append([]string{"."}, params...)...)
}

// onDict makes a method of dicts.
func onDict(name string, need int, do func(m *Machine, d *value.Dict, a []value.Value) value.Value, params ...string) *native {
	return makes(name, need+1, func(m *Machine, a []value.Value) value.Value {
		return do(m, a[0].Ref().(*value.Dict), a)
	}, append([]string{"."}, params...)...)
}

func listMethods() []*native {
	return []*native{
		onList("append", 1, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Append(&m.meter, a[1])
			return value.None
		}, "x"),
		onList("extend", 1, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Extend(&m.meter, a[1])
			return value.None
		}, "list"),
		onList("insert", 2, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Insert(&m.meter, m.meter.Whole(a[1]), a[2])
			return value.None
		}, "index", "x"),
		onList("pop", 0, func(m *Machine, l *value.List, a []value.Value) value.Value {
			i := int64(-1)
			if a[1].IsSet() {
				i = m.meter.Whole(a[1])
			}
			return l.Remove(&m.meter, i)
		}, "index"),
		onList("remove", 1, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Remove(&m.meter, m.find(a[0], a[1]))
			return value.None
		}, "x"),
		onList("index", 1, func(m *Machine, l *value.List, a []value.Value) value.Value {
			return value.Int(m.find(a[0], a[1]))
		}, "x"),
		onList("count", 1, func(m *Machine, l *value.List, a []value.Value) value.Value {
			n, all := int64(0), a[0]
			it := value.Visit(&m.meter, all)
			for e, ok := it.Next(); ok; e, ok = it.Next() {
				m.meter.Charge(1)
				if value.Equal(&m.meter, e, a[1]) {
					n++
				}
			}
			it.End()
			return value.Int(n)
		}, "x"),
		onList("clear", 0, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Clear(&m.meter)
			return value.None
		}),
		onList("reverse", 0, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Reverse(&m.meter)
			return value.None
		}),
		onList("sort", 0, func(m *Machine, l *value.List, a []value.Value) value.Value {
			l.Replace(&m.meter, m.sort(value.Copy(&m.meter, a[0]), a[1], a[2]))
			return value.None
		}, "key", "reverse"),
		onList("copy", 0, func(m *Machine, l *value.List, a []value.Value) value.Value {
			return value.ListOf(value.Copy(&m.meter, a[0]))
		}),
	}
}

// find returns the index of an element of a list; a list without it is a fault.
func (m *Machine) find(list, x value.Value) int64 {
	l, _ := value.Elements(list)
	k := value.Find(&m.meter, l, x)
	if k < 0 {
		m.meter.Fail(value.Key, "the list has no such element; ask with in first")
	}
	return k
}

func dictMethods() []*native {
	return []*native{
		onDict("get", 1, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			v, ok := d.Get(&m.meter, a[1])
			if !ok && a[2].IsSet() {
				return a[2]
			}
			return v
		}, "key", "default"),
		onDict("pop", 1, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			v, ok := d.Drop(&m.meter, a[1])
			switch {
			case ok:
				return v
			case !a[2].IsSet():
				m.meter.Fail(value.Key, "the dict has no such key; give pop a second value for this case")
			}
			return a[2]
		}, "key", "default"),
		onDict("setdefault", 1, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			if v, ok := d.Get(&m.meter, a[1]); ok {
				return v
			}
			v := a[2]
			if !v.IsSet() {
				v = value.None
			}
			d.Put(&m.meter, a[1], v)
			return v
		}, "key", "default"),
		onDict("keys", 0, func(m *Machine, d *value.Dict, a []value.Value) value.Value { return value.ListOf(d.Keys(&m.meter)) }),
		onDict("values", 0, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			return value.ListOf(d.Values(&m.meter))
		}),
		onDict("items", 0, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			return value.ListOf(d.Items(&m.meter))
		}),
		onDict("clear", 0, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			d.Clear(&m.meter)
			return value.None
		}),
		onDict("copy", 0, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			out := value.NewDict(&m.meter)
			update(m, out, a[0])
			return value.Of(out)
		}),
		onDict("update", 1, func(m *Machine, d *value.Dict, a []value.Value) value.Value {
			update(m, d, a[1])
			return value.None
		}, "pairs"),
	}
}

// update puts the entries of a dict, or the pairs of a list, into d.
func update(m *Machine, d *value.Dict, from value.Value) {
	if other, ok := from.Ref().(*value.Dict); ok {
		if other == d {
			return
		}
		other.Each(func(k, v value.Value) bool {
			m.meter.Charge(1)
			d.Put(&m.meter, k, v)
			return true
		})
		return
	}
	for _, p := range value.Copy(&m.meter, from) {
		m.meter.Charge(1)
		kv, ok := value.Elements(p)
		if !ok || len(kv) != 2 {
			m.meter.Fail(value.Wrong, "this needs a dict, or a list of pairs of a key and a value")
		}
		d.Put(&m.meter, kv[0], kv[1])
	}
}
