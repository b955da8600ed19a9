package value

import (
	"math/bits"
	"strconv"
	"strings"

	"manyhold/game/fixed"
)

// MaxInt is the greatest whole number.
const MaxInt = 1<<47 - 1

func (m *Meter) overflow() {
	m.Fail(Overflow, "the number is too large: %d is the greatest", int64(MaxInt))
}

// Add returns x+y of numbers.
func (m *Meter) Add(x, y int64) int64 {
	r := x + y
	if (x^r)&(y^r) < 0 {
		m.overflow()
	}
	return r
}

// Sub returns x−y of numbers.
func (m *Meter) Sub(x, y int64) int64 {
	r := x - y
	if (x^y)&(x^r) < 0 {
		m.overflow()
	}
	return r
}

// Mul returns x×y of numbers, rounded to the nearest, halves upwards, as fixed.Q does.
func (m *Meter) Mul(x, y int64) int64 {
	if int64(int32(x)) == x && int64(int32(y)) == y {
		return (x*y + fixed.One/2) >> fixed.Bits
	}
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		hi -= uint64(y)
	}
	if y < 0 {
		hi -= uint64(x)
	}
	lo, carry := bits.Add64(lo, fixed.One/2, 0)
	hi += carry
	r := int64(hi<<(64-fixed.Bits) | lo>>fixed.Bits)
	if int64(hi)>>(fixed.Bits-1) != r>>63 {
		m.overflow()
	}
	return r
}

// Div returns x/y of numbers, rounded to the nearest, halves away from zero, as fixed.Q does.
func (m *Meter) Div(x, y int64) int64 {
	m.divisor(y)
	n, d := magnitude(x), magnitude(y)
	hi, lo := n>>(64-fixed.Bits), n<<fixed.Bits
	lo, carry := bits.Add64(lo, d/2, 0)
	hi += carry
	if hi >= d {
		m.overflow()
	}
	q, _ := bits.Div64(hi, lo, d)
	if q > 1<<63-1 {
		m.overflow()
	}
	if (x < 0) != (y < 0) {
		return -int64(q)
	}
	return int64(q)
}

// FloorDiv returns the greatest whole number that is not above x/y.
func (m *Meter) FloorDiv(x, y int64) int64 {
	m.divisor(y)
	if y == -1 && x == -1<<63 {
		m.overflow()
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return m.fromInt(q)
}

// Mod returns x−y×⌊x/y⌋, which has the sign of y.
func (m *Meter) Mod(x, y int64) int64 {
	m.divisor(y)
	if y == -1 {
		return 0
	}
	r := x % y
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

func (m *Meter) divisor(y int64) {
	if y == 0 {
		m.Fail(Zero, "a division by zero")
	}
}

// fromInt turns a whole number into units.
func (m *Meter) fromInt(i int64) int64 {
	if i != i<<fixed.Bits>>fixed.Bits {
		m.overflow()
	}
	return i << fixed.Bits
}

// NewInt returns a whole number; one that is too large is a fault.
func (m *Meter) NewInt(i int64) Value { return Number(fixed.Q(m.fromInt(i))) }

// Whole returns a whole number; any other value is a fault.
func (m *Meter) Whole(v Value) int64 {
	i, ok := v.AsInt()
	if !ok {
		kind := Type
		if v.IsNumber() {
			kind = Wrong
		}
		m.Fail(kind, "this needs a whole number, not %s", show(v))
	}
	return i
}

// Units returns the units of a number; any other value is a fault.
func (m *Meter) Units(v Value) int64 {
	if !v.IsNumber() {
		m.Fail(Type, "this needs a number, not %s", Article(v))
	}
	return v.n
}

// Shift returns x<<by, or x>>by with right, of whole numbers.
func (m *Meter) Shift(x, by int64, right bool) int64 {
	if by < 0 || by > 63 {
		m.Fail(Wrong, "a number cannot be shifted by %d places", by)
	}
	if right {
		return x >> by
	}
	if x != 0 && (by >= 48 || x<<by>>by != x) {
		m.overflow()
	}
	return x << by
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// FormatNumber writes units with the fewest digits after the point by which ParseNumber finds the same units.
func FormatNumber(n int64) string {
	b := make([]byte, 0, 24)
	if n < 0 {
		b = append(b, '-')
	}
	u := magnitude(n)
	b = strconv.AppendUint(b, u>>fixed.Bits, 10)
	part := u & (fixed.One - 1)
	if part == 0 {
		return string(b)
	}
	digits, scale := 1, uint64(10)
	for ; digits < 5; digits, scale = digits+1, scale*10 {
		if d := (part*scale + fixed.One/2) >> fixed.Bits; d < scale && (d<<fixed.Bits+scale/2)/scale == part {
			break
		}
	}
	return string(appendPart(b, (part*scale+fixed.One/2)>>fixed.Bits, digits))
}

// appendPart appends a point and the digits of part, with zeros before them.
func appendPart(b []byte, part uint64, digits int) []byte {
	s := strconv.FormatUint(part, 10)
	b = append(b, '.')
	for range digits - len(s) {
		b = append(b, '0')
	}
	return append(b, s...)
}

// formatDecimals writes units with that many digits after the point, rounded to the nearest, halves away from
// zero. At most 5 digits are needed to tell two numbers apart.
func formatDecimals(n int64, digits int) string {
	scale := uint64(1)
	for range digits {
		scale *= 10
	}
	u := magnitude(n)
	whole, part := u>>fixed.Bits, ((u&(fixed.One-1))*scale+fixed.One/2)>>fixed.Bits
	if part >= scale {
		whole, part = whole+1, 0
	}
	b := make([]byte, 0, 24)
	if n < 0 && (whole != 0 || part != 0) {
		b = append(b, '-')
	}
	b = strconv.AppendUint(b, whole, 10)
	if digits > 0 {
		b = appendPart(b, part, digits)
	}
	return string(b)
}

// ParseNumber reads decimal digits, at most 12 of them after a point, and rounds to the nearest unit. It
// takes no sign and no exponent.
func ParseNumber(s string) (int64, bool) {
	whole, part, _ := strings.Cut(s, ".")
	if whole == "" && part == "" || len(whole) > 15 || len(part) > 12 {
		return 0, false
	}
	n, f, scale := uint64(0), uint64(0), uint64(1)
	for i := range len(whole) {
		d := uint64(whole[i]) - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + d
	}
	for i := range len(part) {
		d := uint64(part[i]) - '0'
		if d > 9 {
			return 0, false
		}
		f, scale = f*10+d, scale*10
	}
	if n > MaxInt {
		return 0, false
	}
	units := n<<fixed.Bits + (f<<fixed.Bits+scale/2)/scale
	return int64(units), units < 1<<63
}
