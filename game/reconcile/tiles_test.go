package reconcile_test

import (
	"testing"

	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestMergedWater: of water that flowed on both sides of a merge none is lost unaccounted, and none comes
// from nothing, in the same place and apart.
func TestMergedWater(t *testing.T) {
	for _, dx := range []int32{0, 3, 9} {
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 12, 12)
		s.Set(0, 0, tile.Furrow, 0)
		base := s.Snapshot(nil)
		var branch island.Island
		if err := branch.Restore(base); err != nil {
			t.Fatal(err)
		}
		for _, w := range []struct {
			i     *island.Island
			dx    int32
			units int
		}{{s.Island, 0, 40}, {&branch, dx, 90}} {
			living.SetFlood(&w.i.State, s.At(w.dx, 2), w.units)
			w.i.Ledger.Created[item.Water] += uint64(w.units)
			for range 240 {
				w.i.StepTick(nil)
			}
			rig.Balanced(t, w.i)
		}
		if _, err := s.Reconcile(base, branch.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		s.Balanced()
		for range 240 {
			s.StepTick(nil)
		}
		s.Balanced()
		if _, _, present := world.Audit(&s.State); present[item.Water] == 0 {
			t.Error("no water is left")
		}
	}
}
