package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file lays out the yards: the ground around the lighthouses, that of the home aside. A yard keeps the
// ground of the country around it, and gets what grows there, worn ways, and what the people of the
// lighthouse left (yardplans.go). All of it is laid before the puzzle, which overrides it, and none of it
// stands where a puzzle is solved: before the gate, on the way to the hearth, and at the puzzle's own tiles.

const (
	// yardOpen bounds the squared distance from the lantern within which nothing of the country stands that
	// is solid, yardDry that of the ground that is always dry, and yardMost that of the yard.
	yardOpen, yardDry, yardMost = 150, 225, LightReach * LightReach
	// The front is where people solve puzzles: from frontNorth to the edge in the south, frontWest and
	// frontEast tiles beside the lantern.
	frontNorth, frontWest, frontEast = 4, 8, 12
)

// country is what grows in a biome, for its yards.
type country struct {
	dry    tile.Ground   // in place of water
	worn   tile.Ground   // patches where people and rain wore the ground
	shrub  tile.Block    // solid and low
	tree   tile.Block    // tall
	litter [4]tile.Block // small things that one walks over
}

var countries = [BiomeCount]country{
	Ocean:    {tile.Sand, tile.Path, tile.Boulder, tile.DeadTree, [4]tile.Block{tile.Shell, tile.Tuft, tile.Reed, tile.Shell}},
	Beach:    {tile.Sand, tile.Path, tile.Bush, tile.DeadTree, [4]tile.Block{tile.Shell, tile.Tuft, tile.Reed, tile.Shell}},
	River:    {tile.Grass, tile.Sand, tile.Bush, tile.Oak, [4]tile.Block{tile.Reed, tile.Tuft, tile.Flower, tile.Reed}},
	Meadow:   {tile.Grass, tile.Dirt, tile.Bush, tile.Oak, [4]tile.Block{tile.Flower, tile.Tuft, tile.Flower, tile.Tuft}},
	Forest:   {tile.Moss, tile.Dirt, tile.Bush, tile.Oak, [4]tile.Block{tile.Mushroom, tile.Tuft, tile.Stump, tile.Flower}},
	Heath:    {tile.Dirt, tile.Rock, tile.Boulder, tile.DeadTree, [4]tile.Block{tile.Tuft, tile.Stump, tile.Tuft, tile.Flower}},
	Swamp:    {tile.Moss, tile.Dirt, tile.Bush, tile.DeadTree, [4]tile.Block{tile.Reed, tile.Mushroom, tile.Reed, tile.Tuft}},
	Mountain: {tile.Rock, tile.Dirt, tile.Boulder, tile.Pine, [4]tile.Block{tile.Tuft, tile.Mushroom, tile.Stump, tile.Tuft}},
	Cave:     {tile.Rock, tile.Dirt, tile.Boulder, tile.Boulder, [4]tile.Block{tile.Mushroom, tile.Glowcap, tile.Mushroom, tile.Tuft}},
	Tundra:   {tile.Snow, tile.Rock, tile.Boulder, tile.Pine, [4]tile.Block{tile.Stump, tile.Tuft, tile.Tuft, tile.Mushroom}},
}

// yard lays out the region's part of the grounds of a lighthouse.
func (f *finder) yard(p *plot, n int) {
	s := f.site(f.lights[n])
	land, at := &countries[s.biome], f.lights[n]
	around(at, LightReach, func(t grid.Tile, dx, dy int32) {
		if i, here := p.index(t); here {
			p.ease(land, t, i, dx, dy)
			p.overgrow(land, t, i, dx, dy)
		}
	})
	p.ways(at, Puzzle(n))
	for _, d := range yardPlans[n] {
		p.draw(land, at.Add(d.x, d.y), d.rows)
	}
	front := at.Add(0, GateSouth)
	for dy := range int32(LightReach - GateSouth) { // nothing is in the way of those who arrive
		for dx := int32(-1); dx <= 1; dx++ {
			p.sweep(front.Add(dx, dy))
		}
	}
}

// front reports whether a place is before the lantern, where people solve its puzzle.
func front(dx, dy int32) bool { return dy >= frontNorth && dx >= -frontWest && dx <= frontEast }

