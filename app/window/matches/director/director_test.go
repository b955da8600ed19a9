package director

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
)

// field is two players who stand, and a ball; each tick changes it.
func field() []Subject {
	return []Subject{{ID: 1, X: 4, Y: 8}, {ID: 2, X: 28, Y: 8}, {ID: 3, X: 16, Y: 8, Ball: true}}
}

// TestFollowsTheBall: a rolling ball keeps the camera, and the camera arrives at it without a jump.
func TestFollowsTheBall(t *testing.T) {
	var d Director
	s := field()
	x, y := d.Look(0, s)
	for tick := uint64(1); tick < 200; tick++ {
		s[2].X = 16 + 6*math.Sin(float64(tick)/40)
		s[0].X += 0.02
		nx, ny := d.Look(tick, s)
		if step := math.Hypot(nx-x, ny-y); step > most+1e-9 {
			t.Fatalf("tick %d: the camera jumps by %f tiles", tick, step)
		}
		x, y = nx, ny
	}
	if math.Abs(x-s[2].X) > 4 || math.Abs(y-8) > 1 {
		t.Errorf("the camera is at %f %f, the ball at %f", x, y, s[2].X)
	}
}

// TestHysteresis: who moves for a moment does not draw the camera away; who goes on moving does.
func TestHysteresis(t *testing.T) {
	var d Director
	s := []Subject{{ID: 1, X: 4, Y: 8}, {ID: 2, X: 28, Y: 8}}
	tick := uint64(0)
	run := func(ticks int, who int) {
		for range ticks {
			tick++
			if who >= 0 {
				s[who].Y = 8 + math.Sin(float64(tick)/6)
			}
			d.Look(tick, s)
		}
	}
	run(120, 0)
	if d.chosen != 1 {
		t.Fatalf("%d is chosen", d.chosen)
	}
	run(10, 1)
	if d.chosen != 1 {
		t.Error("a twitch draws the camera")
	}
	run(200, 1)
	if d.chosen != 2 {
		t.Error("the camera stays with a player who stands still")
	}
}

// TestLeavesWhatIsGone: when the chosen subject disappears another one is chosen; with none the camera stays.
func TestLeavesWhatIsGone(t *testing.T) {
	var d Director
	s := field()
	for tick := range uint64(50) {
		s[2].X += 0.1
		d.Look(tick, s)
	}
	x, y := d.Look(51, nil)
	if nx, ny := d.Look(52, nil); nx != x || ny != y {
		t.Error("the camera moves without anything to see")
	}
	d.Look(53, s[:1])
	if d.chosen != 1 {
		t.Errorf("%d is chosen", d.chosen)
	}
}

// TestStaysInView: whatever moves how, the camera stays among the subjects, and is a number.
func TestStaysInView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d Director
		n := rapid.IntRange(1, 6).Draw(t, "subjects")
		s := make([]Subject, n)
		for k := range s {
			s[k] = Subject{ID: game.EntityID(k + 1), X: rapid.Float64Range(0, 40).Draw(t, "x"), Y: rapid.Float64Range(0, 20).Draw(t, "y"), Ball: k == 0}
		}
		for tick := range uint64(60) {
			k := rapid.IntRange(0, n-1).Draw(t, "moves")
			s[k].X = min(max(s[k].X+rapid.Float64Range(-3, 3).Draw(t, "dx"), 0), 40)
			x, y := d.Look(tick, s)
			if math.IsNaN(x) || x < -0.01 || x > 40.01 || y < -0.01 || y > 20.01 {
				t.Fatalf("the camera is at %f %f", x, y)
			}
		}
	})
}

// TestCompany: a group that walks is looked at rather than a single player that runs, but a ball beside one
// player draws the camera away from a group.
func TestCompany(t *testing.T) {
	var d Director
	s := []Subject{{ID: 1, X: 4, Y: 8}, {ID: 2, X: 60, Y: 8}, {ID: 3, X: 64, Y: 9}, {ID: 4, X: 62, Y: 6}}
	tick := uint64(0)
	run := func() {
		for range 400 {
			tick++
			s[0].X = 4 + 4*math.Sin(float64(tick)/20)
			for k := 1; k < 4; k++ {
				s[k].Y = float64(6+k) + 1.2*math.Sin(float64(tick)/20)
			}
			d.Look(tick, s)
		}
	}
	run()
	if d.chosen == 1 {
		t.Error("the camera stays with a single player")
	}
	s[0].Ball = true
	s = append(s, Subject{ID: 5, X: 8, Y: 8})
	run()
	if d.chosen != 1 {
		t.Errorf("the camera looks at %d, and not at the ball beside a player", d.chosen)
	}
}
