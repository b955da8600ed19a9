package value

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/fixed"
)

func meter() *Meter {
	var m Meter
	m.Begin(Limits{Steps: 1 << 40, Bytes: 1 << 40})
	return &m
}

// fault calls f and returns the fault by which it ends.
func fault(f func()) (fault *Fault) {
	defer func() {
		if r := recover(); r != nil {
			fault = r.(*Fault)
		}
	}()
	f()
	return nil
}

// units draws numbers of all sizes, the ends among them.
func units() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64(), rapid.Int64Range(-1<<20, 1<<20), rapid.Int64Range(-1<<34, 1<<34),
		rapid.SampledFrom([]int64{0, 1, -1, fixed.One, -fixed.One, fixed.One / 2, math.MaxInt64, math.MinInt64, MaxInt << 16}))
}

// TestArithmetic compares with numbers of unlimited width: a result is exact or correctly rounded, and a
// result that does not fit is a fault.
func TestArithmetic(t *testing.T) {
	one := big.NewInt(fixed.One)
	floor := func(x, y *big.Int) *big.Int { // towards minus infinity
		q, r := new(big.Int).QuoRem(x, y, new(big.Int))
		if r.Sign() != 0 && r.Sign() != y.Sign() {
			q.Sub(q, big.NewInt(1))
		}
		return q
	}
	ops := []struct {
		name  string
		f     func(m *Meter, x, y int64) int64
		exact func(x, y *big.Int) *big.Int
	}{
		{"+", (*Meter).Add, func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }},
		{"-", (*Meter).Sub, func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }},
		{"*", (*Meter).Mul, func(x, y *big.Int) *big.Int {
			p := new(big.Int).Mul(x, y)
			return floor(p.Add(p, big.NewInt(fixed.One/2)), one)
		}},
		{"/", (*Meter).Div, func(x, y *big.Int) *big.Int { // ⌊(2·|x|·One + |y|) / (2·|y|)⌋ with the sign
			n, d := new(big.Int).Abs(x), new(big.Int).Abs(y)
			n.Mul(n, one).Mul(n, big.NewInt(2)).Add(n, d)
			q := n.Quo(n, d.Mul(d, big.NewInt(2)))
			if x.Sign()*y.Sign() < 0 {
				q.Neg(q)
			}
			return q
		}},
		{"//", (*Meter).FloorDiv, func(x, y *big.Int) *big.Int { return new(big.Int).Mul(floor(x, y), one) }},
		{"%", (*Meter).Mod, func(x, y *big.Int) *big.Int {
			return new(big.Int).Sub(x, new(big.Int).Mul(floor(x, y), y))
		}},
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := units().Draw(t, "x"), units().Draw(t, "y")
		for _, op := range ops {
			var got int64
			f := fault(func() { got = op.f(meter(), x, y) })
			if y == 0 && (op.name == "/" || op.name == "//" || op.name == "%") {
				if f == nil || f.Kind != Zero {
					t.Fatalf("%d %s 0: %v", x, op.name, f)
				}
				continue
			}
			want := op.exact(big.NewInt(x), big.NewInt(y))
			switch {
			case f != nil && f.Kind != Overflow:
				t.Fatalf("%d %s %d: %v", x, op.name, y, f)
			case want.IsInt64() && f == nil && want.Int64() != got:
				t.Fatalf("%d %s %d = %d, want %v", x, op.name, y, got, want)
			case want.IsInt64() != (f == nil) && !(op.name == "/" && want.IsInt64() && want.Int64() == math.MinInt64):
				t.Fatalf("%d %s %d: %v, want %v", x, op.name, y, f, want)
			}
		}
	})
}

// TestNumbersAreWritten: a number is read from its text as the same number, and no shorter text would do.
func TestNumbersAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := units().Draw(t, "n")
		s := FormatNumber(n)
		digits, minus := strings.CutPrefix(s, "-")
		if n == math.MinInt64 {
			return // has no positive number to read
		}
		back, ok := ParseNumber(digits)
		if minus {
			back = -back
		}
		if !ok || back != n {
			t.Fatalf("%d is %s is %d %v", n, s, back, ok)
		}
		if i := strings.IndexByte(s, '.'); i >= 0 {
			if shorter, _ := ParseNumber(digits[:len(digits)-1]); shorter == back {
				t.Fatalf("%s has a digit too many", s)
			}
		}
	})
	for s, want := range map[string]int64{"0": 0, "1": fixed.One, ".5": fixed.One / 2, "5.": 5 * fixed.One, "0.1": 6554, "007": 7 * fixed.One} {
		if n, ok := ParseNumber(s); !ok || n != want {
			t.Errorf("%s is %d %v", s, n, ok)
		}
	}
	for _, s := range []string{"", ".", "1e5", "-1", "1.2.3", "140737488355328", "140737488355327.999999999", "1.1234567890123", "9999999999999999", "0x10", " 1"} {
		if n, ok := ParseNumber(s); ok {
			t.Errorf("%q is %d", s, n)
		}
	}
}

// TestShift compares shifts with those of wider numbers.
func TestShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, by := rapid.Int64Range(-MaxInt-1, MaxInt).Draw(t, "x"), rapid.Int64Range(0, 63).Draw(t, "by")
		want := new(big.Int).Lsh(big.NewInt(x), uint(by))
		var got Value
		f := fault(func() { m := meter(); got = m.NewInt(m.Shift(x, by, false)) })
		fits := want.IsInt64() && -MaxInt-1 <= want.Int64() && want.Int64() <= MaxInt
		if i, _ := got.AsInt(); fits != (f == nil) || fits && i != want.Int64() {
			t.Fatalf("%d << %d is %v, want %v", x, by, got, want)
		}
		if r := meter().Shift(x, by, true); r != x>>by {
			t.Fatalf("%d >> %d is %d", x, by, r)
		}
	})
}

