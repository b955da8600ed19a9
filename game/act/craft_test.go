package act_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestEveryRecipe: each recipe makes its product of its inputs, and is refused without them.
func TestEveryRecipe(t *testing.T) {
	for n := range item.Recipes {
		r := &item.Recipes[n]
		s := rig.NewStage(t).Enter(1).Clear(4)
		clear(s.Player(1).Inventory[:])
		s.Ledger.Created, s.Ledger.Destroyed = world.Counts{}, world.Counts{}
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
