package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// This file builds the lighthouses, that of the home aside. Each stands in the middle of grounds of
// LightReach tiles. South is where people come from: the hearth for the embers stands in the south-east, and
// the way in, where there is one, is in the south. Nobody digs through the walls, because they are vault
// walls, and from outside no hand reaches the lantern: it is more than four tiles behind them.

const (
	// keepOuter and keepInner bound the squared distance of the wall of a keep from its lantern.
	keepInner, keepOuter = 9, 18
	// GateSouth is how far south of the lantern a keep has its gate, in tiles.
	GateSouth = 4
	// isletReach, moatReach and bankReach bound squared distances: of the islet of a bridge or a lake and of
	// its water.
	isletReach, moatReach = 12, 110
	// shaftHalf is half the width of the shaft, and shaftTop and shaftFoot its first and last row south of
	// the lantern.
	shaftHalf, shaftTop, shaftFoot = 3, 3, 12
)

// HearthEast and HearthSouth are where the hearth of a lighthouse stands from its lantern, in tiles; that of
// OfCart stands on the island instead, CartHearth east of the lantern.
const HearthEast, HearthSouth, CartHearth = 8, 9, 2

// RailGap are the southern tiles of the railway of OfCart whose rails are lost, south of the lantern.
var RailGap = [...]int32{12, 13}

// WireGap are the tiles of the wire of OfWires that are lost, east of the lantern, WireSouth south of it.
var WireGap = [...]int32{3, 4, 5, 6, 7}

// WireSouth is how far south of the lantern the wire of OfWires runs, and LeverEast how far east its lever
// stands.
const WireSouth, LeverEast = 7, 10

// LadderGap are the rows of the ladder of OfClimb that are lost, south of the lantern.
var LadderGap = [...]int32{8, 7, 6}

// Lamps are where the lamps of OfNight stand from the lantern.
var Lamps = [...]grid.Tile{{X: -7, Y: -7}, {X: 7, Y: -7}, {X: -7, Y: 7}, {X: 7, Y: 7}}

// stones are where the stones of OfPassage stand, by the heading to the lantern.
var stones = [tile.HeadingCount]grid.Tile{tile.East: {X: -9}, tile.South: {Y: -9}, tile.West: {X: 9}, tile.North: {Y: 9}}

const (
	// stoneIn is how far the right stone of OfPassage leads towards the lantern, stoneAstray how far the
	// others lead away from it.
	stoneIn, stoneAstray = 7, 5
)

// StoneInside returns where the stone of OfPassage stands that leads inside, from the lantern.
func StoneInside(seed uint64) grid.Tile { return stones[insideFrom(seed)] }

func insideFrom(seed uint64) tile.Heading {
	return tile.Heading(chance(seed, streamLight, int32(OfPassage), 0) & 3)
}

// puzzles builds the region's part of the lighthouses.
func (f *finder) puzzles(p *plot) {
	for n := 1; n < f.lit; n++ {
		at := f.lights[n]
		if !p.touches(at, LightReach+1) {
			continue
		}
		f.yard(p, n)
		if Puzzle(n) != OfCart {
			p.put(at.Add(HearthEast, HearthSouth), tile.Path, tile.Hearth, 0)
		}
		switch Puzzle(n) {
		case OfWires:
			p.keep(at, tile.GateSignal)
			p.wiring(at)
		case OfBridge:
			p.moat(at, isletReach, tile.Water)
		case OfClimb:
			p.climb(at)
		case OfPair:
			p.keep(at, tile.GateSlowHandles)
			p.handles(at)
		case OfCart:
			p.moat(at, keepOuter, tile.DeepWater)
			p.railway(at)
		case OfLake:
			p.moat(at, isletReach, tile.DeepWater)
		case OfPassage:
			p.keep(at, tile.GateHandles)
			p.passages(at)
		case OfNight:
			p.keep(at, tile.GateVigil)
			for _, l := range Lamps {
				p.put(at.Add(l.X, l.Y), tile.Path, tile.Lamp, tile.StateBit0)
			}
		}
		p.put(at, tile.StoneFloor, tile.Beacon, 0)
	}
}

// keep is a round wall with a gate in the south, and a path to it.
func (p *plot) keep(at grid.Tile, gate uint8) {
	around(at, GateSouth, func(t grid.Tile, dx, dy int32) {
		switch d := dx*dx + dy*dy; {
		case d <= keepInner:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		case d <= keepOuter:
			p.put(t, tile.StoneFloor, tile.VaultWall, 0)
		}
	})
	p.put(at.Add(0, GateSouth), tile.StoneFloor, tile.Gate, gate)
	for dy := int32(GateSouth + 1); dy < LightReach; dy++ {
		p.put(at.Add(0, dy), tile.Path, tile.NoBlock, 0)
	}
}

