package star

import (
	"strings"

	"manyhold/game/script/star/value"
)

// onText makes a method of strings.
func onText(name string, need int, do func(m *Machine, s string, a []value.Value) value.Value, params ...string) *native {
	return makes(name, need+1, func(m *Machine, a []value.Value) value.Value {
		s, _ := a[0].AsText()
		return do(m, s, a)
	}, append([]string{"."}, params...)...)
}

func textMethods() []*native {
	format := onText("format", 0, func(m *Machine, s string, a []value.Value) value.Value {
		return value.FormatBraces(&m.meter, s, a[1:])
	})
	format.params, format.need, format.more = nil, 1, true
	return append([]*native{format, affix("startswith", strings.HasPrefix), affix("endswith", strings.HasSuffix),
		strip("strip", true, true), strip("lstrip", true, false), strip("rstrip", false, true),
		letters("upper", func(s string, i int) byte { return upper(s[i]) }),
		letters("lower", func(s string, i int) byte { return lower(s[i]) }),
		letters("capitalize", func(s string, i int) byte {
			if i == 0 {
				return upper(s[i])
			}
			return lower(s[i])
		}),
		all("isdigit", func(c byte) bool { return c >= '0' && c <= '9' }),
		all("isalpha", func(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }),
		all("isspace", func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }),
	}, searchMethods()...)
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c - 'A' + 'a'
	}
	return c
}

// letters makes a method that changes ASCII letters.
func letters(name string, f func(s string, i int) byte) *native {
	return onText(name, 0, func(m *Machine, s string, a []value.Value) value.Value {
		return value.MapASCII(&m.meter, s, f)
	})
}

// all makes a method that reports whether a string is not empty and has such bytes only.
func all(name string, is func(c byte) bool) *native {
	return onText(name, 0, func(m *Machine, s string, a []value.Value) value.Value {
		m.meter.Charge(int64(len(s)) / 8)
		for i := range len(s) {
			if !is(s[i]) {
				return value.Bool(false)
			}
		}
		return value.Bool(s != "")
	})
}

func affix(name string, has func(s, part string) bool) *native {
	return onText(name, 1, func(m *Machine, s string, a []value.Value) value.Value {
		part := m.text(a[1])
		m.meter.Charge(int64(len(part)) / 64)
		return value.Bool(has(s, part))
	}, "part")
}

func strip(name string, left, right bool) *native {
	return onText(name, 0, func(m *Machine, s string, a []value.Value) value.Value {
		cut := ""
		if a[1].IsSet() {
			cut = m.text(a[1])
		}
		return value.Strip(&m.meter, s, cut, left, right)
	}, "letters")
}

func searchMethods() []*native {
	return []*native{
		onText("find", 1, func(m *Machine, s string, a []value.Value) value.Value {
			from := int64(0)
			if a[2].IsSet() {
				from = min(max(m.meter.Whole(a[2]), 0), int64(len(s)))
			}
			return value.Int(value.IndexOf(&m.meter, s, m.text(a[1]), int(from)))
		}, "part", "start"),
		onText("rfind", 1, func(m *Machine, s string, a []value.Value) value.Value {
			return value.Int(value.LastIndexOf(&m.meter, s, m.text(a[1])))
		}, "part"),
		onText("count", 1, func(m *Machine, s string, a []value.Value) value.Value {
			return value.Int(value.CountOf(&m.meter, s, m.text(a[1])))
		}, "part"),
		onText("replace", 2, func(m *Machine, s string, a []value.Value) value.Value {
			most := int64(-1)
			if a[3].IsSet() {
				most = max(m.meter.Whole(a[3]), 0)
			}
			return value.Replace(&m.meter, s, m.text(a[1]), m.text(a[2]), most)
		}, "part", "by", "most"),
		onText("split", 0, func(m *Machine, s string, a []value.Value) value.Value {
			if !a[1].IsSet() || a[1].IsNone() {
				return value.Fields(&m.meter, s)
			}
			most := int64(0)
			if a[2].IsSet() {
				most = max(m.meter.Whole(a[2]), 0) + 1
			}
			return value.Split(&m.meter, s, m.text(a[1]), most)
		}, "by", "most"),
		onText("join", 1, func(m *Machine, s string, a []value.Value) value.Value {
			w := value.Write(&m.meter)
			it := value.Visit(&m.meter, a[1])
			first := true
			for e, ok := it.Next(); ok; e, ok = it.Next() {
				m.meter.Charge(1)
				if !first {
					w.Text(s)
				}
				first = false
				w.Text(m.text(e))
			}
			it.End()
			return w.Done()
		}, "list"),
	}
}
