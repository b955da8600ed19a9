package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"manyhold/game/fixed"
)

// TestOverlapTurned compares the overlaps of a box and a disc with points along the rim of a plank at any
// angle, in floating point.
func TestOverlapTurned(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		w := New(testRules(), 20, 20)
		number := func(least, most float64) fixed.S { return tiles(least + (most-least)*r.Float64()) }
		b := Body{ID: 3, Kind: plank, X: tiles(10), Y: tiles(10), Angle: r.Uint32()}
		if err := w.Insert(b); err != nil {
			t.Fatal(err)
		}
		x0, y0 := number(8, 12), number(8, 12)
		x1, y1 := x0+number(0, 2), y0+number(0, 2)
		radius := number(0, 2)
		k, real := w.Kind(plank), func(v fixed.S) float64 { return float64(v) / fixed.One }
		sin, cos := math.Sincos(float64(b.Angle) / (1 << 32) * 2 * math.Pi)
		hx, hy := real(k.HalfX), real(k.HalfY)
		// How far the plank is from the box and from the middle of the disc: zero inside.
		away := func(x, y float64) float64 {
			x, y = x-10, y-10
			return math.Hypot(max(math.Abs(x*cos+y*sin)-hx, 0), max(math.Abs(y*cos-x*sin)-hy, 0))
		}
		nearest, sure := 9.0, false // sure: in each other by more than rounding
		for n := range 4 {
			x, y := real([2]fixed.S{x0, x1}[n%2]), real([2]fixed.S{y0, y1}[n/2])
			nearest = min(nearest, away(x, y))
			dx, dy := x-10, y-10
			sure = sure || math.Abs(dx*cos+dy*sin) < hx-0.001 && math.Abs(dy*cos-dx*sin) < hy-0.001
		}
		for n := range 400 {
			along := float64(n%100)/50 - 1
			px, py := [4]float64{along * hx, along * hx, hx, -hx}[n/100], [4]float64{hy, -hy, along * hy, along * hy}[n/100]
			x, y := 10+px*cos-py*sin, 10+px*sin+py*cos
			nearest = min(nearest, math.Hypot(x-min(max(x, real(x0)), real(x1)), y-min(max(y, real(y0)), real(y1))))
			const near = 0.001 // tolerance of rounding
			sure = sure || x > real(x0)+near && x < real(x1)-near && y > real(y0)+near && y < real(y1)-near
		}
		found := len(w.OverlapBox(nil, x0, y0, x1, y1, 0)) == 1
		if found && nearest > 0.02 || !found && sure {
			t.Errorf("found in the box: %v, it is %.4f away", found, nearest)
		}
		far := away(real(x0), real(y0)) - real(radius)
		if found := len(w.OverlapCircle(nil, x0, y0, radius, 0)) == 1; found != (far < 0) && math.Abs(far) > 0.001 {
			t.Errorf("found in the disc: %v, it is %.4f away", found, far)
		}
	}
}
