package fixed

import "math/bits"

// Add returns v+o.
func (v Vec) Add(o Vec) Vec { return Vec{v.X + o.X, v.Y + o.Y} }

// Sub returns v−o.
func (v Vec) Sub(o Vec) Vec { return Vec{v.X - o.X, v.Y - o.Y} }

// Scale returns v×k, each part rounded to nearest.
func (v Vec) Scale(k Q) Vec { return Vec{v.X.Mul(k), v.Y.Mul(k)} }

// Len returns the length of v, rounded down to a unit.
func (v Vec) Len() Q { return Q(length(int64(v.X), int64(v.Y))) }

// Near reports whether v is at most d long, without a root. It is exact below 2^15 tiles; greater values of
// x or y are not near.
func (v Vec) Near(d Q) bool {
	if v.X.Abs() > d || v.Y.Abs() > d {
		return false
	}
	return v.X*v.X+v.Y*v.Y <= d*d
}

// S returns v as a local vector, each coordinate clamped to the range of S.
func (v Vec) S() SVec { return SVec{v.X.S(), v.Y.S()} }

// Lerp returns the point t of the way from v to o; t from 0 to One.
func (v Vec) Lerp(o Vec, t S) Vec {
	return Vec{v.X + (o.X - v.X).Mul(Q(t)), v.Y + (o.Y - v.Y).Mul(Q(t))}
}

// Add returns v+o.
func (v SVec) Add(o SVec) SVec { return SVec{v.X + o.X, v.Y + o.Y} }

// Sub returns v−o.
func (v SVec) Sub(o SVec) SVec { return SVec{v.X - o.X, v.Y - o.Y} }

// Scale returns v×k, each part rounded to nearest.
func (v SVec) Scale(k S) SVec { return SVec{v.X.Mul(k), v.Y.Mul(k)} }

// Vec returns v with room to grow.
func (v SVec) Vec() Vec { return Vec{Q(v.X), Q(v.Y)} }

// Len returns the length of v, rounded down to a unit.
func (v SVec) Len() S { return clampS(int64(length(int64(v.X), int64(v.Y)))) }

// Dot returns the scalar product of v and o, rounded to nearest and clamped.
func (v SVec) Dot(o SVec) S {
	return clampS((int64(v.X)*int64(o.X) + int64(v.Y)*int64(o.Y) + One/2) >> Bits)
}

// Clamp returns v shortened to the length most, if it is longer. Each part is rounded towards zero.
func (v SVec) Clamp(most S) SVec {
	n := v.Len()
	if n <= most {
		return v
	}
	return SVec{S(int64(v.X) * int64(most) / int64(n)), S(int64(v.Y) * int64(most) / int64(n))}
}

// Unit returns the vector of length One in the direction of v, and zero for zero. The parts are
// rounded to nearest, so its Len is One or One-1.
func (v SVec) Unit() SVec {
	u, _ := v.Split()
	return u
}

// Split returns Unit and Len at the cost of one root.
func (v SVec) Split() (unit SVec, far S) {
	a, b := magnitude(Q(v.X)), magnitude(Q(v.Y))
	if a|b == 0 {
		return SVec{}, 0
	}
	// Scale to 31 bits first: the length is an integer, and its rounding error in a short vector would make
	// the unit too long.
	shift := 31 - bits.Len64(a|b)
	if shift < 0 { // -1<<31 has 32
		a, b = a>>1, b>>1
	} else {
		a, b = a<<shift, b<<shift
	}
	r := root(a*a + b*b)
	if shift < 0 {
		far = clampS(int64(r << 1))
	} else {
		far = clampS(int64(r >> shift))
	}
	n := int64(r << unitBits >> Bits)
	x, y := int64(v.X)<<(shift+unitBits), int64(v.Y)<<(shift+unitBits)
	return SVec{S(nearest(x, n)), S(nearest(y, n))}, far
}

// unitBits is by how much more Split scales parts up before it divides them.
const unitBits = 10

// nearest is a / n, n > 0, rounded to nearest and halves away from zero.
func nearest(a, n int64) int64 {
	if a < 0 {
		return (a - n/2) / n
	}
	return (a + n/2) / n
}

// length is the integer length of (x, y), halving both until their squares fit.
func length(x, y int64) uint64 {
	a, b := magnitude(Q(x)), magnitude(Q(y))
	shift := max(0, bits.Len64(a|b)-31)
	a, b = a>>shift, b>>shift
	return root(a*a+b*b) << shift
}
