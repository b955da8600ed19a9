package item

import "manyhold/game/random"

// Haul names a table of possible contents of a chest that the land has from the beginning.
type Haul uint8

// The hauls. Numbers are only appended.
const (
	NoHaul Haul = iota
	CampHaul
	StoneHaul
	GreenHaul
	ShipHaul
	LightHaul
	VaultHaul // for two people
	HaulCount
)

// find is a possible stack of a chest: between least and most items, so many times in eight.
type find struct {
	kind        Kind
	least, most uint8
	eighths     uint8
}

// hauls are the possible contents of chests, the likeliest first, which is in every chest.
var hauls = [HaulCount][]find{
	CampHaul:  {{Stick, 6, 14, 8}, {Torch, 3, 8, 6}, {Berry, 4, 9, 5}, {Hearth, 1, 1, 3}, {Bed, 1, 1, 2}, {Copper, 1, 3, 2}},
	StoneHaul: {{StoneWall, 10, 24, 8}, {Copper, 2, 6, 5}, {StoneFloor, 8, 20, 5}, {Coal, 3, 8, 5}, {Glass, 2, 6, 3}, {Crystal, 1, 2, 2}},
	GreenHaul: {{Sapling, 3, 7, 8}, {Flower, 4, 10, 6}, {Mushroom, 3, 8, 6}, {Berry, 5, 12, 5}, {Crystal, 1, 1, 2}, {Lamp, 1, 2, 2}},
	ShipHaul:  {{WoodFloor, 10, 24, 8}, {ShellItem, 2, 6, 5}, {Glass, 2, 8, 4}, {Crate, 1, 3, 4}, {Lamp, 1, 2, 3}, {Copper, 2, 5, 3}, {Ball, 1, 1, 2}},
	LightHaul: {{Lamp, 2, 4, 8}, {Torch, 4, 9, 6}, {Glass, 3, 8, 5}, {Coal, 2, 6, 4}, {Copper, 1, 4, 3}},
	VaultHaul: {{Crystal, 4, 9, 8}, {Lamp, 4, 8, 8}, {Glass, 8, 18, 6}, {Copper, 5, 12, 6}, {StoneFloor, 16, 40, 5}, {Bed, 1, 2, 3}, {Ball, 1, 2, 3}},
}

// Loot returns the contents of a chest of a haul, from 64 random bits: between one stack and as many as the
// haul has.
func Loot(t Haul, roll uint64) (slots [ChestSlots]Stack) {
	if t >= HaulCount {
		return slots
	}
	used := 0
	for n, f := range hauls[t] {
		h := random.Hash(roll, uint64(t), uint64(n), 0)
		if h>>61 >= uint64(f.eighths) {
			continue
		}
		slots[used] = Stack{f.kind, f.least + uint8(random.Below(random.Mix(h), uint32(f.most-f.least)+1))}
		used++
	}
	return slots
}
