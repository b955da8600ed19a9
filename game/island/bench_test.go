package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// meadow returns an island of a single region without anything in it but grass, and its middle tile.
func meadow() (*island.Island, grid.Tile) {
	i := &island.Island{State: world.State{Gen: world.Genesis{Seed: 7, Rules: game.CurrentRules}, Partial: true, Clock: 1}}
	r := new(world.Region)
	for k := range r.Tiles.Ground {
		r.Tiles.Ground[k] = tile.Grass
	}
	for k := range grid.Index(grid.RegionTiles) { // a wall around it
		if x, y := k%grid.RegionSide, k/grid.RegionSide; x == 0 || y == 0 || x == grid.RegionSide-1 || y == grid.RegionSide-1 {
			r.Tiles.Block[k] = tile.StoneWall
		}
	}
	r.Resum()
	i.Land.Regions = []*world.Region{r}
	i.Land.Reindex()
	return i, grid.Tile{X: grid.RegionSide / 2, Y: grid.RegionSide / 2}
}

// BenchmarkIdleRegion steps a region with 60 things at rest in it: its figure is per tick.
func BenchmarkIdleRegion(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(60) {
		t := mid.Add(int32(n%10)*3-15, int32(n/10)*3-9)
		i.Space.Insert(entity.Body{ID: i.Space.NewID(n), Kind: entity.Crate, Pos: t.Centre()})
	}
	for range 60 {
		i.StepTick(nil)
	}
	if i.Space.Awake() != 0 {
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
		i.Space.Insert(entity.Body{ID: i.Space.NewID(n), Kind: kind, Pos: t.Centre()})
	}
	tick := func(n int) {
		if n%30 == 0 {
			exhibit.Stir(i, n) // every time elsewhere: else they all end in a heap at a wall
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
		awake += i.Space.Awake()
	}
	b.ReportMetric(float64(awake)/float64(b.N), "awake")
}

// BenchmarkCopyRegion copies one region with 20 bodies for prediction.
func BenchmarkCopyRegion(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(20) {
		i.Space.Insert(entity.Body{ID: i.Space.NewID(n), Kind: entity.Crate, Pos: mid.Add(int32(n), 0).Centre()})
	}
	dst := new(island.Island)
	i.CopyNear(dst, mid)
	b.ReportAllocs()
	for b.Loop() {
		i.CopyNear(dst, mid)
	}
}

// BenchmarkDigest hashes the state of a new world with ten players.
func BenchmarkDigest(b *testing.B) {
	s := rig.NewStage(b).Enter(10)
	b.ReportAllocs()
	for b.Loop() {
		s.Digest()
	}
}

// BenchmarkDigestWide hashes the state of an island of 25 regions with 20 things each.
func BenchmarkDigestWide(b *testing.B) {
	i := exhibit.Crowded(5, 20)
	b.ReportAllocs()
	for b.Loop() {
		i.Digest()
	}
}

// BenchmarkSnapshot writes the state of a new world with ten players.
func BenchmarkSnapshot(b *testing.B) {
	s := rig.NewStage(b).Enter(10)
	var buf []byte
	for b.Loop() {
		buf = s.Snapshot(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

// TestSteadyTickDoesNotAllocate steps a world in which players walk and a ball rolls.
func TestSteadyTickDoesNotAllocate(t *testing.T) {
	s := rig.NewStage(t).Enter(3)
	for n := 1; n <= 3; n++ {
		s.Ask(n, rig.Moving(fixed.One, 0))
	}
	s.Run(60)
	turn := s.Begin(3).Turn()
	if n := testing.AllocsPerRun(200, func() {
		s.Step(turn)
		s.Digest()
	}); n > 0 {
		t.Errorf("%v allocations in a steady turn", n)
	}
	dst := new(island.Island)
	s.CopyNear(dst, s.SpawnTile)
	if n := testing.AllocsPerRun(100, func() { s.CopyNear(dst, s.SpawnTile) }); n > 0 {
		t.Errorf("%v allocations in a copy to a warm buffer", n)
	}
}

// BenchmarkPressedAnimals steps 1,500 ordinary sheep that are driven to one place. It is what the sheep of
// matches are measured against: see package flock.
func BenchmarkPressedAnimals(b *testing.B) {
	i, mid := meadow()
	for n := range uint64(1500) {
		at := fixed.Vec{X: mid.Centre().X + fixed.Q(int64(n%40)*3-60)*fixed.One/8*3, Y: mid.Centre().Y + fixed.Q(int64(n/40)*3-57)*fixed.One/8*3}
		i.Space.Insert(entity.Body{ID: i.Space.NewID(n), Kind: entity.Sheep, Pos: at})
	}
	n := 0
	tick := func() {
		if n%20 == 0 {
			for k := range i.Space.Bodies() {
				o := &i.Space.Bodies()[k]
				o.Vel = mid.Centre().Sub(o.Pos).S().Unit().Scale(7 * fixed.One / 2)
				i.Space.Wake(k)
			}
		}
		i.StepTick(nil)
		n++
	}
	for range 300 {
		tick()
	}
	for b.Loop() {
		tick()
	}
}
