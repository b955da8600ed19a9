package rigid

import (
	"slices"
	"testing"

	"manyhold/game"
)

// TestHitsAreHeardOnce has crates meet with a whole side, which makes two grips of a pair: each pair is
// reported once at a time, independent of the rest of the world.
func TestHitsAreHeardOnce(t *testing.T) {
	hits := func(others int) []Note {
		w := New(smooth(testRules()), 64, 64)
		for k := range others { // before the others in the order of IDs
			id := game.EntityID(1 + 2*k)
			put(t, w, Body{ID: id, Kind: crate, X: tiles(float64(8*k + 8)), Y: tiles(50), VX: tiles(3), Angle: uint32(k) << 27})
			put(t, w, Body{ID: id + 1, Kind: crate, X: tiles(float64(8*k + 10)), Y: tiles(50)})
		}
		for k := range 8 {
			id := game.EntityID(1000 + 2*k)
			put(t, w, Body{ID: id, Kind: crate, X: tiles(20), Y: tiles(float64(4*k + 4)), VX: tiles(4)})
			put(t, w, Body{ID: id + 1, Kind: crate, X: tiles(22), Y: tiles(float64(4*k + 4))})
		}
		var heard []Note
		for range 20 {
			for _, n := range w.Step(20) {
				if n.What == Hit && n.A >= 1000 {
					heard = append(heard, n)
				}
			}
		}
		return heard
	}
	alone := hits(0)
	for k := range 8 {
		id := game.EntityID(1000 + 2*k)
		if of := slices.DeleteFunc(slices.Clone(alone), func(n Note) bool { return n.A != id && n.B != id }); len(of) != 1 {
			t.Errorf("crate %d hits another: heard %v", id, of)
		}
	}
	for others := 1; others < 4; others++ {
		if beside := hits(others); !slices.Equal(alone, beside) {
			t.Errorf("beside %d pairs: %v; alone: %v", others, beside, alone)
		}
	}
}
