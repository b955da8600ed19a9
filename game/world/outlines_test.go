package world_test

import (
	"bytes"
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// withOutlines is a stage with player 1 and an outline of everything beside it.
func withOutlines(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0).Put(2, -6, 0)
	for n, o := range []world.Outline{
		{At: s.At(1, 0), Ground: tile.Grass, Block: tile.Lamp, State: tile.StateBit0, Seat: 1},
		{At: s.At(0, 1), Ground: tile.WoodFloor, Block: tile.Table, Seat: 2},
		{At: s.At(-1, 0), Ground: tile.StoneFloor, Seat: 1},
		{At: s.At(0, -1), Ground: tile.Grass, Block: tile.Oak, Seat: 1},
		{At: s.At(1, 1), Ground: tile.Rock, Block: tile.Fence, Seat: 2},
	} {
		s.Outlines.Add(o)
		if len(s.Outlines.List) != n+1 {
			t.Fatal("not added")
		}
	}
	return s
}

func TestOutlinesAreFilledByHand(t *testing.T) {
	s := withOutlines(t)
	lamps, floors, tables := s.Count(1, item.Lamp), s.Count(1, item.WoodFloor), s.Count(1, item.Table)
	fill(s, 1, 1, 0)
	s.Allowed()
	if _, b, state, _ := s.TileAt(s.At(1, 0)); b != tile.Lamp || state != tile.StateBit0 || s.Count(1, item.Lamp) != lamps-1 {
		t.Errorf("a lamp that is out: %s in state %d, %d lamps of %d are left", b.Info().Name, state, s.Count(1, item.Lamp), lamps)
	}
	fill(s, 1, 0, 1)
	if s.GroundAt(0, 1) != tile.WoodFloor || s.Outlines.At(s.At(0, 1)) == nil {
		t.Error("the floor comes first, and the outline stays")
	}
	fill(s, 1, 0, 1)
	if s.Block(0, 1) != tile.Table || s.Outlines.At(s.At(0, 1)) != nil || s.Count(1, item.WoodFloor) != floors-1 || s.Count(1, item.Table) != tables-1 {
		t.Error("the table comes second, and the outline is gone")
	}
	s.Place(1, item.StoneFloor, -1, 0)
	s.Run(30)
	if s.Outlines.At(s.At(-1, 0)) != nil {
		t.Error("what is placed as usual does not fulfil the outline")
	}
	fill(s, 1, 0, -1)
	s.Refused(event.WrongItem)
	fill(s, 1, 1, 1) // rock cannot be laid on grass: only the fence counts
	if s.Block(1, 1) != tile.Fence || len(s.Outlines.List) != 1 {
		t.Error("a ground that cannot be laid is in the way")
	}
	fill(s, 1, 2, 2)
	s.Refused(event.NothingThere)
	s.Balanced()
}

func TestOutlinesAreErased(t *testing.T) {
	s := withOutlines(t)
	s.Ask(2, command.Command{Kind: command.Erase, Tile: s.At(1, 0)})
	s.Run(3)
	s.Refused(event.TooFar)
	s.Ask(2, command.Command{Kind: command.Erase, Count: 1})
	s.Run(3)
	if len(s.Outlines.List) != 3 {
		t.Fatalf("%d are left, want those of the other", len(s.Outlines.List))
	}
	s.Ask(1, command.Command{Kind: command.Erase, Tile: s.At(0, -1)})
	s.Run(3)
	s.Allowed()
	s.Ask(1, command.Command{Kind: command.Erase, Count: 1})
	s.Run(3)
	if len(s.Outlines.List) != 0 {
		t.Fatal("some are left")
	}
	s.Ask(1, command.Command{Kind: command.Erase, Count: 1})
	s.Run(3)
	s.Refused(event.NothingThere)
}

func TestOutlinesAreState(t *testing.T) {
	s := withOutlines(t)
	plain := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0).Put(2, -6, 0)
	if s.Digest() == plain.Digest() {
		t.Error("the digest does not follow")
	}
	if field, ok := island.Diff(s.Island, plain.Island); !ok || field != "number of outlines: 5 and 0" {
		t.Errorf("Diff says %q", field)
	}
	var again, near island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if again.Digest() != s.Digest() || !bytes.Equal(again.Snapshot(nil), s.Snapshot(nil)) {
		t.Error("the snapshot does not hold them")
	}
	s.CopyNear(&near, s.SpawnTile)
	if len(near.Outlines.List) != 5 {
		t.Errorf("a copy has %d outlines", len(near.Outlines.List))
	}
	s.CopyNear(&near, s.SpawnTile.Add(10*grid.RegionSide, 0))
	if len(near.Outlines.List) != 0 {
		t.Errorf("a copy of what is elsewhere has %d outlines", len(near.Outlines.List))
	}
}

// TestOutlinesSleepWithTheirRegion lets the region with the outlines fall asleep and wake.
func TestOutlinesSleepWithTheirRegion(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	far := s.FarMeadow()
	go2 := func(at grid.Tile) {
		s.Ask(1, command.Command{Kind: command.Leave})
		s.Run(3)
		s.Player(1).Last = at.Centre()
		s.Ask(1, command.Command{Kind: command.Enter})
		s.Run(int(world.Linger) + 6)
	}
	go2(far)
	o := world.Outline{At: far.Add(2, 1), Ground: tile.Grass, Block: tile.Lamp, Seat: 1}
	s.Outlines.Add(o)
	go2(s.SpawnTile)
	if len(s.Outlines.List) != 0 || s.DormantBut() != 1 {
		t.Fatalf("%d outlines are awake, %d regions dormant", len(s.Outlines.List), len(s.Dormant.List))
	}
	go2(far)
	if got := s.Outlines.At(o.At); got == nil || *got != o {
		t.Fatalf("after waking there is %v", got)
	}
}

// fill asks player n to build the outline on a tile.
func fill(s *rig.Stage, n int, dx, dy int32) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Fill, Tile: s.At(dx, dy)})
	s.Run(30)
}
