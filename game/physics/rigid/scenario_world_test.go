package rigid

import (
	"math"
	"os"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/scene"
)

func tiles(v float64) fixed.S { return fixed.S(math.Round(v * fixed.One)) }

func inTiles(v fixed.S) float64 { return float64(v) / fixed.One }

// The kinds and surfaces of the worlds of these tests.
const (
	ball = iota
	crate
	plank
	wall
	eye
	raft
	ghost
	cork
)

const (
	grass = iota
	rock
	ice
	mud
	water
	belt
)

func testRules() Rules {
	return Rules{
		Kinds: []Kind{
			ball:  {Form: Disc, HalfX: tiles(0.3), Friction: tiles(0.3), Restitution: tiles(0.5), Slide: tiles(1.5)},
			crate: {Form: Box, HalfX: tiles(0.45), HalfY: tiles(0.45), Friction: tiles(0.5), Restitution: tiles(0.1), Slide: tiles(8)},
			plank: {Form: Box, HalfX: tiles(0.9), HalfY: tiles(0.15), Friction: tiles(0.5), Slide: tiles(4)},
			wall:  {Form: Box, HalfX: tiles(0.125), HalfY: tiles(2), Friction: tiles(0.4), Fixed: true},
			eye:   {Form: Box, HalfX: tiles(1), HalfY: tiles(1), Fixed: true, Sensor: true},
			raft:  {Form: Box, HalfX: tiles(1.5), HalfY: tiles(1), Fixed: true, Carries: true},
			ghost: {Form: Disc, HalfX: tiles(0.3), Layer: 2, Meets: 2},
			cork:  {Form: Disc, HalfX: tiles(0.3), Density: tiles(0.4), Slide: tiles(1.5), Floats: true},
		},
		Surfaces: []Surface{
			grass: {Grip: fixed.One},
			rock:  {Solid: true},
			ice:   {Grip: tiles(0.1)},
			mud:   {Grip: fixed.One, Drag: tiles(6)},
			water: {Liquid: true, Drag: tiles(2), Flow: fixed.SVec{X: fixed.One}},
			belt:  {Grip: fixed.One, Flow: fixed.SVec{X: 2 * fixed.One}},
		},
	}
}

// smooth removes the ground's grip from rules, so that only contacts slow bodies.
func smooth(r Rules) Rules {
	r.Surfaces = []Surface{{}, {Solid: true}}
	r.Restless = true
	return r
}

func put(t testing.TB, w *World, b Body) {
	t.Helper()
	if err := w.Insert(b); err != nil {
		t.Fatal(err)
	}
}

func body(t testing.TB, w *World, id game.EntityID) Body {
	t.Helper()
	i, ok := w.Find(id)
	if !ok {
		t.Fatalf("body %d is gone", id)
	}
	return w.Bodies()[i]
}

// readScene reads a scene of testdata.
func readScene(t testing.TB, name string) *scene.Scene {
	t.Helper()
	text, err := os.ReadFile("../../../assets/scenes/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scene.Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sceneWorld(t testing.TB, s *scene.Scene) *World {
	t.Helper()
	w, err := FromScene(s, true)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drive steps a scene's world, with its kicks.
func drive(w *World, s *scene.Scene, from, steps, rate int) {
	for k := from; k < from+steps; k++ {
		for i := scene.Kicked(k); i < len(s.Discs) && s.Drive != 0; i += 20 {
			w.Drive(game.EntityID(s.Discs[i]+1), s.Kick(i, k))
		}
		w.Step(rate)
	}
}

// energy returns the kinetic energy of all that moves, with that of spin, and the mean ½v².
func energy(w *World) (whole, mean float64) {
	n := 0
	for _, b := range w.Bodies() {
		f := &w.frames[b.Kind]
		if f.Fixed {
			continue
		}
		vx, vy, spin := inTiles(b.VX), inTiles(b.VY), inTiles(b.Spin)
		mean += (vx*vx + vy*vy) / 2
		whole += (vx*vx + vy*vy) / 2 * fixed.One / float64(f.im)
		if f.ii != 0 {
			whole += spin * spin / 2 * fixed.One / float64(f.ii)
		}
		n++
	}
	return whole, mean / float64(max(n, 1))
}

// randomWorld draws a walled world with some rock and bodies of all kinds.
func randomWorld(t *rapid.T, rules Rules, most int) *World {
	const side = 12
	w := New(rules, side, side)
	for range rapid.IntRange(0, 12).Draw(t, "tiles") {
		x, y := rapid.IntRange(0, side-1).Draw(t, "x"), rapid.IntRange(0, side-1).Draw(t, "y")
		w.SetTile(x, y, uint8(rapid.IntRange(0, len(rules.Surfaces)-1).Draw(t, "surface")))
	}
	n := rapid.IntRange(1, most).Draw(t, "bodies")
	for k := range n {
		x, y := k%6*2, k/6*2
		if w.land.barred(int32(x), int32(y)) {
			continue
		}
		v := rapid.Int32Range(-10*fixed.One, 10*fixed.One)
		b := Body{ID: game.EntityID(k + 1), Kind: uint16(rapid.SampledFrom([]int{ball, ball, crate, plank, wall, eye, raft, ghost, cork}).Draw(t, "kind")),
			X: fixed.S(x<<16 + fixed.One/2), Y: fixed.S(y<<16 + fixed.One/2), Angle: rapid.Uint32().Draw(t, "angle")}
		if !w.frames[b.Kind].Fixed {
			b.VX, b.VY, b.Spin = fixed.S(v.Draw(t, "vx")), fixed.S(v.Draw(t, "vy")), fixed.S(v.Draw(t, "spin"))
		}
		if err := w.Insert(b); err != nil {
			t.Fatal(err)
		}
	}
	for k := range rapid.IntRange(0, 3).Draw(t, "joints") {
		j := Joint{Number: uint32(k + 1), Tie: Tie(rapid.IntRange(0, int(Hinge)).Draw(t, "tie")), A: game.EntityID(rapid.IntRange(1, n).Draw(t, "a")),
			B: game.EntityID(rapid.IntRange(0, n).Draw(t, "b")), Length: tiles(1.5), BX: tiles(0.4), BY: tiles(0.2)}
		_ = w.Attach(j) // some cannot be: of walls, of one with itself
	}
	return w
}
