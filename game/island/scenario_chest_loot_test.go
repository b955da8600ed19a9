package island_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/reconcile"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// trove returns where the chest of the lighthouse of the home is, from the spawn.
func trove(s *rig.Stage) (dx, dy int32) {
	at := terrain.Lighthouse(s.Gen.Seed).Add(-2, 0)
	return at.X - s.SpawnTile.X, at.Y - s.SpawnTile.Y
}

// sum returns how many items a chest holds.
func sum(slots *[item.ChestSlots]item.Stack) (n int) {
	for _, s := range slots {
		n += int(s.Count)
	}
	return n
}

// TestLootIsThereOnce: a chest of the land is full for the first player that opens it, cannot be dug up
// before, and is never filled again; the books balance, and the land falls asleep with it.
func TestLootIsThereOnce(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	x, y := trove(s)
	s.Put(1, x+1, y)
	want, ok := world.LootOf(&s.Island.State, s.At(x, y))
	if !ok || s.Block(x, y) != tile.Chest || s.Container(s.At(x, y)) != nil {
		t.Fatalf("%s stands in the lighthouse", s.Block(x, y))
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(x, y)})
	s.Run(3).Refused(event.Blocked)
	s.Use(1, x, y).Allowed()
	c := s.Container(s.At(x, y))
	if c == nil || *c != want || sum(c) == 0 {
		t.Fatalf("it holds %v, want %v", c, want)
	}
	s.Balanced()
	for k := range c {
		if n := c[k].Count; n > 0 {
			s.Ask(1, command.Command{Kind: command.ChestTake, Tile: s.At(x, y), Slot: uint8(k), Count: n})
			s.Run(3).Allowed()
		}
	}
	s.Use(1, x, y).Allowed()
	if n := sum(s.Container(s.At(x, y))); n != 0 {
		t.Fatalf("emptied it holds %d", n)
	}
	s.Balanced()
	k, _ := s.Land.Find(s.At(x, y).Region())
	living.Retire(&s.State, k)
	living.Activate(&s.State, s.At(x, y).Region())
	s.Use(1, x, y).Allowed()
	if n := sum(s.Container(s.At(x, y))); n != 0 {
		t.Fatalf("after its sleep it holds %d", n)
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(x, y)})
	s.Run(60).Allowed()
	s.Place(1, item.Chest, x, y)
	s.Run(3).Allowed()
	if n := sum(s.Container(s.At(x, y))); n != 0 {
		t.Errorf("a chest of one's own on its place holds %d", n)
	}
	s.Balanced()
}

// TestPuttingOpens: an item put into an unopened chest lies with its loot.
func TestPuttingOpens(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	x, y := trove(s)
	s.Put(1, x+1, y)
	want, _ := world.LootOf(&s.Island.State, s.At(x, y))
	s.Ask(1, command.Command{Kind: command.ChestPut, Tile: s.At(x, y), Slot: s.Slot(1, item.Bed), Count: 1})
	s.Run(3).Allowed()
	if n := sum(s.Container(s.At(x, y))); n != sum(&want)+1 {
		t.Errorf("it holds %d, want %d and a bed", n, sum(&want))
	}
	s.Balanced()
}

// TestLootOfTwoSidesIsThereOnce: two players who open the same chest apart have its loot once between them,
// however far each got with it.
func TestLootOfTwoSidesIsThereOnce(t *testing.T) {
	take := func(s *rig.Stage, n int, x, y int32, all bool) {
		s.Put(n, x+1, y).Use(n, x, y)
		if c := s.Container(s.At(x, y)); all && c != nil {
			for k := range c {
				if some := c[k].Count; some > 0 {
					s.Ask(n, command.Command{Kind: command.ChestTake, Tile: s.At(x, y), Slot: uint8(k), Count: some})
					s.Run(3)
				}
			}
		}
	}
	dig := func(s *rig.Stage, n int, x, y int32) {
		s.Ask(n, command.Command{Kind: command.Dig, Tile: s.At(x, y)})
		s.Run(60)
	}
	for name, play := range map[string]func(f *rig.Fork, x, y int32){
		"both look":            func(f *rig.Fork, x, y int32) { take(f.Here, 1, x, y, false); take(f.There, 2, x, y, false) },
		"both take all":        func(f *rig.Fork, x, y int32) { take(f.Here, 1, x, y, true); take(f.There, 2, x, y, true) },
		"one looks, one takes": func(f *rig.Fork, x, y int32) { take(f.Here, 1, x, y, false); take(f.There, 2, x, y, true) },
		"one takes, one looks": func(f *rig.Fork, x, y int32) { take(f.Here, 1, x, y, true); take(f.There, 2, x, y, false) },
		"the branch digs it up": func(f *rig.Fork, x, y int32) {
			take(f.Here, 1, x, y, false)
			take(f.There, 2, x, y, true)
			dig(f.There, 2, x, y)
		},
		"this side digs it up": func(f *rig.Fork, x, y int32) {
			take(f.Here, 1, x, y, true)
			dig(f.Here, 1, x, y)
			take(f.There, 2, x, y, true)
		},
		"only the branch opened it": func(f *rig.Fork, x, y int32) {
			f.Here.Place(1, item.Lamp, 1, 1)
			f.Here.Run(3)
			take(f.There, 2, x, y, true)
		},
		"both sides dug it up empty": func(f *rig.Fork, x, y int32) {
			take(f.Here, 1, x, y, true)
			dig(f.Here, 1, x, y)
			take(f.There, 2, x, y, true)
			dig(f.There, 2, x, y)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := rig.Pair(t)
			x, y := trove(s)
			living.SetTile(&s.State, s.At(x, y), tile.StoneFloor, tile.Chest, 0) // the stage was cleared of it
			want, _ := world.LootOf(&s.Island.State, s.At(x, y))
			before, _, _ := world.Audit(&s.State)
			f := rig.ForkOf(s, []int{1}, []int{2})
			play(f, x, y)
			f.Merge()
			after, destroyed, present := world.Audit(&f.Here.State)
			loot := reconcile.CountSlots(want[:])
			for k := item.None + 1; k < item.KindCount; k++ {
				if got := present[k] + destroyed[k] - before[k]; k != item.Chest && got != loot[k] {
					t.Errorf("%s: %d came into the world, want %d; created %d before and %d now\n%s", k, got, loot[k], before[k], after[k], f.Said)
				}
			}
		})
	}
}

// TestLootIsThePlaces: the same chest holds the same in every copy of a world, in a scene the loot of its
// land, and not the same as the next.
func TestLootIsThePlaces(t *testing.T) {
	s, other := rig.NewStage(t), rig.NewStage(t)
	kinds := map[string]bool{}
	chests := 0
	for scene := range uint8(2) {
		for x := range int32(6) {
			for y := range int32(6) {
				r := grid.Region{X: x, Y: y}.Tile(0).InScene(scene).Region()
				var land world.Region
				land.Generate(s.Gen, r)
				for k := range grid.Index(grid.RegionTiles) {
					if land.Tiles.Block[k] != tile.Chest {
						continue
					}
					a, ok := world.LootOf(&s.Island.State, r.Tile(k))
					b, _ := world.LootOf(&other.Island.State, r.Tile(k))
					if !ok || a != b || sum(&a) == 0 {
						t.Fatalf("the chest at %v holds %v and %v", r.Tile(k), a, b)
					}
					chests++
					kinds[string(encoding.AppendStacks(nil, a[:]))] = true
				}
			}
		}
	}
	if chests < 10 || len(kinds)*10 < chests*9 {
		t.Errorf("%d different hauls in %d chests", len(kinds), chests)
	}
}
