package journal

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// TestTally counts finds and entries: places of a kind and chests share one, lights have one each, and what
// is no find counts for nothing.
func TestTally(t *testing.T) {
	var a Tally
	ruin := Find{Page: Places, Number: uint8(terrain.Ruin), Tile: grid.Tile{X: 5}}
	for n, c := range []struct {
		find            Find
		fresh           bool
		finds, distinct int
	}{
		{Find{Page: Plants, Number: uint8(tile.Oak)}, true, 1, 1},
		{Find{Page: Plants, Number: uint8(tile.Oak)}, false, 1, 1},
		{Find{Page: Plants, Number: uint8(tile.StoneWall)}, false, 1, 1},
		{ruin, true, 2, 2},
		{Find{Page: Places, Number: ruin.Number, Tile: grid.Tile{X: 9}}, true, 3, 2},
		{Find{Page: Lights, Number: 1, Tile: grid.Tile{X: 9}}, true, 4, 3},
		{Find{Page: Lights, Number: 1, Tile: grid.Tile{X: 90}}, true, 5, 4},
		{Find{Page: Hoards, Number: 1, Tile: grid.Tile{X: 9}}, true, 6, 5},
		{Find{Page: Hoards, Number: 2, Tile: grid.Tile{X: 8}}, true, 7, 5},
		{Find{Page: PageCount}, false, 7, 5},
		{Find{}, false, 7, 5},
	} {
		if a.Note(c.find) != c.fresh || a.Finds() != c.finds || a.Distinct() != c.distinct {
			t.Errorf("%d: %d finds, %d distinct", n, a.Finds(), a.Distinct())
		}
	}
	if have, all := a.Of(Lights); have != 2 || all != 9 {
		t.Errorf("%d of %d lights", have, all)
	}
}

// TestTallyNeverHasMoreThanThereIs: whatever is found, no page has more entries found than it has, and all of
// them are all there is.
func TestTallyNeverHasMoreThanThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Tally
		for range rapid.IntRange(0, 300).Draw(t, "n") {
			f := Find{Page: Page(rapid.IntRange(0, int(PageCount)).Draw(t, "page")), Number: uint8(rapid.IntRange(0, 80).Draw(t, "number"))}
			if f.Page.HasTile() {
				f.Tile = terrain.Lights(1)[rapid.IntRange(0, 8).Draw(t, "light")]
			}
			a.Note(f)
		}
		sum, most := 0, 0
		for p := NoPage + 1; p < PageCount; p++ {
			have, all := a.Of(p)
			if have > all || all == 0 {
				t.Fatalf("page %d: %d of %d", p, have, all)
			}
			sum, most = sum+have, most+all
		}
		if sum != a.Distinct() || sum > most {
			t.Fatalf("%d, and by pages %d", a.Distinct(), sum)
		}
	})
}
