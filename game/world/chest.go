package world

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// Chest is the contents of the chest on a tile. Every tile.Chest of an active region has one from the moment
// it is placed. A chest made by terrain gets one, with its loot, when it is opened or something is put in.
type Chest struct {
	At    grid.Tile
	Slots [item.ChestSlots]item.Stack
}

// orderChests compares tiles by region, then by index.
func orderChests(a, b grid.Tile) int {
	if c := CompareRegions(a.Region(), b.Region()); c != 0 {
		return c
	}
	return int(a.Index()) - int(b.Index())
}

func (i *State) FindChest(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(i.Chests, t, func(c Chest, t grid.Tile) int { return orderChests(c.At, t) })
}

// AddChest gives the chest on a tile room, and returns it.
func (i *State) AddChest(t grid.Tile) *Chest {
	k, ok := i.FindChest(t)
	if !ok {
		i.Chests = slices.Insert(i.Chests, k, Chest{At: t})
	}
	return &i.Chests[k]
}

func (i *State) RemoveChest(t grid.Tile) {
	if k, ok := i.FindChest(t); ok {
		i.Chests = slices.Delete(i.Chests, k, k+1)
	}
}

func (i *State) ChestEmpty(t grid.Tile) bool {
	if c := i.Container(t); c != nil {
		return *c == [item.ChestSlots]item.Stack{}
	}
	_, full := LootOf(i, t)
	return !full
}

func (i *State) RoomForChest(at grid.Region) bool {
	n := 0
	for k := range i.Chests {
		if i.Chests[k].At.Region() == at {
			n++
		}
	}
	return n < MaxChests
}

// reachChest says why a player cannot get at a chest on a tile.
func (i *State) reachChest(b *entity.Body, t grid.Tile) event.Reason {
	_, block, _, ok := i.TileAt(t)
	switch {
	case !ok || !Within(b, t):
		return event.TooFar
	case block != tile.Chest:
		return event.NothingThere
	case b.Flags&entity.Carrying != 0:
		return event.HandsFull
	}
	return event.NoReason
}

// ChestPut moves items of a slot of the inventory into a chest, as many as fit.
func (i *State) ChestPut(p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := i.reachChest(b, t); why != event.NoReason {
		return why
	}
	if slot >= item.InventorySlots || p.Inventory[slot].Count == 0 {
		return event.NothingThere
	}
	if count == 0 || count > p.Inventory[slot].Count {
		return event.NotEnough
	}
	if i.Container(t) == nil && !i.RoomForChest(t.Region()) {
		return event.NoRoom
	}
	n, kind, why := transfer(&p.Inventory[slot], OpenChest(i, t).Slots[:], count)
	if why == event.NoReason {
		i.Tell(event.ChestPut, p, t, int32(kind), int32(n))
	}
	return why
}

// ChestTake moves items of a slot of a chest into the inventory, as many as fit.
func (i *State) ChestTake(p *entity.PlayerState, b *entity.Body, t grid.Tile, slot, count uint8) event.Reason {
	if why := i.reachChest(b, t); why != event.NoReason {
		return why
	}
	slots := i.Container(t)
	if slots == nil || slot >= item.ChestSlots || slots[slot].Count == 0 {
		return event.NothingThere
	}
	n, kind, why := transfer(&slots[slot], p.Inventory[:], count)
	if why == event.NoReason {
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

// A chest of the land is filled when it is opened for the first time, by the chance of its place. An opened
// chest is marked by its container, which it has from then on, also when that is empty.

// OpenChest returns the chest on a tile. It fills a chest of the land that is still unopened.
func OpenChest(i *State, t grid.Tile) *Chest {
	_, opened := i.FindChest(t)
	c := i.AddChest(t)
	if opened {
		return c
	}
	if loot, ok := LootOf(i, t); ok {
		c.Slots = loot
		for _, s := range loot {
			i.Created[s.Kind] += uint64(s.Count)
		}
	}
	return c
}

// LootOf returns the land's loot in an unopened chest on a tile; ok is false where there is no such chest.
func LootOf(i *State, t grid.Tile) (loot [item.ChestSlots]item.Stack, ok bool) {
	scene := t.Region().Scene()
	trove, ok := terrain.TroveAt(SceneSeed(i.Gen.Seed, scene), t.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0))
	if !ok {
		return loot, false
	}
	return item.Loot(haulOf(&trove), trove.Roll), true
}

// haulOf returns the haul for the chest of a place.
func haulOf(t *terrain.Trove) item.Haul {
	if t.Deep {
		return item.VaultHaul
	}
	switch t.At {
	case terrain.Ruin, terrain.StoneCircle:
		return item.StoneHaul
	case terrain.Grove, terrain.HotSpring:
		return item.GreenHaul
	case terrain.Wreck, terrain.Boat:
		return item.ShipHaul
	case terrain.Tower:
		return item.LightHaul
	}
	return item.CampHaul
}
