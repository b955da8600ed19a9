package chart

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// This file names the lands on the map: areas of one biome that touch, as far as they were seen.

const (
	// block is the side of the squares whose biome is asked for, in tiles; a region has blocks along each
	// side.
	block, blocks = 16, grid.RegionSide / 16
	// surveyed is how many regions are asked for in a look around: each takes a fraction of a millisecond.
	surveyed = 3
	// leastArea is the fewest squares of an area that has a name, mostAreas the most names.
	leastArea, mostAreas = 7, 64
)

// areas are what is known of biomes.
type areas struct {
	biomes map[grid.Region]*[blocks * blocks]terrain.Biome
	of     uint64 // the edition from which list was made
	list   []area
}

// area is a land of one biome.
type area struct {
	biome terrain.Biome
	at    grid.Tile
	size  int // in squares
}

// nameless are the biomes whose lands are too thin for a name.
var nameless = [terrain.BiomeCount]bool{terrain.Beach: true, terrain.River: true}

// name asks for some biomes, and names the areas anew when all are known.
func (c *Chart) name() {
	a := &c.areas
	if a.biomes == nil {
		a.biomes = map[grid.Region]*[blocks * blocks]terrain.Biome{}
	}
	left := surveyed
	for r := range c.seen {
		if a.biomes[r] != nil {
			continue
		}
		if left == 0 {
			return
		}
		left--
		b := new([blocks * blocks]terrain.Biome)
		for n := range int32(blocks * blocks) {
			b[n] = terrain.BiomeAt(world.SceneSeed(c.seed, r.Scene()), r.Local().Tile(0).Add(n%blocks*block+block/2, n/blocks*block+block/2))
		}
		a.biomes[r] = b
	}
	if a.of != c.edition {
		a.list = c.areasOf()
		c.edition++ // the names are news, too
		a.of = c.edition
		c.signs.stale = true
	}
}

// square is a square of block tiles, by its place in squares.
type square struct{ x, y int32 }

// areasOf joins the squares that were seen to areas, the largest first.
func (c *Chart) areasOf() (list []area) {
	known := map[square]terrain.Biome{}
	var order []square
	for r, mask := range c.seen {
		b := c.areas.biomes[r]
		for n := range int32(blocks * blocks) {
			const perBlock = block / model.CellSide
			cells := uint64(3|3<<model.Cells) << (n / blocks * perBlock * model.Cells) << (n % blocks * perBlock)
			if q := (square{r.X*blocks + n%blocks, r.Y*blocks + n/blocks}); bits.OnesCount64(mask&cells) > 1 && !nameless[b[n]] {
				known[q] = b[n]
				order = append(order, q)
			}
		}
	}
	slices.SortFunc(order, func(a, b square) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	for _, q := range order {
		biome, ok := known[q]
		if !ok {
			continue // in an area already
		}
		delete(known, q)
		found := []square{q}
		for k := 0; k < len(found); k++ {
			for _, d := range [...]square{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				o := square{found[k].x + d.x, found[k].y + d.y}
				if b, ok := known[o]; ok && b == biome {
					delete(known, o)
					found = append(found, o)
				}
			}
		}
		if len(found) >= leastArea {
			list = append(list, area{biome, middle(found), len(found)})
		}
	}
	slices.SortStableFunc(list, func(a, b area) int { return b.size - a.size })
	return list[:min(len(list), mostAreas)]
}

// middle returns the tile of the square of an area that is nearest to the middle of all.
func middle(of []square) grid.Tile {
	var x, y int64
	for _, q := range of {
		x, y = x+int64(q.x), y+int64(q.y)
	}
	mx, my := float64(x)/float64(len(of)), float64(y)/float64(len(of))
	best, least := of[0], math.Inf(1)
	for _, q := range of {
		if d := math.Hypot(float64(q.x)-mx, float64(q.y)-my); d < least {
			best, least = q, d
		}
	}
	return grid.Tile{X: best.x*block + block/2, Y: best.y*block + block/2}
}
