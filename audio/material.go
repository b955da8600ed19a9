package audio

import (
	"manyhold/audio/synth"
	"manyhold/game/tile"
)

// Material is the sound of a thing when it is touched.
type Material = synth.Material

// grounds holds the material of each ground.
var grounds = [tile.GroundCount]Material{
	tile.NoGround:   synth.Earth,
	tile.DeepWater:  synth.Water,
	tile.Water:      synth.Water,
	tile.Sand:       synth.Sand,
	tile.Grass:      synth.Grass,
	tile.Moss:       synth.Leaf,
	tile.Dirt:       synth.Earth,
	tile.Rock:       synth.Stone,
	tile.Snow:       synth.Snow,
	tile.Ice:        synth.Glass,
	tile.Pit:        synth.Earth,
	tile.Path:       synth.Earth,
	tile.WoodFloor:  synth.Wood,
	tile.StoneFloor: synth.Stone,
	tile.Mud:        synth.Mire,
	tile.Shaft:      synth.Stone,
}

// blocks holds the material of each block.
var blocks = [tile.BlockCount]Material{
	tile.NoBlock:       synth.Earth,
	tile.Cliff:         synth.Stone,
	tile.CoalOre:       synth.Stone,
	tile.CopperOre:     synth.Stone,
	tile.CrystalOre:    synth.Crystal,
	tile.Oak:           synth.Wood,
	tile.Pine:          synth.Wood,
	tile.DeadTree:      synth.Wood,
	tile.Bush:          synth.Leaf,
	tile.BerryBush:     synth.Leaf,
	tile.Boulder:       synth.Stone,
	tile.Stump:         synth.Wood,
	tile.Tuft:          synth.Grass,
	tile.Flower:        synth.Grass,
	tile.Mushroom:      synth.Leaf,
	tile.Reed:          synth.Leaf,
	tile.Shell:         synth.Sand,
	tile.Sapling:       synth.Leaf,
	tile.RuinWall:      synth.Stone,
	tile.StandingStone: synth.Stone, tile.MatchBoard: synth.Wood,
	tile.Portal:     synth.Stone,
	tile.Beacon:     synth.Glass,
	tile.VaultWall:  synth.Stone,
	tile.Gate:       synth.Stone,
	tile.Handle:     synth.Wood,
	tile.Hearth:     synth.Stone,
	tile.WoodWall:   synth.Wood,
	tile.StoneWall:  synth.Stone,
	tile.Glass:      synth.Glass,
	tile.Door:       synth.Wood,
	tile.Lamp:       synth.Glass,
	tile.Torch:      synth.Wood,
	tile.Chest:      synth.Wood,
	tile.Fence:      synth.Wood,
	tile.Sign:       synth.Wood,
	tile.Bed:        synth.Wood,
	tile.Table:      synth.Wood,
	tile.Wire:       synth.Sand,
	tile.Lever:      synth.Wood,
	tile.Plate:      synth.Stone,
	tile.NotGate:    synth.Stone,
	tile.AndGate:    synth.Stone,
	tile.OrGate:     synth.Stone,
	tile.Delay:      synth.Stone,
	tile.Piston:     synth.Wood,
	tile.PistonHead: synth.Stone,
	tile.Conveyor:   synth.Wood,
	tile.Fire:       synth.Leaf,
	tile.Flood:      synth.Water,
	tile.Furrow:     synth.Earth,
	tile.Wheat:      synth.Leaf,
	tile.Rail:       synth.Glass,
	tile.Pump:       synth.Wood,
	tile.SwingGate:  synth.Wood,
	tile.Rotor:      synth.Stone,
	tile.Ladder:     synth.Wood,
	tile.Gadget:     synth.Wood,
	tile.EmberOre:   synth.Stone,
	tile.Flax:       synth.Leaf,
	tile.Glowcap:    synth.Leaf,
	tile.Bench:      synth.Wood,
	tile.Furnace:    synth.Stone,
	tile.Loom:       synth.Wood,
	tile.SunBanner:  synth.Leaf,
	tile.SeaBanner:  synth.Leaf,
	tile.MothBanner: synth.Leaf,
	tile.Notice:     synth.Wood,
	tile.Anvil:      synth.Stone,
	tile.Ash:        synth.Sand,
	tile.Snag:       synth.Wood,
}

// OfGround returns the material of g; that of earth for a ground younger than this table.
func OfGround(g tile.Ground) Material {
	if g < tile.GroundCount {
		return grounds[g]
	}
	return synth.Earth
}

// OfBlock returns the material of b; that of stone for a block younger than this table.
func OfBlock(b tile.Block) Material {
	if b < tile.BlockCount {
		return blocks[b]
	}
	return synth.Stone
}

// muffles reports whether a tile muffles sound: everything solid and as high as a wall does, except trees,
// which have gaps between them.
func muffles(b tile.Block, state uint8) bool {
	switch b {
	case tile.Oak, tile.Pine, tile.DeadTree, tile.Lamp, tile.StandingStone, tile.Beacon, tile.MatchBoard, tile.Notice:
		return false
	}
	return tile.Solid(b, state) && b.Info().Height > wallHeight
}

const wallHeight = 128 // of tile.BlockInfo: one tile
