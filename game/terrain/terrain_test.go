package terrain

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// TestPure generates regions in different orders into memory that held something else.
func TestPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r := grid.Region{
			X: rapid.Int32Range(-1<<25, 1<<25-1).Draw(t, "x"),
			Y: rapid.Int32Range(-1<<25, 1<<25-1).Draw(t, "y"),
		}
		var a, b tile.Region
		for i := range b.Ground {
			b.Ground[i], b.Block[i], b.State[i] = 255, 255, 255
		}
		Generate(seed, r, &a)
		Generate(seed+1, grid.Region{X: r.X + 1, Y: r.Y}, &b)
		Generate(seed, r, &b)
		if a != b {
			t.Fatalf("region %v of world %d came out differently the second time", r, seed)
		}
		for i, g := range a.Ground {
			if g == tile.NoGround || g >= tile.GroundCount || a.Block[i] >= tile.BlockCount {
				t.Fatalf("tile %v: ground %d, block %d", r.Tile(grid.Index(i)), g, a.Block[i])
			}
		}
	})
}

// TestSeams compares how often neighbouring tiles differ across the lines between regions with how often
// they differ elsewhere: a seam would show as a higher rate.
func TestSeams(t *testing.T) {
	const side = 24 // regions
	w := newLand(11)
	kinds := map[string]func(grid.Tile) int{
		"ground": func(t grid.Tile) int { g, _ := w.at(t); return int(g) },
		"water": func(t grid.Tile) int {
			g, _ := w.at(t)
			return btoi(g == tile.Water || g == tile.DeepWater || g == tile.Ice)
		},
		"cliff": func(t grid.Tile) int { _, b := w.at(t); return btoi(b == tile.Cliff) },
		"trees": func(t grid.Tile) int { _, b := w.at(t); return btoi(b == tile.Oak || b == tile.Pine) },
	}
	for name, kind := range kinds {
		var across, elsewhere [2]int // changes, pairs
		for y := range int32(side * grid.RegionSide) {
			for x := range int32(side*grid.RegionSide - 1) {
				for _, pair := range [2][2]grid.Tile{{{X: x, Y: y}, {X: x + 1, Y: y}}, {{X: y, Y: x}, {X: y, Y: x + 1}}} {
					n := &elsewhere
					if pair[0].Region() != pair[1].Region() {
						n = &across
					} else if x%7 != 3 {
						continue
					}
					n[0] += btoi(kind(pair[0]) != kind(pair[1]))
					n[1]++
				}
			}
		}
		a, e := float64(across[0])/float64(across[1]), float64(elsewhere[0])/float64(elsewhere[1])
		t.Logf("%s changes at %.4f of steps across a line, %.4f elsewhere", name, a, e)
		if a > e*1.2+0.002 {
			t.Errorf("%s: regions have seams", name)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRiversGoOn follows the water of rivers across the borders of regions: river on one side is river or
// standing water within two tiles on the other.
func TestRiversGoOn(t *testing.T) {
	const side = 2048
	var rivers, cut int
	for _, seed := range []uint64{3, 4} {
		w := newLand(seed)
		for line := int32(0); line < side; line += grid.RegionSide {
			for i := range int32(side) {
				here := grid.Tile{X: line - 1, Y: i}
				if g, _ := w.at(here); g != tile.Water || BiomeAt(seed, here) != River {
					continue
				}
				rivers++
				wet := false
				for d := int32(-2); d <= 2; d++ {
					g, _ := w.at(here.Add(1, d))
					wet = wet || g == tile.Water || g == tile.DeepWater || g == tile.Ice
				}
				cut += btoi(!wet)
			}
		}
	}
	t.Logf("%d river tiles at lines between regions, %d without water beyond", rivers, cut)
	if rivers < 50 || cut*20 > rivers {
		t.Errorf("of %d river tiles at lines between regions %d end there", rivers, cut)
	}
}

// TestNoDullScreen looks at screens of 27×15 tiles around places that a player can reach (a shoal in the
// open sea is not one). Each shows at least five kinds of small details, or three if more than half of it
// is open sea or solid rock.
func TestNoDullScreen(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	var counts [tile.BlockCount]int
	seeds := uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		w := newLand(seed)
		for range 4000 {
			at := grid.Tile{X: random.Int32N(1200) - 600, Y: random.Int32N(1200) - 600}
			if !w.walkable(at) {
				continue
			}
			n, seen := w.kinds(at)
			if dry, _ := w.walk(at, 200); n < 5 && dry < 200 {
				continue // not reachable
			}
			counts[n]++
			if n < 5 && (n < 3 || !w.barren(at)) {
				t.Errorf("world %d: the screen around %v (%v) shows only %v", seed, at, BiomeAt(seed, at), seen)
			}
		}
	}
	t.Logf("screens by kinds shown: %v", counts)
}

// kinds counts the different blocks on the screen around t.
func (l *land) kinds(at grid.Tile) (n int, seen []tile.Block) {
	var known [tile.BlockCount]bool
	for dy := int32(-7); dy <= 7; dy++ {
		for dx := int32(-13); dx <= 13; dx++ {
			if _, b := l.at(at.Add(dx, dy)); b != tile.NoBlock && !known[b] {
				known[b] = true
				seen = append(seen, b)
			}
		}
	}
	return len(seen), seen
}

// barren reports whether more than half of the screen around t is water or cliff.
func (l *land) barren(at grid.Tile) bool {
	n := 0
	for dy := int32(-7); dy <= 7; dy++ {
		for dx := int32(-13); dx <= 13; dx++ {
			g, b := l.at(at.Add(dx, dy))
			n += btoi(g == tile.DeepWater || g == tile.Water || b == tile.Cliff)
		}
	}
	return n > 27*15/2
}

// TestBiomesAgree compares BiomeAt with the grounds that Generate lays.
func TestBiomesAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	w := newLand(9)
	marks := map[grid.Region][]Landmark{}
	checked := 0
	for range 3000 {
		at := grid.Tile{X: random.Int32N(1000) + 200, Y: random.Int32N(1000) + 200}
		near := false
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				r := at.Region()
				r.X, r.Y = r.X+dx, r.Y+dy
				if _, ok := marks[r]; !ok {
					marks[r] = Landmarks(9, r)
				}
				for _, l := range marks[r] {
					near = near || magnitude(l.Tile.X-at.X) <= landmarkReach && magnitude(l.Tile.Y-at.Y) <= landmarkReach
				}
			}
		}
		if near {
			continue
		}
		checked++
		s := siteAt(9, homeOf(9), at)
		g, b := w.at(at)
		if s.ground != g || (s.block == tile.Cliff) != (b >= tile.Cliff && b <= tile.CrystalOre || b == tile.EmberOre) {
			t.Fatalf("%v: surveyed alone it is ground %d block %d, in its region ground %d block %d", at, s.ground, s.block, g, b)
		}
	}
	if checked < 1000 {
		t.Fatalf("only %d tiles could be compared", checked)
	}
}

