package rigid

import (
	"math"
	"testing"

	"manyhold/game/fixed"
)

// anchors returns how far apart the anchors of a joint are, in tiles.
func anchors(t *testing.T, w *World, j Joint) float64 {
	t.Helper()
	place := func(b Body, x, y fixed.S) (float64, float64) {
		a := float64(b.Angle) / (1 << 32) * 2 * math.Pi
		return inTiles(b.X) + inTiles(x)*math.Cos(a) - inTiles(y)*math.Sin(a), inTiles(b.Y) + inTiles(x)*math.Sin(a) + inTiles(y)*math.Cos(a)
	}
	ax, ay := place(body(t, w, j.A), j.AX, j.AY)
	bx, by := inTiles(j.BX), inTiles(j.BY)
	if j.B != 0 {
		bx, by = place(body(t, w, j.B), j.BX, j.BY)
	}
	return math.Hypot(bx-ax, by-ay)
}

// TestJointsHold hangs things up and lets them swing for ten seconds: the anchors of ropes come no further
// apart, those of rods keep their distance, those of hinges stay together; a body on a rope comes to hang
// below its hook.
func TestJointsHold(t *testing.T) {
	for _, c := range []struct {
		name        string
		tie         Tie
		chain       int
		least, most float64 // of the anchors, in tiles
	}{
		{"rope", Rope, 1, 0, 2.05}, {"rod", Rod, 1, 1.95, 2.05}, {"hinge", Hinge, 1, 0, 0.05},
		{"chain of ropes", Rope, 5, 0, 2.1}, {"chain of hinges", Hinge, 5, 0, 0.1},
	} {
		for _, rate := range []int{20, 60} {
			rules := smooth(testRules())
			rules.Gravity = fixed.SVec{Y: 10 * fixed.One}
			rules.Damping = fixed.One / 2
			w := New(rules, 40, 40)
			var joints []Joint
			for k := range c.chain {
				x := tiles(20.9 + 1.8*float64(k))
				if c.tie != Hinge {
					x = tiles(22.9 + 3.8*float64(k))
				}
				put(t, w, Body{ID: gameID(k + 1), Kind: plank, X: x, Y: tiles(6)})
				j := Joint{Number: uint32(k), Tie: c.tie, A: gameID(k + 1), B: gameID(k), AX: tiles(-0.9), BX: tiles(0.9), Length: tiles(2)}
				if k == 0 {
					j.B, j.BX, j.BY = 0, tiles(20), tiles(6)
				}
				if err := w.Attach(j); err != nil {
					t.Fatal(err)
				}
				joints = append(joints, j)
			}
			for k := range 20 * rate {
				w.Step(rate)
				for _, j := range joints {
					if d := anchors(t, w, j); d < c.least || d > c.most {
						t.Fatalf("%s 1/%d, step %d: anchors of joint %d are %.3f apart", c.name, rate, k, j.Number, d)
					}
				}
			}
			last := body(t, w, gameID(c.chain))
			if x, y := inTiles(last.X), inTiles(last.Y); math.Abs(x-20) > 1.5 || y < 6.5 {
				t.Errorf("%s 1/%d: it hangs at %.2f, %.2f", c.name, rate, x, y)
			}
		}
	}
}

// TestMotor turns a wheel on a hinge: it reaches the speed asked for, seen from above and with gravity, and a
// weak motor does not lift a weight.
func TestMotor(t *testing.T) {
	for _, gravity := range []fixed.S{0, 10 * fixed.One} {
		rules := smooth(testRules())
		rules.Gravity.Y = gravity
		w := New(rules, 20, 20)
		put(t, w, Body{ID: 1, Kind: ball, X: tiles(5), Y: tiles(5)})
		put(t, w, Body{ID: 2, Kind: plank, X: tiles(10.9), Y: tiles(5)})
		for _, j := range []Joint{
			{Number: 1, Tie: Hinge, A: 1, BX: tiles(5), BY: tiles(5), Motor: 6 * fixed.One, Torque: fixed.One},
			{Number: 2, Tie: Hinge, A: 2, AX: tiles(-0.9), BX: tiles(10), BY: tiles(5), Motor: -3 * fixed.One, Torque: tiles(2)},
		} {
			if err := w.Attach(j); err != nil {
				t.Fatal(err)
			}
		}
		for range 120 {
			w.Step(60)
		}
		if spin := inTiles(body(t, w, 1).Spin); math.Abs(spin-6) > 0.1 {
			t.Errorf("gravity %d: the wheel turns at %.2f, want 6", gravity, spin)
		}
		spin, y := inTiles(body(t, w, 2).Spin), inTiles(body(t, w, 2).Y)
		if gravity == 0 && math.Abs(spin+3) > 0.1 {
			t.Errorf("the arm turns at %.2f, want -3", spin)
		}
		if gravity != 0 && y < 5 {
			t.Errorf("two units of torque have lifted the arm to %.2f", y)
		}
	}
}

// TestTearing hangs a weight on a rope that is too weak, and on one that is not.
func TestTearing(t *testing.T) {
	rules := smooth(testRules())
	rules.Gravity.Y = 10 * fixed.One
	w := New(rules, 20, 40)
	for k := range 2 {
		put(t, w, Body{ID: gameID(k + 1), Kind: crate, X: tiles(5 + 5*float64(k)), Y: tiles(7)})
		if err := w.Attach(Joint{Number: uint32(k + 1), Tie: Rope, A: gameID(k + 1), BX: tiles(5 + 5*float64(k)), BY: tiles(5), Length: tiles(2), Tears: tiles(4 + 20*float64(k))}); err != nil {
			t.Fatal(err)
		}
	}
	tore := 0
	for range 120 {
		for _, n := range w.Step(60) {
			if n.What == Tore {
				tore++
				if n.A != 1 {
					t.Errorf("rope %d tore", n.A)
				}
			}
		}
	}
	if tore != 1 || len(w.Joints()) != 1 {
		t.Errorf("%d ropes tore, %d are left", tore, len(w.Joints()))
	}
}

// TestAttachRefuses: impossible joints are refused.
func TestAttachRefuses(t *testing.T) {
	w := New(testRules(), 20, 20)
	put(t, w, Body{ID: 1, Kind: ball, X: tiles(5), Y: tiles(5)})
	put(t, w, Body{ID: 2, Kind: wall, X: tiles(9), Y: tiles(9)})
	if err := w.Attach(Joint{Number: 7, A: 1, B: 2}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		joint Joint
		want  error
	}{
		{Joint{Number: 7, A: 1, B: 2}, ErrTaken}, {Joint{A: 2, B: 1}, ErrNobody}, {Joint{A: 1, B: 1}, ErrNobody}, {Joint{A: 1, B: 9}, ErrNobody},
		{Joint{A: 1, BX: -1}, ErrOutside}, {Joint{A: 1, B: 2, AX: 9 * fixed.One}, ErrOutside}, {Joint{A: 1, Tie: Hinge + 1}, ErrOutside}, {Joint{A: 1, Length: -1}, ErrOutside},
	} {
		if err := w.Attach(c.joint); err != c.want {
			t.Errorf("%+v: %v, want %v", c.joint, err, c.want)
		}
	}
	if !w.Remove(1) || len(w.Joints()) != 0 {
		t.Error("a joint outlives its body")
	}
}
