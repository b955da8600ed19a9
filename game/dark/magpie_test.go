package dark_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// nested puts a nest with its magpie on the stage; they are the only ones.
func nested(s *rig.Stage, dx, dy int32) game.EntityID {
	world.Clear(&s.State, func(b *entity.Body) bool { return b.Kind == entity.Magpie || b.Kind == entity.Nest })
	for n, k := range []entity.Kind{entity.Nest, entity.Magpie} {
		s.Space.Insert(entity.Body{ID: game.EntityID(1000 + n), Kind: k, Pos: s.At(dx, dy).Centre(), Flags: entity.Resting})
	}
	return 1001
}

// inRegion returns a direction in which there is room in the region of the spawn.
func inRegion(s *rig.Stage, d int32) (dx, dy int32) {
	for _, c := range [][2]int32{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		if s.At(c[0]*d, c[1]*d).Region() == s.SpawnTile.Region() {
			return c[0], c[1]
		}
	}
	return 1, 1
}

// shiny lays items on the ground.
func shiny(s *rig.Stage, k item.Kind, n uint8, dx, dy int32) {
	s.Ledger.Created[k] += uint64(n)
	living.Spill(&s.State, item.Stack{Kind: k, Count: n}, s.At(dx, dy), 5, 0)
}

func wealth(s *rig.Stage, k item.Kind) uint64 {
	_, _, present := world.Audit(&s.State)
	return present[k]
}

// TestMagpieSteals shiny things at night where nobody is near, one after the other, and brings them to its
// nest; not dull ones, not by day, not in Peace, not beside a player and not in light.
func TestMagpieSteals(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(s *rig.Stage, x, y int32)
		want bool
	}{
		{"copper on the ground", func(s *rig.Stage, x, y int32) { shiny(s, item.Copper, 2, 8*x, 0) }, true},
		{"sticks", func(s *rig.Stage, x, y int32) { shiny(s, item.Stick, 2, 8*x, 0) }, false},
		{"by day", func(s *rig.Stage, x, y int32) { shiny(s, item.Copper, 2, 8*x, 0); s.Clock = night / 2 }, false},
		{"in Peace", func(s *rig.Stage, x, y int32) { shiny(s, item.Copper, 2, 8*x, 0); s.Rule(world.Peaceful) }, false},
		{"beside a player", func(s *rig.Stage, x, y int32) {
			shiny(s, item.Copper, 2, 8*x, 0)
			s.Put(1, 8*x, 2).Hold(1, item.Torch)
			s.Player(1).Inventory[0] = item.Stack{} // and no light
			s.Ledger.Destroyed[item.Torch] += 16
		}, false},
		{"in light", func(s *rig.Stage, x, y int32) { shiny(s, item.Copper, 2, 8*x, 0); lit(s, 8*x, 1) }, false},
	} {
		s := nightStage(t)
		x, y := inRegion(s, 12)
		s.Put(1, -20*x, -20*y)
		bird := nested(s, 4*x, 8*y)
		c.set(s, x, y)
		s.Player(1).Inventory[3], s.Player(1).Inventory[4] = item.Stack{}, item.Stack{} // lamps and glass
		s.Ledger.Destroyed[item.Lamp] += 12
		s.Ledger.Destroyed[item.Glass] += 24
		stolen := false
		for range 12 {
			s.Run(60)
			s.Player(1).Health = world.MaxHealth
			stolen = stolen || s.Saw(event.Hoarded) != nil
		}
		s.Balanced()
		if stolen != c.want {
			t.Errorf("%s: stolen %v; the bird has %v", c.name, stolen, s.Space.Body(bird).Stack)
		}
	}
}

// TestMagpieRobs a player that stands in gloom of one shiny thing, and lets it fall when something is thrown
// at it; in light it does not dare.
func TestMagpieRobs(t *testing.T) {
	for _, light := range []bool{false, true} {
		s := nightStage(t)
		x, y := inRegion(s, 12)
		s.Put(1, 2*x, 2*y)
		s.Rule(world.Mercy)
		bird := nested(s, 10*x, 10*y)
		if light {
			lit(s, 2*x, 3*y)
		}
		lamps := s.Count(1, item.Lamp)
		robbed := false
		for range 60 {
			s.Run(6)
			if robbed = s.Saw(event.Robbed) != nil; robbed {
				break
			}
		}
		if robbed == light || robbed != (s.Count(1, item.Lamp) == lamps-1) {
			t.Fatalf("in light %v: robbed %v, %d lamps of %d", light, robbed, s.Count(1, item.Lamp), lamps)
		}
		if !robbed {
			continue
		}
		b := s.Space.Body(bird)
		s.Space.Insert(entity.Body{ID: 77, Kind: entity.Ball, Pos: b.Pos, Vel: fixed.SVec{X: 6 * fixed.One}, Z: fixed.One})
		s.Run(15)
		if s.Saw(event.Startled) == nil || s.Space.Body(bird).Stack.Count != 0 {
			t.Error("it keeps its loot")
		}
		s.Space.RemoveAll(func(b *entity.Body) bool { return b.ID == 77 })
		s.Balanced()
	}
}