// ease makes a tile of a yard dry and open. The edge is worn, so that no yard is a disc.
func (p *plot) ease(land *country, t grid.Tile, i grid.Index, dx, dy int32) {
	d := dx*dx + dy*dy
	if d > yardMost || d > yardDry && p.worn(t) >= 128 {
		return
	}
	switch p.dst.Ground[i] {
	case tile.Grass, tile.Moss, tile.Dirt, tile.Rock, tile.Snow, tile.Sand, tile.Path:
	default:
		p.dst.Ground[i] = land.dry
	}
	b := p.dst.Block[i]
	grown := tile.Solid(b, 0) && !tile.Opaque(b, 0) && b != tile.Hearth
	if d > yardOpen && grown && !front(dx, dy) && p.worn(t) < 200 {
		return
	}
	if tile.Solid(b, 0) || front(dx, dy) && b != tile.Flower && b != tile.Tuft {
		p.dst.Block[i], p.dst.State[i] = tile.NoBlock, 0
	}
}

// overgrow lets things of the country grow on a tile of a yard: in clumps, and worn earth between them. At
// most one in four tiles gets something solid, so there is a way through.
func (p *plot) overgrow(land *country, t grid.Tile, i grid.Index, dx, dy int32) {
	d := dx*dx + dy*dy
	if d > yardMost || p.dst.Block[i] != tile.NoBlock && p.dst.Block[i] != tile.Tuft {
		return
	}
	clump, own := p.clump(t), chance(p.seed, streamYard, t.X, t.Y)>>8
	lush := clump&3 != 0
	if !lush && p.dst.Ground[i] != tile.Path {
		p.dst.Ground[i] = land.worn
	}
	if p.dst.Ground[i] == tile.Path {
		return
	}
	roll := uint8(own >> 8)
	solid := !front(dx, dy) && t.X&1 == int32(clump>>4&1) && t.Y&1 == int32(clump>>5&1)
	switch {
	case solid && d > yardOpen && roll < 70:
		p.dst.Block[i] = land.tree
	case solid && lush && roll < 90:
		p.dst.Block[i] = land.shrub
	case solid && roll < 40:
		p.dst.Block[i] = tile.Boulder
	case front(dx, dy) && roll < 22:
		p.dst.Block[i] = tile.Tuft
	case !front(dx, dy) && lush && roll < 70:
		p.dst.Block[i] = land.litter[(clump>>8+own>>20&1)&3]
	case !front(dx, dy) && roll < 16:
		p.dst.Block[i] = land.litter[own>>20&3]
	}
}

// clump is random for the clump of about four by four tiles that a tile belongs to. Clumps have winding
// borders.
func (p *plot) clump(t grid.Tile) uint64 {
	by := shiftTable[t.Y&(shiftSide-1)*shiftSide+t.X&(shiftSide-1)]
	return chance(p.seed, streamYard, (t.X+by.x>>shiftOneBits)>>2, (t.Y+by.y>>shiftOneBits)>>2)
}

// ways are worn: around the hearth and from it to the front of the lantern, and where the puzzle is walked.
func (p *plot) ways(at grid.Tile, of Puzzle) {
	tread := tile.Path
	if of == OfPair { // nobody runs faster here than on grass
		tread = tile.Dirt
	}
	wear := func(t grid.Tile, most int32) {
		if i, here := p.index(t); here && p.worn(t) < most {
			p.dst.Ground[i] = tread
			if p.dst.Block[i] != tile.NoBlock {
				p.dst.Block[i], p.dst.State[i] = tile.NoBlock, 0
			}
		}
	}
	for dy := int32(GateSouth + 1); dy < LightReach; dy++ {
		wear(at.Add(0, dy), 230)
		wear(at.Add(1, dy), 90)
		wear(at.Add(-1, dy), 70)
	}
	switch of {
	case OfCart:
		return // its hearth is on the island
	case OfPair:
		around(at.Add(0, GateSouth+GateOff+3), 5, func(t grid.Tile, dx, dy int32) { wear(t, 256-40*max(magnitude(dx)+magnitude(dy)-4, 0)) })
	case OfPassage:
		around(at, 11, func(t grid.Tile, dx, dy int32) {
			if d := dx*dx + dy*dy; d >= 72 && d <= 110 {
				wear(t, 190)
			}
		})
	case OfNight:
		around(at, 9, func(t grid.Tile, dx, dy int32) {
			if far := max(magnitude(dx), magnitude(dy)); far >= 7 && far <= 8 {
				wear(t, 470-40*far)
			}
		})
	}
	hearth := at.Add(HearthEast, HearthSouth)
	around(hearth, 3, func(t grid.Tile, dx, dy int32) { wear(t, 330-25*(dx*dx+dy*dy)) })
	for dx := range int32(HearthEast) {
		wear(at.Add(dx, HearthSouth+2), 225)
		wear(at.Add(dx, HearthSouth+3), 140)
	}
}

