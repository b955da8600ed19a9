package island

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// chest is what the chest on a tile holds. Every tile.Chest of an active region has one, from when it is
// placed; a chest that terrain made has none before it is opened or something is put in: then it has its loot.
type chest struct {
	at    grid.Tile
	slots [item.ChestSlots]item.Stack
}

// orderChests compares tiles by region, then by index.
func orderChests(a, b grid.Tile) int {
	if c := compareRegions(a.Region(), b.Region()); c != 0 {
		return c
	}
	return int(a.Index()) - int(b.Index())
}

func (i *State) findChest(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(i.chests, t, func(c chest, t grid.Tile) int { return orderChests(c.at, t) })
}

// addChest gives the chest on a tile room, and returns it.
func (i *State) addChest(t grid.Tile) *chest {
	k, ok := i.findChest(t)
	if !ok {
		i.chests = slices.Insert(i.chests, k, chest{at: t})
	}
	return &i.chests[k]
}

func (i *State) removeChest(t grid.Tile) {
	if k, ok := i.findChest(t); ok {
		i.chests = slices.Delete(i.chests, k, k+1)
	}
}

func (i *State) chestEmpty(t grid.Tile) bool {
	if c := i.Container(t); c != nil {
		return *c == [item.ChestSlots]item.Stack{}
	}
	_, full := lootOf(i, t)
	return !full
}

func (i *State) roomForChest(at grid.Region) bool {
	n := 0
	for k := range i.chests {
		if i.chests[k].at.Region() == at {
			n++
		}
	}
	return n < MaxChests
}

// reachChest says why a player cannot get at a chest on a tile.
func (i *State) reachChest(b *entity.Body, t grid.Tile) event.Reason {
	_, block, _, ok := i.TileAt(t)
	switch {
	case !ok || !within(b, t):
		return event.TooFar
	case block != tile.Chest:
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	return event.NoReason
}

// chestPut moves items of a slot of the inventory into a chest, as many as fit.
func (i *State) chestPut(p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := i.reachChest(b, t); why != event.NoReason {
		return why
	}
	if slot >= item.InventorySlots || p.Inventory[slot].Count == 0 {
		return event.NothingThere
	}
	if count == 0 || count > p.Inventory[slot].Count {
		return event.NotEnough
	}
	if i.Container(t) == nil && !i.roomForChest(t.Region()) {
		return event.NoRoom
	}
	n, kind, why := transfer(&p.Inventory[slot], openChest(i, t).slots[:], count)
	if why == event.NoReason {
		i.tell(event.ChestPut, p, t, int32(kind), int32(n))
	}
	return why
}

// chestTake moves items of a slot of a chest into the inventory, as many as fit.
func (i *State) chestTake(p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := i.reachChest(b, t); why != event.NoReason {
		return why
	}
	slots := i.Container(t)
	if slots == nil || slot >= item.ChestSlots || slots[slot].Count == 0 {
		return event.NothingThere
	}
	n, kind, why := transfer(&slots[slot], p.Inventory[:], count)
	if why == event.NoReason {
		i.tell(event.ChestTaken, p, t, int32(kind), int32(n))
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
