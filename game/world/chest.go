package world

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
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
