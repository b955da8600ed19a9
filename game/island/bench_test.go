package island

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// meadow returns an island of a single region without anything in it but grass, and its middle tile.
func meadow() (*Island, grid.Tile) {
	i := &Island{State{genesis: Genesis{Seed: 7, Rules: game.CurrentRules}, partial: true, tick: 1}}
	r := new(region)
	for k := range r.tiles.Ground {
		r.tiles.Ground[k] = tile.Grass
	}
	for k := range grid.Index(grid.RegionTiles) { // a wall around it
		if x, y := k%grid.RegionSide, k/grid.RegionSide; x == 0 || y == 0 || x == grid.RegionSide-1 || y == grid.RegionSide-1 {
			r.tiles.Block[k] = tile.StoneWall
		}
	}
	r.resum()
	i.regions = []*region{r}
	i.reindex()
	return i, grid.Tile{X: grid.RegionSide / 2, Y: grid.RegionSide / 2}
}

// BenchmarkIdleRegion steps a region with 60 things at rest in it: its figure is per tick.
func BenchmarkIdleRegion(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(60) {
		t := mid.Add(int32(n%10)*3-15, int32(n/10)*3-9)
		i.space.Insert(entity.Body{ID: i.newID(n), Kind: entity.Crate, Pos: t.Centre()})
	}
	for range 60 {
		i.StepTick(nil)
	}
	if i.space.Awake() != 0 {
		b.Fatal("things do not rest")
	}
	b.ReportAllocs()
	for b.Loop() {
		i.StepTick(nil)
	}
}

// BenchmarkTwoHundredBodies steps a region with 200 balls and crates that never rest: per tick.
func BenchmarkTwoHundredBodies(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(200) {
		t := mid.Add(int32(n%20)*2-20, int32(n/20)*3-15)
		kind := entity.Ball
		if n%4 == 0 {
			kind = entity.Crate
		}
		i.space.Insert(entity.Body{ID: i.newID(n), Kind: kind, Pos: t.Centre()})
	}
	tick := func(n int) {
		if n%30 == 0 {
			stir(i, n) // every time elsewhere: else they all end in a heap at a wall
		}
		i.StepTick(nil)
	}
	n := 0
	for ; n < 600; n++ { // until everything is as large as it will be
		tick(n)
	}
	awake := 0
	b.ReportAllocs()
	for ; b.Loop(); n++ {
		tick(n)
		awake += i.space.Awake()
	}
	b.ReportMetric(float64(awake)/float64(b.N), "awake")
}

// BenchmarkCopyRegion copies one region with 20 bodies for prediction.
func BenchmarkCopyRegion(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(20) {
		i.space.Insert(entity.Body{ID: i.newID(n), Kind: entity.Crate, Pos: mid.Add(int32(n), 0).Centre()})
	}
	dst := new(Island)
	i.CopyNear(dst, mid)
	b.ReportAllocs()
	for b.Loop() {
		i.CopyNear(dst, mid)
	}
}

// BenchmarkDigest hashes the state of a new world with ten players.
func BenchmarkDigest(b *testing.B) {
	s := newStage(b).enter(10)
	b.ReportAllocs()
	for b.Loop() {
		s.Digest()
	}
}

// BenchmarkDigestWide hashes the state of an island of 25 regions with 20 things each.
func BenchmarkDigestWide(b *testing.B) {
	i := crowded(5, 20)
	b.ReportAllocs()
	for b.Loop() {
		i.Digest()
	}
}

// BenchmarkSnapshot writes the state of a new world with ten players.
func BenchmarkSnapshot(b *testing.B) {
	s := newStage(b).enter(10)
	var buf []byte
	for b.Loop() {
		buf = s.Snapshot(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

// TestSteadyTickDoesNotAllocate steps a world in which players walk and a ball rolls.
func TestSteadyTickDoesNotAllocate(t *testing.T) {
	s := newStage(t).enter(3)
	for n := 1; n <= 3; n++ {
		s.ask(n, moving(fixed.One, 0))
	}
	s.run(60)
	turn := s.Begin(nil, 3)
	if n := testing.AllocsPerRun(200, func() {
		if err := s.Step(turn); err != nil {
			t.Fatal(err)
		}
		s.Digest()
	}); n > 0 {
		t.Errorf("%v allocations in a steady turn", n)
	}
	dst := new(Island)
	s.CopyNear(dst, s.spawn)
	if n := testing.AllocsPerRun(100, func() { s.CopyNear(dst, s.spawn) }); n > 0 {
		t.Errorf("%v allocations in a copy to a warm buffer", n)
	}
}
