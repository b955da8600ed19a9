package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Ore lies in veins: streaks of a few tiles, at most one in each square of veinSquare tiles. Only the part
// in cliffs exists. A square is within one region.

const (
	// veinSquare is the side of the squares that hold at most one vein each, in tiles.
	veinSquare = 8
	// veinSteps is the greatest length of a vein in tiles.
	veinSteps = 9
)

// veins turns cliffs of a region to ore.
func veins(seed uint64, origin grid.Tile, dst *tile.Region) {
	for y := int32(0); y < grid.RegionSide; y += veinSquare {
		for x := int32(0); x < grid.RegionSide; x += veinSquare {
			middle := (y+veinSquare/2)<<grid.RegionBits + x + veinSquare/2
			if dst.Block[middle] != tile.Cliff {
				continue
			}
			roll := chance(seed, streamVein, origin.X+x, origin.Y+y)
			ore := oreOf(roll & 0xFF)
			if ore == tile.NoBlock {
				continue
			}
			vein(roll>>8, x, y, ore, dst)
		}
	}
}

// oreOf chooses the ore of a square, from eight random bits.
func oreOf(roll uint64) tile.Block {
	switch {
	case roll < 60:
		return tile.CoalOre
	case roll < 104:
		return tile.CopperOre
	case roll < 124:
		return tile.CrystalOre
	}
	return tile.NoBlock
}

// vein walks through the square at (x, y) and leaves ore.
func vein(roll uint64, x, y int32, ore tile.Block, dst *tile.Region) {
	px, py := int32(2+roll&3), int32(2+roll>>2&3)
	length := 4 + int(roll>>4%(veinSteps-4))
	if ore == tile.CrystalOre {
		length = 3
	}
	roll >>= 8
	lean := int32(roll&2) - 1 // the way the vein runs
	for range length {
		if i := (y+py)<<grid.RegionBits + x + px; dst.Block[i] == tile.Cliff {
			dst.Block[i] = ore
		}
		switch roll >> 2 & 3 {
		case 0:
			px++
		case 1:
			py += lean
		case 2:
			px++
			py += lean
		case 3:
			px--
		}
		px, py = (px+veinSquare)%veinSquare, (py+veinSquare)%veinSquare
		roll >>= 3
	}
}
