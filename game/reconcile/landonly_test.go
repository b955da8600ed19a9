package reconcile_test

import (
	"bytes"
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestLandOnly: of a branch that nobody can prove the tiles come in, and no item, however its state counts
// them.
func TestLandOnly(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	base := f.Here.Snapshot(nil) // as good as the fork's own: Here has not moved on
	f.There.Place(2, item.WoodWall, 6, 0)
	f.There.Place(2, item.StoneWall, 3, 0)
	f.There.Run(60)
	living.SetTile(&f.There.State, f.There.At(5, 2), tile.Grass, tile.Chest, 0)
	f.There.Chests.Add(f.There.At(5, 2)).Slots[0] = item.Stack{Kind: item.Crystal, Count: 50}
	living.SetTile(&f.There.State, f.There.At(5, 3), tile.Grass, tile.Flood, 3)
	f.There.Player(2).Inventory[30] = item.Stack{Kind: item.Crystal, Count: 99}
	f.There.Ledger.Created[item.Crystal] += 149
	f.There.Ledger.Created[item.Water] += 3
	f.Here.Put(1, 2, 1)
	f.Here.Place(1, item.Lamp, 3, 0)
	f.Here.Run(30)
	before, walls := f.Here.Digest(), f.Here.Count(2, item.WoodWall)
	_, _, had := world.Audit(&f.Here.State)
	var twin island.Island
	if err := twin.Restore(f.Here.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	branch := f.There.Snapshot(nil)
	report, err := f.Here.ReconcileLand(base, branch)
	if err != nil || f.Here.Digest() == before {
		t.Fatalf("%v: %s", err, report)
	}
	if _, err := twin.ReconcileLand(base, branch); err != nil || !bytes.Equal(twin.Snapshot(nil), f.Here.Snapshot(nil)) {
		t.Error("another peer comes to something else")
	}
	created, destroyed, present := world.Audit(&f.Here.State)
	for k := range present {
		if present[k] != had[k] || created[k]-destroyed[k] != present[k] {
			t.Errorf("%d of %s, and there were %d", present[k], item.Kind(k), had[k])
		}
	}
	if f.Here.Block(6, 0) != tile.WoodWall || f.Here.Block(5, 2) != tile.NoBlock || f.Here.Block(5, 3) != tile.NoBlock || f.Here.Count(2, item.WoodWall) != walls {
		t.Error("the wall should stand, without a chest or water, and Bo keeps what is carried here")
	}
	if o := f.Here.Outlines.At(f.Here.At(3, 0)); f.Here.Block(3, 0) != tile.Lamp || o == nil || o.Block != tile.StoneWall {
		t.Error("the lamp should stand and the branch's wall be outlined")
	}
	if f.Here.Body(2).Flags&entity.Asleep == 0 {
		t.Error("Bo is awake")
	}
	rig.Sound(t, f.Here.Island)
	f.Here.Ask(1, command.Command{Kind: command.Say, Text: "well"})
	f.Here.Run(30)
	f.Here.Balanced()
}

// TestLanded: what was left of a branch comes in from its base with its land on it.
func TestLanded(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	base := f.Here.Snapshot(nil)
	f.There.Place(2, item.WoodWall, 6, 0)
	f.There.Run(60)
	branch := f.There.Snapshot(nil)
	var landed island.Island
	if err := landed.Restore(base); err != nil {
		t.Fatal(err)
	}
	for _, i := range []*island.Island{f.Here.Island, &landed} {
		if _, err := i.ReconcileLand(base, branch); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Here.Reconcile(landed.Snapshot(nil), branch); err != nil {
		t.Fatal(err)
	}
	if f.Here.Block(6, 0) != tile.WoodWall || f.Here.Count(2, item.WoodWall) != f.There.Count(2, item.WoodWall) || f.Here.Count(2, item.WoodWall) != 59 {
		t.Errorf("Bo has %d walls", f.Here.Count(2, item.WoodWall))
	}
	rig.Sound(t, f.Here.Island)
	f.Here.Balanced()
}