// wiring is the wire from a lever to the gate, with its gap.
func (p *plot) wiring(at grid.Tile) {
	for dy := int32(GateSouth + 1); dy < WireSouth; dy++ {
		p.put(at.Add(0, dy), tile.Path, tile.Wire, 0)
	}
	for dx := range int32(LeverEast) {
		p.put(at.Add(dx, WireSouth), tile.Path, tile.Wire, 0)
	}
	for _, dx := range WireGap {
		p.put(at.Add(dx, WireSouth), tile.Dirt, tile.NoBlock, 0)
	}
	p.put(at.Add(LeverEast, WireSouth), tile.Path, tile.Lever, 0)
}

// moat is water around an islet.
func (p *plot) moat(at grid.Tile, islet int32, water tile.Ground) {
	around(at, LightReach, func(t grid.Tile, dx, dy int32) {
		switch d := dx*dx + dy*dy; {
		case d <= islet:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		case d <= moatReach:
			p.put(t, water, p.adrift(water, t, dx, d), 0)
		}
	})
	if water != tile.Water {
		return
	}
	for dy := int32(5); dy <= 9; dy += 2 { // piles of a bridge that was here
		for _, dx := range [...]int32{-2, 2} {
			if t := at.Add(dx, dy); p.worn(t) < 170 {
				p.stand(t, tile.Fence)
			}
		}
	}
}

// adrift is what grows in the water of a moat: reeds at its edge, and water lilies. Where people cross there
// is nothing, nor in deep water.
func (p *plot) adrift(water tile.Ground, t grid.Tile, dx, d int32) tile.Block {
	worn := p.worn(t)
	switch {
	case water != tile.Water || dx >= -2 && dx <= 2:
	case d > 80 && worn < 110:
		return tile.Reed
	case d > 24 && worn > 236:
		return tile.Flower
	}
	return tile.NoBlock
}

// climb is a chamber over a shaft that is entered at its foot, in the west. Its ladder has a gap that is
// higher than one jumps.
func (p *plot) climb(at grid.Tile) {
	around(at, shaftFoot+1, func(t grid.Tile, dx, dy int32) {
		ax := magnitude(dx)
		switch {
		case ax > shaftHalf+1 || dy < -4:
		case dy == shaftFoot && dx == -shaftHalf-1:
			p.put(t, tile.Path, tile.NoBlock, 0)
		case ax == shaftHalf+1 || dy == -4 || dy == shaftFoot+1:
			p.put(t, tile.StoneFloor, tile.VaultWall, 0)
		case dy >= shaftTop:
			p.put(t, tile.Shaft, tile.NoBlock, 0)
		default:
			p.put(t, tile.StoneFloor, tile.NoBlock, 0)
		}
	})
	for dy := int32(shaftTop); dy <= shaftFoot; dy++ {
		p.put(at.Add(0, dy), tile.Shaft, tile.Ladder, 0)
	}
	for _, dy := range LadderGap {
		p.put(at.Add(0, dy), tile.Shaft, tile.NoBlock, 0)
	}
}

// handles are those of a gate, with a wall between them: from one to the other it is a run.
func (p *plot) handles(at grid.Tile) {
	for _, side := range [...]int32{1, -1} {
		p.put(at.Add(side*GateAside, GateSouth+GateOff), tile.Path, tile.Handle, 0)
	}
	p.put(at.Add(-1, GateSouth+1), tile.Path, tile.VaultWall, 0)
	for dy := int32(GateSouth + 2); dy <= GateSouth+5; dy++ {
		p.put(at.Add(0, dy), tile.Path, tile.VaultWall, 0)
		p.put(at.Add(-1, dy), tile.Path, tile.NoBlock, 0)
	}
}

// railway leads over the water on piles.
func (p *plot) railway(at grid.Tile) {
	p.put(at.Add(CartHearth, 0), tile.StoneFloor, tile.Hearth, 0)
	for dy := int32(3); dy < LightReach; dy++ {
		t := at.Add(0, dy)
		ground := tile.DeepWater
		switch {
		case dy*dy <= keepOuter:
			ground = tile.StoneFloor
		case dy*dy > moatReach:
			ground = tile.Path
		}
		p.put(t, ground, tile.Rail, 0)
	}
	for _, dy := range RailGap {
		p.put(at.Add(0, dy), tile.Path, tile.NoBlock, 0)
	}
}

// passages are four stones around a keep whose gate has no handles, and a way out of it.
func (p *plot) passages(at grid.Tile) {
	p.put(at.Add(0, GateSouth), tile.StoneFloor, tile.VaultWall, 0)
	in := insideFrom(p.seed)
	for h, s := range stones {
		to := tile.PassageTo(tile.Heading(h).Turned(2), stoneAstray)
		if tile.Heading(h) == in {
			to = tile.PassageTo(in, stoneIn)
		}
		p.put(at.Add(s.X, s.Y), tile.Path, tile.StandingStone, to)
	}
	p.put(at.Add(2, 2), tile.StoneFloor, tile.Portal, tile.PassageTo(tile.South, 6))
}
