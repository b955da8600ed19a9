package island_test

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
	"manyhold/game/tile"
)

// TestCratesArePushed: a walking player pushes a crate, it rests when nobody does, and a wall holds both.
func TestCratesArePushed(t *testing.T) {
	s := newStage(t).enter(1).clear(12).put(1, 0, 0)
	s.place(1, item.Crate, 2, 0)
	s.run(6)
	crate := s.Space.Bodies()[s.find(entity.Crate)].ID
	s.ask(1, moving(fixed.One, 0))
	s.run(120)
	moved := s.Space.Body(crate).Pos.X - s.at(2, 0).Centre().X
	t.Logf("pushed %.2f tiles in two seconds", float64(moved)/fixed.One)
	if moved < 2*fixed.One || moved > 8*fixed.One {
		t.Errorf("pushed %.2f tiles in two seconds", float64(moved)/fixed.One)
	}
	s.ask(1, moving(0, 0))
	s.run(60)
	if s.Space.Body(crate).Flags&entity.Resting == 0 {
		t.Errorf("a crate that nobody pushes does not rest")
	}
	// Against a wall it stays, and so does the player.
	living.SetTile(&s.State, grid.TileAt(s.Space.Body(crate).Pos).Add(1, 0), tile.Grass, tile.StoneWall, 0)
	s.ask(1, moving(fixed.One, 0))
	s.run(90)
	gap := s.Space.Body(crate).Pos.X - s.body(1).Pos.X
	if want := physics.HalfBox(entity.Crate).X + physics.HalfBox(entity.Player).X; gap < want-fixed.One/8 {
		t.Errorf("pushed into the crate: %.3f apart, want %.3f", float64(gap)/fixed.One, float64(want)/fixed.One)
	}
}

// find returns the index of the first body of a kind.
func (s *stage) find(k entity.Kind) int {
	s.t.Helper()
	for i := range s.Space.Bodies() {
		if s.Space.Bodies()[i].Kind == k {
			return i
		}
	}
	s.t.Fatalf("there is no %s", k)
	return 0
}

func TestBallsRollBounceAndRest(t *testing.T) {
	s := newStage(t).enter(1).clear(12).put(1, 0, 0)
	for y := int32(-12); y <= 12; y++ {
		living.SetTile(&s.State, s.at(6, y), tile.Grass, tile.StoneWall, 0)
	}
	s.place(1, item.Ball, 1, 0)
	s.run(6)
	s.ask(1, command.Command{Kind: command.Kick, Dir: direction(fixed.One, 0)})
	s.run(3)
	if s.saw(event.Kicked) == nil {
		t.Fatal("the ball was not kicked")
	}
	s.run(60)
	if s.saw(event.Bounced) == nil {
		t.Error("the ball did not bounce off the wall")
	}
	for n := 0; s.Space.Bodies()[s.find(entity.Ball)].Flags&entity.Resting == 0; n++ {
		if n > 60 {
			t.Fatal("the ball does not come to rest")
		}
		s.run(30)
	}
}

func TestCarryingAndThrowing(t *testing.T) {
	s := newStage(t).enter(1).clear(12).put(1, 0, 0)
	s.place(1, item.Crate, 1, 0)
	s.run(6)
	crate := s.Space.Bodies()[s.find(entity.Crate)].ID
	s.ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.ask(1, moving(0, fixed.One))
	s.run(30)
	if s.Space.Body(crate).Pos != s.body(1).Pos || s.Space.Body(crate).Z != physics.CarryHeight {
		t.Fatal("what is carried does not follow")
	}
	s.ask(1, command.Command{Kind: command.PickUp, Entity: crate})
	s.run(3)
	s.refused(event.NothingThere)
	s.ask(1, moving(0, 0))
	s.run(6)
	// Over a fence three tiles away, but not over the wall behind it.
	at := grid.TileAt(s.body(1).Pos)
	for dy := int32(-3); dy <= 3; dy++ {
		living.SetTile(&s.State, at.Add(2, dy), tile.Grass, tile.Fence, 0)
		living.SetTile(&s.State, at.Add(7, dy), tile.Grass, tile.StoneWall, 0)
	}
	s.ask(1, command.Command{Kind: command.Throw, Dir: direction(fixed.One, 0)})
	s.run(120)
	if s.saw(event.Thrown) == nil || s.saw(event.Landed) == nil {
		t.Fatal("it was not thrown, or did not land")
	}
	if x := grid.TileAt(s.Space.Body(crate).Pos).X - at.X; x <= 2 || x >= 7 {
		t.Errorf("it lies %d tiles away, want between fence and wall", x)
	}
	s.ask(1, command.Command{Kind: command.Throw, Slot: 35})
	s.run(3)
	s.refused(event.HandsEmpty)
	s.balanced()
}

func TestChests(t *testing.T) {
	s := newStage(t).enter(1).clear(6).put(1, 0, 0)
	s.place(1, item.Chest, 1, 0)
	s.run(3)
	at, slot := s.at(1, 0), s.slot(1, item.Glass)
	s.ask(1, command.Command{Kind: command.ChestPut, Tile: at, Slot: slot, Count: 10})
	s.run(3)
	if got := s.Container(at)[0]; got != (item.Stack{Kind: item.Glass, Count: 10}) {
		t.Fatalf("the chest holds %v", got)
	}
	s.ask(1, command.Command{Kind: command.Dig, Tile: at})
	s.run(3)
	s.refused(event.Blocked)
	s.ask(1, command.Command{Kind: command.ChestTake, Tile: at, Slot: 0, Count: 11})
	s.run(3)
	s.refused(event.NotEnough)
	s.ask(1, command.Command{Kind: command.ChestTake, Tile: at, Slot: 0, Count: 10})
	s.ask(1, command.Command{Kind: command.Dig, Tile: at})
	s.run(120)
	if s.block(1, 0) != tile.NoBlock || s.Container(at) != nil || s.count(1, item.Glass) != 24 {
		t.Fatal("the emptied chest was not dug up")
	}
	s.balanced()
}

func TestDropsAreCollectedOnce(t *testing.T) {
	s := newStage(t).enter(2).clear(8).put(1, 0, 0).put(2, 4, 0)
	slot := s.slot(1, item.Torch)
	s.ask(1, command.Command{Kind: command.Move, Face: 0})
	s.ask(1, command.Command{Kind: command.Drop, Slot: slot, Count: 5})
	s.run(60)
	if s.count(1, item.Torch) != 11 {
		t.Fatalf("the thrower has %d, want 11: its own drop comes back too soon", s.count(1, item.Torch))
	}
	s.put(2, 1, 0)
	s.run(60)
	if s.count(2, item.Torch) != 21 {
		t.Fatalf("the other has %d, want 21", s.count(2, item.Torch))
	}
	s.balanced()
}
