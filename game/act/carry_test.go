package act_test

import (
	"testing"

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
	"manyhold/game/wedge"
)

// TestCratesArePushed: a walking player pushes a crate, it rests when nobody does, and a wall holds both.
func TestCratesArePushed(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	s.Place(1, item.Crate, 2, 0)
	s.Run(6)
	crate := s.Space.Bodies()[s.Find(entity.Crate)].ID
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(120)
	moved := s.Space.Body(crate).Pos.X - s.At(2, 0).Centre().X
	t.Logf("pushed %.2f tiles in two seconds", float64(moved)/fixed.One)
	if moved < 2*fixed.One || moved > 8*fixed.One {
		t.Errorf("pushed %.2f tiles in two seconds", float64(moved)/fixed.One)
	}
	s.Ask(1, rig.Moving(0, 0))
	s.Run(60)
	if s.Space.Body(crate).Flags&entity.Resting == 0 {
		t.Errorf("a crate that nobody pushes does not rest")
	}
	// Against a wall it stays, and so does the player, until it squeezes past (package wedge).
	living.SetTile(&s.State, grid.TileAt(s.Space.Body(crate).Pos).Add(1, 0), tile.Grass, tile.StoneWall, 0)
	s.Ask(1, rig.Moving(fixed.One, 0))
	s.Run(int(wedge.Time) * 2 / 3)
	gap := s.Space.Body(crate).Pos.X - s.Body(1).Pos.X
	if want := physics.HalfBox(entity.Crate).X + physics.HalfBox(entity.Player).X; gap < want-fixed.One/8 {
		t.Errorf("pushed into the crate: %.3f apart, want %.3f", float64(gap)/fixed.One, float64(want)/fixed.One)
	}
}

func TestBallsRollBounceAndRest(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	for y := int32(-12); y <= 12; y++ {
		living.SetTile(&s.State, s.At(6, y), tile.Grass, tile.StoneWall, 0)
	}
	s.Place(1, item.Ball, 1, 0)
	s.Run(6)
	s.Ask(1, command.Command{Kind: command.Kick, Dir: rig.Direction(fixed.One, 0)})
	s.Run(3)
	if s.Saw(event.Kicked) == nil {
		t.Fatal("the ball was not kicked")
	}
	s.Run(60)
	if s.Saw(event.Bounced) == nil {
		t.Error("the ball did not bounce off the wall")
	}
	for n := 0; s.Space.Bodies()[s.Find(entity.Ball)].Flags&entity.Resting == 0; n++ {
		if n > 60 {
			t.Fatal("the ball does not come to rest")
		}
		s.Run(30)
	}
}

func TestCarryingAndThrowing(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(12).Put(1, 0, 0)
	s.Place(1, item.Crate, 1, 0)
	s.Run(6)
	crate := s.Space.Bodies()[s.Find(entity.Crate)].ID
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.Ask(1, rig.Moving(0, fixed.One))
	s.Run(30)
	if s.Space.Body(crate).Pos != s.Body(1).Pos || s.Space.Body(crate).Z != physics.CarryHeight {
		t.Fatal("what is carried does not follow")
	}
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.Run(3)
	s.Refused(event.NothingThere)
	s.Ask(1, rig.Moving(0, 0))
	s.Run(6)
	// Over a fence three tiles away, but not over the wall behind it.
	at := grid.TileAt(s.Body(1).Pos)
	for dy := int32(-3); dy <= 3; dy++ {
		living.SetTile(&s.State, at.Add(2, dy), tile.Grass, tile.Fence, 0)
		living.SetTile(&s.State, at.Add(7, dy), tile.Grass, tile.StoneWall, 0)
	}
	s.Ask(1, command.Command{Kind: command.Throw, Dir: rig.Direction(fixed.One, 0)})
	s.Run(120)
	if s.Saw(event.Thrown) == nil || s.Saw(event.Landed) == nil {
		t.Fatal("it was not thrown, or did not land")
	}
	if x := grid.TileAt(s.Space.Body(crate).Pos).X - at.X; x <= 2 || x >= 7 {
		t.Errorf("it lies %d tiles away, want between fence and wall", x)
	}
	s.Ask(1, command.Command{Kind: command.Throw, Slot: 35})
	s.Run(3)
	s.Refused(event.HandsEmpty)
	s.Balanced()
}

func TestChests(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	s.Place(1, item.Chest, 1, 0)
	s.Run(3)
	at, slot := s.At(1, 0), s.Slot(1, item.Glass)
	s.Ask(1, command.Command{Kind: command.ChestPut, Tile: at, Slot: slot, Count: 10})
	s.Run(3)
	if got := s.Container(at)[0]; got != (item.Stack{Kind: item.Glass, Count: 10}) {
		t.Fatalf("the chest holds %v", got)
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: at})
	s.Run(3)
	s.Refused(event.Blocked)
	s.Ask(1, command.Command{Kind: command.ChestTake, Tile: at, Slot: 0, Count: 11})
	s.Run(3)
	s.Refused(event.NotEnough)
	s.Ask(1, command.Command{Kind: command.ChestTake, Tile: at, Slot: 0, Count: 10})
	s.Ask(1, command.Command{Kind: command.Dig, Tile: at})
	s.Run(120)
	if s.Block(1, 0) != tile.NoBlock || s.Container(at) != nil || s.Count(1, item.Glass) != 24 {
		t.Fatal("the emptied chest was not dug up")
	}
	s.Balanced()
}

func TestDropsAreCollectedOnce(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0).Put(2, 4, 0)
	slot := s.Slot(1, item.Torch)
	s.Ask(1, command.Command{Kind: command.Move, Face: 0})
	s.Ask(1, command.Command{Kind: command.Drop, Slot: slot, Count: 5})
	s.Run(60)
	if s.Count(1, item.Torch) != 11 {
		t.Fatalf("the thrower has %d, want 11: its own drop comes back too soon", s.Count(1, item.Torch))
	}
	s.Put(2, 1, 0)
	s.Run(60)
	if s.Count(2, item.Torch) != 21 {
		t.Fatalf("the other has %d, want 21", s.Count(2, item.Torch))
	}
	s.Balanced()
}