// TestDistribution keeps the share of every biome in the world within bounds.
func TestDistribution(t *testing.T) {
	shares := [BiomeCount][2]float64{ // of all tiles, least and most, in percent
		Ocean: {20, 45}, Beach: {2, 10}, River: {0.8, 6}, Meadow: {10, 30}, Forest: {10, 30}, Heath: {1.5, 12},
		Swamp: {0.5, 6}, Mountain: {4, 20}, Cave: {0.2, 3}, Tundra: {4, 20},
	}
	var counts [BiomeCount]int
	n := 0
	for seed := range uint64(6) {
		for y := int32(-4000); y < 4000; y += 83 {
			for x := int32(-4000); x < 4000; x += 79 {
				counts[BiomeAt(seed, grid.Tile{X: x, Y: y})]++
				n++
			}
		}
	}
	for b, c := range counts {
		share := float64(c) * 100 / float64(n)
		t.Logf("%-9v %5.1f %%", Biome(b), share)
		if share < shares[b][0] || share > shares[b][1] {
			t.Errorf("%v covers %.2f %% of the world, not %v to %v", Biome(b), share, shares[b][0], shares[b][1])
		}
	}
}

// BenchmarkGenerate makes regions of the layer Bare, and with all layers.
func BenchmarkGenerate(b *testing.B) {
	var dst tile.Region
	at := func(i int) grid.Region { return grid.Region{X: int32(i%100) - 50, Y: int32(i/100%100) - 50} }
	b.Run("rules-1", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			Generate(7, at(i), &dst)
		}
	})
	b.Run("newest", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			Build(7, at(i), Grazed, &dst)
		}
	})
}

func BenchmarkBiomeAt(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		BiomeAt(7, grid.Tile{X: int32(i * 7), Y: int32(i * 13)})
	}
}
