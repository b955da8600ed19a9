package item

import "manyhold/game/tile"

// MaxParts is the most kinds that a recipe needs.
const MaxParts = 3

// Station is where a recipe is carried out: in the hands, or at a block within reach.
type Station uint8

// The stations.
const (
	Hands Station = iota
	AtBench
	AtFurnace
	AtLoom
	AtAnvil
	StationCount
)

var stationBlocks = [StationCount]tile.Block{AtBench: tile.Bench, AtFurnace: tile.Furnace, AtLoom: tile.Loom, AtAnvil: tile.Anvil}

// Block returns the block of a station, tile.NoBlock for the hands.
func (s Station) Block() tile.Block {
	if s >= StationCount {
		return tile.NoBlock
	}
	return stationBlocks[s]
}

// StationOf returns the station that a block is, Hands if it is none.
func StationOf(b tile.Block) Station {
	for s := Hands + 1; s < StationCount; s++ {
		if stationBlocks[s] == b {
			return s
		}
	}
	return Hands
}

// Group is the group under which a recipe is listed.
type Group uint8

// The groups, in the order in which they are listed.
const (
	Tools Group = iota
	Stations
	Lighting
	Building
	Materials
	Farming // with animals and food
	Machinery
	Finery // to wear, to show and to play
	GroupCount
)

// Recipe lists a product and its ingredients, its group and where it is made. Needs are of different kinds;
// empty ones end the list.
type Recipe struct {
	Makes Stack
	Needs [MaxParts]Stack
	Group Group
	At    Station
}

