package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
)

// anyView draws a view.
func anyView(t *rapid.T) view {
	return view{x: rapid.Float64Range(-5000, 5000).Draw(t, "x"), y: rapid.Float64Range(-5000, 5000).Draw(t, "y"), zoom: rapid.IntRange(farthest, nearest).Draw(t, "zoom"), w: 640, h: 360}
}

// TestTilesAndDots: the tile at the dot of a tile is that tile, but for zooms with several tiles in a dot.
func TestTilesAndDots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		want := grid.Tile{X: rapid.Int32Range(-6000, 6000).Draw(t, "tx"), Y: rapid.Int32Range(-6000, 6000).Draw(t, "ty")}
		got := v.tile(v.dot(want))
		in := int32(1)
		if v.zoom < 0 {
			in = 1 << -v.zoom
		}
		if want.X-got.X < 0 || want.X-got.X >= in || want.Y-got.Y < 0 || want.Y-got.Y >= in {
			t.Fatalf("zoom %d: %v is shown as %v", v.zoom, want, got)
		}
	})
}

// TestZoomKeepsThePlace: zooming leaves the tile under the cursor where it is, within a dot of the coarser
// zoom, and stops at the ends.
func TestZoomKeepsThePlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		x, y := rapid.IntRange(0, v.w-1).Draw(t, "cx"), rapid.IntRange(0, v.h-1).Draw(t, "cy")
		before := v
		moved := v.zoomAt(rapid.IntRange(-2, 2).Draw(t, "by"), x, y)
		if v.zoom < farthest || v.zoom > nearest || moved != (v.zoom != before.zoom) {
			t.Fatalf("zoom %d of %d, moved %v", v.zoom, before.zoom, moved)
		}
		a, b := before.tile(x, y), v.tile(x, y)
		slack := 1 + int32(math.Ceil(1/math.Min(before.scale(), v.scale())))
		if d := max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y); d > slack {
			t.Fatalf("%v became %v", a, b)
		}
	})
}

// TestWholeWorldFits: the view of a whole world shows all of it, as near as it fits, and panning leaves the
// middle near it.
func TestWholeWorldFits(t *testing.T) {
	for _, c := range []struct {
		side int32
		zoom int
	}{{10, 4}, {38, 3}, {150, 1}, {310, 0}, {620, -1}, {1240, -2}, {2480, -3}, {9000, -3}} {
		v := view{w: 640, h: 360}
		least, most := grid.Tile{X: 100, Y: -50}, grid.Tile{X: 100 + c.side, Y: -50 + c.side}
		if v.fit(least, most); v.zoom != c.zoom {
			t.Errorf("a world of %d tiles is shown at zoom %d, not %d", c.side, v.zoom, c.zoom)
		}
		for _, corner := range []grid.Tile{least, most} {
			if x, y := v.dot(corner); c.side < 2800 && (x < 0 || y < 0 || x > v.w || y > v.h) {
				t.Errorf("a corner of a world of %d tiles is at %d, %d", c.side, x, y)
			}
		}
		v.pan(1e6, -1e6)
		if v.keep(least, most); v.x > float64(most.X)+margin/v.scale()+1 || v.y < float64(least.Y)-margin/v.scale()-1 {
			t.Errorf("panned to %v, %v", v.x, v.y)
		}
	}
}
