package item

import "manyhold/game/random"

// Haul names a table of possible contents of a chest that the land has from the beginning, or of what a
// creature of the dark keeps.
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
	NestHaul  // of a magpie: treasures only
	MothHaul  // of a great moth that is driven off: treasures only
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

// treasures are what is worth showing: of the first list every haul has one, which no newcomer owns; of the
// second it has one so many times in eight. Things of a second list are hardly found elsewhere.
var treasures = [HaulCount]struct {
	some, rare []Stack
	eighths    uint8
}{
	CampHaul:  {some: []Stack{{TravelCloak, 1}, {MapPiece, 1}, {RedRocket, 3}, {Flute, 1}}, rare: []Stack{{AmberLantern, 1}, {HearthScore, 1}}, eighths: 2},
	StoneHaul: {some: []Stack{{MinerHelm, 1}, {MapPiece, 1}, {BlueRocket, 3}}, rare: []Stack{{Bells, 1}, {SeaBanner, 1}}, eighths: 2},
	GreenHaul: {some: []Stack{{LeafHood, 1}, {Kite, 1}, {GreenDye, 2}, {MapPiece, 1}}, rare: []Stack{{LeafCloak, 1}, {LeafLantern, 1}}, eighths: 2},
	ShipHaul:  {some: []Stack{{SailorCap, 1}, {SeaBanner, 1}, {BlueRocket, 3}, {MapPiece, 1}}, rare: []Stack{{SeaLantern, 1}, {ShoreScore, 1}}, eighths: 2},
	LightHaul: {some: []Stack{{AmberLantern, 1}, {KeeperHat, 1}, {HearthScore, 1}}, rare: []Stack{{GoldRocket, 2}, {MapPiece, 1}}, eighths: 4},
	VaultHaul: {some: []Stack{{OldCrown, 1}, {StarCloak, 1}, {RoseLantern, 1}, {Harp, 1}}, rare: []Stack{{NineScore, 1}, {GoldRocket, 4}}, eighths: 5},
	NestHaul:  {some: []Stack{{MagpieMask, 1}, {FeatherCloak, 1}, {Bells, 1}}},
	MothHaul:  {some: []Stack{{MothCrown, 1}, {MothCloak, 1}, {MothBanner, 1}}, rare: []Stack{{NineScore, 1}, {GoldRocket, 3}}, eighths: 3},
}

// Treasure returns what a haul has of the things worth showing, from 64 random bits: one of what it always
// has, and sometimes one of what is rare. Of an unknown haul both are empty.
func Treasure(t Haul, roll uint64) (always, rare Stack) {
	if t >= HaulCount || len(treasures[t].some) == 0 {
		return Stack{}, Stack{}
	}
	x := &treasures[t]
	h := random.Hash(roll, uint64(t), 1<<32, 0)
	always = x.some[h%uint64(len(x.some))]
	if len(x.rare) > 0 && h>>61 < uint64(x.eighths) {
		rare = x.rare[h>>32%uint64(len(x.rare))]
	}
	return always, rare
}

// HaulsOf returns in which hauls a kind is found among the treasures, as bits.
func HaulsOf(k Kind) (hauls uint16) {
	for t := range treasures {
		for _, list := range [...][]Stack{treasures[t].some, treasures[t].rare} {
			for _, s := range list {
				if s.Kind == k {
					hauls |= 1 << t
				}
			}
		}
	}
	return hauls
}

// Loot returns the contents of a chest of a haul, from 64 random bits: between one stack and as many as the
// haul has, and its treasures.
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
	always, rare := Treasure(t, roll)
	for _, s := range [...]Stack{always, rare} {
		if s.Count > 0 {
			slots[used] = s
			used++
		}
	}
	return slots
}
