package gloom_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
)

// plain is a land of 3×3 regions of grass.
type plain struct {
	tiles [9]tile.Region
	marks [9]gloom.Marks
}

func (p *plain) Marked(at grid.Region) (*tile.Region, *gloom.Marks) {
	if at.X < -1 || at.X > 1 || at.Y < -1 || at.Y > 1 {
		return nil, nil
	}
	k := (at.Y+1)*3 + at.X + 1
	return &p.tiles[k], &p.marks[k]
}

func (p *plain) set(t grid.Tile, g tile.Ground, b tile.Block, state uint8) {
	r, m := p.Marked(t.Region())
	k := t.Index()
	m.Take(k, r.Ground[k], r.Block[k], r.State[k])
	r.Ground[k], r.Block[k], r.State[k] = g, b, state
	m.Put(k, g, b, state)
}

// TestDistance: the field of a region says how far the rim of the nearest light is, within two tiles and 8 %
// of the way, wherever in the nine regions the lights stand; unlit lamps are no lights.
func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var land plain
		type lamp struct {
			at grid.Tile
			r  fixed.Q
		}
		var lamps []lamp
		for range rapid.IntRange(0, 6).Draw(t, "lamps") {
			at := grid.Tile{X: rapid.Int32Range(-64, 127).Draw(t, "x"), Y: rapid.Int32Range(-64, 127).Draw(t, "y")}
			b := rapid.SampledFrom([]tile.Block{tile.Lamp, tile.Torch, tile.CrystalOre}).Draw(t, "block")
			out := b != tile.CrystalOre && rapid.Bool().Draw(t, "out")
			state := uint8(0)
			if out {
				state = tile.StateBit0
			}
			land.set(at, tile.Grass, b, state)
			lamps = append(lamps, lamp{at, fixed.Q(tile.Emits(b, state)) * fixed.One})
		}
		var f gloom.Fields
		x := f.Of(&land, grid.Region{}, 1)
		for k := range grid.Index(grid.RegionTiles) {
			p, want := (grid.Region{}).Tile(k).Centre(), fixed.Q(gloom.Full*fixed.One)
			for n, l := range lamps {
				if _, b, s := ground(&land, l.at); tile.Emits(b, s) > 0 && !shadowed(lamps[n+1:], func(o lamp) bool { return o.at == l.at }) {
					want = min(want, max(l.at.Centre().Sub(p).Len()-l.r, 0))
				}
			}
			got := fixed.Q(x.Dist(k)) * fixed.One
			if off := got - want; off > fixed.One*2+(want+14*fixed.One)*8/100 || off < -fixed.One*5/2 {
				t.Fatalf("tile %d: %d tiles, want %.2f", k, x.Dist(k), float64(want)/fixed.One)
			}
		}
	})
}

func shadowed[T any](list []T, f func(T) bool) bool {
	for _, x := range list {
		if f(x) {
			return true
		}
	}
	return false
}

func ground(l *plain, t grid.Tile) (tile.Ground, tile.Block, uint8) {
	r, _ := l.Marked(t.Region())
	return r.Ground[t.Index()], r.Block[t.Index()], r.State[t.Index()]
}

