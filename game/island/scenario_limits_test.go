package island_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestAFullRegionBearsNothing fills a region with things at rest: a command that would make one more is
// refused, and changes nothing.
func TestAFullRegionBearsNothing(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	at := s.At(0, 0).Region()
	for s.Space.Room(at, 1) {
		list := s.Space.Bodies()
		s.Space.Append(entity.Body{ID: list[len(list)-1].ID + 1, Kind: entity.Crate, Flags: entity.Resting, Pos: at.Tile(0).Centre()})
	}
	s.Space.Rebuild()
	had := s.Player(1).Inventory
	s.Place(1, item.Ball, 1, 0)
	s.Run(3)
	s.Refused(event.NoRoom)
	s.Ask(1, command.Command{Kind: command.Drop, Slot: 0, Count: 1})
	s.Run(3)
	s.Refused(event.NoRoom)
	s.Ask(1, command.Command{Kind: command.Throw, Slot: 0, Dir: fixed.SVec{X: fixed.One}})
	s.Run(3)
	s.Refused(event.NoRoom)
	living.SetTile(&s.State, s.At(1, 0), tile.Grass, tile.Torch, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(30)
	s.Refused(event.NoRoom)
	if s.Block(1, 0) != tile.Torch || s.Player(1).Inventory != had {
		t.Error("what was refused changed something")
	}
	s.Balanced()
}

// TestManyPlayersFarApart brings more players into the world than there are regions for: every player has the
// ground under its feet, and missing regions are closed like a wall.
func TestManyPlayersFarApart(t *testing.T) {
	s := rig.NewStage(t)
	for n := 1; n <= world.MaxPlayers; n++ {
		act.Admit(&s.Island.State, &world.SeatCommand{Key: rig.Key(n)})
		s.Roster.Away[len(s.Roster.Away)-1].Last = grid.Tile{X: s.SpawnTile.X + int32(n)*grid.RegionSide*4, Y: s.SpawnTile.Y}.Centre()
	}
	s.Roster.SumAway()
	for n := 1; n <= world.MaxPlayers; n++ {
		s.Grant(n, rights.Visitor)
		s.Ask(n, command.Command{Kind: command.Enter})
		s.Run(1)
		s.Allowed()
		if len(s.Land.Regions) > world.MaxRegions {
			t.Fatalf("%d regions are active", len(s.Land.Regions))
		}
	}
	s.Run(int(world.Linger))
	for k := range s.Roster.Here {
		b := s.Space.Body(s.Roster.Here[k].Body)
		if b == nil || s.Land.Active(grid.TileAt(b.Pos).Region()) == nil {
			t.Fatalf("seat %d has no ground under its feet", s.Roster.Here[k].Seat)
		}
	}
	s.Balanced()
	for n := 1; n <= world.MaxPlayers; n++ {
		s.Ask(n, rig.Moving(fixed.One, 0))
		s.Run(1)
	}
	s.Run(1200)
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Errorf("its snapshot: %v", err)
	}
}
