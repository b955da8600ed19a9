package land_test

import (
	"testing"

	"manyhold/app/window/land"
	"manyhold/game/claim"
	"manyhold/game/grid"
)

// TestPlots: the rectangle between two tiles is the same from every corner, and no larger than
// a claim may be.
func TestPlots(t *testing.T) {
	a, b := grid.Tile{X: -5, Y: 9}, grid.Tile{X: 6, Y: 2}
	want := claim.Plot{At: grid.Tile{X: -5, Y: 2}, W: 12, H: 8}
	for _, p := range []claim.Plot{land.Plot(a, b), land.Plot(b, a), land.Plot(grid.Tile{X: -5, Y: 2}, grid.Tile{X: 6, Y: 9})} {
		if p != want {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	for _, far := range []grid.Tile{{X: 500, Y: -500}, {X: -500, Y: 500}} {
		if p := land.Plot(a, far); p.W != claim.MaxSide || p.H != claim.MaxSide || !p.Has(a) || !p.Valid() {
			t.Errorf("to %v: %+v", far, p)
		}
	}
}
