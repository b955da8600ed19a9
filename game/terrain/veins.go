package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Ore lies in veins: streaks of a few tiles, at most one in each square of veinSquare tiles. Only the part
// in cliffs exists. A square is within one region. Its ore depends on the depth, which is how much of a mountain
// there is (survey.ridge), and on the climate: everybody finds coal and copper at the rim of the first mountain;
// ember ore is in the heart of mountains, most of it where it is dry, and crystal where it is cold.

const (
	// veinSquare is the side of the squares that hold at most one vein each, in tiles.
	veinSquare = 8
	// veinSteps is the greatest length of a vein in tiles.
	veinSteps = 9
	// ridgeInner and ridgeHeart are where the inner part of a mountain and its heart begin, of survey.ridge.
	ridgeInner, ridgeHeart = 6900, 8000
	// oreDry is the moisture below which ores are those of dry country.
	oreDry = -2500
)

// veins turns cliffs of a region to ore.
func veins(seed uint64, origin grid.Tile, s *survey, dst *tile.Region) {
	for y := int32(0); y < grid.RegionSide; y += veinSquare {
		for x := int32(0); x < grid.RegionSide; x += veinSquare {
			middle := (y+veinSquare/2)<<grid.RegionBits + x + veinSquare/2
			if dst.Block[middle] != tile.Cliff {
				continue
			}
			roll := chance(seed, streamVein, origin.X+x, origin.Y+y)
			k := (y/spacing+veinSquare/spacing/2+1)*surveySide + x/spacing + veinSquare/spacing/2 + 1
			ore := oreOf(roll&0xFF, depthOf(s.ridge[k]), climateOf(s.warmth[k], s.moisture[k]))
			if ore == tile.NoBlock {
				continue
			}
			vein(roll>>8, x, y, ore, dst)
		}
	}
}

// depth is how deep in a mountain a place is.
type depth uint8

const (
	rim depth = iota
	inner
	heart
	depthCount
)

func depthOf(ridge int32) depth {
	switch {
	case ridge < ridgeInner:
		return rim
	case ridge < ridgeHeart:
		return inner
	}
	return heart
}

// climate is what the weather of a mountain changes about its ores.
type climate uint8

const (
	mild climate = iota
	arid
	cold
	climateCount
)

// climateOf calls a quarter of all mountains arid and a quarter cold, about: mountains are colder than the land,
// so the limits are not those of biomes.
func climateOf(warmth, moisture int32) climate {
	switch {
	case warmth < frost:
		return cold
	case moisture < oreDry:
		return arid
	}
	return mild
}

// oreChance is one row of the table of ores: the chances of 256 that the vein of a square is of each.
type oreChance struct{ coal, copper, ember, crystal uint64 }

// oreChances is the table. A row adds up to about 124, so that the mountains hold as many veins everywhere.
var oreChances = [depthCount][climateCount]oreChance{
	rim: {
		mild: {70, 54, 0, 0},
		arid: {54, 70, 0, 0},
		cold: {74, 46, 0, 4},
	},
	inner: {
		mild: {46, 48, 20, 10},
		arid: {38, 48, 32, 6},
		cold: {46, 40, 12, 26},
	},
	heart: {
		mild: {28, 36, 40, 20},
		arid: {20, 36, 56, 12},
		cold: {28, 28, 24, 44},
	},
}

// oreOf chooses the ore of a square, from eight random bits.
func oreOf(roll uint64, d depth, c climate) tile.Block {
	o := &oreChances[d][c]
	switch {
	case roll < o.coal:
		return tile.CoalOre
	case roll < o.coal+o.copper:
		return tile.CopperOre
	case roll < o.coal+o.copper+o.ember:
		return tile.EmberOre
	case roll < o.coal+o.copper+o.ember+o.crystal:
		return tile.CrystalOre
	}
	return tile.NoBlock
}

// vein walks through the square at (x, y) and leaves ore.
func vein(roll uint64, x, y int32, ore tile.Block, dst *tile.Region) {
	px, py := int32(2+roll&3), int32(2+roll>>2&3)
	length := 4 + int(roll>>4%(veinSteps-4))
	if ore == tile.CrystalOre || ore == tile.EmberOre {
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
