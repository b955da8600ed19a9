package grid

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/fixed"
)

// TestPlaces: a tile is found again from its region and index, from its middle and from its corner, also
// west and north of the origin.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Int32Range(-1<<30, 1<<30)
		at := Tile{c.Draw(t, "x"), c.Draw(t, "y")}
		if got := at.Region().Tile(at.Index()); got != at {
			t.Fatalf("%v comes back as %v", at, got)
		}
		if TileAt(at.Centre()) != at || TileAt(at.Corner()) != at || TileAt(at.Corner().Sub(fixed.Vec{X: 1})) != at.Add(-1, 0) {
			t.Fatalf("%v does not hold its middle and corner", at)
		}
	})
	if r := (Tile{-1, 63}).Region(); r != (Region{-1, 0}) {
		t.Errorf("region %v", r)
	}
	if a, b := (Region{5, -1}), (Region{-5, 0}); !a.Less(b) || b.Less(a) || a.Less(a) {
		t.Error("regions are not in order of rows")
	}
}
