package island_test

import (
	"strings"
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func TestLeavingSleepingReturning(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 3, 0).Put(2, -3, 0)
	pos, had := s.Body(1).Pos, s.Player(1).Inventory
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	if s.Player(1).Body != 0 || len(s.Players()) != 1 {
		t.Fatal("who left is still there")
	}
	s.Ask(1, command.Command{Kind: command.Say, Text: "anybody?"})
	s.Run(3)
	s.Refused(event.NotHere)
	s.Ask(1, command.Command{Kind: command.Enter, Text: "Ada II"})
	s.Run(3)
	if s.Body(1).Pos != pos || s.Player(1).Inventory != had || s.Player(1).Name.String() != "Ada II" || s.Player(1).Seat != 1 {
		t.Fatal("who returned is not as it was")
	}
	s.Sleep(2)
	if s.Building().Depart(rig.Key(2)) {
		t.Fatal("departs twice")
	}
	s.Run(3)
	if s.Body(2).Flags&entity.Asleep == 0 || len(s.Present(nil)) != 1 {
		t.Fatal("whose peer is gone does not sleep")
	}
	s.Ask(2, command.Command{Kind: command.Enter, Text: "Bda"})
	s.Run(3)
	if s.Body(2).Flags&entity.Asleep != 0 {
		t.Fatal("does not wake")
	}
	s.Sleep(2)
	s.Run(int(world.SleepTime) + 6)
	if s.Player(2).Body != 0 {
		t.Fatal("sleeps in the world for ever")
	}
}

func TestRegionsComeAndGo(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	if n := len(s.Land.Places()); n != 9 {
		t.Fatalf("%d regions at the spawn, want 9", n)
	}
	far := s.FarMeadow()
	home := s.Body(1).Pos
	s.Player(1).Last = far.Centre()
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	s.Player(1).Last = far.Centre()
	s.Ask(1, command.Command{Kind: command.Enter})
	s.Run(3)
	if n := len(s.Land.Places()); n != 18 {
		t.Fatalf("%d regions with a player far away, want 18", n)
	}
	spot := grid.TileAt(s.Body(1).Pos)
	living.SetTile(&s.State, spot.Add(1, 0), tile.Grass, tile.Chest, 0)
	s.Chests.Add(spot.Add(1, 0)).Slots[0] = item.Stack{Kind: item.Coal, Count: 3}
	s.Ledger.Created[item.Coal] += 3
	living.SetTile(&s.State, spot.Add(0, 1), tile.Grass, tile.Sapling, 0)
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	s.Player(1).Last = home
	s.Ask(1, command.Command{Kind: command.Enter})
	s.Run(int(world.Linger) + 6)
	if n := len(s.Land.Places()); n != 9 || s.DormantBut() != 1 {
		t.Fatalf("tick %d: %d regions and %d dormant, want 9 and the one that was changed", s.Clock, n, len(s.Dormant.List))
	}
	s.Balanced()
	s.Clock += 40 * living.VisitTime / 2 * 2 // time passes
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	s.Player(1).Last = spot.Centre()
	s.Ask(1, command.Command{Kind: command.Enter})
	s.Run(3)
	if c := s.Container(spot.Add(1, 0)); c == nil || c[0].Count != 3 {
		t.Fatal("the chest of a dormant region is not as it was")
	}
	if _, b, _, _ := s.TileAt(spot.Add(0, 1)); b != tile.Oak {
		t.Fatalf("the sapling of a dormant region is a %s", b)
	}
	s.Balanced()
}

func TestComponents(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(6).Put(1, 0, 0)
	if err := s.Components.Declare("test:heat", 4); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"heat", ":x", "x:", "a:b:c", "A:b", strings.Repeat("a", 70) + ":b"} {
		if s.Components.Declare(bad, 4) == nil {
			t.Errorf("%q was declared", bad)
		}
	}
	if s.Components.Declare("test:heat", 5) == nil {
		t.Error("declared with another size")
	}
	before := s.Digest()
	id := s.Player(1).Body
	if err := s.SetComponent("test:heat", id, []byte{1, 2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	if s.Digest() == before {
		t.Error("not part of the digest")
	}
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if string(again.Components.Get("test:heat", id)) != "\x01\x02\x03\x04" || again.Digest() != s.Digest() {
		t.Error("not part of the snapshot")
	}
	s.Ask(1, command.Command{Kind: command.Leave})
	s.Run(3)
	if s.Components.Get("test:heat", id) != nil {
		t.Error("outlives its body")
	}
}
