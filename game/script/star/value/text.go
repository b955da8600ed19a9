package value

import (
	"strconv"
	"strings"
)

// Writer makes a string piece by piece.
type Writer struct {
	m *Meter
	b []byte
}

// Write returns a writer of an empty string.
func Write(m *Meter) Writer { return Writer{m: m} }

// Text adds a piece.
func (w *Writer) Text(s string) {
	if len(w.b)+len(s) > MaxString {
		w.m.Fail(Size, "a string of more than %d bytes", MaxString)
	}
	w.m.Alloc(2 * int64(len(s)))
	w.b = append(w.b, s...)
}

// Done returns the string.
func (w *Writer) Done() Value {
	w.m.Alloc(textBytes)
	return String(string(w.b))
}

// Value adds a value as str writes it, or as repr does, with quotes round a string. Deeper than maxDepth, it
// adds three dots.
func (w *Writer) Value(v Value, quoted bool) { w.value(v, quoted, maxDepth) }

func (w *Writer) value(v Value, quoted bool, depth int) {
	w.m.Charge(1)
	switch r := v.r.(type) {
	case *Text:
		if quoted {
			w.m.Charge(int64(len(r.s)) / 8)
			w.Text(quote(r.s))
		} else {
			w.Text(r.s)
		}
	case *List:
		w.all("[", "]", r.v, depth)
	case *Tuple:
		shut := ")"
		if len(r.v) == 1 {
			shut = ",)"
		}
		w.all("(", shut, r.v, depth)
	case *Dict:
		w.dict(r, depth)
	case *Range:
		w.Text("range(" + strconv.FormatInt(r.first, 10) + ", " + strconv.FormatInt(r.end, 10) + ", " + strconv.FormatInt(r.step, 10) + ")")
	case *numberRef:
		w.Text(FormatNumber(v.n))
	case *noneRef:
		w.Text("None")
	case *boolRef:
		if v.n != 0 {
			w.Text("True")
		} else {
			w.Text("False")
		}
	case *thingRef: // its id is the world's business
		w.Text("<thing>")
	default:
		w.Text("<" + v.Kind().String() + ">")
	}
}

func (w *Writer) all(open, shut string, l []Value, depth int) {
	if depth == 0 {
		w.Text("...")
		return
	}
	w.Text(open)
	for k, e := range l {
		if k > 0 {
			w.Text(", ")
		}
		w.value(e, true, depth-1)
	}
	w.Text(shut)
}

func (w *Writer) dict(d *Dict, depth int) {
	if depth == 0 {
		w.Text("...")
		return
	}
	w.Text("{")
	first := true
	for _, e := range d.entries {
		if !e.key.IsSet() {
			continue
		}
		if !first {
			w.Text(", ")
		}
		first = false
		w.value(e.key, true, depth-1)
		w.Text(": ")
		w.value(e.value, true, depth-1)
	}
	w.Text("}")
}

// quote writes a string as a literal. Only ASCII control bytes, quotes and backslashes are escaped.
func quote(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'x', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// Str returns v as a string.
func Str(m *Meter, v Value, quoted bool) Value {
	if _, ok := v.r.(*Text); ok && !quoted {
		return v
	}
	w := Write(m)
	w.Value(v, quoted)
	return w.Done()
}

// Concat returns x+y of strings.
func Concat(m *Meter, x, y string) Value {
	m.NewString(int64(len(x)) + int64(len(y)))
	return String(x + y)
}

// Repeat returns x*n of a string, list or tuple; a negative n counts as 0.
func Repeat(m *Meter, x Value, n int64) Value {
	n = max(n, 0)
	size := Len(m, x)
	if size > 0 && n > MaxString {
		n = MaxString + 1
	}
	if size == 0 {
		n = 0
	}
	switch r := x.r.(type) {
	case *Text:
		m.NewString(size * n)
		return String(strings.Repeat(r.s, int(n)))
	case *List:
		m.NewList(size * n)
		return ListOf(repeat(r.v, n))
	case *Tuple:
		m.NewList(size * n)
		return TupleOf(repeat(r.v, n))
	}
	m.Fail(Type, "%s cannot be repeated", Article(x))
	return None
}

func repeat(v []Value, n int64) []Value {
	out := make([]Value, 0, int64(len(v))*n)
	for range n {
		out = append(out, v...)
	}
	return out
}
