package fixed

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// exact compares with arithmetic of unlimited width.
func exact(a, b Q, f func(x, y *big.Int) *big.Int) Q {
	return Q(f(big.NewInt(int64(a)), big.NewInt(int64(b))).Int64())
}

func TestMulAndDiv(t *testing.T) {
	within := rapid.Int64Range(-1<<46, 1<<46)
	rapid.Check(t, func(t *rapid.T) {
		a, b := Q(within.Draw(t, "a")), Q(rapid.Int64Range(-1<<30, 1<<30).Draw(t, "b"))
		want := exact(a, b, func(x, y *big.Int) *big.Int {
			x.Mul(x, y).Add(x, big.NewInt(One/2))
			return x.Rsh(x, Bits)
		})
		if got := a.Mul(b); got != want {
			t.Fatalf("%d.Mul(%d) = %d, want %d", a, b, got, want)
		}
		if b == 0 {
			return
		}
		want = exact(a, b, func(x, y *big.Int) *big.Int {
			sign := x.Sign() * y.Sign()
			x.Abs(x).Lsh(x, Bits+1)
			y.Abs(y)
			x.Add(x, y).Quo(x, y.Lsh(y, 1))
			return x.Mul(x, big.NewInt(int64(sign)))
		})
		if got := a.Div(b); got != want {
			t.Fatalf("%d.Div(%d) = %d, want %d", a, b, got, want)
		}
	})
}

func TestRounding(t *testing.T) {
	for _, c := range []struct{ got, want int64 }{
		{int64(Q(3).Mul(One / 2)), 2}, {int64(Q(-3).Mul(One / 2)), -1}, // halves upwards
		{int64(Q(1).Div(2 * One)), 1}, {int64(Q(-1).Div(2 * One)), -1}, // halves away from zero
		{int64(S(3).Mul(One / 2)), 2}, {int64(S(-3).Mul(One / 2)), -1},
		{int64(S(1).Div(2 * One)), 1}, {int64(S(-1).Div(2 * One)), -1},
		{int64(S(math.MaxInt32).Mul(2 * One)), math.MaxInt32}, {int64(S(math.MinInt32).Div(One / 2)), math.MinInt32},
		{int64(Q(math.MaxInt64).Div(1)), math.MaxInt64},
		{Q(-3 << Bits).Floor(), -3}, {Q(-3<<Bits - 1).Floor(), -4},
		{int64(S(1).Div(3)), 21845}, {int64(Q(1 << 40).S()), math.MaxInt32},
	} {
		if c.got != c.want {
			t.Errorf("%d, want %d", c.got, c.want)
		}
	}
}

func TestRoot(t *testing.T) {
	check := func(n uint64) {
		r := root(n)
		hi := new(big.Int).SetUint64(r + 1)
		lo := new(big.Int).SetUint64(r)
		v := new(big.Int).SetUint64(n)
		if lo.Mul(lo, lo).Cmp(v) > 0 || hi.Mul(hi, hi).Cmp(v) <= 0 {
			t.Fatalf("root(%d) = %d", n, r)
		}
	}
	for n := range uint64(70_000) {
		check(n)
	}
	for b := range 64 {
		for d := range uint64(3) {
			check(1<<b - 1 + d)
		}
	}
	check(math.MaxUint64)
	rapid.Check(t, func(t *rapid.T) { check(rapid.Uint64().Draw(t, "n")) })
	for _, q := range []Q{1, 2, One, 2 * One, 1 << 46, 1 << 50, math.MaxInt64} {
		if got, want := float64(Sqrt(q))/One, math.Sqrt(float64(q)/One); math.Abs(got-want) > want/1e6+2.0/One {
			t.Errorf("Sqrt(%d) = %v, want %v", q, got, want)
		}
	}
}

