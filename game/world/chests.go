package world

import (
	"fmt"
	"slices"

	"manyhold/game/entity/encoding"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
)

// Chests are the contents of chests, in order of region and index.
type Chests struct{ List []Chest }

// copyFrom takes over those of regions that are near.
func (s *Chests) copyFrom(from *Chests, near func(grid.Region) bool) {
	s.List = s.List[:0]
	for k := range from.List {
		if near(from.List[k].At.Region()) {
			s.List = append(s.List, from.List[k])
		}
	}
}

// RemoveIn removes all of a region.
func (s *Chests) RemoveIn(at grid.Region) {
	s.List = slices.DeleteFunc(s.List, func(x Chest) bool { return x.At.Region() == at })
}

// orderChests compares tiles by region, then by index.
func orderChests(a, b grid.Tile) int {
	if c := a.Region().Compare(b.Region()); c != 0 {
		return c
	}
	return int(a.Index()) - int(b.Index())
}

// Chest is the contents of the chest on a tile. Every tile.Chest of an active region has one from the moment
// it is placed. A chest made by terrain gets one, with its loot, when it is opened or something is put in.
type Chest struct {
	At    grid.Tile
	Slots [item.ChestSlots]item.Stack
}

func (s *Chests) Find(t grid.Tile) (int, bool) {
	return slices.BinarySearchFunc(s.List, t, func(c Chest, t grid.Tile) int { return orderChests(c.At, t) })
}

// Add gives the chest on a tile room, and returns it.
func (s *Chests) Add(t grid.Tile) *Chest {
	k, ok := s.Find(t)
	if !ok {
		s.List = slices.Insert(s.List, k, Chest{At: t})
	}
	return &s.List[k]
}

func (s *Chests) Remove(t grid.Tile) {
	if k, ok := s.Find(t); ok {
		s.List = slices.Delete(s.List, k, k+1)
	}
}

// Slots returns the contents of the chest on a tile, nil where there is none. It is read-only, and valid
// until the next step.
func (s *Chests) Slots(t grid.Tile) *[item.ChestSlots]item.Stack {
	if k, ok := s.Find(t); ok {
		return &s.List[k].Slots
	}
	return nil
}

func (s *Chests) Room(at grid.Region) bool {
	n := 0
	for k := range s.List {
		if s.List[k].At.Region() == at {
			n++
		}
	}
	return n < MaxChests
}

// in returns the span of the chests of a region in the table.
func (s *Chests) in(at grid.Region) (first, last int) {
	first, _ = s.Find(at.Tile(0))
	last = first
	for last < len(s.List) && s.List[last].At.Region() == at {
		last++
	}
	return first, last
}

func (s *Chests) append(dst []byte) []byte {
	for k := range s.List {
		c := &s.List[k]
		dst = encoding.AppendTile(dst, c.At)
		dst = encoding.AppendStacks(dst, c.Slots[:])
	}
	return dst
}

// A chest of the land is filled when it is opened for the first time, by the chance of its place. An opened
// chest is marked by its container, which it has from then on, also when that is empty.

// OpenChest returns the chest on a tile. It fills a chest of the land that is still unopened.
func OpenChest(i *State, t grid.Tile) *Chest {
	_, opened := i.Chests.Find(t)
	c := i.Chests.Add(t)
	if opened {
		return c
	}
	if loot, ok := LootOf(i, t); ok {
		c.Slots = loot
		for _, s := range loot {
			i.Ledger.Created[s.Kind] += uint64(s.Count)
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

func ChestEmpty(i *State, t grid.Tile) bool {
	if c := i.Chests.Slots(t); c != nil {
		return *c == [item.ChestSlots]item.Stack{}
	}
	_, full := LootOf(i, t)
	return !full
}

func diffChests(a, b *State) string {
	for k := range min(len(a.Chests.List), len(b.Chests.List)) {
		c, o := &a.Chests.List[k], &b.Chests.List[k]
		s := unlike("tile", c.At, o.At)
		for n := range c.Slots {
			s = first("", s, unlike(fmt.Sprintf("slots[%d]", n), c.Slots[n], o.Slots[n]))
		}
		if s != "" {
			at := c.At.Region()
			return fmt.Sprintf("region %d %d, chests[%d], tile %d %d: %s", at.X, at.Y, k, c.At.X, c.At.Y, s)
		}
	}
	return unlike("number of chests", len(a.Chests.List), len(b.Chests.List))
}
