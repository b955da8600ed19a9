package rigid

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
)

type gameID = game.EntityID

// TestGround slides a crate over each sort of ground for a second.
func TestGround(t *testing.T) {
	far := map[string]float64{}
	for name, surface := range map[string]uint8{"grass": grass, "ice": ice, "mud": mud, "water": water, "belt": belt} {
		for _, kind := range []uint16{crate, cork} {
			w := New(testRules(), 40, 3)
			for y := range 3 {
				for x := range 40 {
					w.SetTile(x, y, surface)
				}
			}
			put(t, w, Body{ID: 1, Kind: kind, X: tiles(2.5), Y: tiles(1.5), VX: 6 * fixed.One, Spin: 3 * fixed.One})
			for range 120 {
				w.Step(60)
			}
			b := body(t, w, 1)
			far[name+" "+map[uint16]string{crate: "crate", cork: "cork"}[kind]] = inTiles(b.X) - 2.5
			switch v := inTiles(b.VX); {
			case name == "belt" && kind == crate && math.Abs(v-2) > 0.01:
				t.Errorf("on the belt it moves at %.2f, want 2", v)
			case name == "water" && kind == cork && math.Abs(v-1) > 0.1:
				t.Errorf("what floats drifts at %.2f, want 1", v)
			case name == "grass" && kind == crate && v != 0:
				t.Errorf("on grass it still moves at %.2f after two seconds", v)
			}
		}
	}
	order := []string{"mud crate", "grass crate", "ice crate"}
	for k := range order[1:] {
		if far[order[k]] >= far[order[k+1]] {
			t.Errorf("%s slid %.2f, %s %.2f", order[k], far[order[k]], order[k+1], far[order[k+1]])
		}
	}
	if far["water crate"] > far["ice crate"]/2 {
		t.Errorf("water holds a crate no more than ice: %.2f", far["water crate"])
	}
}

// TestBuoyancy: with gravity, bodies lighter than water rise in it, heavier ones sink.
func TestBuoyancy(t *testing.T) {
	rules := testRules()
	rules.Gravity.Y = 10 * fixed.One
	rules.Kinds[crate].Density = tiles(1.5)
	w := New(rules, 9, 20)
	for y := 5; y < 20; y++ {
		for x := range 9 {
			w.SetTile(x, y, water)
		}
	}
	put(t, w, Body{ID: 1, Kind: cork, X: tiles(2.5), Y: tiles(15)})
	put(t, w, Body{ID: 2, Kind: crate, X: tiles(6.5), Y: tiles(8)})
	for range 1200 {
		w.Step(60)
	}
	if y := inTiles(body(t, w, 1).Y); y < 4.3 || y > 5.7 {
		t.Errorf("the cork is at %.2f, want the surface at 5", y)
	}
	if y := inTiles(body(t, w, 2).Y); y < 19 {
		t.Errorf("the crate is at %.2f, want the bottom at 19.55", y)
	}
}

// TestRaft: a raft carries the bodies on it, and no others.
func TestRaft(t *testing.T) {
	w := New(testRules(), 40, 10)
	put(t, w, Body{ID: 1, Kind: raft, X: tiles(5), Y: tiles(5), VX: fixed.One})
	put(t, w, Body{ID: 2, Kind: crate, X: tiles(5.4), Y: tiles(5.2)})
	put(t, w, Body{ID: 3, Kind: crate, X: tiles(5.4), Y: tiles(8)})
	for range 300 {
		w.Step(60)
	}
	if x := inTiles(body(t, w, 2).X); math.Abs(x-10.4) > 0.2 {
		t.Errorf("what is on the raft is at %.2f, want 10.4", x)
	}
	if x := inTiles(body(t, w, 3).X); x != inTiles(tiles(5.4)) {
		t.Errorf("what is beside it is at %.2f", x)
	}
	if v := w.Ride(2); v.X != fixed.One {
		t.Errorf("the ground under it moves at %v", v)
	}
}

// TestDoor: a wall with a given velocity pushes the bodies in its way, asleep or not.
func TestDoor(t *testing.T) {
	w := New(testRules(), 20, 10)
	put(t, w, Body{ID: 1, Kind: wall, X: tiles(5), Y: tiles(5)})
	put(t, w, Body{ID: 2, Kind: crate, X: tiles(6.5), Y: tiles(5)})
	for range 90 {
		w.Step(60)
	}
	if !body(t, w, 2).Sleeping {
		t.Fatal("the crate is awake")
	}
	w.Drive(1, fixed.SVec{X: 2 * fixed.One})
	for range 120 {
		w.Step(60)
	}
	door, pushed := inTiles(body(t, w, 1).X), inTiles(body(t, w, 2).X)
	if math.Abs(door-9) > 0.05 || pushed < door+0.5 {
		t.Errorf("the door is at %.2f, the crate at %.2f", door, pushed)
	}
}

// TestSensor: a sensor reports each body that comes, stays and goes, once each, also one that sleeps within.
func TestSensor(t *testing.T) {
	w := New(testRules(), 20, 10)
	put(t, w, Body{ID: 1, Kind: eye, X: tiles(8), Y: tiles(5)})
	put(t, w, Body{ID: 2, Kind: crate, X: tiles(4), Y: tiles(5), VX: 8 * fixed.One})
	put(t, w, Body{ID: 3, Kind: ball, X: tiles(4), Y: tiles(8), VX: 8 * fixed.One})
	var got []What
	step := func(n int) {
		for range n {
			for _, note := range w.Step(60) {
				if note.What == Enter || note.What == Leave {
					if note.A != 1 || note.B != 2 {
						t.Errorf("%+v", note)
					}
					got = append(got, note.What)
				}
			}
		}
	}
	step(300)
	if b := body(t, w, 2); !b.Sleeping || math.Abs(inTiles(b.X)-8) > 1 {
		t.Fatalf("the crate is at %.2f", inTiles(b.X))
	}
	if err := w.Teleport(2, tiles(16), tiles(2), 0); err != nil {
		t.Fatal(err)
	}
	step(10)
	if !slices.Equal(got, []What{Enter, Leave}) {
		t.Errorf("the sensor told %v", got)
	}
}

