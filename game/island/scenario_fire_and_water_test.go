package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/game/world"
)

// TestFireGoesOnAndOut: from one tuft it eats most of a meadow, leaves buildings and tiles beside water, and
// goes out.
func TestFireGoesOnAndOut(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 0, 7)
	s.Build(exhibit.Thicket)
	s.Apply(1, item.Tinder, 0, 5)
	s.Allowed()
	if s.Block(0, 5) != tile.Fire || s.Saw(event.Lit) == nil {
		t.Fatalf("did not catch fire: %s", s.Block(0, 5))
	}
	most := 0
	for ticks := 0; s.Counts(tile.Fire, 12) > 0; ticks += 30 {
		if s.Run(30); ticks > 3000 {
			t.Fatal("burns for ever")
		}
		most = max(most, s.Counts(tile.Fire, 12))
	}
	if left := s.Counts(tile.Bush, 12); most < 5 || left > 50 {
		t.Errorf("%d burnt at once, %d of 101 bushes are left", most, left)
	}
	if s.Block(-3, 3) != tile.WoodWall {
		t.Error("a wall burnt")
	}
	s.Apply(1, item.Tinder, 0, 6)
	s.Refused(event.WontBurn)
	s.Balanced()
}

// TestFireLimit: no more than MaxFires burn in a region, and the rest stays unburnt.
func TestFireLimit(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := s.SpawnTile.Region()
	for k := range grid.Index(grid.RegionTiles) {
		living.SetTile(&s.State, at.Tile(k), tile.Grass, tile.DeadTree, 0)
	}
	for k := range grid.Index(living.MaxFires) {
		living.Ignite(&s.Island.State, nil, at.Tile(k*7))
	}
	for range 20 {
		s.Run(12)
		if n := s.Land.Active(at).Fires; n != living.MaxFires {
			t.Fatalf("%d burn", n)
		}
	}
}

// TestRainAndWaterDouse: rain puts out fires in the open, and so does water that was poured out.
func TestRainAndWaterDouse(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 0, 2)
	s.Set(0, 0, tile.Tuft, 0)
	living.Ignite(&s.Island.State, nil, s.At(0, 0))
	s.Apply(1, item.WaterBucket, 1, 0)
	s.Allowed()
	s.Run(12)
	if s.Block(0, 0) == tile.Fire {
		t.Error("burns beside water")
	}
	for s.Clock = 20000; weather.At(7, s.Clock, s.At(0, 0)).Rain < living.RainDouses; s.Clock += 600 {
	}
	s.Set(-3, 0, tile.Bush, 0)
	living.SetTile(&s.State, s.At(-5, 0), tile.WoodFloor, tile.Bush, 0)
	living.Ignite(&s.Island.State, nil, s.At(-3, 0))
	living.Ignite(&s.Island.State, nil, s.At(-5, 0))
	s.Run(12)
	if s.Block(-3, 0) == tile.Fire || s.Block(-5, 0) != tile.Fire {
		t.Errorf("in the rain: %s in the open, %s under a roof", s.Block(-3, 0), s.Block(-5, 0))
	}
}

// TestWaterLevels: it flows apart until no two tiles beside each other differ by more than a unit, into pits
// first, past walls, and none is lost.
func TestWaterLevels(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, -9, -9)
	s.Build(exhibit.Basin)
	s.Run(600)
	sum := 0
	for y := int32(-6); y <= 6; y++ {
		for x := int32(-6); x <= 6; x++ {
			here := living.FloodAt(&s.Island.State, s.At(x, y))
			sum += here
			for h := range tile.HeadingCount {
				if n := world.Beside(s.At(x, y), h); here > 0 {
					if _, open := living.FloodRoom(&s.Island.State, n); open && living.Level(&s.Island.State, s.At(x, y))-living.Level(&s.Island.State, n) > 1 {
						t.Errorf("%d %d is %d, beside it %d", x, y, living.Level(&s.Island.State, s.At(x, y)), living.Level(&s.Island.State, n))
					}
				}
			}
		}
	}
	if in := living.FloodAt(&s.Island.State, s.At(-3, -3)); in < living.PitDepth+1 {
		t.Errorf("%d in the pit", in)
	}
	if sum+int(s.Ledger.Destroyed[item.Water]) != exhibit.BasinWater || sum < 200 {
		t.Errorf("%d of %d are left", sum, exhibit.BasinWater)
	}
	s.Balanced()
}

// TestBuckets: water is taken from a lake, poured out, taken up again, and given back to the lake.
func TestBuckets(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(2, 0), tile.Water, tile.NoBlock, 0)
	living.SetTile(&s.State, s.At(-2, 0), tile.Pit, tile.NoBlock, 0)
	s.Apply(1, item.Bucket, 1, 0)
	s.Refused(event.NoWater)
	s.Apply(1, item.Bucket, 2, 0)
	s.Allowed()
	if s.Count(1, item.WaterBucket) != 1 || s.Count(1, item.Bucket) != 4 {
		t.Fatal("not filled")
	}
	s.Apply(1, item.WaterBucket, -2, 0)
	s.Allowed()
	if living.FloodAt(&s.Island.State, s.At(-2, 0)) != item.BucketUnits || s.Count(1, item.Bucket) != 5 {
		t.Fatalf("%d poured out", living.FloodAt(&s.Island.State, s.At(-2, 0)))
	}
	s.Balanced()
	s.Apply(1, item.Bucket, -2, 0)
	s.Allowed()
	s.Apply(1, item.WaterBucket, 1, 0)
	s.Run(60)
	if n := s.Counts(tile.Flood, 8); n > 6 {
		t.Errorf("the lake swallowed nothing: %d tiles are wet", n)
	}
	s.Balanced()
}

