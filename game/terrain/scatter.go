package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file grows plants: trees at random in every 2×2 tiles, undergrowth at random on every tile, and one
// small detail in every slot of 4×4 tiles. The details make every screen interesting: six neighbouring
// slots (three by two) get six different kinds in an order of their own, and every screen of 27×15 tiles
// contains such a complete group.

const (
	// slotsWide and slotsHigh are the slots of a group.
	slotsWide, slotsHigh = 3, 2
	detailKinds          = slotsWide * slotsHigh
)

// plant sets the trees and the undergrowth of a cell of spacing×spacing tiles whose north-west tile is at.
// A 2×2 square holds at most one tree, so that a dense wood is still passable.
func plant(seed uint64, at grid.Tile, sites *[spacing * spacing]site) {
	if sites[0].ground <= tile.Water && sites[spacing*spacing-1].ground <= tile.Water &&
		sites[spacing-1].ground <= tile.Water {
		return
	}
	for v := 0; v < spacing; v += 2 {
		for u := 0; u < spacing; u += 2 {
			roll := chance(seed, streamPlant, at.X+int32(u), at.Y+int32(v))
			k := v*spacing + u
			tree := k + int(roll&1) + int(roll>>1&1)*spacing
			if s := &sites[tree]; s.block == tile.NoBlock && uint8(roll>>8) < s.trees {
				s.block = species(s, roll>>16)
			}
			undergrowth(&sites[k], roll>>32)
			undergrowth(&sites[k+1], roll>>40)
			undergrowth(&sites[k+spacing], roll>>48)
			undergrowth(&sites[k+spacing+1], roll>>56)
		}
	}
}

// species chooses a tree for a place.
func species(s *site, roll uint64) tile.Block {
	switch {
	case s.biome == Swamp && roll&3 != 0, s.biome == Heath && roll&1 != 0, roll>>2&31 == 0:
		return tile.DeadTree
	case uint8(roll>>8) < s.pines:
		return tile.Pine
	}
	return tile.Oak
}

// undergrowth may set a small plant on a tile, from eight bits of chance.
func undergrowth(s *site, roll uint64) {
	roll &= 0xFF
	if s.block != tile.NoBlock || roll*4 >= uint64(s.bloom) {
		return
	}
	switch s.ground {
	case tile.Grass:
		s.block = tile.Tuft
		switch {
		case s.bloom > 130 && roll%5 == 0:
			s.block = tile.Flower
		case (s.biome == Meadow || s.biome == Heath) && roll%10 == 2:
			s.block = tile.Flax
		}
	case tile.Moss:
		switch roll % 8 {
		case 0:
			s.block = tile.Mushroom
		case 1:
			s.block = tile.Bush
		case 2, 3:
			if s.biome == Swamp {
				s.block = tile.Reed
			}
		default:
			s.block = tile.Tuft
		}
	}
}

// details are the kinds of every biome's slots. Kinds may repeat where the ground gives variety enough.
var details = [BiomeCount][detailKinds]tile.Block{
	// sea grass, and a stump that becomes a water lily
	Ocean:    {tile.Boulder, tile.Reed, tile.Shell, tile.Stump, tile.Tuft, tile.Shell},
	Beach:    {tile.Shell, tile.Tuft, tile.Boulder, tile.Reed, tile.Stump, tile.Bush},
	River:    {tile.Reed, tile.Tuft, tile.Flower, tile.Boulder, tile.Shell, tile.Reed}, // water lilies
	Meadow:   {tile.Flower, tile.Bush, tile.Boulder, tile.BerryBush, tile.Stump, tile.Tuft},
	Forest:   {tile.Mushroom, tile.BerryBush, tile.Stump, tile.Bush, tile.Flower, tile.Boulder},
	Heath:    {tile.DeadTree, tile.Boulder, tile.Tuft, tile.Bush, tile.Stump, tile.Flower},
	Swamp:    {tile.Reed, tile.DeadTree, tile.Mushroom, tile.Stump, tile.Bush, tile.Boulder},
	Mountain: {tile.Boulder, tile.Tuft, tile.DeadTree, tile.Mushroom, tile.Bush, tile.Stump},
	Cave:     {tile.Mushroom, tile.Boulder, tile.Glowcap, tile.Stump, tile.Bush, tile.Tuft},
	Tundra:   {tile.Boulder, tile.Stump, tile.DeadTree, tile.Tuft, tile.Pine, tile.BerryBush},
}

// detail sets the one small block of a slot: a cell of spacing×spacing tiles whose north-west tile is at.
func detail(seed uint64, at grid.Tile, sites *[spacing * spacing]site) {
	x, y := at.X>>spacingBits, at.Y>>spacingBits
	gx, gy := floorDiv(x, slotsWide), y>>1
	order := chance(seed, streamDetailOrder, gx, gy)
	place := uint64(x-gx*slotsWide) + uint64(y&1)*slotsWide
	if order&1 != 0 {
		place = detailKinds - 1 - place
	}
	kind := (place + order>>1%detailKinds) % detailKinds
	first := chance(seed, streamDetail, x, y)
	for i := range uint64(spacing * spacing) { // the first tile from there with room for it
		s := &sites[(first+i*5)%(spacing*spacing)]
		if s.block == tile.Cliff || s.ground == tile.DeepWater {
			continue
		}
		b := details[s.biome][kind]
		if b == tile.Stump && s.ground.Info().Liquid { // no tree stood there
			b = tile.Flower
		}
		if b != tile.NoBlock {
			s.block = b
		}
		return
	}
}

// floorDiv is a/b rounded down.
func floorDiv(a, b int32) int32 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
