package revert_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
)

const (
	eve = 1 // does harm
	bob = 2 // builds
	kim = 3 // keeps order
)

// stage has three players on bare grass, kim being a keeper.
func stage(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(3).Clear(14)
	s.Grant(kim, rights.Keeper)
	s.Put(eve, 0, 0).Put(bob, 3, 0).Put(kim, -3, 0)
	return s
}

// order is the command that reverts what a player did in the last minutes.
func order(s *rig.Stage, whom int, radius, minutes uint8) command.Command {
	return command.Command{Kind: command.Revert, Tile: s.At(0, 0), Slot: radius, Count: minutes, Entity: s.Player(whom).Body}
}

// revert lets kim revert, and returns what the event says.
func revert(s *rig.Stage, whom int, minutes uint8) (done, kept int32) {
	s.T.Helper()
	s.Ask(kim, order(s, whom, 20, minutes))
	s.Run(3)
	s.Allowed()
	e := s.Saw(event.Reverted)
	if minutes == 0 {
		e = s.Saw(event.Reinstated)
	}
	if e == nil {
		s.T.Fatal("nothing is told of it")
	}
	return e.A, e.B
}

// place lets a player place an item and look that it stands.
func place(s *rig.Stage, n int, k item.Kind, dx, dy int32) {
	s.T.Helper()
	s.Place(n, k, dx, dy)
	s.Run(3)
	s.Allowed()
}

// dig lets a player dig until a tile has changed.
func dig(s *rig.Stage, n int, dx, dy int32) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Dig, Tile: s.At(dx, dy)})
	for range 400 {
		s.Run(3)
		s.Allowed()
		if s.Saw(event.Dug) != nil || s.Saw(event.Felled) != nil {
			return
		}
	}
	s.T.Fatal("nothing was dug")
}

// TestTilesAreRestored: what one player placed and dug goes, what another did stays, and an undo brings it
// back.
func TestTilesAreRestored(t *testing.T) {
	s := stage(t)
	place(s, bob, item.StoneWall, 2, 0)
	dig(s, eve, 2, 0)                   // bob's wall: to be restored
	place(s, eve, item.WoodWall, 1, 0)  // to go
	place(s, eve, item.WoodWall, 1, 1)  // bob builds over it
	dig(s, bob, 1, 1)                   //
	place(s, bob, item.Lamp, 1, 1)      // stays
	place(s, bob, item.StoneWall, 2, 1) // nobody touched it
	created := s.Ledger
	if done, kept := revert(s, eve, 10); done != 2 || kept != 1 {
		t.Fatalf("%d changes reverted, %d kept", done, kept)
	}
	for _, c := range []struct {
		x, y int32
		want tile.Block
	}{{2, 0, tile.StoneWall}, {1, 0, tile.NoBlock}, {1, 1, tile.Lamp}, {2, 1, tile.StoneWall}} {
		if got := s.Block(c.x, c.y); got != c.want {
			t.Errorf("at %d %d stands %s, not %s", c.x, c.y, got, c.want)
		}
	}
	s.Balanced()
	if s.Ledger != created {
		t.Error("tiles made or destroyed items")
	}
	s.Ask(kim, order(s, eve, 20, 10))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if done, kept := revert(s, eve, 0); done != 2 || kept != 0 {
		t.Fatalf("undone: %d, kept %d", done, kept)
	}
	if s.Block(2, 0) != tile.NoBlock || s.Block(1, 0) != tile.WoodWall || s.Block(1, 1) != tile.Lamp {
		t.Error("the undo did not bring back what was there")
	}
	s.Ask(kim, order(s, eve, 20, 0))
	s.Run(3)
	s.Refused(event.NothingToRevert)
	if done, _ := revert(s, eve, 10); done != 2 {
		t.Error("after the undo, it cannot be reverted again")
	}
}