// TestWheat is tilled, sown, grows, and is harvested.
func TestWheat(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	s.Apply(1, item.Seeds, 1, 0)
	s.Refused(event.WrongItem)
	s.Apply(1, item.Hoe, 1, 0).Apply(1, item.Seeds, 1, 0)
	s.Allowed()
	s.Use(1, 1, 0)
	s.Refused(event.TooSoon)
	r := s.Land.Active(s.At(1, 0).Region())
	for n := range uint64(tile.RipeWheat) {
		living.Ripen(&s.Island.State, r, s.At(1, 0).Index(), n, 0)
	}
	had := s.Count(1, item.Seeds)
	s.Use(1, 1, 0)
	s.Allowed()
	s.Run(120)
	if s.Block(1, 0) != tile.Furrow || s.Count(1, item.WheatEar) != 2 || s.Count(1, item.Seeds) != had+2 {
		t.Errorf("%s, %d wheat, %d seeds", s.Block(1, 0), s.Count(1, item.WheatEar), s.Count(1, item.Seeds)-had)
	}
	s.Balanced()
}

// TestTreesFallAndGrowAgain: away from the woodcutter, and onto anybody who stands there.
func TestTreesFallAndGrowAgain(t *testing.T) {
	for _, tree := range []tile.Block{tile.Oak, tile.Pine} {
		s := rig.NewStage(t).Enter(2).Clear(10).Put(1, 0, 0).Put(2, 3, 0)
		s.Set(1, 0, tree, 0)
		s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
		s.Run(90)
		s.Allowed()
		if e := s.Saw(event.Felled); e == nil || tile.Heading(e.B) != tile.East || s.Block(1, 0) != tile.Stump {
			t.Fatalf("%s did not fall to the east", tree)
		}
		if s.Player(2).Health != world.MaxHealth-living.TreeHurts || s.Player(1).Health != world.MaxHealth {
			t.Errorf("health %d and %d", s.Player(1).Health, s.Player(2).Health)
		}
		r := s.Land.Active(s.At(1, 0).Region())
		for n := range uint64(living.StumpStages + 1) {
			living.Regrow(&s.Island.State, r, s.At(1, 0).Index(), n, 0)
		}
		if s.Block(1, 0) != tree {
			t.Errorf("%s came to be %s", tree, s.Block(1, 0))
		}
		s.Balanced()
	}
}

// TestKnockedOut: fire takes health until one sleeps; one wakes by the hearth, and by law keeps all.
func TestKnockedOut(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(10).Put(1, 5, 5).Rule(world.Keep).Run(3)
	had := s.Player(1).Inventory
	burn := func() {
		for ticks := 0; s.Player(1).Health > 0 && ticks < 1200; ticks += 30 {
			living.SetTile(&s.State, s.At(5, 5), tile.Grass, tile.Fire, living.BurnTime)
			s.Run(30)
		}
		living.SetTile(&s.State, s.At(5, 5), tile.Grass, tile.NoBlock, 0)
	}
	burn()
	if s.Saw(event.KnockedOut) == nil || s.Body(1).Flags&entity.Asleep == 0 {
		t.Fatal("not knocked out")
	}
	s.Ask(1, command.Command{Kind: command.Enter, Text: "Ada"})
	s.Ask(1, command.Command{Kind: command.Say, Text: "ow"})
	s.Run(30)
	s.Refused(event.NotHere)
	s.Run(int(fall.SwoonTime))
	if p := s.Player(1); s.Saw(event.Woke) == nil || p.Health != world.MaxHealth/2 || s.Body(1).Flags&entity.Asleep != 0 || p.Inventory != had {
		t.Fatalf("did not wake as it should: health %d", p.Health)
	}
	if at := grid.TileAt(s.Body(1).Pos); max(at.X-s.SpawnTile.X, s.SpawnTile.X-at.X, at.Y-s.SpawnTile.Y, s.SpawnTile.Y-at.Y) > 2 {
		t.Errorf("woke at %v", at)
	}
	s.Give(1, item.Bread, 3)
	s.Place(1, item.Bread, 0, 0)
	s.Run(3)
	if p := s.Player(1); p.Health != world.MaxHealth/2+6 {
		t.Errorf("bread made it %d", p.Health)
	}
	s.Run(game.TicksPerSecond * 3 * 5)
	s.Place(1, item.Bread, 0, 0)
	s.Run(3)
	s.Refused(event.FullHealth)
	s.Balanced()
}

// TestLongSleep: a sleep longer than CatchUpTicks is bounded work, and fires burn down in it.
func TestLongSleep(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := grid.Region{X: s.SpawnTile.Region().X + 6, Y: s.SpawnTile.Region().Y}
	living.Activate(&s.State, at)
	living.SetTile(&s.State, at.Tile(70), tile.Grass, tile.Oak, 0)
	living.Ignite(&s.Island.State, nil, at.Tile(70))
	living.SetTile(&s.State, at.Tile(80), tile.Grass, tile.Wheat, 0)
	living.SetTile(&s.State, at.Tile(90), tile.Grass, tile.Stump, living.StumpOf(true))
	k, _ := s.Land.Find(at)
	living.Retire(&s.State, k)
	s.Clock += 100 * living.CatchUpTicks
	living.Activate(&s.State, at)
	r := s.Land.Active(at)
	if r.Tiles.Block[70] != tile.Oak || r.Fires != 0 || r.Tiles.State[80] != tile.RipeWheat || r.Tiles.Block[90] != tile.Pine {
		t.Errorf("%s, wheat %d, %s", r.Tiles.Block[70], r.Tiles.State[80], r.Tiles.Block[90])
	}
}