// TestNestsAreOnce: in a wide land some regions have a nest; the same ones for everybody, and they come once,
// however often their region sleeps.
func TestNestsAreOnce(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	nests, n := 0, int32(0)
	for ; n < 40; n++ {
		at := grid.Region{X: s.SpawnTile.Region().X + 4 + n%8, Y: s.SpawnTile.Region().Y + n/8}
		before := s.Space.Count(entity.Nest)
		living.Activate(&s.State, at)
		new := s.Space.Count(entity.Nest) - before
		nests += new
		for range 2 {
			k, _ := s.Land.Find(at)
			living.Retire(&s.State, k)
			living.Activate(&s.State, at)
		}
		if again := s.Space.Count(entity.Nest) - before; again != new {
			t.Fatalf("region %v has %d nests, and after its sleep %d", at, new, again)
		}
		k, _ := s.Land.Find(at)
		living.Retire(&s.State, k)
	}
	if nests < 1 || nests > 15 {
		t.Errorf("%d nests in %d regions", nests, n)
	}
	for k := range s.Dormant.List {
		if p, err := world.DecodeRegion(s.Dormant.List[k].Data); err != nil || len(p.Bodies) > 100 {
			t.Errorf("%v, %d bodies", err, len(p.Bodies))
		}
	}
}

// TestMagpiesLoseNothing: whatever lies about and whatever is thrown, every item is in one place.
func TestMagpiesLoseNothing(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		s := rig.BareStage(outer).Enter(1).Clear(20).Put(1, 0, 0).Rule(world.Mercy)
		s.Clock = night
		x, y := inRegion(s, 12)
		nested(s, 6*x, 6*y)
		kinds := []item.Kind{item.Copper, item.Crystal, item.Glass, item.Stick}
		before := map[item.Kind]uint64{}
		for _, k := range kinds {
			shiny(s, k, uint8(rapid.IntRange(1, 5).Draw(t, "count")), x*rapid.Int32Range(0, 12).Draw(t, "x"), y*rapid.Int32Range(0, 12).Draw(t, "y"))
			before[k] = wealth(s, k)
		}
		for range rapid.IntRange(1, 10).Draw(t, "seconds") {
			switch rapid.IntRange(0, 3).Draw(t, "deed") {
			case 0:
				if s.Count(1, item.Ball) == 0 {
					continue
				}
				s.Ask(1, command.Command{Kind: command.Throw, Slot: s.Slot(1, item.Ball), Dir: fixed.SVec{X: fixed.One * fixed.S(x), Y: fixed.One * fixed.S(y) / 2}})
			case 1:
				s.Ask(1, rig.Moving(fixed.One*fixed.S(x), 0))
			case 2:
				s.Clock += 30 * game.TicksPerSecond
			}
			s.Run(60)
			rig.Balanced(outer, s.Island)
		}
		for _, k := range kinds {
			if now := wealth(s, k); now != before[k] {
				t.Fatalf("%s: %d, before %d", k, now, before[k])
			}
		}
		rig.Sound(outer, s.Island)
	})
}

// TestSnatchMovesNobodyElse: a magpie that takes the last of a drop leaves the body alone that comes after it
// in the table.
func TestSnatchMovesNobodyElse(t *testing.T) {
	s := nightStage(t)
	x, y := inRegion(s, 12)
	s.Put(1, -20*x, -20*y)
	bird := nested(s, 4*x, 8*y)
	crate := bird + 1
	s.Space.Insert(entity.Body{ID: crate, Kind: entity.Nest, Pos: s.At(-6*x, -6*y).Centre(), Flags: entity.Resting})
	s.Ledger.Created[item.Copper]++
	s.Space.Insert(entity.Body{ID: 5, Kind: entity.Drop, Stack: item.Stack{Kind: item.Copper, Count: 1}, Pos: s.At(8*x, 0).Centre(), Born: s.Clock})
	s.Player(1).Inventory[3], s.Player(1).Inventory[4] = item.Stack{}, item.Stack{} // lamps and glass
	s.Ledger.Destroyed[item.Lamp] += 12
	s.Ledger.Destroyed[item.Glass] += 24
	for range 1200 {
		s.Run(1)
		if b := s.Space.Body(crate); b.Vel != (fixed.SVec{}) {
			t.Fatalf("what lies elsewhere goes by %v", b.Vel)
		}
		if s.Space.Body(bird).Stack.Count > 0 {
			return
		}
	}
	t.Fatal("nothing was stolen")
}
