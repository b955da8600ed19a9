// Package item defines the kinds of things that can be carried. The numbers are stored and hashed: kinds are
// only ever appended.
package item

// Kind is a kind of item. Zero means none.
type Kind uint8

// The items. Those of the second group are placed as tiles, those of the third as bodies.
const (
	None Kind = iota

	Coal
	Copper
	Crystal
	Berry
	ShellItem
	Stick

	Earth
	SandPile
	Stone // placed as a Boulder-like solid StoneWall is made of it; placed raw it fills water and pits
	WoodWall
	StoneWall
	WoodFloor
	StoneFloor
	Door
	Lamp
	Torch
	Glass
	Chest
	Fence
	Sign
	Bed
	Table
	Hearth
	Sapling
	Flower
	Mushroom

	Crate
	Ball

	// The parts of machines, and keys.
	Wire
	Lever
	Plate
	NotGate
	AndGate
	OrGate
	Delay
	Piston
	Conveyor
	WoodKey
	CopperKey
	CrystalKey

	// Tools, food and seeds; Water is never in a bag: it counts the flowing water of the world, in units of
	// Flood.
	Water
	Seeds
	WheatEar
	Bread
	Bandage
	Hoe
	Bucket
	WaterBucket
	Tinder
	Rail

	// Set down as bodies.
	Cart
	Hen
	Sheep

	Mud
	Platform // set down as a body
	Pump
	Snowball // thrown
	Shaft

	SwingGate
	Rotor
	Ladder

	// Materials that are earned, the stations of recipes, and the tools of each tier (see Tiers).
	RawCopper
	EmberStone
	EmberSteel
	Fibre
	Cloth
	Glowcap
	Bench
	Furnace
	Loom
	Anvil
	StonePick
	CopperPick
	EmberPick

	// To wear (see Part): hats, cloaks, lanterns and dyes.
	StrawHat
	FlowerCrown
	MinerHelm
	SailorCap
	LeafHood
	KeeperHat
	MagpieMask
	MothCrown
	OldCrown
	TravelCloak
	LeafCloak
	FeatherCloak
	MothCloak
	StarCloak
	AmberLantern
	SeaLantern
	LeafLantern
	RoseLantern
	RedDye
	YellowDye
	GreenDye
	VioletDye
	// Banners, instruments, fireworks, scores, and toys.
	SunBanner
	SeaBanner
	MothBanner
	Flute
	Harp
	Bells
	RedRocket
	BlueRocket
	GoldRocket
	ShoreScore
	HearthScore
	NineScore
	MapPiece
	Kite

	KindCount
)

// MaxStack is the most items of one kind in a slot.
const MaxStack = 250

// Stack is a number of items of one kind. A stack of zero items has kind None.
type Stack struct {
	Kind  Kind
	Count uint8
}

const (
	// HotbarSlots is the number of slots shown at the foot of the screen; they come first in an inventory.
	HotbarSlots = 12
	// InventorySlots is the number of slots of a player, hotbar included.
	InventorySlots = 36
	// ChestSlots is the number of slots of a chest.
	ChestSlots = 24
)
