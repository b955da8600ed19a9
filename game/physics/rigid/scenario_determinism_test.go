package rigid

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
)

// TestSaveAndGoOn saves at any moment and continues: a world loaded or restored from bytes continues
// identically, and saving does not change the world.
func TestSaveAndGoOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := testRules()
		if rapid.Bool().Draw(t, "side-on") {
			rules.Gravity = fixed.SVec{Y: 10 * fixed.One}
		}
		w := randomWorld(t, rules, 24)
		rate := rapid.SampledFrom([]int{20, 60}).Draw(t, "rate")
		for range rapid.IntRange(0, 60).Draw(t, "before") {
			w.Step(rate)
		}
		var saved Snapshot
		w.Save(&saved)
		data := w.Append(nil)
		other := New(rules, 12, 12)
		if err := other.Restore(data); err != nil {
			t.Fatal(err)
		}
		if other.Digest() != w.Digest() {
			t.Fatal("a restored world has another digest")
		}
		n := rapid.IntRange(1, 40).Draw(t, "after")
		var want []Note
		for range n {
			want = append(want, w.Step(rate)...)
		}
		end := w.Digest()
		w.Load(&saved)
		for name, again := range map[string]*World{"loaded": w, "restored": other} {
			var got []Note
			for range n {
				got = append(got, again.Step(rate)...)
			}
			if again.Digest() != end || !slices.Equal(got, want) {
				t.Fatalf("the world that was %s goes on in another way", name)
			}
		}
	})
}

// TestOrderOfInsertion: the order of insertion has no effect.
func TestOrderOfInsertion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := randomWorld(t, testRules(), 24)
		b := New(testRules(), 12, 12)
		for y := range 12 {
			for x := range 12 {
				s, _ := a.Tile(x, y)
				b.SetTile(x, y, s)
			}
		}
		for _, body := range rapid.Permutation(slices.Clone(a.Bodies())).Draw(t, "order") {
			if err := b.Insert(body); err != nil {
				t.Fatal(err)
			}
		}
		for _, j := range a.Joints() {
			if err := b.Attach(j); err != nil {
				t.Fatal(err)
			}
		}
		for k := range 40 {
			a.Step(60)
			b.Step(60)
			if a.Digest() != b.Digest() {
				t.Fatalf("they differ after step %d", k+1)
			}
		}
	})
}

// TestFarAway: distant bodies change nothing here.
func TestFarAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := smooth(testRules())
		if rapid.Bool().Draw(t, "side-on") {
			rules.Gravity = fixed.SVec{Y: 10 * fixed.One}
		}
		const west, north = 20, 9
		near, both := New(rules, 64, 40), New(rules, 64, 40)
		n := rapid.IntRange(2, 12).Draw(t, "bodies")
		v := rapid.Int32Range(-3*fixed.One, 3*fixed.One)
		for k := range n {
			b := Body{ID: game.EntityID(2*k + 2), Kind: uint16(k % 3), X: fixed.S((west + k%4) << 16), Y: fixed.S((north + k/4) << 16),
				VX: fixed.S(v.Draw(t, "vx")), VY: fixed.S(v.Draw(t, "vy")), Angle: rapid.Uint32().Draw(t, "angle")}
			_, _ = near.Insert(b), both.Insert(b)
			b.ID, b.X, b.Y = b.ID+1, b.X+fixed.S(28<<16), b.Y+fixed.S(rapid.IntRange(-3, 3).Draw(t, "row")<<16)
			if rapid.Bool().Draw(t, "other") {
				_ = both.Insert(b)
			}
		}
		for range 40 {
			near.Step(60)
			both.Step(60)
		}
		for _, b := range near.Bodies() {
			i, _ := both.Find(b.ID)
			if both.Bodies()[i] != b {
				t.Fatalf("body %d is at %d %d with others far away, at %d %d without", b.ID, both.Bodies()[i].X, both.Bodies()[i].Y, b.X, b.Y)
			}
		}
	})
}

// TestFarSpeed: a fast body far away does not affect a body that lies a hair above the ground.
func TestFarSpeed(t *testing.T) {
	for _, gravity := range []fixed.S{0, 10 * fixed.One} {
		var places []Body
		for _, speed := range []fixed.S{0, 30 * fixed.One} {
			rules := smooth(testRules())
			rules.Gravity.Y = gravity
			w := New(rules, 40, 12)
			put(t, w, Body{ID: 1, Kind: ball, X: tiles(5.5), Y: tiles(11.7) - 100})
			put(t, w, Body{ID: 2, Kind: crate, X: tiles(9.5), Y: tiles(11.55) - 100})
			put(t, w, Body{ID: 3, Kind: ball, X: tiles(30), Y: tiles(3), VX: -speed / 8, VY: -speed})
			w.Step(20)
			w.Step(20)
			places = append(places, body(t, w, 1), body(t, w, 2))
		}
		if places[0] != places[2] || places[1] != places[3] {
			t.Errorf("gravity %d: %+v", gravity, places)
		}
	}
}

