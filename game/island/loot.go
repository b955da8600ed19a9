package island

import (
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
)

// A chest of the land is filled when it is opened for the first time, from the chance of its place. That it was opened
// is that it has a container from then on, also when that is empty.

// openChest returns the chest on a tile, filled if it is one of the land's that nobody has opened.
func openChest(i *State, t grid.Tile) *chest {
	_, opened := i.findChest(t)
	c := i.addChest(t)
	if opened {
		return c
	}
	if loot, ok := lootOf(i, t); ok {
		c.slots = loot
		for _, s := range loot {
			i.created[s.Kind] += uint64(s.Count)
		}
	}
	return c
}

// lootOf returns what the land holds ready in a chest on a tile; ok is false where there is no such chest.
func lootOf(i *State, t grid.Tile) (loot [item.ChestSlots]item.Stack, ok bool) {
	scene := t.Region().Scene()
	trove, ok := terrain.TroveAt(SceneSeed(i.genesis.Seed, scene), t.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0))
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

// openedTwice sees to it that the loot of a chest that was opened on both sides of a merge exists once: it is as if it
// had been in the chest when the sides parted.
func (m *merge) openedTwice(l *land, k grid.Index, slots *[sides][]item.Stack) {
	opened := func(side int) bool { return slots[side] != nil || l.tileOn(side, k).block != chestBlock }
	if slots[atBase] != nil || l.tileOn(atBase, k).block != chestBlock || !opened(atFirm) || !opened(atBranch) {
		return
	}
	loot, ok := lootOf(m.firm, l.at.Tile(k))
	if !ok {
		return
	}
	slots[atBase] = loot[:]
	for _, s := range loot {
		m.undoCreated(s.Kind, s.Count)
	}
}
