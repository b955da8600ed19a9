package dusk

import (
	"testing"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/event"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/tile"
)

// plain is one region of grass with a lamp at 32 32.
type plain struct {
	tiles tile.Region
	marks gloom.Marks
}

func newPlain() *plain {
	p := new(plain)
	k := grid.Tile{X: 32, Y: 32}.Index()
	p.tiles.Block[k] = tile.Lamp
	for n := range grid.Index(grid.RegionTiles) {
		p.tiles.Ground[n] = tile.Grass
		p.marks.Put(n, tile.Grass, p.tiles.Block[n], 0)
	}
	return p
}

func (p *plain) Marked(at grid.Region) (*tile.Region, *gloom.Marks) {
	if at != (grid.Region{}) {
		return nil, nil
	}
	return &p.tiles, &p.marks
}

// TestDim: gloom takes nothing by a lamp, ever more with the distance, and nothing by day, in Peace, or
// around a burning lighthouse.
func TestDim(t *testing.T) {
	land := newPlain()
	var m Murk
	row := func(land gloom.Land, burning *lights.Table, depth uint8) []uint8 {
		sky := make([]uint8, 30)
		for k := range sky {
			sky[k] = 255
		}
		m.Dim(sky, grid.Tile{X: 32, Y: 32}, 30, 1, land, burning, 1, depth)
		return sky
	}
	sky := row(land, nil, gloom.Full)
	if sky[0] != 255 || sky[7] != 255 || sky[29] > 120 {
		t.Errorf("by the lamp %d, in its light %d, far off %d", sky[0], sky[7], sky[29])
	}
	for k := range sky[1:] {
		if sky[k+1] > sky[k] {
			t.Errorf("it grows lighter away from the lamp: %v", sky)
		}
	}
	var burning lights.Table
	burning.Light(0, lights.Entry{At: grid.Tile{X: 40, Y: 32}})
	for name, same := range map[string][]uint8{"by day": row(land, nil, 0), "in Peace": row(nil, nil, gloom.Full), "by a lighthouse": row(land, &burning, gloom.Full)} {
		for _, v := range same {
			if v != 255 {
				t.Fatalf("%s it is dark: %v", name, same)
			}
		}
	}
}

// TestHours: pictures of a fixed hour are as dark as the hour.
func TestHours(t *testing.T) {
	for hour, want := range map[float64]uint8{12: 0, 23: gloom.Full, 2: gloom.Full, 7: 0} {
		if got := Depth(0, hour); got != want {
			t.Errorf("at %v o'clock %d, want %d", hour, got, want)
		}
	}
	if Depth(0, -1) != gloom.Depth(0) {
		t.Error("the tick does not decide")
	}
}

// TestSigns: each event of the dark is seen, and no other is taken for one.
func TestSigns(t *testing.T) {
	for k := event.NoKind; k < event.KindCount; k++ {
		dark := k >= event.ShadeRose && k <= event.Recovered || k == event.Guttered || k == event.BurntDown
		if (SignOf(k).Count > 0) != dark {
			t.Errorf("event %s has %d signs", k, SignOf(k).Count)
		}
	}
}

// BenchmarkDim is what gloom costs a frame in which light is spread, at the widest zoom: 41 × 24 tiles.
func BenchmarkDim(b *testing.B) {
	land := newPlain()
	var m Murk
	sky := make([]uint8, 41*24)
	for range b.N {
		m.Dim(sky, grid.Tile{X: 12, Y: 20}, 41, 24, land, nil, 1, gloom.Full)
	}
}

// TestFlame: a torch burns evenly until it gutters, and then ever lower.
func TestFlame(t *testing.T) {
	mean := func(left game.Tick) (sum float64) {
		for n := range 600 {
			sum += Flame(7, float64(n)/60, left)
		}
		return sum / 600
	}
	fresh, low, last := mean(dark.TorchTime), mean(dark.GutterTime/2), mean(0)
	if fresh < 0.95 || mean(dark.GutterTime) != fresh || low > 0.8*fresh || last > 0.8*low || last < 0.2 {
		t.Errorf("it burns %.2f, %.2f before its end and %.2f at last", fresh, low, last)
	}
}
