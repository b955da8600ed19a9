package value

import "strings"

// IndexOf returns where part first is in s at or after from, −1 if it is nowhere. The charge covers any
// algorithm.
func IndexOf(m *Meter, s, part string, from int) int64 {
	m.Charge(1 + int64(len(s)+len(part))/6)
	k := strings.Index(s[from:], part)
	if k < 0 {
		return -1
	}
	return int64(k + from)
}

// LastIndexOf returns where part last is in s, −1 if it is nowhere.
func LastIndexOf(m *Meter, s, part string) int64 {
	m.Charge(1 + int64(len(s)+len(part))/2)
	return int64(strings.LastIndex(s, part))
}

// CountOf returns how often part is in s without overlaps; part is not empty.
func CountOf(m *Meter, s, part string) int64 {
	if part == "" {
		m.Fail(Wrong, "an empty string is everywhere; search for something")
	}
	m.Charge(1 + int64(len(s)+len(part))/6)
	return int64(strings.Count(s, part))
}

// partSteps is charged for each part of a divided string: it is a small object of its own.
const partSteps = 2

// Split returns the parts of s between separators, at most most of them; most below 1 means all.
func Split(m *Meter, s, sep string, most int64) Value {
	n := CountOf(m, s, sep) + 1
	if most >= 1 {
		n = min(n, most)
	}
	m.NewList(n)
	m.Alloc(n * textBytes)
	m.Charge(n * partSteps)
	l := make([]Value, 0, n)
	for int64(len(l)) < n-1 {
		part, rest, _ := strings.Cut(s, sep)
		l = append(l, String(part))
		s = rest
	}
	return ListOf(append(l, String(s)))
}

// Fields returns the words of s between blanks.
func Fields(m *Meter, s string) Value {
	m.Charge(1 + int64(len(s))/6)
	var l []Value
	begin := -1
	for i := 0; i <= len(s); i++ {
		if i < len(s) && !blank(s[i]) {
			if begin < 0 {
				begin = i
			}
			continue
		}
		if begin >= 0 {
			Grow(m, l)
			m.Alloc(textBytes)
			m.Charge(partSteps)
			l = append(l, String(s[begin:i]))
			begin = -1
		}
	}
	m.NewList(0)
	return ListOf(l)
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Replace returns s with each part replaced by with, at most most times; most below 0 means all.
func Replace(m *Meter, s, part, with string, most int64) Value {
	n := CountOf(m, s, part)
	if most >= 0 {
		n = min(n, most)
	}
	m.NewString(int64(len(s)) + n*(int64(len(with))-int64(len(part))))
	return String(strings.Replace(s, part, with, int(n)))
}

// Strip returns s without the bytes of cut at its ends; an empty cut means blanks.
func Strip(m *Meter, s, cut string, left, right bool) Value {
	m.Charge(1 + int64(len(s))/4)
	var set [256]bool
	for i := range len(cut) {
		set[cut[i]] = true
	}
	in := func(c byte) bool {
		if cut == "" {
			return blank(c)
		}
		return set[c]
	}
	for left && s != "" && in(s[0]) {
		s = s[1:]
	}
	for right && s != "" && in(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	m.Alloc(textBytes)
	return String(s)
}

// MapASCII returns the bytes f(s, i) for each index i; f keeps bytes that are no ASCII letters.
func MapASCII(m *Meter, s string, f func(s string, i int) byte) Value {
	m.Charge(int64(len(s)) / 8)
	m.NewString(int64(len(s)))
	b := []byte(s)
	for i := range b {
		b[i] = f(s, i)
	}
	return String(string(b))
}

// Has reports whether x is a number of the range.
func (r *Range) Has(x Value) bool {
	i, ok := x.AsInt()
	if !ok || r.Len() == 0 {
		return false
	}
	k := (i - r.first) / r.step
	return (i-r.first)%r.step == 0 && k >= 0 && k < r.Len()
}