// TestDictIsAnOrderedMap compares a dict with a slice of pairs, through growth, gaps and packing.
func TestDictIsAnOrderedMap(t *testing.T) {
	type pair struct{ k, v Value }
	rapid.Check(t, func(t *rapid.T) {
		m := meter()
		d := NewDict(m)
		var want []pair
		key := func() Value {
			n := rapid.Int64Range(0, 30).Draw(t, "key")
			switch n % 5 {
			case 0:
				return String(fmt.Sprint(n))
			case 1:
				return TupleOf([]Value{Int(n), String("x")})
			case 2:
				return Thing(uint64(n))
			}
			return Int(n)
		}
		for range rapid.IntRange(0, 120).Draw(t, "steps") {
			k := key()
			i := slices.IndexFunc(want, func(p pair) bool { return Equal(m, p.k, k) })
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				v := Int(rapid.Int64Range(0, 1000).Draw(t, "v"))
				d.Put(m, k, v)
				if i >= 0 {
					want[i].v = v
				} else {
					want = append(want, pair{k, v})
				}
			case 2:
				v, ok := d.Drop(m, k)
				if ok != (i >= 0) || ok && v != want[i].v {
					t.Fatalf("dropped %v %v", v, ok)
				}
				if i >= 0 {
					want = slices.Delete(want, i, i+1)
				}
			case 3:
				if v, ok := d.Get(m, k); ok != (i >= 0) || ok && v != want[i].v {
					t.Fatalf("got %v %v", v, ok)
				}
			}
			if d.Len() != len(want) {
				t.Fatalf("%d entries, want %d", d.Len(), len(want))
			}
		}
		keys := d.Keys(m)
		for i, p := range want {
			if !Equal(m, keys[i], p.k) || d.Values(m)[i] != p.v {
				t.Fatalf("entry %d is %s", i, show(keys[i]))
			}
		}
	})
}

// TestFreeze: nothing that a frozen value holds can change, and a value may hold itself.
func TestFreeze(t *testing.T) {
	m := meter()
	inner := &List{v: []Value{Int(1)}}
	d := NewDict(m)
	d.Put(m, String("l"), Of(inner))
	outer := &List{v: []Value{TupleOf([]Value{Of(d)})}}
	outer.v = append(outer.v, Of(outer))
	deep := None
	for range 100_000 {
		deep = ListOf([]Value{deep})
	}
	outer.v = append(outer.v, deep)
	Freeze(Of(outer))
	for name, f := range map[string]func(){
		"append":  func() { outer.Append(m, None) },
		"inner":   func() { inner.Append(m, None) },
		"element": func() { SetAt(m, Of(inner), Int(0), None) },
		"put":     func() { d.Put(m, String("l"), None) },
		"drop":    func() { d.Drop(m, String("l")) },
		"clear":   func() { d.Clear(m) },
		"sort":    func() { inner.Replace(m, nil) },
		"pop":     func() { inner.Remove(m, 0) },
		"reverse": func() { inner.Reverse(m) },
	} {
		if err := fault(f); err == nil || err.Kind != Frozen {
			t.Errorf("%s: %v", name, err)
		}
	}
	it := Visit(m, Of(inner)) // a loop over a frozen list writes nothing, because other machines read it
	if inner.loops != 0 {
		t.Error("a loop wrote to a frozen list")
	}
	it.End()
}

// TestLimitsOfTheMeter: the run ends exactly behind its limit, and never reports more than it.
func TestLimitsOfTheMeter(t *testing.T) {
	var m Meter
	m.Begin(Limits{Steps: 10, Bytes: 100})
	if f := fault(func() { m.Charge(10); m.Alloc(36) }); f != nil {
		t.Fatal(f)
	}
	if f := fault(func() { m.Alloc(65) }); f == nil || f.Kind != Bytes {
		t.Errorf("%v", f)
	}
	if f := fault(func() { m.Step(Pos{3, 4}, 1) }); f == nil || f.Kind != Steps || f.At != (Pos{3, 4}) {
		t.Errorf("%v", f)
	}
	if steps, bytes := m.Used(); steps != 10 || bytes != 100 {
		t.Errorf("%d steps, %d bytes", steps, bytes)
	}
}

// TestOrderAgreesWithSort: values that sort accepts are in the order of the operators.
func TestOrderAgreesWithSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := meter()
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		var l []Ranked
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			n := rapid.Int64Range(-3, 3).Draw(t, "v")
			v := [...]Value{Int(n), String(strings.Repeat("b", int(n&3))), Thing(uint64(n)), TupleOf([]Value{Int(n & 1), String(fmt.Sprint(n))})}[kind]
			l = append(l, Ranked{v, Int(int64(len(l)))})
		}
		reverse := rapid.Bool().Draw(t, "reverse")
		Sort(m, l, reverse)
		for i := 1; i < len(l); i++ {
			c := Order(m, l[i-1].Key, l[i].Key)
			if c != Compare(l[i-1].Key, l[i].Key) {
				t.Fatalf("Order and Compare differ")
			}
			if reverse {
				c = -c
			}
			if c > 0 || c == 0 && l[i-1].Value.Units() > l[i].Value.Units() {
				t.Fatalf("%s before %s", show(l[i-1].Key), show(l[i].Key))
			}
		}
	})
}
