package fixed

import "math/bits"

// Floor returns the greatest whole number that is not greater than q.
func (q Q) Floor() int64 { return int64(q >> Bits) }

// Abs returns the magnitude of q.
func (q Q) Abs() Q {
	if q < 0 {
		return -q
	}
	return q
}

// Mul returns q×o rounded to nearest, halves upwards. It wraps round on overflow; places and distances in
// the world are far below the limit (±2^47 tiles).
func (q Q) Mul(o Q) Q {
	hi, lo := bits.Mul64(uint64(q), uint64(o))
	if q < 0 {
		hi -= uint64(o)
	}
	if o < 0 {
		hi -= uint64(q)
	}
	lo, carry := bits.Add64(lo, One/2, 0)
	return Q((hi+carry)<<(64-Bits) | lo>>Bits)
}

// Div returns q/o rounded to the nearest, halves away from zero. A quotient that does not fit is
// clamped to the greatest magnitude. Division by zero panics: it is our own bug.
func (q Q) Div(o Q) Q {
	if o == 0 {
		panic("fixed: division by zero")
	}
	n, d := magnitude(q), magnitude(o)
	hi, lo := n>>(64-Bits), n<<Bits
	lo, carry := bits.Add64(lo, d/2, 0)
	hi += carry
	r := uint64(1<<63 - 1)
	if hi < d {
		if v, _ := bits.Div64(hi, lo, d); v < r {
			r = v
		}
	}
	if (q < 0) != (o < 0) {
		return -Q(r)
	}
	return Q(r)
}

// magnitude is |q|, right even for the least Q.
func magnitude(q Q) uint64 {
	if q < 0 {
		return -uint64(q)
	}
	return uint64(q)
}

// Abs returns the magnitude of s.
func (s S) Abs() S {
	if s < 0 {
		return -s
	}
	return s
}

// Mul returns s×o rounded to the nearest, halves upwards; a product beyond S is clamped.
func (s S) Mul(o S) S { return clampS((int64(s)*int64(o) + One/2) >> Bits) }

// Div returns s/o rounded to the nearest, halves away from zero; a quotient beyond S is clamped.
// Division by zero panics: it is our own bug.
func (s S) Div(o S) S {
	if o == 0 {
		panic("fixed: division by zero")
	}
	n, d := int64(s)<<Bits, int64(o)
	if d < 0 {
		n, d = -n, -d
	}
	if n < 0 {
		return clampS((n - d/2) / d)
	}
	return clampS((n + d/2) / d)
}

// Q returns s with room to grow.
func (s S) Q() Q { return Q(s) }

// S returns q as a local value, clamped to the range of S.
func (q Q) S() S { return clampS(int64(q)) }

func clampS(v int64) S { return S(min(max(v, -1<<31), 1<<31-1)) }

// Sqrt returns the square root of q rounded down to a unit; of a negative number it is zero.
func Sqrt(q Q) Q {
	switch {
	case q <= 0:
		return 0
	case q < 1<<(63-Bits):
		return Q(root(uint64(q) << Bits))
	}
	return Q(root(uint64(q))) << (Bits / 2)
}

// root returns the integer square root of n, rounded down. A table gives the first eight bits of the
// inverse root, two steps of Newton's method thirty. This needs no division, which is slow; the last units
// are corrected.
func root(n uint64) uint64 {
	if n < 256 {
		return uint64(smallRoots[n]) >> 4
	}
	shift := (bits.LeadingZeros64(n)) &^ 1
	top := n << shift // its first byte is 64 to 255
	m := top >> 32
	y := uint64(inverseRoots[top>>56]) // 2³⁰/√(top/2⁶⁴)
	y = y * (3<<30 - m*(y*y>>30)>>32) >> 31
	y = y * (3<<30 - m*(y*y>>30)>>32) >> 31
	r := m * y >> 30 >> (shift / 2)
	for r*r > n || r >= 1<<32 {
		r--
	}
	for r+1 < 1<<32 && (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// smallRoots is the square root of 0 to 255, times 16, rounded down.
var smallRoots = func() (t [256]uint8) {
	for n, r := 0, 0; n < len(t); n++ {
		for (r+1)*(r+1) <= n<<8 {
			r++
		}
		t[n] = uint8(r)
	}
	return t
}()

// inverseRoots is 2³⁰/√((n + ½)/256) for n from 64 on, rounded down to sixteen.
var inverseRoots = func() (t [256]uint32) {
	for n := uint64(64); n < 256; n++ {
		square, r := uint64(1)<<61/(2*n+1), uint64(0)
		for bit := uint64(1) << 27; bit > 0; bit >>= 1 {
			if (r+bit)*(r+bit) <= square {
				r += bit
			}
		}
		t[n] = uint32(r << 4)
	}
	return t
}()