// TestFieldFollowsTheLand: a field that was kept is the one that a new cache computes, after any changes; and
// it is computed only when a light or rock near has changed.
func TestFieldFollowsTheLand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var land plain
		var kept gloom.Fields
		for now := range rapid.IntRange(1, 12).Draw(t, "changes") {
			at := grid.Tile{X: rapid.Int32Range(-20, 84).Draw(t, "x"), Y: rapid.Int32Range(-20, 84).Draw(t, "y")}
			land.set(at, rapid.SampledFrom([]tile.Ground{tile.Grass, tile.Rock}).Draw(t, "ground"),
				rapid.SampledFrom([]tile.Block{tile.NoBlock, tile.Lamp, tile.Cliff, tile.Oak}).Draw(t, "block"), 0)
			var anew gloom.Fields
			a, b := kept.Of(&land, grid.Region{}, 10+game.Tick(now)), anew.Of(&land, grid.Region{}, 10)
			for k := range grid.Index(grid.RegionTiles) {
				if a.Dist(k) != b.Dist(k) || a.Cave(k) != b.Cave(k) {
					t.Fatalf("tile %d: %d and %v are kept, %d and %v are new", k, a.Dist(k), a.Cave(k), b.Dist(k), b.Cave(k))
				}
			}
		}
	})
	var land plain
	var f gloom.Fields
	f.Of(&land, grid.Region{}, 1)
	land.set(grid.Tile{X: 3, Y: 3}, tile.Grass, tile.Wire, 1)
	f.Of(&land, grid.Region{}, 2)
	if f.Count != 1 {
		t.Errorf("a wire lets the field be computed anew: %d times", f.Count)
	}
	land.set(grid.Tile{X: -3, Y: 3}, tile.Grass, tile.Lamp, 0)
	f.Of(&land, grid.Region{}, 3)
	if f.Count != 2 {
		t.Errorf("a lamp beside the region: computed %d times", f.Count)
	}
}

// TestCaves: a floor of rock between rock on two opposite sides is a cave, also across regions; a hall whose
// walls are too far is none, and neither is grass.
func TestCaves(t *testing.T) {
	var land plain
	for x := int32(-4); x < 70; x++ {
		land.set(grid.Tile{X: x, Y: 10}, tile.Rock, tile.Cliff, 0)
		land.set(grid.Tile{X: x, Y: 11}, tile.Rock, tile.NoBlock, 0)
		land.set(grid.Tile{X: x, Y: 12}, tile.Rock, tile.NoBlock, 0)
		land.set(grid.Tile{X: x, Y: 13}, tile.Rock, tile.CoalOre, 0)
		land.set(grid.Tile{X: x, Y: 30}, tile.Rock, tile.NoBlock, 0)
	}
	land.set(grid.Tile{X: 5, Y: 11}, tile.Grass, tile.NoBlock, 0)
	land.set(grid.Tile{X: 63, Y: 30}, tile.Rock, tile.NoBlock, 0)
	land.set(grid.Tile{X: 62, Y: 30}, tile.Rock, tile.Cliff, 0)
	land.set(grid.Tile{X: 64, Y: 30}, tile.Rock, tile.Cliff, 0)
	var f gloom.Fields
	x := f.Of(&land, grid.Region{}, 1)
	for at, want := range map[grid.Tile]bool{{X: 0, Y: 11}: true, {X: 20, Y: 12}: true, {X: 5, Y: 11}: false, {X: 20, Y: 10}: false, {X: 20, Y: 30}: false,
		{X: 63, Y: 30}: true} {
		if x.Cave(at.Index()) != want {
			t.Errorf("%v is a cave: %v", at, !want)
		}
	}
}

// BenchmarkField is the cost of a region whose lights have changed: 40 lamps in nine regions.
func BenchmarkField(b *testing.B) {
	var land plain
	for n := range uint64(40) {
		h := random.Mix(n)
		land.set(grid.Tile{X: int32(h%192) - 64, Y: int32(h>>32%192) - 64}, tile.Grass, tile.Lamp, 0)
	}
	var f gloom.Fields
	for n := range b.N {
		land.set(grid.Tile{X: 1, Y: 1}, tile.Grass, tile.Lamp, uint8(n&1))
		f.Of(&land, grid.Region{}, game.Tick(n))
	}
}

// TestBeginLooksAnew: whoever has asked at the same tick before, the tick has the light that is there.
func TestBeginLooksAnew(t *testing.T) {
	var land plain
	var f gloom.Fields
	at := grid.Tile{X: 3, Y: 3}
	f.Of(&land, grid.Region{}, 7)
	land.set(at, tile.Grass, tile.Lamp, 0)
	f.Begin()
	if d := f.Of(&land, grid.Region{}, 7).Dist(at.Index()); d != 0 {
		t.Errorf("under a lamp it is %d tiles to the light", d)
	}
}
