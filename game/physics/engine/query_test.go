package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
)

// asked is a question that several engines are asked in one scene, and the answer.
type asked struct {
	name     string
	from, to [2]float64
	layers   uint16
	id       game.EntityID // met, zero for the ground
	x, y     float64       // where
	nothing  bool
	engines  []string
}

// meadow is a row of bodies along y = 5 and a wall behind them; IDs do not ascend along it.
func meadow(t *testing.T, name string) Engine {
	t.Helper()
	e := engines[name]()
	for _, a := range []Act{spawn(4, ball, 5, 5, 0, 0), spawn(2, crate, 8, 5, 0, 0), spawn(7, ball, 11, 5, 0, 0), spawn(5, crate, 11, 9, 0, 0),
		spawn(9, ball, 14, 15, 0, 0), spawn(8, ball, 14, 15, 0, 0), {Do: Ground, Kind: wall, Pos: place(16, 5)}, {Do: Ground, Kind: wall, Pos: place(18, 5)}} {
		for _, r := range e.Tell([]Act{a}) {
			if a.Do != Ground || name != "stub" {
				t.Fatalf("%+v: %v", a, r.Why)
			}
		}
	}
	return e
}

var rays = []asked{
	{"the nearest body", [2]float64{1, 5}, [2]float64{20, 5}, 0, 4, 5 - 9.0/32, 5, false, all},
	{"from the other side", [2]float64{15, 5}, [2]float64{1, 5}, 0, 7, 11 + 9.0/32, 5, false, all},
	{"down on a crate", [2]float64{11, 20}, [2]float64{11, 6}, 0, 5, 11, 9 + 7.0/16, false, all},
	{"past the balls to a crate", [2]float64{1, 5}, [2]float64{20, 5}, square, 2, 8 - 7.0/16, 5, false, all},
	{"a body in which it begins is not met", [2]float64{8, 5}, [2]float64{20, 5}, 0, 7, 11 - 9.0/32, 5, false, all},
	{"of two in one place the lower ID", [2]float64{14, 20}, [2]float64{14, 10}, round, 8, 14, 15 + 9.0/32, false, all},
	{"it ends before the body", [2]float64{1, 5}, [2]float64{4.7, 5}, 0, 0, 0, 0, true, all},
	{"it ends just in the body", [2]float64{1, 5}, [2]float64{4.75, 5}, 0, 4, 5 - 9.0/32, 5, false, all},
	{"it ends in it, two stretches of the hash on", [2]float64{0.75, 5}, [2]float64{4.73, 5}, 0, 4, 5 - 9.0/32, 5, false, all},
	{"it passes beside", [2]float64{1, 5.3}, [2]float64{7, 5.3}, 0, 0, 0, 0, true, all},
	{"nobody on the layer", [2]float64{1, 5}, [2]float64{15, 5}, 8, 0, 0, 0, true, all},
	{"no length", [2]float64{1, 5}, [2]float64{1, 5}, 0, 0, 0, 0, true, all},
	{"a wall stops it", [2]float64{12, 5.5}, [2]float64{20, 5.5}, 0, 0, 16, 5.5, false, solid},
	{"a wall stops it on the way to a layer", [2]float64{12, 5.5}, [2]float64{20, 5.5}, square, 0, 16, 5.5, false, solid},
	{"a wall on a slant", [2]float64{15, 4.5}, [2]float64{17, 5.5}, 0, 0, 16, 5, false, solid},
	{"a wall in which it begins does not count", [2]float64{16.5, 5.5}, [2]float64{20, 5.5}, 0, 0, 18, 5.5, false, solid},
	{"the edge of the area is a wall", [2]float64{20, 20}, [2]float64{20, 90}, 0, 0, 20, side, false, solid},
	{"it begins outside", [2]float64{-3, 5}, [2]float64{20, 5}, 0, 0, 0, 0, true, solid},
	{"it goes no further than it may", [2]float64{5, -600}, [2]float64{5, 20}, 0, 0, 0, 0, true, all},
}

// TestRaycast asks each engine that can what rays meet.
func TestRaycast(t *testing.T) {
	for _, q := range rays {
		for _, name := range q.engines {
			t.Run(q.name+"/"+name, func(t *testing.T) {
				e := meadow(t, name)
				before := e.Digest()
				hit, ok := e.Raycast(place(q.from[0], q.from[1]), place(q.to[0], q.to[1]), q.layers)
				if ok == q.nothing || hit.ID != q.id {
					t.Fatalf("met %+v, %v", hit, ok)
				}
				zero := place(0, 0)
				if ok {
					between(t, "x", float64(hit.Pos.X-zero.X)/fixed.One, q.x-0.01, q.x+0.01)
					between(t, "y", float64(hit.Pos.Y-zero.Y)/fixed.One, q.y-0.01, q.y+0.01)
					between(t, "the way out", float64(hit.Out.Len())/fixed.One, 0.99, 1.01)
					way := place(q.to[0], q.to[1]).Sub(place(q.from[0], q.from[1])).S()
					if way.Dot(hit.Out) > 0 {
						t.Errorf("the way out, %v, goes on", hit.Out)
					}
				}
				if e.Digest() != before {
					t.Error("asking changed something")
				}
			})
		}
	}
}

