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
		i.NoteChange(t, diary.Entry{Kind: diary.Put, Stack: item.Stack{Kind: kind, Count: n}})
		i.Tell(event.ChestPut, p, t, int32(kind), int32(n))
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
		i.NoteChange(t, diary.Entry{Kind: diary.Taken, Stack: item.Stack{Kind: kind, Count: n}, Slot: slot})
		i.Tell(event.ChestTaken, p, t, int32(kind), int32(n))
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
