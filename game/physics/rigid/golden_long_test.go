package rigid

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/random"
)

const longSteps = 20_000

// small is a box of 16 × 16 tiles with all sorts of ground and of bodies, a sensor, a raft, and a mill on a
// hinge that turns.
func small(t testing.TB, gravity fixed.SVec) *World {
	rules := testRules()
	rules.Gravity = gravity
	w := New(rules, 16, 16)
	for n := range 16 {
		w.SetTile(n, 0, rock)
		w.SetTile(n, 15, rock)
		w.SetTile(0, n, rock)
		w.SetTile(15, n, rock)
	}
	for n := range 60 {
		h := random.Hash(11, uint64(n), 0, 0)
		w.SetTile(1+int(h%14), 1+int(h>>8%14), []uint8{grass, ice, mud, water, belt, rock}[min(n%11, 5)])
	}
	put(t, w, Body{ID: 1, Kind: plank, X: tiles(8.5), Y: tiles(4.5)})
	put(t, w, Body{ID: 2, Kind: eye, X: tiles(12.5), Y: tiles(12.5)})
	put(t, w, Body{ID: 3, Kind: raft, X: tiles(4), Y: tiles(13), VX: fixed.One / 64})
	put(t, w, Body{ID: 4, Kind: wall, X: tiles(8), Y: tiles(9)})
	if err := w.Attach(Joint{Number: 1, Tie: Hinge, A: 1, BX: tiles(8.5), BY: tiles(4.5), Motor: 2 * fixed.One, Torque: fixed.One}); err != nil {
		t.Fatal(err)
	}
	for n := range game.EntityID(36) {
		h := random.Hash(12, uint64(n), 0, 0)
		kind := []uint16{ball, crate, plank, crate, cork, ghost}[n%6]
		put(t, w, Body{ID: 10 + n, Kind: kind, X: tiles(2 + 2*float64(n%6)), Y: tiles(2 + 2*float64(n/6)), Angle: uint32(h)})
	}
	return w
}

// meddle changes the world as rules do: now and then it pushes a body, ties two together, unties them,
// changes ground.
func meddle(w *World, k int) {
	if k%50 != 0 {
		return
	}
	h := func(n uint64) uint64 { return random.Hash(13, uint64(k), n, 0) }
	who, other := game.EntityID(10+h(1)%36), game.EntityID(10+h(2)%36)
	if k%1000 < 600 { // and then it lets them fall asleep
		w.Push(who, fixed.SVec{X: fixed.S(h(3)%(16*fixed.One)) - 8*fixed.One, Y: fixed.S(h(4)%(16*fixed.One)) - 8*fixed.One}, fixed.S(h(5)%(8*fixed.One)))
	}
	number := uint32(2 + k/50%8)
	if !w.Detach(number) {
		_ = w.Attach(Joint{Number: number, Tie: Tie(h(6) % 3), A: who, B: other, AX: fixed.One / 4, BX: -fixed.One / 4, Length: 2 * fixed.One,
			Tears: fixed.S(h(7) % 3 * 20 * fixed.One)}) // refused where both are one
	}
	w.SetTile(1+int(h(8)%14), 1+int(h(9)%14), uint8(h(10)%6))
}

// TestGoldenLong: a world in which something happens all the time goes the same way everywhere for 20,000
// steps.
func TestGoldenLong(t *testing.T) {
	var got strings.Builder
	for _, c := range []struct {
		name    string
		gravity fixed.SVec
	}{{"seen from above", fixed.SVec{}}, {"side-on", fixed.SVec{Y: 10 * fixed.One}}} {
		w := small(t, c.gravity)
		var seen [Tore + 1]int
		var struck uint64
		for k := range longSteps {
			meddle(w, k)
			for _, n := range w.Step(60) {
				seen[n.What]++
			}
			if hit, ok := w.Raycast(fixed.One*3/2, fixed.One*3/2, tiles(14.5), tiles(14.5), 1); ok {
				struck = random.Mix(struck ^ uint64(hit.ID) ^ uint64(hit.X)<<20 ^ uint64(hit.Y)<<40)
			}
			if k%2000 == 1999 {
				fmt.Fprintf(&got, "%s, step %d: %016x, rays %016x\n", c.name, k+1, w.Digest(), struck)
			}
		}
		for what := Hit; what <= Tore; what++ {
			if seen[what] < 5 {
				t.Errorf("%s: note %d came %d times: %v", c.name, what, seen[what], seen)
			}
		}
	}
	sameAsGolden(t, "testdata/long.golden", got.String())
}
