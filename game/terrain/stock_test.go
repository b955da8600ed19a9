package terrain

import (
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// stocked is a world with the layer Stocked. Its regions are generated at their first use.
func stocked(seed uint64) *land {
	w := newLand(seed)
	for y := int32(-3); y <= 9; y++ {
		for x := int32(-3); x <= 9; x++ {
			r := grid.Region{X: x, Y: y}
			Build(seed, r, Stocked, w.region(r))
		}
	}
	return w
}

// TestChestsOfLandmarks: TroveAt knows every chest of the land, and every chest of TroveAt is there. Most
// kinds of landmarks have some, and the lighthouse of the home has one.
func TestChestsOfLandmarks(t *testing.T) {
	var kinds [LandmarkKindCount]int
	for seed := range uint64(3) {
		w := stocked(seed)
		for y := int32(-2 * grid.RegionSide); y < 9*grid.RegionSide; y++ {
			for x := int32(-2 * grid.RegionSide); x < 9*grid.RegionSide; x++ {
				at := grid.Tile{X: x, Y: y}
				if _, b := w.at(at); b != tile.Chest {
					continue
				}
				trove, ok := TroveAt(seed, at)
				if !ok || trove.Tile != at {
					t.Fatalf("world %d: nobody knows of the chest at %v", seed, at)
				}
				kinds[trove.At]++
				if trove.Deep {
					checkVault(t, w, at)
				}
			}
		}
		if light := Lighthouse(seed); kinds[Tower] == 0 {
			t.Errorf("world %d: no chest in the lighthouse at %v", seed, light)
		}
	}
	t.Logf("chests by kind of landmark: %v", kinds)
	for k, n := range kinds {
		switch k := LandmarkKind(k); k {
		case NoLandmark, Cairn, FairyRing, Grave:
			if n != 0 {
				t.Errorf("%s has %d chests", k, n)
			}
		default:
			if n == 0 {
				t.Errorf("no %s has a chest", k)
			}
		}
	}
}

// checkVault fails unless a player can reach the chest exactly if its gate is open, digging included, and
// reach both handles, but not at once.
func checkVault(t *testing.T, w *land, chest grid.Tile) {
	t.Helper()
	const handReach = 3
	gate := chest.Add(0, 2)
	if _, b := w.at(gate); b != tile.Gate {
		t.Fatalf("world %d: before the chest at %v stands %s", w.seed, chest, b)
	}
	west, east := gate.Add(-GateAside, GateOff), gate.Add(GateAside, GateOff)
	if east.X-west.X <= 2*handReach {
		t.Fatal("somebody reaches both handles")
	}
	seen, list := map[grid.Tile]bool{gate: true}, []grid.Tile{gate.Add(0, 1)} // before the gate
	for len(list) > 0 {
		here := list[0]
		list = list[1:]
		for _, d := range [4]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
			n := here.Add(d.X, d.Y)
			_, b := w.at(n)
			if !seen[n] && magnitude(n.X-gate.X) < 12 && magnitude(n.Y-gate.Y) < 12 {
				seen[n] = true
				if i := b.Info(); !i.Solid || i.DigTicks > 0 { // diggable blocks do not stop a player
					list = append(list, n)
				}
			}
		}
	}
	if seen[chest] {
		t.Errorf("world %d: one digs oneself to the chest at %v", w.seed, chest)
	}
	for _, h := range [...]grid.Tile{west, east} {
		if _, b := w.at(h); b != tile.Handle || !seen[h] {
			t.Errorf("world %d: %s at %v, before the gate %v", w.seed, b, h, seen[h])
		}
	}
}
