package act_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func TestWalking(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	start := s.Body(1).Pos
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(5)
	if v := s.Body(1).Vel.X; v < physics.WalkSpeed-8 {
		t.Errorf("after 5 ticks the speed is %d/65536, want full speed %d", v, physics.WalkSpeed)
	}
	s.Run(55)
	went := s.Body(1).Pos.X - start.X
	if lo, hi := fixed.Q(42*fixed.One/10), fixed.Q(46*fixed.One/10); went < lo || went > hi {
		t.Errorf("walked %.2f tiles in a second, want about 4.4", float64(went)/fixed.One)
	}
	s.Ask(1, rig.Moving(0, 0))
	s.Run(4)
	if v := s.Body(1).Vel; v != (fixed.SVec{}) {
		t.Errorf("3 ticks after letting go it still moves: %v", v)
	}
	if s.Run(3); s.Body(1).Flags&entity.Resting == 0 {
		t.Error("a player who stands does not rest")
	}
}

func TestWallsStopAndCornersSlip(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(2, 0), tile.Grass, tile.StoneWall, 0)
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(90)
	want := s.At(2, 0).Corner().X - physics.HalfBox(entity.Player).X
	if got := s.Body(1).Pos.X; got != want {
		t.Errorf("stopped at %d, want %d", got, want)
	}
	// Now it misses the corner by 4 px of its 6 px foot box, and slips round it.
	b := s.Body(1)
	from := b.Pos
	b.Pos.Y = s.At(2, 0).Corner().Y + fixed.One/16
	k, _ := s.Space.Find(b.ID)
	s.Space.Moved(k, from)
	s.Run(60)
	if s.Body(1).Pos.X < s.At(4, 0).Centre().X {
		t.Errorf("did not slip round the corner: x %.2f", float64(s.Body(1).Pos.X-s.At(0, 0).Corner().X)/fixed.One)
	}
}

func TestDeepWaterStopsWalkersAndWaterSlows(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(3, 0), tile.DeepWater, tile.NoBlock, 0)
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(120)
	if grid.TileAt(s.Body(1).Pos) != s.At(2, 0) {
		t.Error("walked into deep water")
	}
	for x := int32(-12); x < 0; x++ {
		living.SetTile(&s.State, s.At(x, 0), tile.Water, tile.NoBlock, 0)
	}
	s.Put(1, -2, 0)
	s.Ask(1, rig.Moving(-fixed.One, 0))
	s.Run(60)
	if went := s.At(-2, 0).Centre().X - s.Body(1).Pos.X; went > 27*fixed.One/10 || went < 2*fixed.One {
		t.Errorf("waded %.2f tiles in a second, want about 2.4", float64(went)/fixed.One)
	}
}

func TestDiggingYieldsAndPlacingSpends(t *testing.T) {
	for _, c := range []struct {
		name   string
		ground tile.Ground
		block  tile.Block
		after  tile.Ground
		yields item.Stack
	}{
		{"grass", tile.Grass, 0, tile.Dirt, item.Stack{Kind: item.Earth, Count: 1}},
		{"earth", tile.Dirt, 0, tile.Pit, item.Stack{Kind: item.Earth, Count: 1}},
		{"sand", tile.Sand, 0, tile.Pit, item.Stack{Kind: item.SandPile, Count: 1}},
		{"rock", tile.Rock, 0, tile.Pit, item.Stack{Kind: item.Stone, Count: 1}},
		{"snow", tile.Snow, 0, tile.Dirt, item.Stack{}},
		{"floor", tile.WoodFloor, 0, tile.Dirt, item.Stack{Kind: item.WoodFloor, Count: 1}},
		{"cliff", tile.Rock, tile.Cliff, tile.Rock, item.Stack{Kind: item.Stone, Count: 1}},
		{"dead tree", tile.Grass, tile.DeadTree, tile.Grass, item.Stack{Kind: item.Stick, Count: 6}},
		{"copper", tile.Rock, tile.CopperOre, tile.Rock, item.Stack{Kind: item.RawCopper, Count: 2}},
		{"lamp", tile.Grass, tile.Lamp, tile.Grass, item.Stack{Kind: item.Lamp, Count: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
			living.SetTile(&s.State, s.At(1, 0), c.ground, c.block, 0)
			had := s.Count(1, c.yields.Kind)
			s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
			s.Run(200)
			s.Allowed()
			if s.GroundAt(1, 0) != c.after || s.Block(1, 0) != tile.NoBlock {
				t.Errorf("left %s on %s, want bare %s", s.Block(1, 0), s.GroundAt(1, 0), c.after)
			}
			if c.yields.Count > 0 && s.Count(1, c.yields.Kind) != had+int(c.yields.Count) {
				t.Errorf("yielded %d %s, want %d", s.Count(1, c.yields.Kind)-had, c.yields.Kind, c.yields.Count)
			}
			if s.Saw(event.Dug) == nil {
				t.Error("no event says so")
			}
			s.Balanced()
		})
	}
}

