package living_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/game/world"
)

// skyOf returns a tick from which on the sky over a place of a stage is as asked for ten seconds.
func skyOf(t testing.TB, s *rig.Stage, fits func(weather.Sky) bool) game.Tick {
	for at := game.Tick(30_000); at < 40_000_000; at += 600 {
		if fits(weather.At(s.Gen.Seed, at, s.At(0, 0))) && fits(weather.At(s.Gen.Seed, at+600, s.At(0, 0))) {
			return at
		}
	}
	t.Fatal("there is no such sky")
	return 0
}

func dry(s weather.Sky) bool { return s.Rain == 0 }

// TestTreeBurnsUp: flames climb in the first seconds; a tree burns for twelve and is a charred stump then,
// from which a tree grows again in the end. A bush leaves ash, which is blown away.
func TestTreeBurnsUp(t *testing.T) {
	for _, c := range []struct {
		block, left, then tile.Block
		seconds           int
	}{{tile.Oak, tile.Snag, tile.Oak, 12}, {tile.Pine, tile.Snag, tile.Pine, 12}, {tile.Bush, tile.Ash, tile.NoBlock, 3},
		{tile.DeadTree, tile.Ash, tile.NoBlock, 10}} {
		s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 6, 6)
		s.Clock = skyOf(t, s, dry)
		s.Set(0, 0, c.block, 0)
		living.Ignite(&s.State, nil, s.At(0, 0))
		ticks, last := 0, uint8(0)
		for ; s.Block(0, 0) == tile.Fire && ticks < 2000; ticks++ {
			_, _, state, _ := s.Land.TileAt(s.At(0, 0))
			climbed, gone := living.Height(state)
			if climbed < gone || gone < last {
				t.Fatalf("%s: %d climbed with %d gone, before %d", c.block, climbed, gone, last)
			}
			last = gone
			s.Run(1)
		}
		if off := ticks - c.seconds*game.TicksPerSecond; off < -30 || off > 30 || s.Block(0, 0) != c.left {
			t.Errorf("%s burns for %d ticks and leaves %s", c.block, ticks, s.Block(0, 0))
		}
		r, k := s.Land.Active(s.At(0, 0).Region()), s.At(0, 0).Index()
		for visits := 0; s.Block(0, 0) != c.then && visits < 200; visits++ {
			for n := range living.Growths {
				if living.Growths[n].Block == r.Tiles.Block[k] {
					living.Growths[n].Do(&s.State, r, k, 0, s.Clock)
					break
				}
			}
		}
		if s.Block(0, 0) != c.then {
			t.Errorf("%s: in the end there is %s", c.block, s.Block(0, 0))
		}
		if r.Burnt != 0 {
			t.Errorf("%s: %d tiles count as burnt", c.block, r.Burnt)
		}
		s.Balanced()
	}
}

// grove has trees three tiles apart from each other, with nothing between them.
func grove(s *rig.Stage) *rig.Stage {
	for y := int32(-9); y <= 9; y += 3 {
		for x := int32(-9); x <= 9; x += 3 {
			s.Set(x, y, tile.Oak, 0)
		}
	}
	return s
}

// TestSparks: in dry weather, neighbours of a burning tree catch fire that do not touch it, more of them
// where the wind blows. In rain, and by the law of peace, none does.
func TestSparks(t *testing.T) {
	burnt := func(fits func(weather.Sky) bool, laws ...world.Law) (n, west, east int) {
		for round := range 6 {
			s := grove(rig.NewStage(t).Enter(1).Clear(14).Put(1, 12, 12).Rule(laws...))
			s.Clock = skyOf(t, s, fits) + game.Tick(round)*living.BeatTicks
			living.Ignite(&s.State, nil, s.At(0, 0))
			s.Run(12 * game.TicksPerSecond)
			for y := int32(-9); y <= 9; y += 3 {
				for x := int32(-9); x <= 9; x += 3 {
					switch {
					case x == 0 && y == 0 || s.Block(x, y) == tile.Oak:
						continue
					case x < 0:
						west++
					case x > 0:
						east++
					}
					n++
				}
			}
		}
		return n, west, east
	}
	windy := func(s weather.Sky) bool { return s.Rain == 0 && s.Wind > 180 }
	n, west, east := burnt(windy)
	if n < 6 || east < 2*west {
		t.Errorf("%d of the neighbours burnt, %d in the west, %d in the east", n, west, east)
	}
	if n, _, _ := burnt(windy, world.Peaceful); n > 0 {
		t.Errorf("%d burnt in peace", n)
	}
	if n, _, _ := burnt(func(s weather.Sky) bool { return s.Rain >= living.RainDouses }); n > 0 {
		t.Errorf("%d burnt in the rain", n)
	}
}

// TestDampness: what stands on snow or beside water catches fire more seldom.
func TestDampness(t *testing.T) {
	caught := func(ground tile.Ground, water bool) (n int) {
		for round := range 40 {
			s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 6, 6)
			s.Clock = skyOf(t, s, dry) + game.Tick(round)*living.BeatTicks
			living.SetTile(&s.State, s.At(0, 1), ground, tile.Tuft, 0)
			if water {
				living.SetTile(&s.State, s.At(1, 1), tile.Water, tile.NoBlock, 0)
			}
			s.Set(0, 0, tile.Bush, 0)
			living.Ignite(&s.State, nil, s.At(0, 0))
			if s.Run(240); s.Block(0, 1) != tile.Tuft {
				n++
			}
		}
		return n
	}
	grass := caught(tile.Grass, false)
	for _, wet := range []int{caught(tile.Snow, false), caught(tile.Mud, false), caught(tile.Grass, true)} {
		if wet*2 > grass {
			t.Errorf("%d of 40 tufts burnt on what is damp, %d on grass", wet, grass)
		}
	}
}

