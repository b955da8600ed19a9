package item

// Start is what newcomers of a world begin with. The numbers are stored: starts are only appended.
type Start uint8

// The starts.
const (
	Settlers Start = iota // a little light, a hearth, a few sticks: everything else is earned
	Builders              // building materials by the dozen, a bench and the best tool
	StartCount
)

var startNames = [StartCount]string{"settler", "builder"}

// String returns the start in a word.
func (s Start) String() string {
	if s >= StartCount {
		return "unknown"
	}
	return startNames[s]
}

// Kit returns the inventory of a newcomer: the hotbar first, then the rest.
func (s Start) Kit() [InventorySlots]Stack { return kits[min(s, StartCount-1)] }

var kits = [StartCount][InventorySlots]Stack{
	// Two torches for the first night, a hearth to come back to, and sticks for half a bench: the first tree is
	// in sight of every spawn.
	Settlers: {{Torch, 2}, {Hearth, 1}, {Stick, 4}, {Berry, 3}},
	Builders: {
		{WoodWall, 60}, {WoodFloor, 80}, {Door, 6}, {Lamp, 12}, {Glass, 24}, {Chest, 4},
		{Torch, 16}, {StoneWall, 60}, {Fence, 40}, {Crate, 6}, {Ball, 2}, {Sapling, 8},
		{StoneFloor, 60}, {Bed, 2}, {Table, 4}, {Hearth, 2}, {Sign, 4}, {Flower, 12},
		{Mushroom, 6}, {Earth, 30}, {SandPile, 20}, {Stone, 20},
		{EmberPick, 1}, {Bench, 1},
	},
}