// TestNothingPassesWalls shoots bodies about in a cell of one tile of rock, and in one of thin walls: none
// gets out.
func TestNothingPassesWalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := smooth(testRules())
		rules.Kinds = append(rules.Kinds, Kind{Form: Box, HalfX: tiles(2.2), HalfY: tiles(0.125), Fixed: true, Restitution: fixed.One})
		rules.Kinds = append(rules.Kinds, Kind{Form: Box, HalfX: tiles(0.125), HalfY: tiles(2.2), Fixed: true, Restitution: fixed.One})
		const level, upright = cork + 1, cork + 2
		w := New(rules, 24, 24)
		thin := rapid.Bool().Draw(t, "thin")
		if thin {
			for k, b := range []Body{{Kind: level, X: tiles(12), Y: tiles(9.9)}, {Kind: level, X: tiles(12), Y: tiles(14.1)}, {Kind: upright, X: tiles(9.9), Y: tiles(12)}, {Kind: upright, X: tiles(14.1), Y: tiles(12)}} {
				b.ID = game.EntityID(1000 + k)
				_ = w.Insert(b)
			}
		} else {
			for k := 9; k < 15; k++ {
				w.SetTile(k, 9, rock)
				w.SetTile(k, 14, rock)
				w.SetTile(9, k, rock)
				w.SetTile(14, k, rock)
			}
		}
		n := rapid.IntRange(1, 6).Draw(t, "bodies")
		kinds := []uint16{ball, crate, ball, plank, ball, cork}
		for k := range n {
			_ = w.Insert(Body{ID: game.EntityID(k + 1), Kind: kinds[k], X: fixed.S(11+k%3)<<16 - 6000, Y: fixed.S(11+k/3*2)<<16 - 6000})
		}
		rate := rapid.SampledFrom([]int{20, 60}).Draw(t, "rate")
		v := rapid.Int32Range(-60*fixed.One, 60*fixed.One)
		for range 8 {
			for k := range n {
				w.Drive(game.EntityID(k+1), fixed.SVec{X: fixed.S(v.Draw(t, "vx")), Y: fixed.S(v.Draw(t, "vy"))})
			}
			for range 12 {
				w.Step(rate)
				for _, b := range w.Bodies()[:n] {
					if x, y := inTiles(b.X), inTiles(b.Y); x < 9.9 || x > 14.1 || y < 9.9 || y > 14.1 || w.land.barred(int32(b.X>>16), int32(b.Y>>16)) {
						t.Fatalf("body %d is at %.2f, %.2f", b.ID, x, y)
					}
				}
			}
		}
	})
}

// TestEnergy: without drives, energy does not grow; without lossy contacts, it stays within rounding.
func TestEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := smooth(testRules())
		w := New(rules, 8, 8)
		v := rapid.Int32Range(-8*fixed.One, 8*fixed.One)
		for k := range rapid.IntRange(2, 12).Draw(t, "bodies") {
			_ = w.Insert(Body{ID: game.EntityID(k + 1), Kind: uint16(rapid.IntRange(ball, plank).Draw(t, "kind")), X: fixed.S(1+k%4*2) << 16, Y: fixed.S(1+k/4*2) << 16,
				VX: fixed.S(v.Draw(t, "vx")), VY: fixed.S(v.Draw(t, "vy"))})
		}
		before, _ := energy(w)
		for k := range 240 {
			w.Step(60)
			now, _ := energy(w)
			if now > before*1.01+0.05 {
				t.Fatalf("step %d: energy grew from %.4f to %.4f", k, before, now)
			}
			before = min(before, now)
		}
	})
}

// TestMomentum: two that meet far from all others keep their momentum.
func TestMomentum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := New(smooth(testRules()), 32, 32)
		v := rapid.Int32Range(-6*fixed.One, 6*fixed.One)
		for k := range 2 {
			_ = w.Insert(Body{ID: game.EntityID(k + 1), Kind: uint16(rapid.IntRange(ball, plank).Draw(t, "kind")), X: fixed.S(16+k*2) << 16, Y: tiles(16),
				VX: fixed.S(1-2*k) * 3 * fixed.One, VY: fixed.S(v.Draw(t, "vy")), Angle: rapid.Uint32().Draw(t, "angle")})
		}
		momentum := func() (x, y float64) {
			for _, b := range w.Bodies() {
				mass := fixed.One / float64(w.frames[b.Kind].im)
				x, y = x+mass*inTiles(b.VX), y+mass*inTiles(b.VY)
			}
			return x, y
		}
		x0, y0 := momentum()
		for range 60 {
			w.Step(60)
		}
		if x, y := momentum(); max(x-x0, x0-x) > 0.01 || max(y-y0, y0-y) > 0.01 {
			t.Fatalf("momentum was %.4f, %.4f, is %.4f, %.4f", x0, y0, x, y)
		}
	})
}

// FuzzRestore: any bytes give an error, or a world that steps and gives the same bytes again.
func FuzzRestore(f *testing.F) {
	w := New(testRules(), 12, 12)
	for k := range 9 {
		put(f, w, Body{ID: game.EntityID(k + 1), Kind: uint16(k % 8), X: fixed.S(k%3*2+1) << 16, Y: fixed.S(k/3*2+1) << 16, VX: fixed.One})
	}
	for k := range 3 {
		if err := w.Attach(Joint{Number: uint32(k), Tie: Tie(k), A: 1, B: game.EntityID(2 + k%2), Length: fixed.One}); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(w.Append(nil))
	for range 30 {
		w.Step(60)
	}
	f.Add(w.Append(nil))
	f.Add([]byte("MHPH"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := New(testRules(), 12, 12)
		before := w.Digest()
		if err := w.Restore(data); err != nil {
			if w.Digest() != before {
				t.Fatal("a refused state changed the world")
			}
			return
		}
		if string(w.Append(nil)) != string(data) {
			t.Fatal("a state that was taken gives other bytes")
		}
		for range 3 {
			w.Step(60)
		}
		if err := w.Restore(w.Append(nil)); err != nil {
			t.Fatal(err)
		}
	})
}