// TestOldWallsBurn: a wooden wall that the land had from the beginning burns, one that was set does not.
func TestOldWallsBurn(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 6, 6)
	s.Clock = skyOf(t, s, dry)
	for _, x := range []int32{-3, 3} {
		s.Set(x, 0, tile.WoodWall, 0)
		s.Set(x, 1, tile.Oak, 0)
	}
	r, k := s.Land.Active(s.At(-3, 0).Region()), s.At(-3, 0).Index()
	r.Edited[k/64] &^= 1 << (k % 64)
	for range 20 {
		for _, x := range []int32{-3, 3} {
			s.Set(x, 1, tile.Oak, 0)
			living.Ignite(&s.State, nil, s.At(x, 1))
		}
		s.Run(600)
	}
	if s.Block(-3, 0) == tile.WoodWall || s.Block(3, 0) != tile.WoodWall {
		t.Errorf("of an old wall there is %s, of one that was set %s", s.Block(-3, 0), s.Block(3, 0))
	}
}

// shares returns how many tiles of each region are burnt.
func shares(s *rig.Stage) (n []uint16) {
	for _, r := range s.Land.Regions {
		n = append(n, r.Burnt)
	}
	return n
}

// TestFiresEnd: whatever burns and wherever it is lit, no more of a region is burnt than the rule says,
// beside what hands have lit; the fire ends; and an island that is read from its bytes in the middle of it
// burns in the same way.
func TestFiresEnd(t *testing.T) {
	kinds := [...]tile.Block{tile.Oak, tile.Pine, tile.DeadTree, tile.Bush, tile.Tuft, tile.Stump, tile.Sapling, tile.NoBlock}
	for seed := range uint64(6) {
		s, draw, sparse := rig.BareStage(t).Enter(1), rig.Chancer(seed), seed%3
		for _, r := range s.Land.Regions {
			for k := range grid.Index(grid.RegionTiles) {
				h := random.Hash(seed, world.RegionKey(r.At), uint64(k), 0)
				b := kinds[h%uint64(len(kinds))]
				if h>>32&3 < sparse {
					b = tile.NoBlock
				}
				living.SetTile(&s.State, r.At.Tile(k), tile.Grass, b, 0)
			}
		}
		s.Clock = skyOf(t, s, dry)
		lit := uint16(0)
		light := func() {
			at := s.SpawnTile.Add(int32(draw(121))-60, int32(draw(121))-60)
			if living.FuelAt(&s.State, at) > 0 {
				lit++
				living.Ignite(&s.State, nil, at)
			}
		}
		for range 1 + draw(6) {
			light()
			s.Run(1 + int(draw(200)))
		}
		var again island.Island
		if err := again.Restore(s.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		burning := func(i *island.Island) (fires int) {
			for _, r := range i.Land.Regions {
				n := uint16(0)
				for k := range grid.Index(grid.RegionTiles) {
					switch r.Tiles.Block[k] {
					case tile.Fire, tile.Ash, tile.Snag:
						n++
					}
				}
				if n != r.Burnt || n > living.MostBurnt+lit {
					t.Fatalf("%d tiles of %v are burnt, %d are counted, %d were lit", n, r.At, r.Burnt, lit)
				}
				fires += int(r.Fires)
			}
			return fires
		}
		const most = 180 * game.TicksPerSecond
		ticks := 0
		for ; burning(s.Island) > 0; ticks += 60 {
			if s.Run(60); ticks > most {
				t.Fatalf("%d fires burn after three minutes", burning(s.Island))
			}
		}
		t.Logf("%d lit, %v of each region burnt, %d s", lit, shares(s), ticks/60)
		for range ticks {
			again.StepTick(nil)
		}
		for k, r := range again.Land.Regions {
			if r.Sum != s.Land.Regions[k].Sum || r.Burnt != s.Land.Regions[k].Burnt {
				t.Fatalf("%v, as it was written down, burnt otherwise", r.At)
			}
		}
		rig.Holds(t, s.Island)
	}
}

// BenchmarkFires is a tick of the work of a region in which as many tiles burn as may, against one in which
// none does.
func BenchmarkFires(b *testing.B) {
	for _, fires := range []int{0, living.MaxFires} {
		b.Run(map[int]string{0: "none", living.MaxFires: "most"}[fires], func(b *testing.B) {
			s := rig.BareStage(b).Enter(1)
			s.Clock = skyOf(b, s, dry)
			at := s.SpawnTile.Region()
			for k := range grid.Index(grid.RegionTiles) {
				living.SetTile(&s.State, at.Tile(k), tile.Grass, tile.Oak, 0)
			}
			most := 0
			for n := range b.N {
				if n%600 == 0 { // they burn for twelve seconds
					b.StopTimer()
					for k := range grid.Index(fires) {
						living.SetTile(&s.State, at.Tile(k*63), tile.Grass, tile.Oak, 0)
						living.Ignite(&s.State, nil, at.Tile(k*63))
					}
					b.StartTimer()
				}
				living.Labour(&s.State)
				most = max(most, s.Visits.Spent)
				s.Clock++
				s.Happened = s.Happened[:0]
			}
			b.ReportMetric(float64(most), "work")
		})
	}
}
