package item

// MaxParts is the most kinds that a recipe needs.
const MaxParts = 3

// Recipe says what is made of what. Needs are of different kinds; empty ones end the list.
type Recipe struct {
	Makes Stack
	Needs [MaxParts]Stack
}

// Recipes are all recipes. Their numbers are sent and recorded: rows are only appended.
var Recipes = [...]Recipe{
	{Stack{WoodWall, 4}, [MaxParts]Stack{{Stick, 2}}},
	{Stack{StoneWall, 2}, [MaxParts]Stack{{Stone, 2}}},
	{Stack{WoodFloor, 4}, [MaxParts]Stack{{Stick, 2}}},
	{Stack{StoneFloor, 2}, [MaxParts]Stack{{Stone, 1}}},
	{Stack{Door, 1}, [MaxParts]Stack{{Stick, 4}}},
	{Stack{Lamp, 2}, [MaxParts]Stack{{Stick, 1}, {Glass, 1}, {Coal, 1}}},
	{Stack{Torch, 4}, [MaxParts]Stack{{Stick, 1}, {Coal, 1}}},
	{Stack{Glass, 2}, [MaxParts]Stack{{SandPile, 2}, {Coal, 1}}},
	{Stack{Chest, 1}, [MaxParts]Stack{{Stick, 6}}},
	{Stack{Fence, 4}, [MaxParts]Stack{{Stick, 3}}},
	{Stack{Sign, 2}, [MaxParts]Stack{{Stick, 2}}},
	{Stack{Bed, 1}, [MaxParts]Stack{{Stick, 4}, {Flower, 2}}},
	{Stack{Table, 1}, [MaxParts]Stack{{Stick, 4}}},
	{Stack{Hearth, 1}, [MaxParts]Stack{{Stone, 6}, {Stick, 2}}},
	{Stack{Crate, 1}, [MaxParts]Stack{{Stick, 4}}},
	{Stack{Ball, 1}, [MaxParts]Stack{{ShellItem, 1}, {Berry, 2}}},
	{Stack{Sapling, 1}, [MaxParts]Stack{{Berry, 2}, {Earth, 1}}},
	{Stack{Wire, 8}, [MaxParts]Stack{{Copper, 1}}},
	{Stack{Lever, 2}, [MaxParts]Stack{{Stick, 2}, {Stone, 1}}},
	{Stack{Plate, 2}, [MaxParts]Stack{{Stone, 2}, {Copper, 1}}},
	{Stack{NotGate, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {Coal, 1}}},
	{Stack{AndGate, 2}, [MaxParts]Stack{{Copper, 2}, {Stone, 1}}},
	{Stack{OrGate, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {Stick, 1}}},
	{Stack{Delay, 2}, [MaxParts]Stack{{Copper, 1}, {Stone, 1}, {SandPile, 1}}},
	{Stack{Piston, 1}, [MaxParts]Stack{{Stick, 3}, {Stone, 2}, {Copper, 1}}},
	{Stack{Conveyor, 4}, [MaxParts]Stack{{Stick, 2}, {Copper, 1}}},
	{Stack{WoodKey, 1}, [MaxParts]Stack{{Stick, 2}}},
	{Stack{CopperKey, 1}, [MaxParts]Stack{{Copper, 2}}},
	{Stack{CrystalKey, 1}, [MaxParts]Stack{{Crystal, 2}}},
	{Stack{Stick, 2}, [MaxParts]Stack{{WoodFloor, 4}}},
	{Stack{Hoe, 1}, [MaxParts]Stack{{Stick, 2}, {Stone, 1}}},
	{Stack{Bucket, 1}, [MaxParts]Stack{{Copper, 2}}},
	{Stack{Tinder, 4}, [MaxParts]Stack{{Stick, 1}, {Stone, 1}}},
	{Stack{Bread, 1}, [MaxParts]Stack{{WheatEar, 2}}},
	{Stack{Rail, 8}, [MaxParts]Stack{{Copper, 2}, {Stick, 2}}},
	{Stack{Cart, 1}, [MaxParts]Stack{{Copper, 3}, {Stick, 2}}},
	{Stack{Hen, 1}, [MaxParts]Stack{{Seeds, 4}, {Stick, 1}}},
	{Stack{Sheep, 1}, [MaxParts]Stack{{WheatEar, 4}, {Flower, 2}}},
	{Stack{Bandage, 1}, [MaxParts]Stack{{Flower, 2}, {WheatEar, 1}}},
	{Stack{Platform, 1}, [MaxParts]Stack{{WoodFloor, 4}, {Copper, 2}}},
	{Stack{Pump, 1}, [MaxParts]Stack{{Copper, 2}, {Stick, 2}, {Bucket, 1}}},
	{Stack{Shaft, 4}, [MaxParts]Stack{{Stone, 2}, {Coal, 1}}},
	{Stack{SwingGate, 1}, [MaxParts]Stack{{Stick, 4}, {Copper, 1}}},
	{Stack{Rotor, 1}, [MaxParts]Stack{{Stick, 4}, {Copper, 2}, {Stone, 1}}},
	{Stack{Ladder, 3}, [MaxParts]Stack{{Stick, 3}}},
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