// TestOverlap asks each engine who is where; shapes and order are the same in all.
func TestOverlap(t *testing.T) {
	for _, name := range all {
		e := meadow(t, name)
		for _, q := range []struct {
			name    string
			x, y, w float64 // of a box its corner, of a circle its middle
			h       float64 // below zero: a circle of radius w
			layers  uint16
			want    []game.EntityID
		}{
			{"all", 0, 0, side, side, 0, []game.EntityID{2, 4, 5, 7, 8, 9}},
			{"crates", 0, 0, side, side, square, []game.EntityID{2, 5}},
			{"balls", 0, 0, side, side, round, []game.EntityID{4, 7, 8, 9}},
			{"no such layer", 0, 0, side, side, 4, nil},
			{"a row", 4, 4, 7, 2, 0, []game.EntityID{2, 4, 7}},
			{"one end", 5.25, 4.5, 1, 1, 0, []game.EntityID{4}},
			{"just not", 5.3, 4.5, 1, 1, 0, nil},
			{"past the corner of a ball", 5.25, 5.25, 0.2, 0.2, 0, nil},
			{"a point in it", 5, 5, 0, 0, 0, []game.EntityID{4}},
			{"inside out", 6, 6, -2, 2, 0, nil},
			{"a circle", 8, 5, 2.8, -1, 0, []game.EntityID{2, 4, 7}},
			{"a smaller one", 8, 5, 2.7, -1, 0, []game.EntityID{2}},
			{"a circle of crates", 9.5, 7, 3, -1, square, []game.EntityID{2, 5}},
			{"a circle of nothing", 8, 5, -1, -1, 0, nil},
			{"a circle round all", 12, 12, 5000, -1, 0, []game.EntityID{2, 4, 5, 7, 8, 9}},
		} {
			list := []game.EntityID{77} // what is there already stays
			if q.h < 0 {
				list = e.OverlapCircle(list, place(q.x, q.y), tiles(q.w).Q(), q.layers)
			} else {
				list = e.OverlapBox(list, place(q.x, q.y), place(q.x+q.w, q.y+q.h), q.layers)
			}
			if list[0] != 77 || !slices.Equal(list[1:], q.want) {
				t.Errorf("%s: %s: found %v, want %v", name, q.name, list[1:], q.want)
			}
		}
	}
}

// TestQueriesAgree: what plain finds by its spatial hash is what a stub with bodies of the same forms finds by going through
// them all, and what rigid finds within a hundredth of a tile; whoever a ray meets, a small circle there finds.
func TestQueriesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain, stub, rigid := engines["plain"](), engines["stub"](), engines["rigid"]()
		spot := func(name string) fixed.Vec {
			zero, at := place(0, 0), rapid.Int64Range(1, side*fixed.One-1)
			return fixed.Vec{X: zero.X + fixed.Q(at.Draw(t, name+" x")), Y: zero.Y + fixed.Q(at.Draw(t, name+" y"))}
		}
		for id := range rapid.IntRange(0, 30).Draw(t, "balls") {
			act := []Act{{Do: Spawn, ID: game.EntityID(id + 1), Kind: ball, Pos: spot("ball")}}
			plain.Tell(act)
			stub.Tell(act)
			rigid.Tell(act)
		}
		from, to := spot("from"), spot("to")
		hit, ok := plain.Raycast(from, to, 0)
		if other, met := stub.Raycast(from, to, 0); other != hit || met != ok {
			t.Fatalf("plain meets %+v, a stub %+v", hit, other)
		}
		if ok && !slices.Contains(plain.OverlapCircle(nil, hit.Pos, fixed.One/64, 0), hit.ID) {
			t.Errorf("%d is not where it was met", hit.ID)
		}
		if other, met := rigid.Raycast(from, to, 0); ok && met && other.ID == hit.ID && !other.Pos.Sub(hit.Pos).Near(fixed.One/16) {
			t.Errorf("plain meets %+v, rigid %+v", hit, other)
		}
		lo, hi := fixed.Vec{X: min(from.X, to.X), Y: min(from.Y, to.Y)}, fixed.Vec{X: max(from.X, to.X), Y: max(from.Y, to.Y)}
		radius := fixed.Q(rapid.Int64Range(0, 4*fixed.One).Draw(t, "radius"))
		box, circle := stub.OverlapBox(nil, lo, hi, 0), stub.OverlapCircle(nil, from, radius, 0)
		for name, e := range map[string]Engine{"plain": plain, "rigid": rigid} {
			if got := e.OverlapBox(nil, lo, hi, 0); !slices.Equal(got, box) {
				t.Errorf("%s finds %v in the box, a stub %v", name, got, box)
			}
			if got := e.OverlapCircle(nil, from, radius, 0); !slices.Equal(got, circle) {
				t.Errorf("%s finds %v in the circle, a stub %v", name, got, circle)
			}
		}
	})
}
