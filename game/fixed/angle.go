package fixed

// Angle is a direction in 65,536 steps: 0 is east, a quarter turn (16,384) south, as y grows to the
// south. The upper eight bits are a facing of 256 steps.
type Angle uint16

// QuarterTurn is the angle from east to south.
const QuarterTurn Angle = 1 << 14

// Sin returns the sine of a, within two units of the true value and exact at multiples of a quarter
// turn. Between the 1,024 entries of the table it is interpolated.
func Sin(a Angle) S {
	part := a & (QuarterTurn - 1)
	if a&QuarterTurn != 0 {
		part = QuarterTurn - part
	}
	i, rest := part>>6, int32(part&63)
	v := quarterSine[i]
	if rest != 0 {
		v += ((quarterSine[i+1]-v)*rest + 32) >> 6
	}
	if a&(2*QuarterTurn) != 0 {
		v = -v
	}
	return S(v)
}

// Cos returns the cosine of a.
func Cos(a Angle) S { return Sin(a + QuarterTurn) }

// Direction returns the vector of length One in the direction of a.
func Direction(a Angle) SVec { return SVec{Cos(a), Sin(a)} }

// Atan2 returns the direction of (x, y), within four steps of the true one. Of (0, 0) it is 0.
func Atan2(y, x Q) Angle {
	a, b := magnitude(x), magnitude(y)
	steep := b > a
	if steep {
		a, b = b, a
	}
	if a == 0 {
		return 0
	}
	for a >= 1<<47 {
		a, b = a>>1, b>>1
	}
	t := b << 16 / a // 0 to One
	i, rest := t>>8, int32(t&255)
	v := octantArc[i]
	if rest != 0 {
		v += ((octantArc[i+1]-v)*rest + 128) >> 8
	}
	arc := Angle(v)
	if steep {
		arc = QuarterTurn - arc
	}
	if x < 0 {
		arc = 2*QuarterTurn - arc
	}
	if y < 0 {
		arc = -arc
	}
	return arc
}
