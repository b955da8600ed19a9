package render

import (
	"image/color"

	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/light"
	"manyhold/render/palette"
)

// depthColour is the colour of rock far from the open.
const depthColour = palette.Ink1

// castOf returns the size of the soft shadow under a block, or -1 for none.
func castOf(b tile.Block) int {
	switch b {
	case tile.Oak, tile.Pine:
		return 2
	case tile.DeadTree, tile.Boulder, tile.Bush, tile.BerryBush, tile.StandingStone, tile.Portal, tile.MatchBoard, tile.Chest, tile.Hearth, tile.Table, tile.Bed, tile.Stump, tile.Snag, tile.Handle,
		tile.Bench, tile.Furnace, tile.Loom, tile.Anvil, tile.Notice:
		return 1
	case tile.Lamp, tile.Torch, tile.Sign, tile.Fence, tile.Sapling, tile.Mushroom:
		return 0
	}
	return -1
}

// heightOf returns how high a block stands for the shadows of the sun, 0 to 255.
func heightOf(b tile.Block) uint8 { return b.Info().Height }

// matterOf returns a tile's effect on lamp light.
func matterOf(b tile.Block, state uint8) light.Matter {
	switch {
	case tile.Opaque(b, state) && atlas.Joins(b):
		return light.Wall
	case b == tile.Oak || b == tile.Pine:
		return light.Leaf
	}
	return light.Air
}

// glow is how the light of a thing looks.
type glow struct {
	colour  palette.Index
	flicker bool
	halo    float32 // size of its halo: 1 is 64 pixels
	rise    float32 // height of the flame over the foot, in pixels
	wide    float64 // factor on the radius that the block has
	day     float32 // share of the halo that is left at noon
}

// dayShare is how much of a halo is left at noon, of most lights.
const dayShare = 0.35

// glowOf returns the light of a block and its radius in tiles, if it gives any now.
func glowOf(b tile.Block, state uint8) (g glow, radius float64, ok bool) {
	switch b {
	case tile.Lamp:
		g = glow{palette.Fire3, false, 1.05, 16, 1, dayShare}
	case tile.Torch:
		g = glow{palette.Fire2, true, 0.85, 13, 1, dayShare}
	case tile.Hearth:
		g = glow{palette.Fire2, true, 1.15, 7, 1, dayShare}
	case tile.Fire:
		g = glow{palette.Fire2, true, 1, 7, 1, dayShare}
	case tile.Beacon:
		g = glow{palette.Fire4, false, 1.7, 30, 1, dayShare}
	case tile.Gadget:
		g = glow{palette.Fire4, false, 0.9, 9, 1, dayShare}
	case tile.Portal:
		g = glow{palette.Script, false, 1.3, 13, 1.2, 0.8}
	case tile.Furnace:
		g = glow{palette.Fire2, true, 0.7, 6, 1, dayShare}
	case tile.EmberOre:
		g = glow{palette.Fire3, true, 0.4, 10, 1.2, dayShare}
	default:
		g = glow{palette.Water3, false, 0.4, 10, 1.5, dayShare}
	}
	radius = float64(tile.Emits(b, state)) * g.wide
	return g, radius, radius > 0
}

// roofed says whether a ground lies under a roof.
func roofed(g tile.Ground) bool { return g.Info().Roofed }

// groundColour is the colour of a ground on a map and in its dust.
func groundColour(g tile.Ground) palette.Index {
	switch g {
	case tile.DeepWater:
		return palette.Water1
	case tile.Water:
		return palette.Water2
	case tile.Sand:
		return palette.Sand
	case tile.Grass:
		return palette.Green2
	case tile.Moss:
		return palette.Green1
	case tile.Dirt:
		return palette.Earth2
	case tile.Rock:
		return palette.Stone1
	case tile.Snow:
		return palette.Stone3
	case tile.Ice:
		return palette.Water4
	case tile.Pit:
		return palette.Earth0
	case tile.Path:
		return palette.Earth3
	case tile.WoodFloor:
		return palette.Earth4
	case tile.StoneFloor:
		return palette.Stone2
	case tile.Mud:
		return palette.Earth1
	case tile.Shaft:
		return palette.Ink2
	}
	return palette.Ink0
}

// blockColour is the colour of a block on a map and in its chips; Clear when it is not worth a mark.
func blockColour(b tile.Block) palette.Index {
	switch b {
	case tile.Cliff:
		return palette.Ink3
	case tile.CoalOre:
		return palette.Ink1
	case tile.CopperOre:
		return palette.Fire2
	case tile.CrystalOre:
		return palette.Water3
	case tile.EmberOre:
		return palette.Fire3
	case tile.Oak, tile.Bush, tile.BerryBush, tile.Sapling:
		return palette.Green3
	case tile.Pine:
		return palette.Green0
	case tile.DeadTree, tile.Boulder:
		return palette.Stone1
	case tile.VaultWall, tile.Gate:
		return palette.Ink2
	case tile.StandingStone, tile.Portal, tile.RuinWall, tile.Handle:
		return palette.Stone2
	case tile.StoneWall:
		return palette.Stone3
	case tile.WoodWall, tile.Door, tile.Fence, tile.MatchBoard, tile.Notice:
		return palette.Earth1
	case tile.Stump, tile.Chest, tile.Sign, tile.Bed, tile.Table, tile.Bench, tile.Loom:
		return palette.Earth3
	case tile.Glass:
		return palette.Water4
	case tile.Lamp, tile.Torch, tile.Hearth, tile.Beacon:
		return palette.Fire3
	case tile.Piston, tile.PistonHead, tile.Pump, tile.SwingGate, tile.Rotor, tile.Ladder, tile.Gadget:
		return palette.Earth2
	case tile.Conveyor:
		return palette.Ink2
	case tile.Fire:
		return palette.Fire2
	case tile.Snag:
		return palette.Ink2
	case tile.Flood:
		return palette.Water2
	case tile.Furrow:
		return palette.Earth1
	case tile.Wheat:
		return palette.Earth3
	case tile.Rail, tile.Furnace, tile.Anvil:
		return palette.Stone1
	}
	return palette.Clear
}

// chipColour is the colour of the dust of a block that has no mark on a map.
func chipColour(b tile.Block) palette.Index {
	if c := blockColour(b); c != palette.Clear {
		return c
	}
	switch b {
	case tile.Ash:
		return palette.Stone1
	case tile.Flower:
		return palette.Fire3
	case tile.Mushroom:
		return palette.Fire1
	case tile.Shell:
		return palette.Sand
	case tile.Flax, tile.Glowcap:
		return palette.Water3
	case tile.Wire:
		return palette.Earth3
	case tile.Lever, tile.Plate, tile.NotGate, tile.AndGate, tile.OrGate, tile.Delay:
		return palette.Stone1
	}
	return palette.Green3
}

// MapColour returns the colour of a tile on a map, opaque.
func MapColour(g tile.Ground, b tile.Block) color.RGBA {
	if c := blockColour(b); c != palette.Clear {
		return c.RGBA()
	}
	return groundColour(g).RGBA()
}
