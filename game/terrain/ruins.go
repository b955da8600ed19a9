package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file builds landmarks. Every tile is decided separately, from the landmark's middle and its roll, so
// that each region that a landmark touches builds its own part of it.

// plot is a region that is being built on.
type plot struct {
	seed   uint64
	region grid.Region
	dst    *tile.Region
}

// touches reports whether a square of reach tiles around t overlaps the region.
func (p *plot) touches(t grid.Tile, reach int32) bool { return within(t, p.region.Tile(0), reach) }

// index returns the index of t, if it is in the region.
func (p *plot) index(t grid.Tile) (i grid.Index, here bool) {
	return t.Index(), t.Region() == p.region
}

// put sets a tile if it is in the region.
func (p *plot) put(t grid.Tile, g tile.Ground, b tile.Block, state uint8) {
	if i, here := p.index(t); here {
		p.dst.Ground[i], p.dst.Block[i], p.dst.State[i] = g, b, state
	}
}

// stand sets the block of a tile and keeps its ground, except deep water.
func (p *plot) stand(t grid.Tile, b tile.Block) {
	if i, here := p.index(t); here && p.dst.Ground[i] != tile.DeepWater {
		p.dst.Block[i] = b
	}
}

// worn is a number from 0 to 255 of the tile's own, for decay.
func (p *plot) worn(t grid.Tile) int32 { return int32(chance(p.seed, streamRuin, t.X, t.Y) >> 56) }

// raise builds a landmark.
func (p *plot) raise(k LandmarkKind, at grid.Tile, roll uint64) {
	switch k {
	case Ruin:
		p.ruin(at, roll)
	case StoneCircle:
		p.stoneCircle(at, roll)
	case Grove:
		p.grove(at, roll)
	case Wreck:
		p.wreck(at, roll)
	case HotSpring:
		p.hotSpring(at)
	case OldHearth:
		p.oldHearth(at, roll)
	case Tower:
		p.tower(at, roll)
	}
}

// around calls f for all tiles within reach of at, with their distances.
func around(at grid.Tile, reach int32, f func(t grid.Tile, dx, dy int32)) {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			f(at.Add(dx, dy), dx, dy)
		}
	}
}

// ruin is a rectangle of walls with a dividing wall, gaps for doors, and rubble around it.
func (p *plot) ruin(at grid.Tile, roll uint64) {
	halfX, halfY := 4+int32(roll%3), 3+int32(roll>>4%3)
	divide := int32(roll>>8%3) - 1 // column of the dividing wall
	door := int32(roll>>12%5) - 2
	flip := int32(1) - 2*int32(roll>>16&1)
	around(at, 8, func(t grid.Tile, dx, dy int32) {
		ax, ay, worn := magnitude(dx), magnitude(dy), p.worn(t)
		inside := ax < halfX && ay < halfY
		wall := !inside && ax <= halfX && ay <= halfY || inside && dx == divide
		gate := wall && (dy*flip == halfY && (dx == door || dx == door+1) || dx == divide && dy == -flip ||
			dx == -halfX && dy == 0)
		switch {
		case gate:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		case wall && worn < 206:
			p.put(t, tile.StoneFloor, tile.RuinWall, 0)
		case inside || wall:
			p.put(t, tile.StoneFloor, ruinInside(worn), 0)
			if worn < 34 {
				p.put(t, tile.Dirt, tile.Tuft, 0)
			}
		case ax <= halfX+2 && ay <= halfY+2 && worn < 40:
			p.stand(t, tile.Boulder)
		case ax <= halfX+1 && ay <= halfY+1:
			p.put(t, tile.Dirt, tile.NoBlock, 0)
		}
	})
	p.put(at.Add(divide+2, -flip), tile.StoneFloor, tile.Table, 0)
	p.put(at.Add(divide-2, flip), tile.StoneFloor, tile.Hearth, 0)
}

// ruinInside returns a block for the floor of a ruin.
func ruinInside(worn int32) tile.Block {
	switch {
	case worn > 250:
		return tile.RuinWall
	case worn > 243:
		return tile.Bush
	case worn > 232:
		return tile.Mushroom
	}
	return tile.NoBlock
}

// wreck is the hull of a ship, lying east-west or north-south, with ribs where planks are gone.
func (p *plot) wreck(at grid.Tile, roll uint64) {
	upright := roll&1 == 0
	around(at, 8, func(t grid.Tile, dx, dy int32) {
		along, across := dx, magnitude(dy)
		if upright {
			along, across = dy, magnitude(dx)
		}
		beam := int32(3) // half the width, narrowing to the bow
		if along > 2 {
			beam = (9 - along) / 2
		}
		worn := p.worn(t)
		switch {
		case along < -6 || along > 7 || across > beam+1:
			return
		case across > beam || along == -6 && across == beam:
			if worn < 26 {
				p.stand(t, tile.Shell)
			}
		case across == beam || along == -6 || along == 7:
			switch {
			case worn < 120:
				p.put(t, tile.WoodFloor, tile.WoodWall, 0)
			case worn < 190:
				p.stand(t, tile.Fence)
			default:
				p.stand(t, tile.NoBlock)
			}
		case worn < 170:
			p.put(t, tile.WoodFloor, tile.NoBlock, 0)
		default:
			p.put(t, tile.Sand, tile.NoBlock, 0)
		}
	})
	p.put(at, tile.WoodFloor, tile.Stump, 0) // the mast
	p.put(at.Add(-3, 0), tile.WoodFloor, tile.Table, 0)
}

// tower is a round wall with a door and, in its middle, a lamp that is out.
func (p *plot) tower(at grid.Tile, roll uint64) {
	side := int32(1) - 2*int32(roll&1)
	around(at, 6, func(t grid.Tile, dx, dy int32) {
		worn := p.worn(t)
		switch d := dx*dx + dy*dy; {
		case d > 36:
			return
		case dy*side > 0 && magnitude(dx) <= 0 && d > 0:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0) // the door and the way to it
		case d <= 9:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
			if worn > 240 {
				p.stand(t, tile.Mushroom)
			}
		case d <= 17:
			p.put(t, tile.StoneFloor, tile.RuinWall, 0)
			if worn > 235 {
				p.stand(t, tile.NoBlock)
			}
		case worn < 36:
			p.stand(t, tile.Boulder)
		case d <= 26:
			p.put(t, tile.Dirt, tile.NoBlock, 0)
		}
	})
	p.put(at, tile.StoneFloor, tile.Lamp, tile.StateBit0)
}