// Recipes are all recipes. Their numbers are sent and recorded: rows are only appended. The hands make what a
// first evening needs; the bench needs one tree, the furnace and the loom a stone pick's work, the anvil
// smelted copper. Parts that carry signals are made at the bench, what moves by force at the anvil.
var Recipes = [...]Recipe{
	{Stack{WoodWall, 4}, [MaxParts]Stack{{Stick, 2}}, Building, Hands},
	{Stack{StoneWall, 2}, [MaxParts]Stack{{Stone, 2}}, Building, AtBench},
	{Stack{WoodFloor, 4}, [MaxParts]Stack{{Stick, 2}}, Building, Hands},
	{Stack{StoneFloor, 2}, [MaxParts]Stack{{Stone, 1}}, Building, AtBench},
	{Stack{Door, 1}, [MaxParts]Stack{{Stick, 4}}, Building, AtBench},
	{Stack{Lamp, 2}, [MaxParts]Stack{{Stick, 1}, {Glass, 1}, {Coal, 1}}, Lighting, AtBench},
	{Stack{Torch, 4}, [MaxParts]Stack{{Stick, 1}, {Coal, 1}}, Lighting, Hands},
	{Stack{Glass, 2}, [MaxParts]Stack{{SandPile, 2}, {Coal, 1}}, Materials, AtFurnace},
	{Stack{Chest, 1}, [MaxParts]Stack{{Stick, 6}}, Building, AtBench},
	{Stack{Fence, 4}, [MaxParts]Stack{{Stick, 3}}, Building, Hands},
	{Stack{Sign, 2}, [MaxParts]Stack{{Stick, 2}}, Building, AtBench},
	{Stack{Bed, 1}, [MaxParts]Stack{{Stick, 4}, {Cloth, 2}}, Building, AtLoom},
	{Stack{Table, 1}, [MaxParts]Stack{{Stick, 4}}, Building, AtBench},
	{Stack{Hearth, 1}, [MaxParts]Stack{{Stone, 6}, {Stick, 2}}, Lighting, Hands},
	{Stack{Crate, 1}, [MaxParts]Stack{{Stick, 4}}, Building, AtBench},
	{Stack{Ball, 1}, [MaxParts]Stack{{ShellItem, 1}, {Berry, 2}}, Farming, Hands},
	{Stack{Sapling, 1}, [MaxParts]Stack{{Berry, 2}, {Earth, 1}}, Farming, Hands},
	{Stack{Wire, 8}, [MaxParts]Stack{{Copper, 1}}, Machinery, AtBench},
	{Stack{Lever, 2}, [MaxParts]Stack{{Stick, 2}, {Stone, 1}}, Machinery, AtBench},
	{Stack{Plate, 2}, [MaxParts]Stack{{Stone, 2}, {Copper, 1}}, Machinery, AtBench},
	{Stack{NotGate, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {Coal, 1}}, Machinery, AtBench},
	{Stack{AndGate, 2}, [MaxParts]Stack{{Copper, 2}, {Stone, 1}}, Machinery, AtBench},
	{Stack{OrGate, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {Stick, 1}}, Machinery, AtBench},
	{Stack{Delay, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {SandPile, 1}}, Machinery, AtBench},
	{Stack{Piston, 1}, [MaxParts]Stack{{Stick, 3}, {Stone, 2}, {Copper, 1}}, Machinery, AtAnvil},
	{Stack{Conveyor, 4}, [MaxParts]Stack{{Stick, 2}, {Copper, 1}}, Machinery, AtAnvil},
	{Stack{WoodKey, 1}, [MaxParts]Stack{{Stick, 2}}, Tools, AtBench},
	{Stack{CopperKey, 1}, [MaxParts]Stack{{Copper, 2}}, Tools, AtAnvil},
	{Stack{CrystalKey, 1}, [MaxParts]Stack{{Crystal, 2}}, Tools, AtAnvil},
	{Stack{Stick, 2}, [MaxParts]Stack{{WoodFloor, 4}}, Materials, Hands},
	{Stack{Hoe, 1}, [MaxParts]Stack{{Stick, 2}, {Stone, 1}}, Tools, AtBench},
	{Stack{Bucket, 1}, [MaxParts]Stack{{Copper, 2}}, Tools, AtAnvil},
	{Stack{Tinder, 4}, [MaxParts]Stack{{Stick, 1}, {Stone, 1}}, Tools, Hands},
	{Stack{Bread, 1}, [MaxParts]Stack{{WheatEar, 2}}, Farming, AtFurnace},
	{Stack{Rail, 8}, [MaxParts]Stack{{Copper, 2}, {Stick, 2}}, Machinery, AtAnvil},
	{Stack{Cart, 1}, [MaxParts]Stack{{Copper, 3}, {Stick, 2}}, Machinery, AtAnvil},
	{Stack{Hen, 1}, [MaxParts]Stack{{Seeds, 4}, {Stick, 1}}, Farming, Hands},
	{Stack{Sheep, 1}, [MaxParts]Stack{{WheatEar, 4}, {Flower, 2}}, Farming, Hands},
	{Stack{Bandage, 1}, [MaxParts]Stack{{Cloth, 1}, {Flower, 2}}, Farming, AtLoom},
	{Stack{Platform, 1}, [MaxParts]Stack{{WoodFloor, 4}, {Copper, 2}}, Machinery, AtAnvil},
	{Stack{Pump, 1}, [MaxParts]Stack{{Copper, 2}, {Stick, 2}, {Bucket, 1}}, Machinery, AtAnvil},
	{Stack{Shaft, 4}, [MaxParts]Stack{{Stone, 2}, {Coal, 1}}, Building, AtBench},
	{Stack{SwingGate, 1}, [MaxParts]Stack{{Stick, 4}, {Copper, 1}}, Machinery, AtAnvil},
	{Stack{Rotor, 1}, [MaxParts]Stack{{Stick, 4}, {Copper, 2}, {Stone, 1}}, Machinery, AtAnvil},
	{Stack{Ladder, 3}, [MaxParts]Stack{{Stick, 3}}, Building, AtBench},
	{Stack{Torch, 2}, [MaxParts]Stack{{Stick, 1}, {Fibre, 1}}, Lighting, Hands},
	{Stack{Bench, 1}, [MaxParts]Stack{{Stick, 16}}, Stations, Hands},
	{Stack{Furnace, 1}, [MaxParts]Stack{{Stone, 14}}, Stations, AtBench},
	{Stack{Loom, 1}, [MaxParts]Stack{{Stick, 8}, {Stone, 2}}, Stations, AtBench},
	{Stack{Anvil, 1}, [MaxParts]Stack{{Copper, 4}, {Stone, 8}}, Stations, AtBench},
	{Stack{StonePick, 1}, [MaxParts]Stack{{Stick, 4}, {Stone, 8}}, Tools, AtBench},
	{Stack{CopperPick, 1}, [MaxParts]Stack{{Copper, 6}, {Stick, 3}}, Tools, AtAnvil},
	{Stack{EmberPick, 1}, [MaxParts]Stack{{EmberSteel, 4}, {Stick, 3}}, Tools, AtAnvil},
	{Stack{Copper, 2}, [MaxParts]Stack{{RawCopper, 2}, {Coal, 1}}, Materials, AtFurnace},
	{Stack{EmberSteel, 1}, [MaxParts]Stack{{EmberStone, 1}, {Copper, 1}, {Coal, 2}}, Materials, AtFurnace},
	{Stack{Coal, 1}, [MaxParts]Stack{{Stick, 4}}, Materials, AtFurnace},
	{Stack{Cloth, 1}, [MaxParts]Stack{{Fibre, 3}}, Materials, AtLoom},
	{Stack{Lamp, 2}, [MaxParts]Stack{{Stick, 1}, {Glass, 1}, {Glowcap, 1}}, Lighting, AtBench},
	// Finery that plants and cloth are enough for; the rest is only found.
	{Stack{RedDye, 1}, [MaxParts]Stack{{Berry, 4}}, Finery, AtLoom},
	{Stack{YellowDye, 1}, [MaxParts]Stack{{Flower, 3}}, Finery, AtLoom},
	{Stack{GreenDye, 1}, [MaxParts]Stack{{Fibre, 3}}, Finery, AtLoom},
	{Stack{VioletDye, 1}, [MaxParts]Stack{{Glowcap, 2}}, Finery, AtLoom},
	{Stack{StrawHat, 1}, [MaxParts]Stack{{Fibre, 4}}, Finery, AtLoom},
	{Stack{FlowerCrown, 1}, [MaxParts]Stack{{Flower, 5}, {Fibre, 1}}, Finery, AtLoom},
	{Stack{TravelCloak, 1}, [MaxParts]Stack{{Cloth, 3}, {Fibre, 2}}, Finery, AtLoom},
	{Stack{SunBanner, 1}, [MaxParts]Stack{{Cloth, 1}, {Stick, 2}, {YellowDye, 1}}, Finery, AtLoom},
	{Stack{Kite, 1}, [MaxParts]Stack{{Cloth, 2}, {Stick, 2}, {Fibre, 2}}, Finery, AtLoom},
	{Stack{Flute, 1}, [MaxParts]Stack{{Stick, 2}, {Fibre, 1}}, Finery, AtBench},
	{Stack{RedRocket, 2}, [MaxParts]Stack{{Coal, 2}, {Fibre, 1}, {RedDye, 1}}, Finery, AtBench},
}

// Affords reports whether slots hold the ingredients of a recipe, once.
func (r *Recipe) Affords(slots []Stack) bool {
	for _, n := range r.Needs {
		if Total(slots, n.Kind) < int(n.Count) {
			return false
		}
	}
	return true
}

// Total returns how many items of a kind there are in slots.
func Total(slots []Stack, k Kind) (n int) {
	for _, s := range slots {
		if s.Kind == k {
			n += int(s.Count)
		}
	}
	return n
}

// Remove takes n items of a kind out of slots, from the last on, and returns how many there were too few.
func Remove(slots []Stack, k Kind, n uint8) (missing uint8) {
	for i := len(slots) - 1; i >= 0 && n > 0; i-- {
		if slots[i].Kind == k {
			some := min(n, slots[i].Count)
			Take(&slots[i], some)
			n -= some
		}
	}
	return n
}
