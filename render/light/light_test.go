package light

import "testing"

func grid(w, h int) *Grid {
	g := new(Grid)
	g.Resize(w, h)
	return g
}

func TestReachOfASource(t *testing.T) {
	g := grid(60, 60)
	g.Source(30, 30, 255, 255, 255, 9, 1)
	g.Spread()
	for _, c := range []struct {
		tiles int
		lit   bool
	}{{0, true}, {4, true}, {8, true}, {10, false}} {
		if got := g.At(30+c.tiles*PerTile, 30)[0] > 0; got != c.lit {
			t.Errorf("%d tiles from a lamp of radius 9: lit %v, want %v", c.tiles, got, c.lit)
		}
	}
	if g.At(40, 30) != g.At(20, 30) || g.At(30, 40) != g.At(30, 20) {
		t.Error("light is not the same in all four directions")
	}
}

func TestWallsStopLightAndDoorsLetItOut(t *testing.T) {
	room := func(door bool) *Grid {
		g := grid(60, 60)
		for n := 20; n <= 40; n++ {
			for d := range 2 { // a wall is one tile, two cells, thick
				g.SetMatter(n, 20+d, Wall)
				g.SetMatter(n, 39+d, Wall)
				g.SetMatter(20+d, n, Wall)
				if !door || n < 29 || n > 31 {
					g.SetMatter(39+d, n, Wall)
				}
			}
		}
		g.Source(34, 30, 255, 200, 90, 9, 1)
		g.Spread()
		return g
	}
	closed, open := room(false), room(true)
	inside, outside, dark := closed.At(36, 30)[0], open.At(43, 30)[0], closed.At(43, 30)[0]
	if inside == 0 || outside == 0 {
		t.Fatalf("inside %d, before the open door %d: both must be lit", inside, outside)
	}
	if dark*5 > outside {
		t.Errorf("behind the wall %d, before the open door %d: the wall lets light through", dark, outside)
	}
}

func TestSpreadIsIdempotentAndOutsideIsIgnored(t *testing.T) {
	g := grid(10, 10)
	g.Source(-1, 3, 255, 255, 255, 9, 1)
	g.SetMatter(99, 99, Wall)
	g.Source(5, 5, 255, 0, 0, 3, 1)
	g.Spread()
	before := g.At(2, 5)
	g.Spread()
	if g.At(2, 5) != before || before[1] != 0 {
		t.Errorf("cell changed from %v to %v", before, g.At(2, 5))
	}
}

func BenchmarkSpread(b *testing.B) {
	b.ReportAllocs()
	g := new(Grid)
	for b.Loop() {
		g.Resize(104, 80)
		for n := range 12 {
			g.Source(8+n*8, 8+n*5, 255, 200, 90, 9, 1)
		}
		g.Spread()
	}
}