func TestWaterFlowsIntoPitsBesideWater(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(2, 0), tile.Water, tile.NoBlock, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Sand, tile.NoBlock, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(60)
	if s.GroundAt(1, 0) != tile.Water {
		t.Fatalf("%s, want water", s.GroundAt(1, 0))
	}
	s.Place(1, item.Stone, 1, 0)
	s.Run(3)
	if s.GroundAt(1, 0) != tile.Rock {
		t.Fatalf("filled with stone it is %s", s.GroundAt(1, 0))
	}
	s.Balanced()
}

func TestDiggingEndsOutOfReachAndOnDemand(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Rock, tile.Cliff, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(30)
	s.Ask(1, command.Command{Kind: command.StopDig})
	s.Run(120)
	if s.Block(1, 0) != tile.Cliff {
		t.Fatal("dug on after it was stopped")
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Ask(1, rig.Moving(-fixed.One, 0))
	s.Run(120)
	if s.Block(1, 0) != tile.Cliff || s.Player(1).Action != entity.Idle {
		t.Fatal("dug on out of reach")
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(3)
	s.Refused(event.TooFar)
}

// TestEveryPlaceableKind places each of the kit and digs it up again: the kit is complete again.
func TestEveryPlaceableKind(t *testing.T) {
	kinds := 0
	for k := item.None + 1; k < item.KindCount; k++ {
		if !k.Placeable() || k == item.ShellItem || k == item.Hen || k == item.Sheep {
			continue
		}
		kinds++
		t.Run(k.String(), func(t *testing.T) {
			s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
			if info := k.Info(); info.Ground != 0 && info.Ground != tile.WoodFloor && info.Ground != tile.StoneFloor && info.Ground != tile.Shaft {
				living.SetTile(&s.State, s.At(1, 0), tile.Pit, tile.NoBlock, 0)
			}
			if k == item.Ladder {
				living.SetTile(&s.State, s.At(1, 0), tile.Shaft, tile.NoBlock, 0)
			}
			s.Give(1, k, 1)
			had := s.Count(1, k)
			s.Place(1, k, 1, 0)
			s.Run(3)
			s.Allowed()
			if s.Count(1, k) != had-1 {
				t.Fatalf("placing did not spend it")
			}
			s.Balanced()
			s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
			s.Run(150)
			s.Allowed()
			if s.Count(1, k) != had {
				t.Fatalf("digging it up gave back %d of 1", s.Count(1, k)-had+1)
			}
			s.Balanced()
		})
	}
	if kinds < 18 {
		t.Errorf("a newcomer can place %d kinds, want 18", kinds)
	}
}

func TestPlacingIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		ground tile.Ground
		block  tile.Block
		item   item.Kind
		dx     int32
		why    event.Reason
	}{
		{"on a wall", tile.Grass, tile.WoodWall, item.Lamp, 1, event.Blocked},
		{"too far", tile.Grass, 0, item.Lamp, 5, event.TooFar},
		{"on oneself", tile.Grass, 0, item.WoodWall, 0, event.Blocked},
		{"earth on grass", tile.Grass, 0, item.Earth, 1, event.WrongItem},
		{"floor on water", tile.Water, 0, item.WoodFloor, 1, event.WrongItem},
		{"floor on floor", tile.WoodFloor, 0, item.StoneFloor, 1, event.WrongItem},
		{"stone in the deep", tile.DeepWater, 0, item.Stone, 1, event.WrongItem},
		{"wall in a pit", tile.Pit, 0, item.WoodWall, 1, event.WrongItem},
		{"sapling on rock", tile.Rock, 0, item.Sapling, 1, event.WrongItem},
		{"crate on a wall", tile.Grass, tile.StoneWall, item.Crate, 1, event.Blocked},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
			if c.dx != 0 {
				living.SetTile(&s.State, s.At(c.dx, 0), c.ground, c.block, 0)
			}
			had := s.Run(3).Count(1, c.item)
			s.Place(1, c.item, c.dx, 0)
			before := s.Sections()
			s.Run(3)
			s.Refused(c.why)
			after := s.Sections()
			if had != s.Count(1, c.item) || before[world.TileSection] != after[world.TileSection] || before[world.BodySection] != after[world.BodySection] {
				t.Error("a refused command changed something")
			}
		})
	}
}

