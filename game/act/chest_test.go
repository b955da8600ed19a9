package act_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/item"
	"manyhold/game/rig"
)

// storeroom is a stage with a player beside a chest.
func storeroom(t *testing.T, stacks ...item.Stack) *rig.Stage {
	s := bare(t)
	s.Build(func(d exhibit.Decor) { d.Chest(1, 0, stacks...) })
	return s
}

func chestAsk(s *rig.Stage, k command.Kind, from, to, count uint8) {
	s.Ask(1, command.Command{Kind: k, Tile: s.At(1, 0), Slot: from, Slot2: to, Count: count})
	s.Run(3)
}

// TestTakeAll: everything goes into the bag as far as there is room.
func TestTakeAll(t *testing.T) {
	s := storeroom(t, item.Stack{Kind: item.Stick, Count: 20}, item.Stack{Kind: item.Coal, Count: 3}, item.Stack{Kind: item.Berry, Count: 5})
	chestAsk(s, command.ChestTakeAll, 0, 0, 0)
	s.Allowed()
	if s.Count(1, item.Stick) != 20 || s.Count(1, item.Coal) != 3 || s.Count(1, item.Berry) != 5 {
		t.Errorf("has %v", s.Player(1).Inventory)
	}
	n := 0
	for _, e := range s.Log {
		if e.Kind == event.ChestTaken {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d stacks are told of, want 3", n)
	}
	chestAsk(s, command.ChestTakeAll, 0, 0, 0)
	s.Refused(event.NothingThere)

	s = storeroom(t, item.Stack{Kind: item.Stick, Count: 20}, item.Stack{Kind: item.Coal, Count: 3})
	for k := range s.Player(1).Inventory {
		s.Player(1).Inventory[k] = item.Stack{Kind: item.Coal, Count: item.MaxStack - uint8(k/35)*2}
		s.Ledger.Created[item.Coal] += uint64(s.Player(1).Inventory[k].Count)
	}
	chestAsk(s, command.ChestTakeAll, 0, 0, 0)
	s.Allowed()
	if c := s.Container(s.At(1, 0)); c[0].Count != 20 || c[1].Count != 1 {
		t.Errorf("a full bag left %v", c[:2])
	}
	chestAsk(s, command.ChestTakeAll, 0, 0, 0)
	s.Refused(event.NoRoom)
	s.Balanced()
}

// TestQuickStack: only what the chest holds already goes in, and what is in hand stays.
func TestQuickStack(t *testing.T) {
	s := storeroom(t, item.Stack{Kind: item.Stick, Count: 240}, item.Stack{Kind: item.Coal, Count: 1})
	s.Give(1, item.Stick, 30).Give(1, item.Coal, 7).Give(1, item.Berry, 4).Give(1, item.Stick, 5)
	s.Player(1).Slot = 1 // the coal
	chestAsk(s, command.ChestStack, 0, 0, 0)
	s.Allowed()
	c := s.Container(s.At(1, 0))
	if item.Total(c[:], item.Stick) != 275 || item.Total(c[:], item.Coal) != 1 || s.Count(1, item.Berry) != 4 || s.Count(1, item.Stick) != 0 {
		t.Errorf("the chest holds %v", c[:4])
	}
	chestAsk(s, command.ChestStack, 0, 0, 0)
	s.Refused(event.NothingThere)
	s.Balanced()
}

// TestChestMove: a table of moves between the slots of bag and chest. Slot 36 is the chest's first.
func TestChestMove(t *testing.T) {
	const chest = item.InventorySlots
	for _, c := range []struct {
		name            string
		from, to, count uint8
		bag, box        [2]item.Stack // of the first two slots
		why             event.Reason
	}{
		{"into an empty slot", 0, chest + 1, 4, [2]item.Stack{{Kind: item.Stick, Count: 6}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {Kind: item.Stick, Count: 4}}, 0},
		{"out, whole", chest, 1, 9, [2]item.Stack{{Kind: item.Stick, Count: 10}, {Kind: item.Coal, Count: 9}}, [2]item.Stack{}, 0},
		{"in exchange", 0, chest, 10, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, 0},
		{"a part in exchange", 0, chest, 5, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NoRoom},
		{"within the chest", chest, chest + 1, 2, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 7}, {Kind: item.Coal, Count: 2}}, 0},
		{"too many", 0, chest + 1, 11, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NotEnough},
		{"none", 0, chest + 1, 0, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NotEnough},
		{"of nothing", 5, chest + 1, 1, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NothingThere},
		{"onto itself", 0, 0, 1, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NothingThere},
		{"no such slot", 0, 60, 1, [2]item.Stack{{Kind: item.Stick, Count: 10}, {}}, [2]item.Stack{{Kind: item.Coal, Count: 9}, {}}, event.NothingThere},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := storeroom(t, item.Stack{Kind: item.Coal, Count: 9}).Give(1, item.Stick, 10)
			chestAsk(s, command.ChestMove, c.from, c.to, c.count)
			if c.why == event.NoReason {
				s.Allowed()
			} else {
				s.Refused(c.why)
			}
			box := s.Container(s.At(1, 0))
			if got := [2]item.Stack(s.Player(1).Inventory[:2]); got != c.bag || [2]item.Stack(box[:2]) != c.box {
				t.Errorf("bag %v, want %v; chest %v, want %v", got, c.bag, box[:2], c.box)
			}
			s.Balanced()
		})
	}
}

