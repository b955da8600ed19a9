// Package tile says what a place is made of. A tile has a Ground (what one walks on), a Block (what
// stands on it, or NoBlock) and a State whose meaning belongs to the block: bit 0 of a door is
// "open", bit 0 of a lamp is "unlit", the low nibble of a sapling is its age, and so on.
//
// The numbers are stored and hashed: kinds are only ever appended, never renumbered.
package tile

import "manyhold/game/grid"

// Ground is what a tile's floor is made of.
type Ground uint8

// The grounds. The order of the natural ones is not the order of drawing (see render).
const (
	NoGround Ground = iota // never in a region that was generated
	DeepWater
	Water
	Sand
	Grass
	Moss // the floor of a forest
	Dirt
	Rock // bare rock, the floor of mountains and caves
	Snow
	Ice
	Pit       // dug out; slows who walks in it, can be filled
	Path      // trodden earth
	WoodFloor // laid by hands; a laid floor is roofed (see Info)
	StoneFloor
	GroundCount
)

// Block is what stands on a tile.
type Block uint8

// The blocks.
const (
	NoBlock Block = iota
	Cliff         // solid natural rock
	CoalOre
	CopperOre
	CrystalOre // glows softly
	Oak
	Pine
	DeadTree
	Bush
	BerryBush
	Boulder
	Stump
	Tuft
	Flower
	Mushroom
	Reed
	Shell
	Sapling // grows into an Oak
	RuinWall
	StandingStone
	Hearth // a ring of stones; State bit 0: burning
	WoodWall
	StoneWall
	Glass
	Door // State bit 0: open
	Lamp // State bit 0: unlit
	Torch
	Chest // its contents are a container of the island
	Fence
	Sign
	Bed
	Table
	Portal // a standing stone that is open: leads to the scene that State names
	Beacon // the lantern of a lighthouse; State bit 0: burning
	VaultWall
	Gate   // of a vault; State bit 0: open, for good
	Handle // beside a gate; who holds it is an entity.PlayerState
	BlockCount
)

// StateBit0 is the bit of State that doors, lamps and hearths use.
const StateBit0 = 1

// Region is the tiles of one region, as three planes in row-major order (see grid.Index): pointer-free,
// so that copying it is one memcpy, and in planes because planes compress well apart.
type Region struct {
	Ground [grid.RegionTiles]Ground
	Block  [grid.RegionTiles]Block
	State  [grid.RegionTiles]uint8
}