// sweep takes away what stands on a tile, but for grass.
func (p *plot) sweep(t grid.Tile) {
	if i, here := p.index(t); here && p.dst.Block[i] != tile.Tuft {
		p.dst.Block[i], p.dst.State[i] = tile.NoBlock, 0
	}
}

// drawing is a part of a yard: rows of marks, see draw, whose first mark lies x, y from the lantern.
type drawing struct {
	x, y int32
	rows []string
}

// draw lays a drawing, decayed: of what people built a part is gone.
func (p *plot) draw(land *country, at grid.Tile, rows []string) {
	for y, row := range rows {
		for x := range len(row) {
			t := at.Add(int32(x), int32(y))
			i, here := p.index(t)
			if !here || row[x] == '.' {
				continue
			}
			g, b := p.mark(land, row[x], p.dst.Ground[i], p.worn(t))
			p.dst.Ground[i], p.dst.Block[i], p.dst.State[i] = g, b, found(b)
		}
	}
}

// found is the state of a block that people left: no lamp burns any more.
func found(b tile.Block) uint8 {
	if b == tile.Lamp {
		return tile.StateBit0
	}
	return 0
}

// mark returns the ground and the block of a mark of a drawing, on a ground and so far decayed.
func (p *plot) mark(land *country, mark byte, on tile.Ground, worn int32) (tile.Ground, tile.Block) {
	kept := func(b tile.Block, of int32, gone tile.Block) tile.Block {
		if worn < of {
			return b
		}
		return gone
	}
	switch mark {
	case '#': // a wall, rubble, or the gap in between
		if worn >= 225 {
			return on, tile.NoBlock
		}
		return tile.StoneFloor, kept(tile.RuinWall, 185, tile.Boulder)
	case 'I': // a pillar
		return tile.Path, kept(tile.RuinWall, 190, tile.Boulder)
	case '=':
		if worn >= 200 {
			return tile.Dirt, kept(tile.NoBlock, 230, tile.Tuft)
		}
		return tile.StoneFloor, tile.NoBlock
	case 'w':
		if worn >= 210 {
			return on, tile.NoBlock
		}
		return tile.WoodFloor, tile.NoBlock
	case ':':
		if worn >= 215 {
			return on, tile.NoBlock
		}
		return tile.Path, tile.NoBlock
	case ',':
		return tile.Dirt, tile.NoBlock
	case 'S':
		return tile.Sand, kept(tile.NoBlock, 225, tile.Shell)
	case 'k':
		return tile.Rock, kept(tile.NoBlock, 200, tile.Boulder)
	case 'F':
		return on, kept(tile.Fence, 205, tile.NoBlock)
	case 'b':
		return on, kept(land.shrub, 200, land.litter[0])
	case 'T':
		return on, kept(land.tree, 215, tile.Stump)
	case 'f':
		return on, kept(land.litter[0], 190, tile.Tuft)
	}
	return on, marks[mark]
}

// marks are those that stand for the same block everywhere.
var marks = [256]tile.Block{
	'o': tile.Boulder, 'm': tile.Mushroom, 'g': tile.Glowcap, 's': tile.Stump, 'd': tile.DeadTree, 'r': tile.Reed, 'L': tile.Lamp,
	't': tile.Table, 'a': tile.Snag, 'h': tile.Shell, 'v': tile.Flower,
}
