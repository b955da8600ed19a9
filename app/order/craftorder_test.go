package order

import (
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/exhibit"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestCraftByOrders: craft takes the recipe that can be made here, and otherwise names what is missing.
func TestCraftByOrders(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	clear(s.Player(1).Inventory[:])
	s.Ledger.Created, s.Ledger.Destroyed = world.Counts{}, world.Counts{}
	do := doing(t, s)
	for _, c := range []struct {
		give     item.Stack
		set      tile.Block
		order    string
		said     string // the result, or what the error says
		fails    bool
		leftover int // sticks
	}{
		{item.Stack{}, 0, "craft bench", "refused: not enough stick: 16 needed, you have 0", true, 0},
		{item.Stack{Kind: item.Stick, Count: 38}, 0, "craft bench", "made 1 bench", false, 22},
		{item.Stack{}, 0, "craft stone pick", "no bench is near", true, 22},
		{item.Stack{}, tile.Bench, "craft stone pick", "refused: not enough stone: 8 needed, you have 0", true, 22},
		{item.Stack{Kind: item.Stone, Count: 9}, 0, "craft stone-pick", "made 1 stone pick", false, 18},
		{item.Stack{Kind: item.Fibre, Count: 2}, 0, "craft torch 2", "made 4 torch", false, 16}, // not that of coal
		{item.Stack{}, 0, "craft door 9", "refused: not enough stick: 36 needed, you have 16", true, 16},
		{item.Stack{}, 0, "craft crystal", "no recipe makes crystal", true, 16},
	} {
		if c.give.Count > 0 {
			s.Give(1, c.give.Kind, c.give.Count)
		}
		if c.set != 0 {
			living.SetTile(&s.State, s.At(2, 0), tile.Grass, c.set, 0)
		}
		said, err := do(c.order)
		if (err != nil) != c.fails || err == nil && said != c.said || err != nil && !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s: %q, %v; want %q", c.order, said, err, c.said)
		}
		if n := s.Count(1, item.Stick); n != c.leftover {
			t.Errorf("%s left %d sticks, want %d", c.order, n, c.leftover)
		}
	}
	said, err := do("recipes")
	if err != nil || !strings.Contains(said, "4 wooden wall: 2 stick, by hand\n") || !strings.Contains(said, "1 anvil: 4 copper, 8 stone, at a bench (not enough)\n") || strings.Count(said, "\n") != len(item.Recipes)-1 {
		t.Errorf("recipes: %v\n%s", err, said)
	}
}

// TestStoresByOrders: take all, stack, sort and swap do what their commands do.
func TestStoresByOrders(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(8).Put(1, 0, 0)
	clear(s.Player(1).Inventory[:])
	s.Ledger.Created, s.Ledger.Destroyed = world.Counts{}, world.Counts{}
	s.Build(func(d exhibit.Decor) {
		d.Chest(1, 0, item.Stack{Kind: item.Berry, Count: 4}, item.Stack{Kind: item.Stick, Count: 9})
	})
	do := doing(t, s)
	for _, c := range []struct {
		order, said string
		fails       bool
	}{
		{"take all ~1 ~0", "took everything", false},
		{"take all ~1 ~0", "nothing is there", true},
		{"swap 1 c3 ~1 ~0", "swapped slots 1 and c3", false},
		{"swap c3 c1 ~1 ~0", "swapped slots c3 and c1", false},
		{"swap 2 12", "swapped slots 2 and 12", false},
		{"swap 0 12", "is not a slot", true},
		{"stack ~1 ~0", "nothing is there", true},
		{"sort ~1 ~0", "sorted the chest", false},
		{"sort", "sorted the inventory", false},
		{"sort ~0 ~2", "nothing is there", true},
	} {
		said, err := do(c.order)
		if (err != nil) != c.fails || err == nil && said != c.said || err != nil && !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s: %q, %v; want %q", c.order, said, err, c.said)
		}
	}
	if c := s.Container(s.At(1, 0)); c[0] != (item.Stack{Kind: item.Berry, Count: 4}) || s.Player(1).Inventory[11] != (item.Stack{Kind: item.Stick, Count: 9}) {
		t.Errorf("the chest holds %v, the bag %v", c[:3], s.Player(1).Inventory)
	}
}

// doing returns a function that carries out an order of player 1.
func doing(t *testing.T, s *rig.Stage) func(line string) (string, error) {
	return func(line string) (string, error) {
		t.Helper()
		o, err := ParseOrder(line)
		if err != nil {
			return "", err
		}
		h := &Actor{World: s.Island, Me: rig.Key(1), Issue: func(c command.Command) uint64 { return s.Ask(1, c) }}
		for range 20 {
			done, said, err := o.Step(h)
			if done || err != nil {
				return said, err
			}
			s.Run(game.TicksPerTurn)
			h.Events = s.Log
		}
		t.Fatalf("%s never ends", line)
		return "", nil
	}
}
