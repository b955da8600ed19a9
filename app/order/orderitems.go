package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/command"
	"manyhold/game/item"
)

// itemNamed returns the kind of item with a name; "stone wall", "stone-wall" and "StoneWall" are one.
func itemNamed(name string) (item.Kind, error) {
	fold := func(s string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(s))
	}
	for k := item.None + 1; k < item.KindCount; k++ {
		if fold(k.Info().Name) == fold(name) {
			return k, nil
		}
	}
	return 0, fmt.Errorf("unknown item %q", name)
}

// slotOf returns the first slot of the inventory with an item.
func slotOf(h *Actor, k item.Kind) (uint8, error) {
	p := h.Player()
	if p != nil {
		for i, s := range p.Inventory {
			if s.Kind == k && s.Count > 0 {
				return uint8(i), nil
			}
		}
	}
	return 0, fmt.Errorf("you carry no %s", k.Info().Name)
}

func parsePlace(w []string) (Order, error) {
	if len(w) < 3 {
		return nil, fmt.Errorf("place needs an item and a tile: %w", errOrder)
	}
	k, err := itemNamed(strings.Join(w[:len(w)-2], " "))
	if err != nil {
		return nil, err
	}
	at, err := parseTile(w[len(w)-2:])
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		if err != nil {
			return nil, err
		}
		slot, err := slotOf(h, k)
		did := fmt.Sprintf("placed %s at %d %d", k.Info().Name, t.X, t.Y)
		return &issueCommand{cmd: command.Command{Kind: command.Place, Tile: t, Slot: slot}, did: did}, err
	}), nil
}

// parseErase reads erase: the tile of an outline, or all.
func parseErase(w []string) (Order, error) {
	if len(w) == 1 && w[0] == "all" {
		return &issueCommand{cmd: command.Command{Kind: command.Erase, Count: 1}, did: "removed your blueprints"}, nil
	}
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		return &issueCommand{cmd: command.Command{Kind: command.Erase, Tile: t}, did: fmt.Sprintf("removed the blueprint at %d %d", t.X, t.Y)}, err
	}), nil
}

// parseMoveItems reads drop, put and take: an item, perhaps a number, and for chests a tile.
func parseMoveItems(verb string, w []string) (Order, error) {
	var at place
	if verb != "drop" {
		if len(w) < 3 {
			return nil, fmt.Errorf("%s needs an item and the tile of a chest: %w", verb, errOrder)
		}
		var err error
		if at, err = parseTile(w[len(w)-2:]); err != nil {
			return nil, err
		}
		w = w[:len(w)-2]
	}
	count := uint8(1)
	if n := len(w) - 1; n > 0 {
		if v, err := strconv.ParseUint(w[n], 10, 8); err == nil {
			count, w = uint8(v), w[:n]
		}
	}
	k, err := itemNamed(strings.Join(w, " "))
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) { return moveItems(h, verb, k, count, at) }), nil
}

func moveItems(h *Actor, verb string, k item.Kind, count uint8, at place) (Order, error) {
	did := fmt.Sprintf("%s %d %s", verb, count, k.Info().Name)
	if verb == "drop" {
		slot, err := slotOf(h, k)
		return &issueCommand{cmd: command.Command{Kind: command.Drop, Slot: slot, Count: count}, did: did}, err
	}
	t, err := at(h)
	if err != nil {
		return nil, err
	}
	if verb == "put" {
		slot, err := slotOf(h, k)
		return &issueCommand{cmd: command.Command{Kind: command.ChestPut, Tile: t, Slot: slot, Count: count}, did: did}, err
	}
	chest := h.World.Container(t)
	if chest == nil {
		return nil, fmt.Errorf("no chest at %d %d", t.X, t.Y)
	}
	i := slices.IndexFunc(chest[:], func(s item.Stack) bool { return s.Kind == k && s.Count > 0 })
	if i < 0 {
		return nil, fmt.Errorf("the chest has no %s", k.Info().Name)
	}
	return &issueCommand{cmd: command.Command{Kind: command.ChestTake, Tile: t, Slot: uint8(i), Count: count}, did: did}, nil
}

// parseStore reads the orders about all of a chest, and about slots: take all, stack, sort and swap.
func parseStore(verb string, w []string) (Order, error) {
	switch {
	case verb == "sort" && len(w) == 0:
		return &issueCommand{cmd: command.Command{Kind: command.BagSort}, did: "sorted the inventory"}, nil
	case verb == "swap":
		return parseSwap(w)
	}
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	kind, did := command.ChestTakeAll, "took everything"
	switch verb {
	case "stack":
		kind, did = command.ChestStack, "put away what the chest holds already"
	case "sort":
		kind, did = command.ChestSort, "sorted the chest"
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		return &issueCommand{cmd: command.Command{Kind: kind, Tile: t}, did: did}, err
	}), nil
}

// parseSwap reads swap: two slots, of the inventory by number and of a chest as c1 to c24, and the chest's
// tile.
func parseSwap(w []string) (Order, error) {
	if len(w) != 2 && len(w) != 4 {
		return nil, fmt.Errorf("swap needs two slots such as 3 and c1, and the tile of the chest: %w", errOrder)
	}
	var slots [2]uint8
	chest := false
	for k := range slots {
		number, boxed := strings.CutPrefix(w[k], "c")
		most, base := uint64(item.InventorySlots), uint8(0)
		if boxed {
			most, base, chest = item.ChestSlots, item.InventorySlots, true
		}
		v, err := strconv.ParseUint(number, 10, 8)
		if err != nil || v < 1 || v > most {
			return nil, fmt.Errorf("%q is not a slot: 1 to %d, of a chest c1 to c%d", w[k], item.InventorySlots, item.ChestSlots)
		}
		slots[k] = base + uint8(v) - 1
	}
	if chest != (len(w) == 4) {
		return nil, fmt.Errorf("swap needs the tile of the chest exactly if a slot is a chest's: %w", errOrder)
	}
	did := fmt.Sprintf("swapped slots %s and %s", w[0], w[1])
	if !chest {
		return &issueCommand{cmd: command.Command{Kind: command.Swap, Slot: slots[0], Slot2: slots[1]}, did: did}, nil
	}
	at, err := parseTile(w[2:])
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		if err != nil {
			return nil, err
		}
		count := uint8(0)
		if slots[0] >= item.InventorySlots {
			if c := h.World.Container(t); c != nil {
				count = c[slots[0]-item.InventorySlots].Count
			}
		} else if p := h.Player(); p != nil {
			count = p.Inventory[slots[0]].Count
		}
		return &issueCommand{cmd: command.Command{Kind: command.ChestMove, Tile: t, Slot: slots[0], Slot2: slots[1], Count: max(count, 1)}, did: did}, nil
	}), nil
}
