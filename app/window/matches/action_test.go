package matches

import (
	"fmt"
	"math"
	"testing"

	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/game/predict"
)

// The half of what a window shows of a match, in tiles, and the greatest step of the camera in a tick that is
// no cut.
const halfWidth, halfHeight, greatestStep = 17, 10, 0.36

// seen reports whether a place is in a view whose middle is at (x, y).
func seen(x, y float64, at fixed.Vec) bool {
	return math.Abs(tiles(at.X)-x) < halfWidth && math.Abs(tiles(at.Y)-y) < halfHeight
}

// ball is 1 if the ball is in view.
func ball(w *island.Island, x, y float64) (share float64, ok bool) {
	for _, b := range w.Space.Bodies() {
		if b.Kind == entity.Gizmo && seen(x, y, b.Pos) {
			return 1, true
		}
	}
	return 0, true
}

// leader is 1 if the one that leads the race is in view; before the first lap nobody leads.
func leader(w *island.Island, x, y float64) (share float64, ok bool) {
	b := w.Space.Body(match.Watched(w))
	if b == nil {
		return 0, false
	}
	if seen(x, y, b.Pos) {
		return 1, true
	}
	return 0, true
}

// group is how many players of those that could be seen at once in the cave are in view.
func group(w *island.Island, x, y float64) (share float64, ok bool) {
	var all []fixed.Vec
	for k := range w.Roster.Here {
		if b := w.Space.Body(w.Roster.Here[k].Body); b != nil && b.Pos.Y < 33*fixed.One {
			all = append(all, b.Pos)
		}
	}
	return shareOf(all, all, x, y)
}

// flockInFear is how many of the sheep that run from the dogs are in view, of those that run from the dog
// from which most run.
func flockInFear(w *island.Island, x, y float64) (share float64, ok bool) {
	var run, dogs []fixed.Vec
	for _, s := range w.Flock.All() {
		if s.Scared > 0 {
			run = append(run, fixed.Vec{X: fixed.Q(s.Pos.X), Y: fixed.Q(s.Pos.Y)})
		}
	}
	for _, b := range w.Space.Bodies() {
		if b.Kind == entity.Gizmo {
			dogs = append(dogs, b.Pos)
		}
	}
	return shareOf(dogs, run, x, y)
}

// shareOf is how many of all are in view, of as many as the best of some views would show.
func shareOf(views, all []fixed.Vec, x, y float64) (share float64, ok bool) {
	count := func(x, y float64) (n float64) {
		for _, at := range all {
			if seen(x, y, at) {
				n++
			}
		}
		return n
	}
	best := 0.0
	for _, v := range views {
		best = max(best, count(tiles(v.X), tiles(v.Y)))
	}
	if best == 0 {
		return 0, false
	}
	return min(1, count(x, y)/best), true
}

// TestCameraFollowsTheAction: over a whole match of each engine that bots play, the camera shows what the
// match is about: the ball, the leader of the race, most of those in the cave, the greatest herd that is
// driven. It travels no faster than its greatest step, but for cuts, which it declares, and which are rare.
func TestCameraFollowsTheAction(t *testing.T) {
	for _, c := range []struct {
		engine, config string
		shows          func(w *island.Island, x, y float64) (share float64, ok bool)
		least          float64 // share of it that is in view on average
		seed           uint64
	}{
		{"emberball", `{"seconds":120}`, ball, 0.95, 5},
		{"cart-cup", `{"laps":6}`, leader, 0.8, 5},
		// Hiders run apart: the group in view is smaller than the greatest one that a view could show.
		{"lantern-hunt", `{"rounds":2,"seek":60}`, group, 0.75, 1},
		{"lantern-hunt", `{"rounds":2,"seek":60}`, group, 0.75, 3},
		{"lantern-hunt", `{"rounds":2,"seek":60}`, group, 0.75, 5},
		{"herders", `{"minutes":2}`, flockInFear, 0.75, 5},
	} {
		t.Run(fmt.Sprint(c.engine, " ", c.seed), func(t *testing.T) {
			t.Parallel()
			p, err := engine.Find(c.engine)
			if err != nil {
				t.Fatal(err)
			}
			m, err := match.New(p, []byte(c.config), c.seed, make([]match.Player, len(p.Roster)))
			if err != nil {
				t.Fatal(err)
			}
			var camera Camera
			ticks, cuts, looks, share, way := 0, 0, 0, 0.0, 0.0
			var drawn []predict.Drawn
			x, y := 0.0, 0.0
			for m.Result() == nil && ticks < 20*60*game.TicksPerSecond {
				m.Step(match.Generation{Ticks: game.TicksPerTurn, Vacant: 1<<len(p.Roster) - 1})
				w := m.Island()
				drawn = drawn[:0]
				for _, b := range w.Space.Bodies() {
					drawn = append(drawn, predict.Drawn{Body: b})
				}
				for range game.TicksPerTurn {
					ticks++
					at := camera.Look(w, drawn, 0, 0)
					step := math.Hypot(tiles(at.X)-x, tiles(at.Y)-y)
					x, y = tiles(at.X), tiles(at.Y)
					switch {
					case camera.Cut():
						cuts++
						continue
					case step > greatestStep && ticks > 1:
						t.Fatalf("tick %d: the camera jumps by %.2f tiles without a cut", ticks, step)
					}
					way += step
				}
				if s, ok := c.shows(w, x, y); ok {
					share, looks = share+s, looks+1
				}
			}
			if looks == 0 {
				t.Fatal("there was nothing to be seen")
			}
			seconds := float64(ticks) / game.TicksPerSecond
			t.Logf("%.0f s, %d cuts, %.0f tiles of way, shown on average: %.2f", seconds, cuts, way, share/float64(looks))
			if got := share / float64(looks); got < c.least {
				t.Errorf("%.2f of the action is in view on average, want %.2f", got, c.least)
			}
			if float64(cuts) > 3+seconds/8 {
				t.Errorf("%d cuts in %.0f s", cuts, seconds)
			}
			if way < seconds/4 {
				t.Errorf("the camera went %.1f tiles in %.0f s: it stands still", way, seconds)
			}
		})
	}
}
