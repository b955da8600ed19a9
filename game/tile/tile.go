// Package tile describes the parts of a place. A tile has a Ground (the floor), a Block on it (or NoBlock)
// and a State with a meaning of the block's own: bit 0 of a door is "open", bit 0 of a lamp is "unlit", the
// low nibble of a sapling is its age, and so on.
//
// The numbers are stored and hashed: kinds are only ever appended, never renumbered.
package tile

import "manyhold/game/grid"

// Ground is the floor of a tile.
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
	Pit       // dug out; slows players, can be filled
	Path      // trodden earth
	WoodFloor // laid by hands; a laid floor is roofed (see Info)
	StoneFloor
	Mud   // wet earth
	Shaft // the back wall of a place seen from the side: things fall to the south
	GroundCount
)

// Block is the block on a tile.
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
	Portal // a standing stone that is open: leads to the scene that State names, or along a Passage
	Beacon // the lantern of a lighthouse; State bit 0: burning
	VaultWall
	Gate // of a vault; State bit 0: open, for good; bits 1 and 2: what opens it
	// beside a gate; an entity.PlayerState holds it; State: for how many beats it counts as held still
	Handle

	// Machines. In a block with a front, bits 1 and 2 of the State are its Heading.
	Wire       // State bit 0: carries a signal; the rest: its remaining reach
	Lever      // State bit 0: on
	Plate      // State bit 0: pressed
	NotGate    // State bit 0 of a gate: its front gives a signal
	AndGate    // of its left and right inputs
	OrGate     // of its left, right and back inputs
	Delay      // State bits 3 and 4: number of the delay; the rest: ticks waited
	Piston     // State bit 0: extended
	PistonHead // the head of an extended piston
	Conveyor   // moves things on it

	// Plants, fire and water.
	Fire   // State bits 0 to 5: remaining beats; bit 6: a tree, whose stump is left; bit 7: a pine
	Flood  // water that flows; State: how much
	Furrow // tilled earth
	Wheat  // on tilled earth; State: its stage, ripe at RipeWheat
	Rail   // carts keep to it
	Pump   // State bit 0: lifts water out of a lake beside it, and gives it out at its front

	// Hinged and climbable blocks.
	SwingGate // its arm is an entity.GateArm; its front is where that points when it is shut
	Rotor     // its arm is an entity.RotorArm; State bit 0: the motor runs; RotorBack: anticlockwise
	Ladder    // in a shaft

	// Gadget is a block of a maker's, which is a thing of package thing. State bit 0: bodies pass; bits 4 to
	// 7: its light.
	Gadget

	MatchBoard // by the hearth of each scene: matches are found there

	// Things to earn: a deep ore, plants of some biomes, and the stations of recipes.
	EmberOre // deep in mountains; glows
	Flax     // of open grass: fibre
	Glowcap  // a mushroom of caves that glows
	Bench
	Furnace
	Loom
	Anvil

	// Left by fires.
	Ash  // State: its stage; it blows away
	Snag // a charred stump; State as that of a Stump
	// Banners, and the board by the hearth of the spawn.
	SunBanner
	SeaBanner
	MothBanner
	Notice
	BlockCount
)

// The openers of a Gate are in bits 1 and 2 of its State.
const (
	GateHandles     uint8 = 0 << 1 // two people, each at a handle at the same time
	GateSignal      uint8 = 1 << 1 // a signal
	GateSlowHandles uint8 = 2 << 1 // two handles that spring back slowly
	GateVigil       uint8 = 3 << 1 // a night during which lamps burnt before it
)

// GateOpener returns what opens a Gate.
func GateOpener(state uint8) uint8 { return state & 6 }

// A StandingStone or Portal whose State has the bit Passage leads to a place nearby: so many tiles (bits 2 to
// 6) towards a Heading (bits 0 and 1).
const (
	Passage     = 0x80
	MostPassage = 31
)

// PassageTo returns the state of a stone that leads so many tiles, MostPassage at most, towards h.
func PassageTo(h Heading, tiles uint8) uint8 { return Passage | tiles&MostPassage<<2 | uint8(h&3) }

// Passes returns where a passage leads: how many tiles along each axis.
func Passes(state uint8) (dx, dy int32) {
	x, y := Heading(state & 3).Step()
	n := int32(state >> 2 & MostPassage)
	return x * n, y * n
}

// RotorBack is the bit of a Rotor's State for the direction of its motor: set is anticlockwise.
const RotorBack = 2

// Hinged reports whether a block has an arm, which is a body.
func Hinged(b Block) bool { return b == SwingGate || b == Rotor }

// RipeWheat is the stage of wheat that can be harvested.
const RipeWheat = 6

// GadgetState is the state of a Gadget.
func GadgetState(passable bool, light uint8) uint8 {
	state := light << 4
	if passable {
		state |= StateBit0
	}
	return state
}

// StateBit0 is the bit of State that doors, lamps, hearths and machines use.
const StateBit0 = 1

// Heading is the side of a thing's front.
type Heading uint8

// The headings.
const (
	East Heading = iota
	South
	West
	North
	HeadingCount
)

// HeadingOf returns where the front of an oriented block looks.
func HeadingOf(state uint8) Heading { return Heading(state >> 1 & 3) }

// Facing returns a state with its Heading replaced.
func (h Heading) Facing(state uint8) uint8 { return state&^6 | uint8(h&3)<<1 }

// Turned returns the heading n quarters clockwise of h.
func (h Heading) Turned(n int) Heading { return (h + Heading(n&3)) & 3 }

// Step is one tile towards h.
func (h Heading) Step() (dx, dy int32) {
	steps := [HeadingCount][2]int32{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	return steps[h&3][0], steps[h&3][1]
}

// Oriented reports whether a block has a front.
func Oriented(b Block) bool {
	switch b {
	case NotGate, AndGate, OrGate, Delay, Piston, PistonHead, Conveyor, Pump, SwingGate:
		return true
	}
	return false
}

// Settings returns the bits of a block's State that only hands set. Its other bits change by use, by growth
// or as machines work.
func Settings(b Block) uint8 {
	switch b {
	case Door:
		return 3 << 3 // its lock
	case Delay:
		return 3<<1 | 3<<3
	case Rotor:
		return RotorBack
	case Portal:
		return 255
	case PistonHead:
		return 0
	}
	if Oriented(b) {
		return 3 << 1
	}
	return 0
}

// Region is the tiles of one region, as three planes in row-major order (see grid.Index): pointer-free,
// so that copying it is one memcpy, and in planes because planes compress well apart.
type Region struct {
	Ground [grid.RegionTiles]Ground
	Block  [grid.RegionTiles]Block
	State  [grid.RegionTiles]uint8
}