// TestSort: stacks of a kind are joined, groups stay together, and the hotbar is left alone.
func TestSort(t *testing.T) {
	s := storeroom(t, item.Stack{Kind: item.Berry, Count: 1}, item.Stack{Kind: item.Coal, Count: 2}, item.Stack{Kind: item.Berry, Count: 3}, item.Stack{Kind: item.StonePick, Count: 1})
	chestAsk(s, command.ChestSort, 0, 0, 0)
	s.Allowed()
	if c := s.Container(s.At(1, 0)); c[0].Kind != item.StonePick || c[1] != (item.Stack{Kind: item.Coal, Count: 2}) || c[2] != (item.Stack{Kind: item.Berry, Count: 4}) || c[3].Count != 0 {
		t.Errorf("sorted it is %v", c[:4])
	}
	inv := &s.Player(1).Inventory
	inv[0], inv[20], inv[30] = item.Stack{Kind: item.Berry, Count: 2}, item.Stack{Kind: item.Berry, Count: 5}, item.Stack{Kind: item.Stick, Count: 5}
	s.Ledger.Created[item.Berry] += 7
	s.Ledger.Created[item.Stick] += 5
	s.Ask(1, command.Command{Kind: command.BagSort})
	s.Run(3).Allowed()
	if inv := &s.Player(1).Inventory; inv[0].Count != 2 || inv[12].Kind != item.Stick || inv[13].Kind != item.Berry {
		t.Errorf("sorted the bag is %v", inv)
	}
	s.Balanced()
}

// TestChestOrdersAreRefused: out of reach, without a chest, and on somebody else's behalf nothing happens.
func TestChestOrdersAreRefused(t *testing.T) {
	for _, k := range []command.Kind{command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort} {
		s := storeroom(t, item.Stack{Kind: item.Coal, Count: 9}).Give(1, item.Coal, 1)
		s.Put(1, -4, 0)
		chestAsk(s, k, 0, item.InventorySlots, 1)
		s.Refused(event.TooFar)
		s.Put(1, 0, 0)
		s.Ask(1, command.Command{Kind: k, Tile: s.At(0, 1), Slot2: item.InventorySlots, Count: 1})
		s.Run(3).Refused(event.NothingThere)
		if c := s.Container(s.At(1, 0)); c[0].Count != 9 {
			t.Errorf("%s changed something", k)
		}
	}
}

// TestSortLosesNothing: whatever is in the slots, sorting keeps the sum of each kind and twice is as once.
func TestSortLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := make([]item.Stack, rapid.IntRange(1, 36).Draw(t, "slots"))
		sums := map[item.Kind]int{}
		for k := range slots {
			if n := rapid.IntRange(0, item.MaxStack).Draw(t, "count"); n > 0 {
				slots[k] = item.Stack{Kind: item.Kind(rapid.IntRange(1, int(item.KindCount)-1).Draw(t, "kind")), Count: uint8(n)}
				sums[slots[k].Kind] += n
			}
		}
		item.Sort(slots)
		once := append([]item.Stack(nil), slots...)
		item.Sort(slots)
		for k := range slots {
			if slots[k] != once[k] || !slots[k].Valid() || k > 0 && slots[k-1].Count == 0 && slots[k].Count > 0 {
				t.Fatalf("sorted %v, again %v", once, slots)
			}
			sums[slots[k].Kind] -= int(slots[k].Count)
		}
		for k, n := range sums {
			if n != 0 {
				t.Fatalf("%d %s got lost", n, k)
			}
		}
	})
}
