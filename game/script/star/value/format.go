package value

import (
	"strconv"
	"strings"

	"manyhold/game/fixed"
)

// maxPad is the greatest width of a field of a format.
const maxPad = 64

// Format returns s % values: each verb takes the next value.
//
//	%s %r   as str and repr write it
//	%d      a number without its fraction
//	%x      a whole number in base 16
//	%f %.2f a number with 5 digits after the point, or as many as stated, at most 5
//	%%      a percent sign
//
// Between the percent sign and the letter, a width pads with spaces on the left, 0 before it with zeros, and
// - on the right: %3d %02d %-8s.
func Format(m *Meter, s string, values []Value) Value {
	m.Charge(int64(len(s)) / 16)
	w := Write(m)
	next := 0
	for {
		k := strings.IndexByte(s, '%')
		if k < 0 {
			w.Text(s)
			break
		}
		w.Text(s[:k])
		s = s[k+1:]
		if strings.HasPrefix(s, "%") {
			w.Text("%")
			s = s[1:]
			continue
		}
		f, rest := parseField(m, s)
		s = rest
		if next >= len(values) {
			m.Fail(Argument, "the format has more verbs than values")
		}
		w.field(f, values[next])
		next++
	}
	if next < len(values) {
		m.Fail(Argument, "the format has %s for %s", Count(next, "verb"), Count(len(values), "value"))
	}
	return w.Done()
}

// field is one verb of a format.
type field struct {
	verb        byte
	left, zeros bool
	width       int
	digits      int
}

func parseField(m *Meter, s string) (f field, rest string) {
	f.digits = -1
	i := 0
	if i < len(s) && s[i] == '-' {
		f.left = true
		i++
	}
	if i < len(s) && s[i] == '0' {
		f.zeros = true
		i++
	}
	number := func() (n int) {
		for ; i < len(s) && '0' <= s[i] && s[i] <= '9' && n <= maxPad; i++ {
			n = n*10 + int(s[i]-'0')
		}
		return n
	}
	f.width = number()
	if i < len(s) && s[i] == '.' {
		i++
		f.digits = number()
	}
	if i == len(s) || f.width > maxPad || f.digits > 5 {
		m.Fail(Wrong, "the format is wrong after %%: a width up to %d, up to 5 digits, and one of d s r x f", maxPad)
	}
	f.verb = s[i]
	return f, s[i+1:]
}

// field writes a value as f says.
func (w *Writer) field(f field, v Value) {
	start := len(w.b)
	switch f.verb {
	case 's', 'r':
		w.Value(v, f.verb == 'r')
	case 'd':
		w.Text(strconv.FormatInt(w.m.Units(v)/fixed.One, 10))
	case 'x':
		w.Text(strconv.FormatInt(w.m.Whole(v), 16))
	case 'f':
		digits := f.digits
		if digits < 0 {
			digits = 5
		}
		w.Text(formatDecimals(w.m.Units(v), digits))
	default:
		w.m.Fail(Wrong, "the format has no verb %s; it is one of d s r x f", quote(string(f.verb)))
	}
	w.pad(f, start)
}

// pad widens what was written from start on to the width of f.
func (w *Writer) pad(f field, start int) {
	n := f.width - (len(w.b) - start)
	if n <= 0 {
		return
	}
	if f.left {
		w.Text(strings.Repeat(" ", n))
		return
	}
	body := string(w.b[start:])
	w.b = w.b[:start]
	if f.zeros && f.verb != 's' && f.verb != 'r' {
		if strings.HasPrefix(body, "-") {
			w.Text("-")
			body = body[1:]
		}
		w.Text(strings.Repeat("0", n))
	} else {
		w.Text(strings.Repeat(" ", n))
	}
	w.Text(body)
}

// FormatBraces returns s with each {} replaced by the next value, {0} by the first; {{ and }} are braces.
func FormatBraces(m *Meter, s string, values []Value) Value {
	m.Charge(int64(len(s)) / 16)
	w := Write(m)
	next := 0
	for {
		k := strings.IndexAny(s, "{}")
		if k < 0 {
			w.Text(s)
			return w.Done()
		}
		w.Text(s[:k])
		open := s[k]
		s = s[k+1:]
		if s != "" && s[0] == open {
			w.Text(string(open))
			s = s[1:]
			continue
		}
		end := strings.IndexByte(s, '}')
		if open == '}' || end < 0 {
			m.Fail(Wrong, "the format has a single brace; write it twice to show one")
		}
		i := next
		if name := s[:end]; name == "" {
			next++
		} else if n, err := strconv.ParseUint(name, 10, 8); err == nil {
			i = int(n)
		} else {
			m.Fail(Wrong, "the format may have {} and {0} only")
		}
		s = s[end+1:]
		if i >= len(values) {
			m.Fail(Argument, "the format needs %s and has %d", Count(i+1, "value"), len(values))
		}
		w.Value(values[i], false)
	}
}
