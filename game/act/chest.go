package act

import (
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// reachChest says why a player cannot get at a chest on a tile.
func reachChest(i *world.State, b *entity.Body, t grid.Tile) event.Reason {
	_, block, _, ok := i.Land.TileAt(t)
	switch {
	case !ok || !living.Within(b, t):
		return event.TooFar
	case block != tile.Chest:
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	return event.NoReason
}

// ChestPut moves items of a slot of the inventory into a chest, as many as fit.
func ChestPut(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	if slot >= item.InventorySlots || p.Inventory[slot].Count == 0 {
		return event.NothingThere
	}
	if count == 0 || count > p.Inventory[slot].Count {
		return event.NotEnough
	}
	if i.Chests.Slots(t) == nil && !i.Chests.Room(t.Region()) {
		return event.NoRoom
	}
	n, kind, why := transfer(&p.Inventory[slot], world.OpenChest(i, t).Slots[:], count)
	if why == event.NoReason {
		putIn(i, p, t, item.Stack{Kind: kind, Count: n})
	}
	return why
}

// ChestTake moves items of a slot of a chest into the inventory, as many as fit.
func ChestTake(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	slots := i.Chests.Slots(t)
	if slots == nil || slot >= item.ChestSlots || slots[slot].Count == 0 {
		return event.NothingThere
	}
	n, kind, why := transfer(&slots[slot], p.Inventory[:], count)
	if why == event.NoReason {
		tookOut(i, p, t, item.Stack{Kind: kind, Count: n}, slot)
	}
	return why
}

// transfer moves count items of a slot to slots, as many as fit; it is refused if there are not so many,
// or none fits.
func transfer(from *item.Stack, to []item.Stack, count uint8) (n uint8, kind item.Kind, why event.Reason) {
	if count == 0 || count > from.Count {
		return 0, 0, event.NotEnough
	}
	kind = from.Kind
	if n = item.Room(to, item.Stack{Kind: kind, Count: count}); n == 0 {
		return 0, 0, event.NoRoom
	}
	item.Add(to, item.Take(from, n))
	return n, kind, event.NoReason
}

// ChestTakeAll moves everything in a chest into the inventory, as far as there is room.
func ChestTakeAll(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	slots := i.Chests.Slots(t)
	if slots == nil {
		return event.NothingThere
	}
	why := event.NothingThere
	for slot := range slots {
		if slots[slot].Count == 0 {
			continue
		}
		n, kind, full := transfer(&slots[slot], p.Inventory[:], slots[slot].Count)
		if full != event.NoReason {
			if why == event.NothingThere {
				why = full
			}
			continue
		}
		why = event.NoReason
		tookOut(i, p, t, item.Stack{Kind: kind, Count: n}, uint8(slot))
	}
	return why
}

// ChestStack moves into a chest what it holds some of already, except what the player has in hand.
func ChestStack(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	slots := i.Chests.Slots(t)
	if slots == nil {
		return event.NothingThere
	}
	var holds [item.KindCount]bool
	for _, s := range slots {
		holds[s.Kind] = holds[s.Kind] || s.Count > 0
	}
	why := event.NothingThere
	for slot := range p.Inventory {
		s := &p.Inventory[slot]
		if s.Count == 0 || !holds[s.Kind] || slot == int(p.Slot) {
			continue
		}
		n, kind, full := transfer(s, slots[:], s.Count)
		if full != event.NoReason {
			if why == event.NothingThere {
				why = full
			}
			continue
		}
		why = event.NoReason
		putIn(i, p, t, item.Stack{Kind: kind, Count: n})
	}
	return why
}

// ChestMove moves count items from a slot to another: onto an empty slot, onto items of the same kind as far
// as they fit, or, of a whole stack, in exchange for another kind. Slots of the chest come after those of the
// inventory.
func ChestMove(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile, from, to, count uint8) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	const all = item.InventorySlots + item.ChestSlots
	if from >= all || to >= all || from == to {
		return event.NothingThere
	}
	fromChest, toChest := from >= item.InventorySlots, to >= item.InventorySlots
	if fromChest && i.Chests.Slots(t) == nil {
		return event.NothingThere
	}
	if toChest && i.Chests.Slots(t) == nil && !i.Chests.Room(t.Region()) {
		return event.NoRoom
	}
	slot := func(n uint8) *item.Stack {
		if n < item.InventorySlots {
			return &p.Inventory[n]
		}
		return &i.Chests.Add(t).Slots[n-item.InventorySlots]
	}
	if !fromChest && toChest {
		if p.Inventory[from].Count == 0 {
			return event.NothingThere
		}
		world.OpenChest(i, t)
	}
	x, y := slot(from), slot(to)
	if x.Count == 0 {
		return event.NothingThere
	}
	if count == 0 || count > x.Count {
		return event.NotEnough
	}
	went, came := item.Stack{Kind: x.Kind, Count: count}, item.Stack{}
	switch {
	case y.Count == 0:
		*y = item.Take(x, count)
	case y.Kind == x.Kind:
		if went.Count = min(count, item.MaxStack-y.Count); went.Count == 0 {
			return event.NoRoom
		}
		y.Count += item.Take(x, went.Count).Count
	case count < x.Count:
		return event.NoRoom
	default:
		came = *y
		*x, *y = *y, *x
	}
	switch {
	case fromChest && !toChest:
		tookOut(i, p, t, went, from-item.InventorySlots)
		if came.Count > 0 {
			putIn(i, p, t, came)
		}
	case !fromChest && toChest:
		putIn(i, p, t, went)
		if came.Count > 0 {
			tookOut(i, p, t, came, to-item.InventorySlots)
		}
	}
	return event.NoReason
}

// ChestSort sorts a chest.
func ChestSort(i *world.State, b *entity.Body, t grid.Tile) event.Reason {
	if why := reachChest(i, b, t); why != event.NoReason {
		return why
	}
	slots := i.Chests.Slots(t)
	if slots == nil {
		return event.NothingThere
	}
	item.Sort(slots[:])
	return event.NoReason
}

// tookOut notes that a player took items out of a slot of a chest.
func tookOut(i *world.State, p *entity.PlayerState, t grid.Tile, s item.Stack, slot uint8) {
	i.NoteChange(t, diary.Entry{Kind: diary.Taken, Stack: s, Slot: slot})
	i.Tell(event.ChestTaken, p, t, int32(s.Kind), int32(s.Count))
}

// putIn notes that a player put items into a chest.
func putIn(i *world.State, p *entity.PlayerState, t grid.Tile, s item.Stack) {
	i.NoteChange(t, diary.Entry{Kind: diary.Put, Stack: s})
	i.Tell(event.ChestPut, p, t, int32(s.Kind), int32(s.Count))
}
