package act_test

import (
	"slices"
	"testing"

	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/craft"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestEveryRecipe: each recipe makes its product of its inputs at its station, and is refused without them.
func TestEveryRecipe(t *testing.T) {
	for n := range item.Recipes {
		r := &item.Recipes[n]
		s := bare(t)
		if r.At != item.Hands {
			s.Ask(1, command.Command{Kind: command.Craft, Slot: uint8(n), Count: 1})
			s.Run(3).Refused(craft.Lacks[r.At])
			living.SetTile(&s.State, s.At(4, 0), tile.Grass, r.At.Block(), 0)
		}
		for k, need := range r.Needs {
			if need.Count > 0 {
				s.Ask(1, command.Command{Kind: command.Craft, Slot: uint8(n), Count: 1})
				s.Run(3)
				s.Refused(event.NotEnough)
				s.Give(1, need.Kind, need.Count*2+uint8(k))
			}
		}
		s.Ask(1, command.Command{Kind: command.Craft, Slot: uint8(n), Count: 2})
		s.Run(3)
		s.Allowed()
		if e := s.Saw(event.Crafted); e == nil || e.A != int32(r.Makes.Kind) || e.B != 2*int32(r.Makes.Count) {
			t.Errorf("recipe %d is not told", n)
		}
		if s.Count(1, r.Makes.Kind) != 2*int(r.Makes.Count) {
			t.Errorf("recipe %d made %d %s", n, s.Count(1, r.Makes.Kind), r.Makes.Kind)
		}
		for k, need := range r.Needs {
			if need.Count > 0 && s.Count(1, need.Kind) != k {
				t.Errorf("recipe %d left %d %s", n, s.Count(1, need.Kind), need.Kind)
			}
		}
		s.Balanced()
	}
}

// TestCraftingIsRefused changes nothing.
func TestCraftingIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		recipe uint8
		times  uint8
		full   bool
		why    event.Reason
	}{
		{"no such recipe", 255, 1, false, event.NothingThere},
		{"never", 0, 0, false, event.NotEnough},
		{"more than there is for", 0, 200, false, event.NotEnough},
		{"no room", 0, 1, true, event.NoRoom},
	} {
		s := rig.NewStage(t).Enter(1).Clear(4).Give(1, item.Stick, 20)
		for k := range s.Player(1).Inventory {
			if st := &s.Player(1).Inventory[k]; c.full && (st.Count == 0 || st.Kind == item.WoodWall) {
				s.Ledger.Created[item.Coal] += item.MaxStack
				s.Ledger.Destroyed[st.Kind] += uint64(st.Count)
				*st = item.Stack{Kind: item.Coal, Count: item.MaxStack}
			}
		}
		was := s.Player(1).Inventory
		s.Ask(1, command.Command{Kind: command.Craft, Slot: c.recipe, Count: c.times})
		s.Run(3)
		s.Refused(c.why)
		if s.Player(1).Inventory != was {
			t.Errorf("%s: refused, and changed something", c.name)
		}
		s.Balanced()
	}
}

// bare is a stage with a player in the middle of bare grass who carries nothing.
func bare(t *testing.T) *rig.Stage {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	clear(s.Player(1).Inventory[:])
	s.Ledger.Created, s.Ledger.Destroyed = world.Counts{}, world.Counts{}
	return s
}

// recipeOf is the number of the first recipe for a kind.
func recipeOf(k item.Kind) uint8 {
	return uint8(slices.IndexFunc(item.Recipes[:], func(r item.Recipe) bool { return r.Makes.Kind == k }))
}

// TestStationsInReach: a station serves from five tiles away, not from six, and only its own recipes.
func TestStationsInReach(t *testing.T) {
	for _, c := range []struct {
		block  tile.Block
		dx, dy int32
		why    event.Reason
	}{
		{tile.Bench, 5, 0, event.NoReason},
		{tile.Bench, 3, -4, event.NoReason},
		{tile.Bench, 6, 0, event.NeedsBench},
		{tile.Bench, 4, 4, event.NeedsBench},
		{tile.Anvil, 1, 0, event.NeedsBench},
	} {
		s := bare(t).Give(1, item.Stick, 6)
		living.SetTile(&s.State, s.At(c.dx, c.dy), tile.Grass, c.block, 0)
		s.Ask(1, command.Command{Kind: command.Craft, Slot: recipeOf(item.Chest), Count: 1})
		if s.Run(3); c.why == event.NoReason {
			s.Allowed()
		} else {
			s.Refused(c.why)
		}
	}
}

// TestChestsNearCount: what the bag lacks comes out of chests near, the nearest first, and is noted there.
func TestChestsNearCount(t *testing.T) {
	s := bare(t).Give(1, item.Stick, 1)
	s.Build(func(d exhibit.Decor) {
		d.Chest(2, 0, item.Stack{Kind: item.Stick, Count: 3})
		d.Chest(-4, 0, item.Stack{Kind: item.Stick, Count: 200})
		d.Chest(7, 0, item.Stack{Kind: item.Stick, Count: 200})
	})
	s.Ask(1, command.Command{Kind: command.Craft, Slot: recipeOf(item.WoodWall), Count: 3})
	s.Run(3).Allowed()
	near, far, beyond := s.Container(s.At(2, 0)), s.Container(s.At(-4, 0)), s.Container(s.At(7, 0))
	if s.Count(1, item.WoodWall) != 12 || s.Count(1, item.Stick) != 0 || near[0].Count != 0 || far[0].Count != 198 || beyond[0].Count != 200 {
		t.Errorf("%d walls; left are %d in the bag and %v, %v, %v", s.Count(1, item.WoodWall), s.Count(1, item.Stick), near[0], far[0], beyond[0])
	}
	if n := len(s.Diary.History(s.At(2, 0), 0, 10)); n == 0 {
		t.Error("the chest's diary does not tell")
	}
	s.Ask(1, command.Command{Kind: command.Craft, Slot: recipeOf(item.WoodWall), Count: 100})
	s.Run(3).Refused(event.NotEnough)
	if far[0].Count != 198 {
		t.Error("refused, and something was taken")
	}
	s.Balanced()
}

// TestChestsOfOthersDoNotCount: what is on somebody else's land, and what nobody has opened, is not there.
func TestChestsOfOthersDoNotCount(t *testing.T) {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0)
	for n := 1; n <= 2; n++ {
		clear(s.Player(n).Inventory[:])
	}
	s.Ledger.Created, s.Ledger.Destroyed = world.Counts{}, world.Counts{}
	s.Build(func(d exhibit.Decor) { d.Chest(2, 0, item.Stack{Kind: item.Stick, Count: 9}) })
	s.Claims.Put(claim.Claim{Plot: claim.Plot{At: s.At(1, -2), W: 4, H: 4}, ID: 1, Owner: rig.Key(2)})
	s.Ask(1, command.Command{Kind: command.Craft, Slot: recipeOf(item.WoodWall), Count: 1})
	s.Run(3).Refused(event.NotEnough)
	s.Put(2, 0, 1)
	s.Ask(2, command.Command{Kind: command.Craft, Slot: recipeOf(item.WoodWall), Count: 1})
	s.Run(3).Allowed()
}