func TestDoors(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0).Put(2, 0, 2)
	s.Place(1, item.Door, 1, 0)
	s.Run(3)
	use := command.Command{Kind: command.Use, Tile: s.At(1, 0)}
	s.Ask(1, use)
	s.Run(3)
	if s.Saw(event.Opened) == nil {
		t.Fatal("the door did not open")
	}
	s.Put(2, 1, 0)
	s.Ask(1, use)
	s.Run(3)
	s.Refused(event.Blocked)
	s.Put(2, 0, 2)
	s.Ask(1, use)
	s.Run(3)
	if s.Saw(event.Closed) == nil || s.Land.Cell(s.At(1, 0).X, s.At(1, 0).Y).Height == 0 {
		t.Fatal("the door did not close")
	}
}

func TestLampsAndTorches(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	for n, k := range []item.Kind{item.Lamp, item.Torch} {
		x := int32(n) - 1
		s.Place(1, k, x, 1)
		s.Run(3)
		_, b, st, _ := s.TileAt(s.At(x, 1))
		lit := tile.Emits(b, st) > 0
		for range 2 {
			s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(x, 1)})
			s.Run(3)
			lit = !lit
			_, b, st, _ := s.TileAt(s.At(x, 1))
			if (tile.Emits(b, st) > 0) != lit || (s.Saw(event.Lit) != nil) != lit || (s.Saw(event.Unlit) != nil) == lit {
				t.Errorf("%s: emits %d, want lit %v", b, tile.Emits(b, st), lit)
			}
		}
	}
}

func TestChat(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	for n := range world.ChatLines + 10 {
		s.Ask(1, command.Command{Kind: command.Say, Text: "line " + string(rune('0'+n%10))})
		s.Run(game.TicksPerSecond)
	}
	chat := s.Chat.Log
	if len(chat) != world.ChatLines || chat[0].Seq != 11 || chat[world.ChatLines-1].Seq != world.ChatLines+10 {
		t.Fatalf("%d lines from %d", len(chat), chat[0].Seq)
	}
	for _, bad := range []string{" ", "a\x1b[2J", "a\u202eb", "\t"} {
		s.Ask(1, command.Command{Kind: command.Say, Text: bad})
		s.Run(3)
		s.Refused(event.BadText)
	}
}

func TestGrowth(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	s.Place(1, item.Sapling, 2, 0)
	living.SetTile(&s.State, s.At(-2, 0), tile.Grass, tile.BerryBush, 0)
	s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(-2, 0)})
	s.Run(60)
	if s.Block(-2, 0) != tile.Bush {
		t.Fatal("berries were not picked")
	}
	k := s.Land.Active(s.At(2, 0).Region())
	for n := range uint64(living.SaplingStages) { // as chance will have it in five minutes
		living.GrowAt(&s.Island.State, k, s.At(2, 0).Index(), n)
	}
	s.Put(1, 2, 0)
	living.GrowAt(&s.Island.State, k, s.At(2, 0).Index(), 99)
	if s.Block(2, 0) != tile.Sapling {
		t.Fatal("a tree grew into a player")
	}
	s.Put(1, 0, 0)
	living.GrowAt(&s.Island.State, k, s.At(2, 0).Index(), 99)
	if s.Block(2, 0) != tile.Oak {
		t.Fatal("the sapling did not grow")
	}
	for n := uint64(0); s.Block(-2, 0) != tile.BerryBush; n++ {
		if n > 100 {
			t.Fatal("berries do not grow again")
		}
		living.GrowAt(&s.Island.State, s.Land.Active(s.At(-2, 0).Region()), s.At(-2, 0).Index(), n*0x9e3779b97f4a7c15)
	}
	s.Balanced()
}