// TestLayers: a body on a layer of its own passes through all others, and is stopped by walls.
func TestLayers(t *testing.T) {
	w := New(smooth(testRules()), 20, 10)
	put(t, w, Body{ID: 1, Kind: ghost, X: tiles(4), Y: tiles(5), VX: 4 * fixed.One})
	put(t, w, Body{ID: 2, Kind: crate, X: tiles(8), Y: tiles(5)})
	put(t, w, Body{ID: 3, Kind: ghost, X: tiles(14), Y: tiles(5)})
	for range 600 {
		w.Step(60)
	}
	if b := body(t, w, 2); b.X != tiles(8) {
		t.Error("the crate was moved")
	}
	if a, b := body(t, w, 1), body(t, w, 3); b.X == tiles(14) || a.X > b.X {
		t.Errorf("two of the same layer did not meet: %.2f, %.2f", inTiles(a.X), inTiles(b.X))
	}
	if x := inTiles(body(t, w, 3).X); x > 19.72 {
		t.Errorf("it is in the wall: %.2f", x)
	}
}

// TestRaycast compares a ray with small steps along it.
func TestRaycast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := randomWorld(t, testRules(), 20)
		at := rapid.Int32Range(0, 12*fixed.One-1)
		x0, y0, x1, y1 := fixed.S(at.Draw(t, "x0")), fixed.S(at.Draw(t, "y0")), fixed.S(at.Draw(t, "x1")), fixed.S(at.Draw(t, "y1"))
		hit, ok := w.Raycast(x0, y0, x1, y1, 0)
		// inside returns the bodies at a place, shrunk by the error of a step.
		inside := func(x, y int32) bool {
			for i := range w.bodies {
				if f := &w.frames[w.bodies[i].Kind]; !f.Sensor && w.over(&w.bodies[i], x, y) {
					return true
				}
			}
			return w.land.barred(x>>16, y>>16)
		}
		if inside(int32(x0), int32(y0)) {
			return // the body in which the ray begins does not count
		}
		const steps = 400
		length := math.Hypot(inTiles(x1-x0), inTiles(y1-y0))
		for k := range steps + 1 {
			x := int32(x0) + int32((int64(x1)-int64(x0))*int64(k)/steps)
			y := int32(y0) + int32((int64(y1)-int64(y0))*int64(k)/steps)
			part := float64(k) / steps
			met := ok && inTiles(hit.Part) <= part+0.01/max(length, 0.01)
			if inside(x, y) && !met {
				// It may have touched a corner by less than the arithmetic sees.
				near := 0
				for _, d := range [4]spot{{400, 0}, {-400, 0}, {0, 400}, {0, -400}} {
					if inside(x+d.x, y+d.y) {
						near++
					}
				}
				if near == 4 {
					t.Fatalf("at %.3f of the ray something is in its way, it met %v %+v", part, ok, hit)
				}
			}
		}
		if ok {
			found := false
			for _, d := range [5]spot{{}, {300, 0}, {-300, 0}, {0, 300}, {0, -300}} {
				found = found || inside(int32(hit.X)+d.x, int32(hit.Y)+d.y)
			}
			if !found {
				t.Fatalf("nothing is where the ray ends: %+v", hit)
			}
		}
	})
}

// TestOverlap compares with a search.
func TestOverlap(t *testing.T) {
	w := New(testRules(), 20, 20)
	for k := range 9 {
		put(t, w, Body{ID: gameID(9 - k), Kind: []uint16{ball, ghost, crate}[k%3], X: tiles(float64(k) * 2), Y: tiles(5)})
	}
	got := w.OverlapBox(nil, tiles(3.8), tiles(4), tiles(8.3), tiles(6), 0)
	if want := []gameID{5, 6, 7}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := w.OverlapBox(nil, 0, 0, tiles(20), tiles(20), 2); !slices.Equal(got, []gameID{2, 5, 8}) {
		t.Errorf("on layer 2 are %v", got)
	}
}

// TestRemoveWakes: bodies fall when their support is removed, and when the ground is dug.
func TestRemoveWakes(t *testing.T) {
	for _, dig := range []bool{false, true} {
		rules := testRules()
		rules.Gravity.Y = 10 * fixed.One
		w := New(rules, 10, 20)
		w.SetTile(5, 15, rock)
		put(t, w, Body{ID: 1, Kind: crate, X: tiles(5.5), Y: tiles(14.5)})
		put(t, w, Body{ID: 2, Kind: crate, X: tiles(5.5), Y: tiles(13.55)})
		for range 180 {
			w.Step(60)
		}
		if b := body(t, w, 2); !b.Sleeping {
			t.Fatal("it does not sleep")
		}
		if dig {
			w.SetTile(5, 15, grass)
		} else {
			w.Remove(1)
		}
		for range 60 {
			w.Step(60)
		}
		if y := inTiles(body(t, w, 2).Y); y < 14.3 {
			t.Errorf("dig %v: it is at %.2f", dig, y)
		}
	}
}
