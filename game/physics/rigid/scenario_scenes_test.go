package rigid

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestScenes runs the scenes used to compare engines: the remaining energy is that of the other engines.
func TestScenes(t *testing.T) {
	for _, c := range []struct {
		name        string
		least, most float64 // mean ½v² after 200 steps of 1/20 s
	}{
		{"s1d_1000", 13.0, 14.1}, {"s1d_5000", 5.2, 6.1}, {"s3_2000", 2.6, 3.0}, {"s2_pyramid", 0, 0.001}, {"s2_pile", 0, 0.05},
	} {
		s := readScene(t, c.name)
		w := sceneWorld(t, s)
		drive(w, s, 0, 200, 20)
		if _, mean := energy(w); mean < c.least || mean > c.most {
			t.Errorf("%s: mean kinetic energy %.3f, want %.3f to %.3f", c.name, mean, c.least, c.most)
		}
	}
}

// mixedWorld has bodies of all kinds, all sorts of ground, joints, and the gravity given.
func mixedWorld(t testing.TB, gravity fixed.SVec) *World {
	t.Helper()
	rules := testRules()
	rules.Gravity = gravity
	w := New(rules, 40, 40)
	for k := range 120 {
		h := uint32(k+1) * 2654435761
		w.SetTile(int(h>>8%40), int(h>>20%40), uint8(1+k%5))
	}
	for k := range 300 {
		h := uint32(k+7) * 2246822519
		b := Body{ID: game.EntityID(k + 1), Kind: uint16(k % 3), X: fixed.S(k%20*2)<<16 + fixed.One, Y: fixed.S(k/20*2)<<16 + fixed.One, Angle: h}
		b.VX, b.VY, b.Spin = fixed.S(h>>12&0x7ffff)-4*fixed.One, fixed.S(h>>3&0x7ffff)-4*fixed.One, fixed.S(h>>9&0x3ffff)
		if k%17 == 0 {
			b.Kind, b.VX, b.VY, b.Spin = uint16(wall+k/17%5), fixed.One/2, 0, 0
		}
		put(t, w, b)
	}
	for k := range 30 {
		_ = w.Attach(Joint{Number: uint32(k), Tie: Tie(k % 3), A: game.EntityID(9*k + 2), B: game.EntityID(9*k + 3), AX: fixed.One, BX: -fixed.One, Length: 2 * fixed.One})
	}
	return w
}

// TestGoldenWorlds: the digest of a world with everything is the same on every machine, to the last bit.
func TestGoldenWorlds(t *testing.T) {
	var got strings.Builder
	for _, c := range []struct {
		name    string
		gravity fixed.SVec
	}{{"seen from above", fixed.SVec{}}, {"side-on", fixed.SVec{Y: 10 * fixed.One}}} {
		w := mixedWorld(t, c.gravity)
		for k := range 300 {
			w.Step(60)
			if k%60 == 59 {
				fmt.Fprintf(&got, "%s, step %d: %016x\n", c.name, k+1, w.Digest())
			}
		}
	}
	sameAsGolden(t, "testdata/worlds.golden", got.String())
}

// sameAsGolden compares the result with a golden file, which -update writes.
func sameAsGolden(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("digests are\n%swant\n%s(-update rewrites them, after understanding the difference)", got, want)
	}
}

// TestPyramidStands lets the pyramid stand for ten seconds and fall asleep: no box has moved by a third of
// its side, and then all lie.
func TestPyramidStands(t *testing.T) {
	s := readScene(t, "s2_pyramid")
	for _, rate := range []int{20, 60} {
		w := sceneWorld(t, s)
		w.rules.Restless = false
		start := append([]Body(nil), w.Bodies()...)
		slept := 0
		for range 10 * rate {
			for _, n := range w.Step(rate) {
				if n.What == Slept {
					slept++
				}
			}
		}
		for i, b := range w.Bodies() {
			if dx, dy := inTiles(b.X-start[i].X), inTiles(b.Y-start[i].Y); dx*dx+dy*dy > 1.0/9 {
				t.Errorf("1/%d: box %d has moved by %.2f, %.2f", rate, b.ID, dx, dy)
			}
		}
		if len(w.awake) != 0 || slept < 500 {
			t.Errorf("1/%d: %d are awake after ten seconds, %d fell asleep", rate, len(w.awake), slept)
		}
		// A push at the top wakes the bodies that it touches, and their neighbours.
		w.Push(500, fixed.SVec{X: 3 * fixed.One}, 0)
		w.Step(rate)
		if len(w.awake) == 0 {
			t.Errorf("1/%d: nobody woke", rate)
		}
	}
}

// TestPileSleeps drops the pile: it comes to rest within the pit, asleep, and then costs nothing.
func TestPileSleeps(t *testing.T) {
	s := readScene(t, "s2_pile")
	w := sceneWorld(t, s)
	w.rules.Restless = false
	seconds := 0
	for ; seconds < 60 && (seconds == 0 || len(w.awake) > 0); seconds++ {
		for range 60 {
			w.Step(60)
		}
	}
	if len(w.awake) > 0 {
		t.Fatalf("%d are awake after a minute", len(w.awake))
	}
	t.Logf("all asleep after %d s", seconds)
	before := w.Digest()
	w.Step(60)
	if w.Digest() != before {
		t.Error("a step changes what sleeps")
	}
	if len(w.awake) != 0 {
		t.Errorf("%d are awake", len(w.awake))
	}
}

// TestNoAllocation: steady steps allocate nothing, in the scenes and in a mixed world.
func TestNoAllocation(t *testing.T) {
	for _, name := range []string{"s1d_1000", "s3_2000", "s2_pyramid"} {
		s := readScene(t, name)
		w := sceneWorld(t, s)
		drive(w, s, 0, 100, 20)
		k := 100
		if n := testing.AllocsPerRun(60, func() { drive(w, s, k, 1, 20); k++ }); n != 0 {
			t.Errorf("%s: %v allocations a step", name, n)
		}
	}
	w := New(testRules(), 32, 32)
	for k := range 60 {
		put(t, w, Body{ID: game.EntityID(k + 1), Kind: uint16(k % 3), X: fixed.S(k%10*3)<<16 + fixed.One, Y: fixed.S(k/10*3)<<16 + fixed.One})
	}
	for k, tie := range []Tie{Rope, Hinge} {
		if err := w.Attach(Joint{Number: uint32(k), Tie: tie, A: game.EntityID(4*k + 1), B: game.EntityID(4*k + 2), AX: tiles(1.5), BX: tiles(-1.5), Length: fixed.One}); err != nil {
			t.Fatal(err)
		}
	}
	k := 0
	step := func() {
		k++
		w.Push(game.EntityID(k%60+1), fixed.SVec{X: fixed.S(k%7-3) * fixed.One, Y: fixed.S(k%5-2) * fixed.One}, fixed.One)
		w.Step(60)
	}
	for range 3000 {
		step()
	}
	if n := testing.AllocsPerRun(200, step); n != 0 {
		t.Errorf("%v allocations a step with joints and sleepers", n)
	}
}
