package perception_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/perception"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestPerceived: each kind is known within a radius of its own. A light 500 tiles away is known, a thing on
// the ground is not beyond its own radius.
func TestPerceived(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(2)
	s.Body(1).Flags |= entity.Resting
	s.Ledger.Created[item.Lamp]++
	drop := entity.Body{ID: 11, Kind: entity.Drop, Pos: s.At(1, 0).Centre(), Stack: item.Stack{Kind: item.Lamp, Count: 1}}
	flame := entity.Body{ID: 12, Kind: entity.Flame, Pos: s.At(0, 1).Centre(), Flags: entity.Resting}
	s.Space.Insert(drop)
	s.Space.Insert(flame)
	for _, c := range []struct {
		at          fixed.Vec
		drop, light bool
	}{
		{s.At(0, 0).Centre(), true, true},
		{s.At(41, 0).Centre(), true, true},
		{s.At(42, 0).Centre(), false, true},
		{s.At(500, 0).Centre(), false, true},
		{s.At(0, 513).Centre(), false, true},
		{s.At(0, 514).Centre(), false, false},
		{s.At(0, 0).InScene(2).Centre(), false, false}, // as near, in another land
	} {
		found := map[entity.Kind]bool{}
		for _, b := range perception.Perceived(&s.State, nil, c.at) {
			found[b.Kind] = true
		}
		if found[entity.Drop] != c.drop || found[entity.Flame] != c.light {
			t.Errorf("at %v: a drop %v, a light %v; want %v, %v", grid.TileAt(c.at), found[entity.Drop], found[entity.Flame], c.drop, c.light)
		}
	}
}

// TestBeacons: a light is known also where the land sleeps, and once nothing has changed nothing is read
// again.
func TestBeacons(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	s.Put(1, 400, 0).Run(60)
	s.Space.Insert(entity.Body{ID: 12, Kind: entity.Flame, Pos: s.At(400, 0).Centre(), Flags: entity.Resting})
	var b perception.Beacons
	if n := len(b.Look(&s.Island.State)); n != 1 {
		t.Fatalf("%d lights on land that is awake", n)
	}
	s.Put(1, 0, 0)
	s.Run(2 * int(world.Linger))
	if len(s.Dormant.List) == 0 || s.Space.Has(12) {
		t.Fatal("the land of the light does not sleep")
	}
	list := b.Look(&s.Island.State)
	if len(list) != 1 || list[0].ID != 12 || !perception.Perceives(s.At(0, 0).Centre(), &list[0]) {
		t.Errorf("%d lights on land that sleeps", len(list))
	}
	if n := testing.AllocsPerRun(10, func() { b.Look(&s.Island.State) }); n > 0 {
		t.Errorf("looking again allocates %v times", n)
	}
	s.Put(1, 400, 0).Run(game.TicksPerTurn)
	if list := b.Look(&s.Island.State); len(list) != 1 || len(b.Asleep) != len(s.Dormant.List) {
		t.Errorf("%d lights once it is awake again, %d regions are remembered of %d", len(list), len(b.Asleep), len(s.Dormant.List))
	}
}