func TestAngles(t *testing.T) {
	for a := range 1 << 16 {
		want := math.Sin(float64(a)*math.Pi/32768) * One
		if got := float64(Sin(Angle(a))); math.Abs(got-want) > 2 {
			t.Fatalf("Sin(%d) = %v, want %v", a, got, want)
		}
		d := Direction(Angle(a))
		back := int16(Atan2(d.Y.Q(), d.X.Q()) - Angle(a))
		if back > 4 || back < -4 {
			t.Fatalf("Atan2 of the direction %d is off by %d", a, back)
		}
	}
	for i, v := range octantArc {
		if want := math.Atan(float64(i)/256) / (2 * math.Pi) * 65536; math.Abs(float64(v)-want) > 1 {
			t.Errorf("octantArc[%d] = %d, want %v", i, v, want)
		}
	}
	for k, want := range []S{0, One, 0, -One} {
		if got := Sin(Angle(k) * QuarterTurn); got != want {
			t.Errorf("Sin of %d quarter turns = %d", k, got)
		}
	}
	if Atan2(0, 0) != 0 || Atan2(1, 0) != QuarterTurn || Atan2(0, -1) != 2*QuarterTurn || Atan2(math.MinInt64, 1) != 3*QuarterTurn {
		t.Error("Atan2 along the axes")
	}
}

func TestVectors(t *testing.T) {
	if got := (Vec{3 * One, -4 * One}).Len(); got != 5*One {
		t.Errorf("Len = %d", got)
	}
	if got := (Vec{3 << 40, 4 << 40}).Len(); got != 5<<40 {
		t.Errorf("Len of something far = %d", got)
	}
	if (Vec{1 << 40, 0}).Near(One) || !(Vec{3 * One, 4 * One}).Near(5*One) || (Vec{3 * One, 4 * One}).Near(5*One-1) {
		t.Error("Near")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Int32Range(-20*One, 20*One)
		v := SVec{S(s.Draw(t, "x")), S(s.Draw(t, "y"))}
		if c := v.Clamp(3 * One); c.Len() > 3*One || v.Len() <= 3*One && c != v {
			t.Fatalf("Clamp(%v) = %v", v, c)
		}
		if u := v.Unit().Len(); v != (SVec{}) && (u > One || u < One-1) {
			t.Fatalf("Unit(%v) has length %d", v, u)
		}
		if w := v.Vec().Lerp(Vec{}, One); w != (Vec{}) {
			t.Fatalf("Lerp to its end is %v", w)
		}
	})
}

// slowUnit and slowLen are Unit and Len as they are defined: by doubling and halving.
func slowUnit(v SVec) SVec {
	x, y := int64(v.X), int64(v.Y)
	if x == 0 && y == 0 {
		return SVec{}
	}
	for max(magnitude(Q(x)), magnitude(Q(y))) < 1<<40 {
		x, y = x<<1, y<<1
	}
	n := int64(slowLength(x, y) >> Bits)
	return SVec{S(nearest(x, n)), S(nearest(y, n))}
}

func slowLength(x, y int64) uint64 {
	a, b, shift := magnitude(Q(x)), magnitude(Q(y)), 0
	for a|b >= 1<<31 {
		a, b, shift = a>>1, b>>1, shift+1
	}
	return root(a*a+b*b) << shift
}

// TestSplit: one root gives the same unit and length as two that are defined by loops, near zero, at the ends
// of the numbers, and between them.
func TestSplit(t *testing.T) {
	check := func(v SVec) {
		t.Helper()
		unit, far := v.Split()
		if want := slowUnit(v); unit != want || v.Unit() != want {
			t.Fatalf("Split(%v) = %v, want %v", v, unit, want)
		}
		if want := clampS(int64(slowLength(int64(v.X), int64(v.Y)))); far != want || v.Len() != want {
			t.Fatalf("Split(%v) is %d long, want %d", v, far, want)
		}
	}
	ends := []S{math.MinInt32, math.MinInt32 + 1, -1 << 30, -One, -2, -1, 0, 1, 2, 3, One, 1 << 30, math.MaxInt32 - 1, math.MaxInt32}
	for _, x := range ends {
		for _, y := range ends {
			check(SVec{x, y})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		check(SVec{S(int32(rng.Uint32())) >> rng.IntN(32), S(int32(rng.Uint32())) >> rng.IntN(32)})
	}
}
