package main

import (
	"fmt"
	"os"
	"strconv"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

func main() {
	seed, _ := strconv.ParseUint(os.Args[1], 10, 64)
	x, _ := strconv.Atoi(os.Args[2])
	y, _ := strconv.Atoi(os.Args[3])
	cache := map[grid.Region]*tile.Region{}
	r := 40
	if len(os.Args) > 4 {
		r, _ = strconv.Atoi(os.Args[4])
	}
	fmt.Println("spawn", terrain.Spawn(seed), "lights", terrain.Lights(seed))
	for dy := -r; dy <= r; dy++ {
		s := ""
		for dx := -r; dx <= r; dx++ {
			t := grid.Tile{X: int32(x + dx), Y: int32(y + dy)}
			reg := cache[t.Region()]
			if reg == nil {
				reg = new(tile.Region)
				terrain.Build(seed, t.Region(), terrain.Furnished, reg)
				cache[t.Region()] = reg
			}
			k := t.Index()
			c := byte('.')
			switch reg.Ground[k] {
			case tile.DeepWater:
				c = '~'
			case tile.Water:
				c = '-'
			case tile.Path:
				c = ','
			case tile.Rock:
				c = 'r'
			case tile.Shaft:
				c = 's'
			case tile.StoneFloor:
				c = ':'
			}
			switch reg.Block[k] {
			case tile.NoBlock:
			case tile.Cliff:
				c = '#'
			case tile.CopperOre:
				c = 'C'
			case tile.CoalOre:
				c = 'K'
			case tile.EmberOre:
				c = 'E'
			case tile.Oak, tile.Pine, tile.DeadTree:
				c = 'T'
			case tile.Boulder:
				c = 'b'
			case tile.Hearth:
				c = 'H'
			case tile.Beacon:
				c = 'L'
			case tile.VaultWall:
				c = 'V'
			case tile.Gate:
				c = 'G'
			case tile.Rail:
				c = '='
			case tile.Ladder:
				c = 'l'
			case tile.Wire:
				c = 'w'
			case tile.Lever:
				c = '/'
			case tile.Handle:
				c = 'h'
			case tile.StandingStone:
				c = 'S'
			case tile.Portal:
				c = 'P'
			case tile.Lamp:
				c = '*'
			case tile.RuinWall:
				c = 'R'
			case tile.Reed:
				c = 'i'
			case tile.Flax:
				c = 'f'
			case tile.Tuft, tile.Flower, tile.Mushroom:
				c = '"'
			default:
				c = '?'
			}
			s += string(c)
		}
		fmt.Println(s)
	}
}
