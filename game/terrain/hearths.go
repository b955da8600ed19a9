package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file builds the landmarks without walls of stone: circles, groves, springs and camps.

// rings are the tiles of a circle of radius 5 that stones or trees may stand on, evenly spread.
var rings = [12]struct{ x, y int32 }{
	{0, -5}, {3, -4}, {4, -3}, {5, 0}, {4, 3}, {3, 4}, {0, 5}, {-3, 4}, {-4, 3}, {-5, 0}, {-4, -3}, {-3, -4},
}

// stoneCircle is a ring of stones, some fallen, around a trodden place and a hearth.
func (p *plot) stoneCircle(at grid.Tile, roll uint64) {
	around(at, 6, func(t grid.Tile, dx, dy int32) {
		switch d := dx*dx + dy*dy; {
		case d <= 3:
			p.put(t, tile.Path, tile.NoBlock, 0)
		case d <= 12:
			p.put(t, tile.Grass, tile.NoBlock, 0)
			if p.worn(t) < 90 {
				p.stand(t, tile.Flower)
			}
		case d <= 36:
			p.put(t, tile.Grass, tile.NoBlock, 0)
			if p.worn(t) < 40 {
				p.stand(t, tile.Tuft)
			}
		}
	})
	for i, r := range rings {
		b := tile.StandingStone
		if roll>>uint(i*2)&7 == 0 {
			b = tile.Boulder
		}
		if i%3 != 2 || roll>>40&1 == 0 {
			p.stand(at.Add(r.x, r.y), b)
		}
	}
	p.put(at, tile.Path, tile.Hearth, 0)
}

// grove is a ring of trees around a ring of mushrooms around flowers.
func (p *plot) grove(at grid.Tile, roll uint64) {
	tree := tile.Oak
	if roll&3 == 0 {
		tree = tile.Pine
	}
	around(at, 7, func(t grid.Tile, dx, dy int32) {
		worn := p.worn(t)
		switch d := dx*dx + dy*dy; {
		case d == 0:
			p.put(t, tile.Moss, tile.StandingStone, 0)
		case d <= 10:
			p.put(t, tile.Grass, tile.NoBlock, 0)
			if worn < 150 {
				p.stand(t, tile.Flower)
			}
		case d <= 18:
			p.put(t, tile.Moss, tile.NoBlock, 0)
			if worn < 150 {
				p.stand(t, tile.Mushroom)
			}
		case d <= 30:
			p.put(t, tile.Moss, tile.NoBlock, 0)
			if worn < 30 {
				p.stand(t, tile.BerryBush)
			}
		case d <= 50 && (dx+dy)&1 == 0 && dx != 0 && dy != 0:
			p.put(t, tile.Moss, tree, 0)
		case d <= 50:
			p.put(t, tile.Moss, tile.NoBlock, 0)
		}
	})
}

// hotSpring is a pool with a stony rim where plants grow even in the snow.
func (p *plot) hotSpring(at grid.Tile) {
	around(at, 6, func(t grid.Tile, dx, dy int32) {
		worn := p.worn(t)
		switch d := dx*dx + dy*dy*3/2 + worn>>6; {
		case d <= 8:
			p.put(t, tile.Water, tile.NoBlock, 0)
		case d <= 16:
			p.put(t, tile.Rock, tile.NoBlock, 0)
			if worn&63 < 22 {
				p.stand(t, tile.Boulder)
			}
		case d <= 34:
			p.put(t, tile.Moss, tile.NoBlock, 0)
			switch worn & 7 {
			case 0, 1:
				p.stand(t, tile.Flower)
			case 2:
				p.stand(t, tile.Reed)
			case 3:
				p.stand(t, tile.Mushroom)
			}
		}
	})
}

// oldHearth is a camp: a cold hearth, seats, and the remains of a hut.
func (p *plot) oldHearth(at grid.Tile, roll uint64) {
	side := int32(1) - 2*int32(roll&1)
	around(at, 7, func(t grid.Tile, dx, dy int32) {
		hut := dx*side >= 2 && dx*side <= 6 && magnitude(dy) <= 2
		edge := hut && (dx*side == 6 || magnitude(dy) == 2)
		worn := p.worn(t)
		switch d := dx*dx + dy*dy; {
		case edge && worn < 130:
			p.put(t, tile.WoodFloor, tile.WoodWall, 0)
		case hut && worn < 200:
			p.put(t, tile.WoodFloor, tile.NoBlock, 0)
		case hut, d <= 4+worn>>6:
			p.put(t, tile.Path, tile.NoBlock, 0)
		case d <= 40 && d >= 30 && worn < 90 && dx*side < 0:
			p.stand(t, tile.Fence)
		case d <= 30:
			p.stand(t, tile.NoBlock)
			if worn < 50 {
				p.stand(t, tile.Tuft)
			}
		}
	})
	p.put(at, tile.Path, tile.Hearth, 0)
	p.put(at.Add(-2*side, 1), tile.Path, tile.Stump, 0)
	p.put(at.Add(-side, -2), tile.Path, tile.Stump, 0)
	p.put(at.Add(5*side, 1), tile.WoodFloor, tile.Bed, 0)
	p.put(at.Add(5*side, -1), tile.WoodFloor, tile.Table, 0)
}
